"""Add nodes: by the search pop-up, by the first button of an empty canvas, by dropping from the palette."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from editor.canvas.commands.node_choices import FIRST_KINDS, NodeChoice, node_choices, offered_at_top
from editor.canvas.commands.node_search import NodeSearch
from editor.canvas.gestures.gesture import snapped
from editor.canvas.gestures.places import (
    BESIDE_A_STATE,
    NEW_STATE_OFFSET,
    free_corner,
    index_among_children,
    place_for_state,
)
from editor.canvas.items.frames import TITLE_HEIGHT
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.routing.shapes import Point, united
from editor.canvas.scene.canvas_host import CanvasHost
from editor.documents.open.snippets import insert_snippet
from graphs.edits.adding import add_node, add_on_edge
from graphs.edits.frames import add_frame
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, children_of, parent_of
from graphs.structure.rules import may_add_child

_HALF_A_STATE = (-62.0, -22.0)
_AROUND = 24.0
"""Room between a frame and what it is put around, px."""
_FRAME_SIZE = (320.0, 200.0)
_NOTE_SIZE = (224.0, 112.0)


@dataclass(frozen=True, slots=True)
class AddPlace:
    """Where the next node goes: under `parent` before `index`, or at a place of its own."""

    parent: str = TOP
    index: int | None = None
    at: Point | None = None


class AddingCommands:
    """Add nodes and frames to the graph shown."""

    def __init__(self, view: CanvasHost, search: NodeSearch, rename: Callable[[str], None]) -> None:
        """Offer by `search` what can be added; `rename` asks for the title of a new frame."""
        self.view, self._search, self._rename = view, search, rename
        self._add_place = AddPlace()

    def open_add_search(self, at: Point | None = None, parent: str | None = None) -> None:
        """Open the search; what is picked goes to `at` (scene px), or under `parent` nearest to `at`.

        Without both it goes where the selection suggests: under a selected tree node, after it if that takes
        no more children, else to the middle of the view.
        """
        if self.view.graph is None or self.view.refuse_when_read_only():
            return
        self._add_place = place = self._place_for(at, parent)
        choices = node_choices(
            self.view.document,
            self.view.graph_id,
            self.view.registry,
            self.view.session.recent_picks.keys,
            self.view.session.snippets.all,
        )
        first = FIRST_KINDS.get(self.view.graph.kind, "")
        if place.parent != TOP:
            # What cannot hang there is not offered, and what is there most often comes first.
            offered = self._search.possible(
                choices, lambda document, choice: self._added(document, choice, place)
            )
            if not offered:
                return
            choices, first = tuple(offered), self._most_common_below(place.parent) or first
        else:
            choices = offered_at_top(choices, self.view.graph, self.view.registry)
        self._search.open(choices, self.add_choice, at=at, preferred=first)

    def _most_common_below(self, parent: str) -> str:
        """Return the kind that is most often below nodes of the same kind as `parent`."""
        graph = self.view.graph
        if graph is None or isinstance(graph, StateMachineGraph):
            return ""
        kind = graph.nodes[parent].kind
        below = Counter(
            graph.nodes[child].kind
            for node_id, node in graph.nodes.items()
            if node.kind == kind
            for child in dict.fromkeys(children_of(graph, node_id))
            if child in graph.nodes
        )
        return below.most_common(1)[0][0] if below else ""

    def _place_for(self, at: Point | None, parent: str | None) -> AddPlace:
        graph = self.view.graph
        if isinstance(graph, StateMachineGraph):
            if at is None:
                return self._free_place_for_state()
            box, place = place_for_state(self.view.canvas.machine, at)
            return AddPlace(box, None, place)
        if parent is not None:
            last = (float("inf"), float("inf"))
            return AddPlace(parent, index_among_children(self.view, parent, at or last))
        if at is not None:
            return AddPlace(TOP, None, (snapped(at[0]), snapped(at[1])))
        return self._place_by_selection()

    def _place_by_selection(self) -> AddPlace:
        view, graph, node, tree = self.view, self.view.graph, self.view.selected_node(), self.view.canvas.tree
        center = (snapped(view.camera.center.x()), snapped(view.camera.center.y()))
        if tree is not None:
            center = free_corner(center, tree.rects.values())
        if graph is None or not node:
            return AddPlace(TOP, None, center)
        if may_add_child(view.document, view.graph_id, node, view.registry).ok:
            return AddPlace(node)
        above = parent_of(graph, node)
        if above and may_add_child(view.document, view.graph_id, above, view.registry).ok:
            return AddPlace(above, children_of(graph, above).index(node) + 1)
        return AddPlace(TOP, None, center)

    def _free_place_for_state(self) -> AddPlace:
        """Return a place in the middle of the view, or to the right of it, where the box has no state yet."""
        center, machine = self.view.camera.center, self.view.canvas.machine
        box, place = place_for_state(machine, (center.x(), center.y()), _HALF_A_STATE)
        if machine is None:
            return AddPlace(box, None, place)
        left, top = machine.arranger.box_origin(box)
        beside = [machine.arrangement.rects[child] for child in machine.shape.children.get(box, ())]
        free = free_corner((left + place[0], top + place[1]), beside, BESIDE_A_STATE)
        return AddPlace(box, None, (free[0] - left, place[1]))

    def add_choice(self, choice: NodeChoice) -> bool:
        """Add what was picked at the place the search was opened for, as one step."""
        place, label = self._add_place, f"Add {choice.title}"
        done = self.view.apply_new(label, lambda document: self._added(document, choice, place))
        self._note(choice, done)
        return done

    def _note(self, choice: NodeChoice, done: bool) -> None:
        """Remember what was added, but not what the graph offers first anyway."""
        graph = self.view.graph
        if done and graph is not None and choice.key != f"kind:{FIRST_KINDS[graph.kind]}":
            self.view.session.recent_picks.note(choice.key)

    def add_where_selected(self, choice: NodeChoice) -> bool:
        """Add something where the selection suggests, as a double-click in the palette does."""
        self._add_place = self._place_for(None, None)
        return self.add_choice(choice)

    def add_at(self, choice: NodeChoice, at: Point) -> bool:
        """Add something at a point of the scene, as a drop from the palette does.

        Over a node of a tree it becomes a child of that node, over an edge it is put into that.
        """
        hit = self.view.canvas.hit(at, 1.0 / self.view.camera.zoom)
        if choice.snippet is None and (hit.is_edge or hit.kind == HitKind.TREE_EDGE):
            return self.add_into_edge(choice, hit, at)
        tree = self.view.canvas.tree
        over = next(iter(tree.nodes_near(at)), None) if tree is not None else None
        self._add_place = self._place_for(at, over)
        return self.add_choice(choice)

    def add_into_edge(self, choice: NodeChoice, hit: Hit, at: Point) -> bool:
        """Add something in the middle of the edge that was hit, as one step."""
        registry, graph_id = self.view.registry, self.view.graph_id
        machine = self.view.canvas.machine
        place = place_for_state(machine, at, NEW_STATE_OFFSET)[1] if machine is not None else None

        def added(document: Document) -> tuple[Document, str]:
            fields = choice.fields_in(document, self.view.graph_id, self.view.registry)
            parent = hit.parent if hit.kind == HitKind.TREE_EDGE else None
            return add_on_edge(
                document, graph_id, hit.id, choice.kind, registry, parent=parent, at=place, fields=fields
            )

        done = self.view.apply_new(f"Insert {choice.title}", added)
        self._note(choice, done)
        return done

    def add_first(self) -> None:
        """Add the kind of node that the invitation of an empty canvas offers."""
        graph = self.view.graph
        if graph is None:
            return
        wanted = FIRST_KINDS[graph.kind]
        choices = node_choices(self.view.document, self.view.graph_id, self.view.registry)
        self._add_place = AddPlace(TOP, None, (0.0, 0.0))
        choice = next((choice for choice in choices if choice.key == f"kind:{wanted}"), None)
        if choice is not None and self.add_choice(choice):
            self.view.camera.frame(self.view.canvas.content_rect())

    def _added(
        self, document: Document, choice: NodeChoice, place: AddPlace
    ) -> tuple[Document, str | tuple[str, ...]]:
        if choice.snippet is not None:
            return insert_snippet(
                document,
                self.view.graph_id,
                choice.snippet,
                self.view.registry,
                parent=place.parent,
                index=place.index,
                at=place.at,
            )
        graph_id, registry = self.view.graph_id, self.view.registry
        document, node_id = add_node(
            document,
            graph_id,
            choice.kind,
            registry,
            parent=place.parent,
            index=place.index,
            at=place.at,
            fields=choice.fields_in(document, graph_id, registry),
        )
        kind = registry.kind(document.graphs[graph_id].kind, choice.kind)
        for start in kind.starts_with if kind is not None else ():
            below = registry.kind(document.graphs[graph_id].kind, start)
            fields = below.example if below is not None else {}
            document, _ = add_node(document, graph_id, start, registry, parent=node_id, fields=fields)
        return document, node_id

    def add_frame_here(self) -> None:
        """Put a frame around the selected nodes, or into the middle of the view, and ask for its title."""
        found = (self.view.canvas.node_rect(node) for node in self.view.selected_nodes())
        around = united(rect for rect in found if rect is not None)
        if around is None:
            at, size = self._middle(_FRAME_SIZE), _FRAME_SIZE
        else:
            rect = around.grown(_AROUND)
            at, size = (rect.left, rect.top - TITLE_HEIGHT + 8), (rect.width, rect.height + TITLE_HEIGHT - 8)
        self._add_frame("Add frame", at, size, "Frame", "")

    def add_note_here(self) -> None:
        """Put a note into the middle of the view; its text is written in the inspector."""
        self._add_frame("Add note", self._middle(_NOTE_SIZE), _NOTE_SIZE, "Note", "")

    def _add_frame(
        self, label: str, at: tuple[float, float], size: tuple[float, float], title: str, text: str
    ) -> None:
        framed = self.view.on_graph(add_frame, at, size, title=title, text=text)
        if self.view.graph is not None and self.view.apply_new(label, framed):
            self._rename(next(iter(self.view.session.selection)))

    def _middle(self, size: tuple[float, float]) -> tuple[float, float]:
        center = self.view.camera.center
        return snapped(center.x() - size[0] / 2), snapped(center.y() - size[1] / 2)
