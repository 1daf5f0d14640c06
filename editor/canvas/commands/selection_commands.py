"""Commands that select, walk from node to node, and nudge what is selected."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from editor.canvas.commands.neighbors import Direction, machine_neighbor, tree_neighbor
from editor.canvas.gestures.gesture import GRID
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import move
from graphs.edits.frames import move_frames
from graphs.layout.free_trees import carried_places, is_placed_freely, tops_of
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import ancestors, descendants

_ARROWS = {
    Qt.Key.Key_Left: Direction.LEFT,
    Qt.Key.Key_Right: Direction.RIGHT,
    Qt.Key.Key_Up: Direction.UP,
    Qt.Key.Key_Down: Direction.DOWN,
}
_STEPS = {
    Direction.LEFT: (-GRID, 0.0),
    Direction.RIGHT: (GRID, 0.0),
    Direction.UP: (0.0, -GRID),
    Direction.DOWN: (0.0, GRID),
}


class SelectionCommands(CanvasHost):
    """Change what is selected, by keys and menus."""

    def reveal(self, element: str) -> None:
        """Bring a node into view if it is outside, without changing the zoom."""
        raise NotImplementedError

    def select_all(self) -> None:
        """Select every visible node and transition."""
        contents = self.canvas.contents
        if contents is not None:
            self.session.select([*contents.node_ids(), *contents.edge_ids(), *self.canvas.frames])

    def select_none(self) -> None:
        """Select nothing."""
        self.session.select(())

    def select_below(self) -> None:
        """Select what is below the selected nodes too: their branch, or what stands in a state."""
        graph = self.graph
        if graph is not None:
            below = (one for node in self.selected_nodes() for one in descendants(graph, node))
            self.session.select({*self.session.selection, *below})

    def select_above(self) -> None:
        """Select what is above the selected nodes too: up to the root, or the boxes around a state."""
        graph = self.graph
        if graph is not None:
            above = (one for node in self.selected_nodes() for one in ancestors(graph, node))
            self.session.select({*self.session.selection, *above})

    def take_arrow(self, event: QKeyEvent) -> bool:
        """Walk to a neighbor with an arrow key, nudge with Shift; return whether it was one."""
        direction = _ARROWS.get(Qt.Key(event.key()))
        if direction is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.nudge(direction)
        else:
            self.select_neighbor(direction)
        return True

    def select_neighbor(self, direction: Direction) -> None:
        """Select the parent, first child or sibling in a tree, the nearest state that way in a machine."""
        contents, graph = self.canvas.contents, self.graph
        if contents is None or graph is None:
            return
        chosen = self.selected_nodes()
        visible = list(contents.node_ids())
        if not chosen:
            if visible:
                self.session.select([visible[0]])
            return
        rects = {one: rect for one in visible if (rect := contents.node_rect(one)) is not None}
        if isinstance(graph, StateMachineGraph):
            found = machine_neighbor(chosen[-1], direction, rects)
        else:
            found = tree_neighbor(graph, chosen[-1], direction)
        if found in rects:
            self.session.select([found])
            self.reveal(found)

    def nudge(self, direction: Direction) -> None:
        """Move the selected states, loose nodes and frames one step of the grid."""
        self.move_selected(_STEPS[direction])

    def move_selected(self, step: Point) -> None:
        """Move the selected states, loose nodes and frames, and nodes of a tree that is placed freely."""
        graph_id, frames = self.graph_id, self._frame_places(step)
        places = self._node_places(step)
        if not places and not frames:
            if self.selected_nodes():
                self.session.refused.emit(
                    "Trees arrange themselves.",
                    "Ctrl with the arrows moves a node within its tree; or turn free placement on.",
                )
            return

        def nudged(document: Document) -> Document:
            document = move(document, graph_id, places) if places else document
            return move_frames(document, graph_id, frames) if frames else document

        self.session.apply("Nudge", nudged, merge_key=("nudge", self.session.selection))

    def _frame_places(self, step: Point) -> dict[str, Point]:
        graph = self.graph
        if graph is None:
            return {}
        return {
            one: (graph.notes[one].at[0] + step[0], graph.notes[one].at[1] + step[1])
            for one in self.selected_frames()
        }

    def _node_places(self, step: Point) -> dict[str, Point]:
        """Return the new places of selected states and loose nodes that no selected one moves along."""
        machine, graph, chosen = self.canvas.machine, self.graph, self.selected_nodes()
        tree = self.canvas.tree
        if tree is not None and graph is not None and is_placed_freely(graph):
            assert not isinstance(graph, StateMachineGraph)
            corners = {one: (rect.left, rect.top) for one, rect in tree.rects.items()}
            return carried_places(graph, tops_of(graph, chosen), corners, step)
        places: dict[str, Point] = {}
        for node_id in chosen:
            rect = self.canvas.node_rect(node_id)
            if rect is None or graph is None or any(up in chosen for up in ancestors(graph, node_id)):
                continue
            left, top = 0.0, 0.0
            if machine is not None:
                left, top = machine.arranger.box_origin(machine.arranger.box_of(node_id))
            elif isinstance(graph, StateMachineGraph) or node_id not in graph.loose:
                continue
            places[node_id] = (rect.left - left + step[0], rect.top - top + step[1])
        return places
