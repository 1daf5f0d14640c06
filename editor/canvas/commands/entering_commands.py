"""Commands about what of a graph is seen: enter what a node holds and leave it, fold, show all."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from editor.canvas.commands.value_commands import ValueCommands
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.pictures import StatePicture
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import set_collapsed
from graphs.model import Document, StateMachineGraph, StateNode, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.structure.queries import TOP, ancestors, child_ids, parent_of


class EnteringCommands:
    """Enter graphs and boxes, fold and frame. A box is entered by bringing its inside into view."""

    def __init__(self, view: CanvasHost, values: ValueCommands, start: Callable[[], QPointF | None]) -> None:
        """Show around the `start` what is too large to be read as a whole."""
        self.view, self._values, self._start = view, values, start
        self.box = TOP
        """The state whose inside is looked at, `TOP` for the whole graph."""

    def enter_selected(self) -> None:
        """Open the graph that the one selected node runs, or go into a box of states."""
        node = self.view.selected_node()
        if node:
            self.enter_element(node)

    def enter_or_edit_selected(self) -> None:
        """Go into the one selected node; there is nothing in a transition, of which the guard is edited."""
        if self.view.selected_nodes():
            self.enter_selected()
        elif len(self.view.session.selection & self.view.element_ids()) == 1:
            self._values.edit_value_selected()

    def enter_element(self, node_id: str) -> None:
        """Open the graph that a node runs, or go into a box of states; without either, rename it."""
        called = self.called_graph(node_id)
        if called:
            self.view.graph_entered.emit(called)
        elif self._is_compound(node_id):
            self.enter_box(node_id)
        else:
            self._values.rename_in_place(node_id)

    def called_graph(self, node_id: str) -> str:
        """Return the id of the graph of this document that a node runs, or ""."""
        graph = self.view.graph
        node = graph.nodes.get(node_id) if graph is not None else None
        called: str | None = None
        if isinstance(node, StateNode):
            called = node.activity.graph if node.activity is not None else None
        elif isinstance(node, TreeNode | DecisionNode):
            called = node.graph
        return called if called in self.view.document.graphs and called else ""

    def enters_on_title(self, node_id: str) -> bool:
        """Tell whether a double-click on the title enters instead of renaming: calls in trees."""
        return self.view.canvas.tree is not None and bool(self.called_graph(node_id))

    def _is_compound(self, node_id: str) -> bool:
        machine = self.view.canvas.machine
        if machine is None or self.view.canvas.node_rect(node_id) is None:
            return False
        picture = machine.picture(node_id)
        return isinstance(picture, StatePicture) and picture.compound is not None

    def enter_box(self, node_id: str) -> None:
        """Bring the inside of a compound state into view, unfolded."""
        machine = self.view.canvas.machine
        if machine is None or not self._is_compound(node_id):
            return
        if node_id not in machine.shape.children:
            self.toggle_collapsed(node_id)
        rect = self.view.canvas.node_rect(node_id)
        if rect is not None:
            # Who keeps a history notes what was seen until now, so the camera moves after the word.
            self._set_box(node_id)
            self.view.camera.frame(qrect(rect))

    def leave_box(self) -> bool:
        """Go back from a box to the one around it, or to the whole graph; False outside of all boxes."""
        graph = self.view.graph
        if not self.box or graph is None:
            return False
        above = parent_of(graph, self.box) or TOP
        if above == TOP:
            self.frame_all()
        else:
            self.enter_box(above)
        return True

    def boxes_entered(self) -> tuple[str, ...]:
        """Return the boxes on the way to the one that is looked at, the outermost first."""
        graph = self.view.graph
        if not self.box or not isinstance(graph, StateMachineGraph):
            return ()
        return (*(box for box in reversed(ancestors(graph, self.box)) if box != TOP), self.box)

    def forget_box(self) -> None:
        """Look at the whole graph."""
        self._set_box(TOP)

    def forget_lost_box(self) -> None:
        """Look at the whole graph when the box is gone or folded."""
        machine = self.view.canvas.machine
        if self.box and (machine is None or self.box not in machine.shape.children):
            self.forget_box()

    def _set_box(self, box: str) -> None:
        if box != self.box:
            self.box = box
            self.view.box_entered.emit(box)

    def toggle_collapsed(self, node_id: str = "") -> None:
        """Fold a node with children, or unfold it; without an id the selected ones."""
        graph = self.view.graph
        if graph is None:
            return
        ids = [node_id] if node_id else list(self.view.selected_nodes())
        ids = [element for element in ids if element in graph.nodes and child_ids(graph.nodes[element])]
        if not ids:
            return
        idle = [element for element in ids if element in self.view.canvas.folded]
        if idle:
            self.view.unfold_wanted.emit(idle)
            return
        fold = not all(element in graph.layout and graph.layout[element].collapsed for element in ids)

        def folded(document: Document) -> Document:
            for element in ids:
                document = set_collapsed(document, self.view.graph_id, element, fold)
            return document

        self.view.session.apply(f"{'Fold' if fold else 'Unfold'} {self.view.name_of(ids[0])}", folded)

    def frame_all(self, *, toggles: bool = True) -> None:
        """Bring everything into view, or as much as can be read; if it `toggles`, all of it after that."""
        self.forget_box()
        rect = self.view.canvas.content_rect()
        self.view.camera.fit(rect, self._start() or rect.center(), toggles=toggles)

    def frame_selection(self) -> None:
        """Bring what is selected into view, or everything when nothing is."""
        bounds = self.view.canvas.bounds(self.view.session.selection)
        if bounds is None:
            self.frame_all()
        else:
            self.view.camera.frame(qrect(bounds))
