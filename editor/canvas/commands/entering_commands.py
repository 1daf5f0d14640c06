"""Commands that lead into what a node holds, and out again: called graphs, and boxes of states."""

from __future__ import annotations

from PySide6.QtCore import SignalInstance

from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.pictures import StatePicture
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.model import StateMachineGraph, StateNode, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.structure.queries import TOP, ancestors, parent_of


class EnteringCommands(CanvasHost):
    """Enter graphs and boxes. A box is entered by bringing its inside into view; nothing is hidden."""

    graph_entered: SignalInstance
    box_entered: SignalInstance
    box: str = TOP
    """The state whose inside is looked at, `TOP` for the whole graph."""

    def toggle_collapsed(self, node_id: str = "") -> None:
        """Fold a node with children, or unfold it; without an id the selected ones."""
        raise NotImplementedError

    def frame_all(self) -> None:
        """Bring everything into view."""
        raise NotImplementedError

    def enter_selected(self) -> None:
        """Open the graph that the one selected node runs, or go into a box of states."""
        chosen = self.selected_nodes()
        if len(chosen) == 1:
            self.enter_element(chosen[0])

    def enter_element(self, node_id: str) -> None:
        """Open the graph that a node runs, or go into a box of states; without either, rename it."""
        called = self.called_graph(node_id)
        if called:
            self.graph_entered.emit(called)
        elif self._is_compound(node_id):
            self.enter_box(node_id)
        else:
            self.rename_in_place(node_id)

    def called_graph(self, node_id: str) -> str:
        """Return the id of the graph of this document that a node runs, or ""."""
        graph = self.graph
        node = graph.nodes.get(node_id) if graph is not None else None
        called: str | None = None
        if isinstance(node, StateNode):
            called = node.activity.graph if node.activity is not None else None
        elif isinstance(node, TreeNode | DecisionNode):
            called = node.graph
        return called if called in self.session.document.graphs and called else ""

    def enters_on_title(self, node_id: str) -> bool:
        """Tell whether a double-click on the title enters instead of renaming: calls in trees."""
        return self.canvas.tree is not None and bool(self.called_graph(node_id))

    def _is_compound(self, node_id: str) -> bool:
        machine = self.canvas.machine
        if machine is None or self.canvas.node_rect(node_id) is None:
            return False
        picture = machine.picture(node_id)
        return isinstance(picture, StatePicture) and picture.compound is not None

    def enter_box(self, node_id: str) -> None:
        """Bring the inside of a compound state into view, unfolded."""
        machine = self.canvas.machine
        if machine is None or not self._is_compound(node_id):
            return
        if node_id not in machine.shape.children:
            self.toggle_collapsed(node_id)
        rect = self.canvas.node_rect(node_id)
        if rect is not None:
            # Who keeps a history notes what was seen until now, so the camera moves after the word.
            self._set_box(node_id)
            self.camera.frame(qrect(rect))

    def leave_box(self) -> bool:
        """Go back from a box to the one around it, or to the whole graph; False outside of all boxes."""
        graph = self.graph
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
        graph = self.graph
        if not self.box or not isinstance(graph, StateMachineGraph):
            return ()
        return (*(one for one in reversed(ancestors(graph, self.box)) if one != TOP), self.box)

    def forget_box(self) -> None:
        """Look at the whole graph."""
        self._set_box(TOP)

    def forget_lost_box(self) -> None:
        """Look at the whole graph when the box is gone or folded."""
        machine = self.canvas.machine
        if self.box and (machine is None or self.box not in machine.shape.children):
            self.forget_box()

    def _set_box(self, box: str) -> None:
        if box != self.box:
            self.box = box
            self.box_entered.emit(box)
