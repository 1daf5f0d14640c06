"""Edit values where they stand: on nodes, on states, on the plates of transitions."""

from __future__ import annotations

from PySide6.QtCore import QRect

from editor.canvas.items.shared_look import qrect
from editor.canvas.items.shown_values import (
    ShownValue,
    line_values,
    may_be_kept,
    problem_of,
    shown_value,
    title_values,
)
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.model import TreeNode
from graphs.model.decision_tree import DecisionNode


class ValueCommands(CanvasHost):
    """Open the line edit over a value and keep what is typed as one step."""

    def edit_value_selected(self) -> None:
        """Edit the first value that stands on the one selected node or transition."""
        chosen = tuple(self.session.selection & self.element_ids())
        contents = self.canvas.contents
        if len(chosen) == 1 and contents is not None:
            names = list(contents.value_rects(chosen[0])) or self._unset_values(chosen[0])
            if names:
                self.edit_value_in_place(chosen[0], names[0])
            else:
                self.session.refused.emit("No value stands on this node.", "Change it in the inspector.")

    def enter_selected(self) -> None:
        """Open the graph that the one selected node runs, or go into a box of states."""
        raise NotImplementedError

    def enter_or_edit_selected(self) -> None:
        """Go into the one selected node; there is nothing in a transition, of which the guard is edited."""
        if self.selected_nodes():
            self.enter_selected()
        elif len(self.session.selection & self.element_ids()) == 1:
            self.edit_value_selected()

    def edit_value_in_place(self, element: str, name: str) -> bool:
        """Open the line edit over a value; return whether the element has one of this name."""
        contents, session = self.canvas.contents, self.session
        if contents is None or self.graph is None or self.refuse_when_read_only():
            return False
        places = contents.value_rects(element)
        if name not in places and name in self._unset_values(element):
            title = contents.title_rect(element)
            places = {name: title} if title is not None else {}
        shown = shown_value(session.document, self.graph_id, element, name, session.registry)
        if shown is None or name not in places:
            return False
        self.title_editor.open_value(
            element,
            shown.label,
            shown.text,
            QRect(self.mapFromScene(qrect(places[name])).boundingRect()),
            self.camera.zoom,
            lambda text: problem_of(session.document, shown, text),
            lambda text: self._keep(element, shown, text),
            self._next_after(element, name, list(places)),
            lambda text: may_be_kept(session.document, shown, text),
        )
        return True

    def _unset_values(self, element: str) -> list[str]:
        """Return the values that would stand on a node of a tree if they were set, such as its test."""
        node = self.graph.nodes.get(element) if self.graph is not None else None
        if self.graph is None or not isinstance(node, TreeNode | DecisionNode):
            return []
        values = title_values(node, self.graph.kind, self.session.registry)
        return [*values, *line_values(node, self.graph.kind, self.session.registry)]

    def _keep(self, element: str, shown: ShownValue, text: str) -> None:
        what = self.name_of(element) if self._is_node(element) else "transition"
        self.session.apply(
            f"Set {shown.label.lower()} of {what}",
            lambda document: shown.edit(document, text),
            select=[element],
        )

    def _is_node(self, element: str) -> bool:
        return self.graph is not None and element in self.graph.nodes

    def _next_after(self, element: str, name: str, names: list[str]) -> _Step | None:
        place = names.index(name) + 1
        return _Step(self, element, names[place]) if place < len(names) else None


class _Step:
    """Go on from one value to the next one of the same element."""

    def __init__(self, commands: ValueCommands, element: str, name: str) -> None:
        self._commands, self._element, self._name = commands, element, name

    def __call__(self) -> None:
        self._commands.edit_value_in_place(self._element, self._name)
