"""Add nodes: by the search pop-up, by the first button of an empty canvas, by dropping from the palette."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from editor.canvas.commands.empty_invitation import FIRST_KINDS
from editor.canvas.commands.node_choices import NodeChoice, node_choices
from editor.canvas.commands.searching import SearchingCommands
from editor.canvas.gestures.drop_places import index_at
from editor.canvas.gestures.free_places import BESIDE_A_STATE, free_corner
from editor.canvas.gestures.gesture import snapped
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.routing.shapes import Point
from graphs.edits.adding import add_node, add_on_edge, unique_name
from graphs.layout.machine_layout import HEADER_HEIGHT
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, children_of, parent_of
from graphs.structure.rules import may_add_child

_LEAST_LEFT, _LEAST_TOP = 16.0, HEADER_HEIGHT + 16.0
_HALF_A_STATE = (-62.0, -22.0)
_NEW_STATE_OFFSET = (0.0, -22.0)


@dataclass(frozen=True, slots=True)
class AddPlace:
    """Where the next node goes: under `parent` before `index`, or at a place of its own."""

    parent: str = TOP
    index: int | None = None
    at: Point | None = None


class AddingCommands(SearchingCommands):
    """Add nodes to the graph shown."""

    _add_place: AddPlace = AddPlace()

    def open_add_search(self, at: Point | None = None, parent: str | None = None) -> None:
        """Open the search; what is picked goes to `at` (scene px), or under `parent` nearest to `at`.

        Without both it goes where the selection suggests: under a selected tree node, after it if that takes
        no more children, else to the middle of the view.
        """
        if self.graph is None:
            return
        if self.refuse_when_read_only():
            return
        self._add_place = place = self._place_for(at, parent)
        choices = node_choices(self.session.document, self.graph_id, self.session.registry)
        first = FIRST_KINDS.get(self.graph.kind, "")
        if place.parent != TOP:
            # What cannot hang there is not offered, and what is there most often comes first.
            offered = self.possible(choices, lambda document, choice: self._added(document, choice, place))
            if not offered:
                return
            choices, first = tuple(offered), self._most_common_below(place.parent) or first
        self.open_search(choices, self.add_choice, at=at, preferred=first)

    def _most_common_below(self, parent: str) -> str:
        """Return the kind that stands most often below nodes of the same kind as `parent`."""
        graph = self.graph
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
        graph = self.graph
        if isinstance(graph, StateMachineGraph):
            point = at or (self.camera.center.x(), self.camera.center.y())
            if at is None:
                return self._free_place_for_state(point)
            box, place = self.place_for_state(point, (0.0, 0.0))
            return AddPlace(box, None, place)
        if parent is not None:
            x = at[0] if at is not None else float("inf")
            return AddPlace(parent, self.index_among_children(parent, x))
        if at is not None:
            return AddPlace(TOP, None, (snapped(at[0]), snapped(at[1])))
        return self._place_by_selection()

    def _place_by_selection(self) -> AddPlace:
        graph, chosen, tree = self.graph, self.selected_nodes(), self.canvas.tree
        center = (snapped(self.camera.center.x()), snapped(self.camera.center.y()))
        if tree is not None:
            center = free_corner(center, tree.rects.values())
        if graph is None or len(chosen) != 1:
            return AddPlace(TOP, None, center)
        session = self.session
        if may_add_child(session.document, self.graph_id, chosen[0], session.registry).ok:
            return AddPlace(chosen[0])
        above = parent_of(graph, chosen[0])
        if above and may_add_child(session.document, self.graph_id, above, session.registry).ok:
            return AddPlace(above, children_of(graph, above).index(chosen[0]) + 1)
        return AddPlace(TOP, None, center)

    def _free_place_for_state(self, point: Point) -> AddPlace:
        """Return a place around a point, or to the right of it, where no state of the same box stands."""
        box, place = self.place_for_state(point, _HALF_A_STATE)
        machine = self.canvas.machine
        if machine is None:
            return AddPlace(box, None, place)
        left, top = machine.arranger.box_origin(box)
        beside = [machine.arrangement.rects[one] for one in machine.shape.children.get(box, ())]
        free = free_corner((left + place[0], top + place[1]), beside, BESIDE_A_STATE)
        return AddPlace(box, None, (free[0] - left, place[1]))

    def index_among_children(self, parent: str, x: float, without: str = "") -> int:
        """Return before which child of a node another one at `x` would stand."""
        graph, tree = self.graph, self.canvas.tree
        if graph is None or tree is None:
            return 0
        siblings = [one for one in children_of(graph, parent) if one != without]
        return index_at(x, siblings, tree.rects)

    def place_for_state(self, point: Point, offset: Point) -> tuple[str, Point]:
        """Return the innermost open box at a point, and the place for a new state there, on the grid."""
        machine = self.canvas.machine
        x, y = point[0] + offset[0], point[1] + offset[1]
        if machine is None:
            return TOP, (snapped(x), snapped(y))
        for node_id in reversed(machine.shape.order):
            if node_id in machine.shape.children and machine.arrangement.rects[node_id].contains(point):
                left, top = machine.arranger.box_origin(node_id)
                return node_id, (
                    max(_LEAST_LEFT, snapped(x - left)),
                    max(_LEAST_TOP, snapped(y - top)),
                )
        return TOP, (snapped(x), snapped(y))

    def add_choice(self, choice: NodeChoice) -> bool:
        """Add what was picked at the place the search was opened for, as one step."""
        place = self._add_place
        title = choice.title
        return self.apply_new(f"Add {title}", lambda document: self._added(document, choice, place))

    def add_where_selected(self, choice: NodeChoice) -> bool:
        """Add something where the selection suggests, as a double-click in the palette does."""
        self._add_place = self._place_for(None, None)
        return self.add_choice(choice)

    def add_at(self, choice: NodeChoice, at: Point) -> bool:
        """Add something at a point of the scene, as a drop from the palette does.

        Over a node of a tree it becomes a child of that node, over an edge it is put into that.
        """
        hit = self.canvas.hit(at, 1.0 / self.camera.zoom)
        if hit.is_edge or hit.kind == HitKind.TREE_EDGE:
            return self.add_into_edge(choice, hit, at)
        tree = self.canvas.tree
        over = next(iter(tree.nodes_near(at)), None) if tree is not None else None
        self._add_place = self._place_for(at, over)
        return self.add_choice(choice)

    def add_into_edge(self, choice: NodeChoice, hit: Hit, at: Point) -> bool:
        """Add something in the middle of the edge that was hit, as one step."""
        registry, graph_id = self.session.registry, self.graph_id
        place = self.place_for_state(at, _NEW_STATE_OFFSET)[1] if self.canvas.machine is not None else None

        def added(document: Document) -> tuple[Document, str]:
            fields = self._fields_of(document, choice)
            parent = hit.parent if hit.kind == HitKind.TREE_EDGE else None
            return add_on_edge(
                document, graph_id, hit.id, choice.kind, registry, parent=parent, at=place, fields=fields
            )

        return self.apply_new(f"Insert {choice.title}", added)

    def _fields_of(self, document: Document, choice: NodeChoice) -> dict[str, object]:
        """Return what a new node holds; a state's name is made unique."""
        fields = dict(choice.fields)
        graph = document.graphs[self.graph_id]
        if isinstance(graph, StateMachineGraph) and isinstance(fields.get("name"), str):
            fields["name"] = unique_name(graph, str(fields["name"]))
        return fields

    def add_first(self) -> None:
        """Add the kind of node that the invitation of an empty canvas offers."""
        graph = self.graph
        if graph is None:
            return
        wanted = FIRST_KINDS[graph.kind]
        choices = node_choices(self.session.document, self.graph_id, self.session.registry)
        self._add_place = AddPlace(TOP, None, (0.0, 0.0))
        choice = next((one for one in choices if one.key == f"kind:{wanted}"), None)
        if choice is not None and self.add_choice(choice):
            self.camera.frame(self.canvas.content_rect())

    def _added(self, document: Document, choice: NodeChoice, place: AddPlace) -> tuple[Document, str]:
        session = self.session
        return add_node(
            document,
            self.graph_id,
            choice.kind,
            session.registry,
            parent=place.parent,
            index=place.index,
            at=place.at,
            fields=self._fields_of(document, choice),
        )
