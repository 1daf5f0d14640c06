"""Edit names and values where they are shown: on nodes, on states, on the plates of transitions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRect

from editor.canvas.items.shared_look import qrect
from editor.canvas.items.shown_values import (
    GUARD,
    ShownValue,
    line_values,
    may_be_kept,
    problem_of,
    shown_value,
    title_values,
)
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.frames import rename_frame
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import rename
from graphs.model import StateNode, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.structure.queries import edges_into


class ValueCommands:
    """Open the line edit over a name or a value and keep what is typed as one step."""

    def __init__(self, view: CanvasHost) -> None:
        self.view = view

    def rename_selected(self) -> None:
        """Rename the one selected node or frame in place; of a transition edit the label."""
        chosen = (*self.view.selected_nodes(), *self.view.selected_frames())
        if len(chosen) == 1:
            self.rename_in_place(chosen[0])
        elif not chosen:
            self.edit_value_selected()

    def rename_in_place(self, node_id: str) -> None:
        """Open the line edit over the title of a node."""
        contents, graph = self.view.canvas.contents, self.view.graph
        if contents is None or graph is None or self.view.refuse_when_read_only():
            return
        frame, node = graph.notes.get(node_id), graph.nodes.get(node_id)
        titles = self.view.canvas.frames if frame is not None else contents
        rect = titles.title_rect(node_id)
        if rect is None or (node is None and frame is None):
            return
        if isinstance(node, StateNode):
            name = node.name
        elif frame is not None:
            name = frame.title
        else:
            name = getattr(node, "title", "") or self.view.name_of(node_id)
        place, zoom = self.view.mapFromScene(qrect(rect)).boundingRect(), self.view.camera.zoom
        check = partial(self._name_problem, node_id)
        self.view.title_editor.open(node_id, name, QRect(place), zoom, check, self._label_of_way_in(node_id))

    def _label_of_way_in(self, node_id: str) -> Callable[[], object] | None:
        """Return what opens the label of the one transition that leads into a state."""
        ways = edges_into(self.view.graph, node_id) if self.view.graph is not None else ()
        return partial(self.edit_value_in_place, ways[0], GUARD) if len(ways) == 1 else None

    def _name_problem(self, node_id: str, name: str) -> str:
        if node_id in self.view.canvas.frames:
            return ""
        try:
            rename(self.view.document, self.view.graph_id, node_id, name)
        except EditRefused as refused:
            return str(refused)
        return ""

    def rename_element(self, node_id: str, name: str) -> None:
        """Give a node, transition or frame another name."""
        is_frame = node_id in self.view.canvas.frames
        edit = self.view.on_graph(rename_frame if is_frame else rename, node_id, name)
        self.view.session.apply(f"Rename {'frame' if is_frame else self.view.name_of(node_id)}", edit)

    def edit_value_selected(self) -> None:
        """Edit the first value that is on the one selected node or transition."""
        chosen = tuple(self.view.session.selection & self.view.element_ids())
        contents = self.view.canvas.contents
        if len(chosen) == 1 and contents is not None:
            names = list(contents.value_rects(chosen[0])) or self._unset_values(chosen[0])
            if names:
                self.edit_value_in_place(chosen[0], names[0])
            else:
                self.view.refuse("No value stands on this node.", "Change it in the inspector.")

    def edit_value_in_place(self, element: str, name: str) -> bool:
        """Open the line edit over a value; return whether the element has one of this name."""
        contents, session = self.view.canvas.contents, self.view.session
        if contents is None or self.view.graph is None or self.view.refuse_when_read_only():
            return False
        places = contents.value_rects(element)
        if name not in places and name in self._unset_values(element):
            title = contents.title_rect(element)
            places = {name: title} if title is not None else {}
        shown = shown_value(session.document, self.view.graph_id, element, name, session.registry)
        if shown is None or name not in places:
            return False
        self.view.title_editor.open_value(
            element,
            shown.label,
            shown.text,
            QRect(self.view.mapFromScene(qrect(places[name])).boundingRect()),
            self.view.camera.zoom,
            lambda text: problem_of(session.document, shown, text),
            lambda text: self._keep(element, shown, text),
            self._next_after(element, name, list(places)),
            lambda text: may_be_kept(session.document, shown, text),
        )
        if shown.complete is not None:
            self.view.title_editor.offer_words(shown.complete, shown.declare)
        is_edge = element not in self.view.graph.nodes
        self.view.title_editor.offer_composer(
            "guard" if is_edge else {"guard": "guard.test", "test": "test"}.get(name, "")
        )
        return True

    def _unset_values(self, element: str) -> list[str]:
        """Return the values that would stand on a node of a tree if they were set, such as its test."""
        node = self.view.graph.nodes.get(element) if self.view.graph is not None else None
        if self.view.graph is None or not isinstance(node, TreeNode | DecisionNode):
            return []
        values = title_values(node, self.view.graph.kind, self.view.registry)
        return [*values, *line_values(node, self.view.graph.kind, self.view.registry)]

    def _keep(self, element: str, shown: ShownValue, text: str) -> None:
        is_node = self.view.graph is not None and element in self.view.graph.nodes
        label = f"Set {shown.label.lower()} of {self.view.name_of(element) if is_node else 'transition'}"
        self.view.session.apply(label, lambda document: shown.edit(document, text), select=[element])

    def _next_after(self, element: str, name: str, names: list[str]) -> Callable[[], bool] | None:
        """Return what goes on to the next value of the same element."""
        place = names.index(name) + 1
        return partial(self.edit_value_in_place, element, names[place]) if place < len(names) else None
