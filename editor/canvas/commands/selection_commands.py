"""Commands that select, walk from node to node, and nudge what is selected."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from editor.canvas.gestures.gesture import GRID
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import move
from graphs.edits.frames import move_frames
from graphs.layout.free_trees import carried_places, is_placed_freely, runs_across, tops_of
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, StateMachineGraph
from graphs.structure.queries import TOP, ancestors, children_of, descendants, parent_of


class Direction(Enum):
    """Where an arrow key points."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()


_ARROWS = {
    Qt.Key.Key_Left: Direction.LEFT,
    Qt.Key.Key_Right: Direction.RIGHT,
    Qt.Key.Key_Up: Direction.UP,
    Qt.Key.Key_Down: Direction.DOWN,
}
_TURNED = {
    Direction.LEFT: Direction.UP,
    Direction.RIGHT: Direction.DOWN,
    Direction.UP: Direction.LEFT,
    Direction.DOWN: Direction.RIGHT,
}
"""Where a direction leads in a tree that grows from left to right."""
_STEPS = {
    Direction.LEFT: (-GRID, 0.0),
    Direction.RIGHT: (GRID, 0.0),
    Direction.UP: (0.0, -GRID),
    Direction.DOWN: (0.0, GRID),
}


class SelectionCommands:
    """Change what is selected, by keys and menus."""

    def __init__(self, view: CanvasHost) -> None:
        self.view = view

    def select_all(self) -> None:
        """Select every visible node and transition."""
        contents = self.view.canvas.contents
        if contents is not None:
            self.view.session.select([*contents.node_ids(), *contents.edge_ids(), *self.view.canvas.frames])

    def select_none(self) -> None:
        """Select nothing."""
        self.view.session.select(())

    def select_below(self) -> None:
        """Select what is below the selected nodes too: their branch, or what is in a state."""
        graph = self.view.graph
        if graph is not None:
            below = (child for node in self.view.selected_nodes() for child in descendants(graph, node))
            self.view.session.select({*self.view.session.selection, *below})

    def select_above(self) -> None:
        """Select what is above the selected nodes too: up to the root, or the boxes around a state."""
        graph = self.view.graph
        if graph is not None:
            above = (box for node in self.view.selected_nodes() for box in ancestors(graph, node))
            self.view.session.select({*self.view.session.selection, *above})

    def take_arrow(self, event: QKeyEvent) -> bool:
        """Walk to a neighbor with an arrow key, nudge with Shift; return whether it was one."""
        direction = arrow_of(event)
        if direction is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.nudge(direction)
        else:
            self.select_neighbor(direction)
        return True

    def select_neighbor(self, direction: Direction) -> None:
        """Select the parent, first child or sibling in a tree, the nearest state that way in a machine."""
        contents, graph = self.view.canvas.contents, self.view.graph
        if contents is None or graph is None:
            return
        chosen = self.view.selected_nodes()
        visible = list(contents.node_ids())
        if not chosen:
            if visible:
                self.view.session.select([visible[0]])
            return
        rects = {node: rect for node in visible if (rect := contents.node_rect(node)) is not None}
        if isinstance(graph, StateMachineGraph):
            found = machine_neighbor(chosen[-1], direction, rects)
        else:
            found = tree_neighbor(graph, chosen[-1], _TURNED[direction] if runs_across(graph) else direction)
        if found in rects:
            self.view.session.select([found])
            self.view.reveal(found)

    def nudge(self, direction: Direction) -> None:
        """Move the selected states, loose nodes and frames one step of the grid."""
        self.move_selected(_STEPS[direction])

    def move_selected(self, step: Point) -> None:
        """Move the selected states, loose nodes and frames, and nodes of a tree that is placed freely."""
        graph_id, frames = self.view.graph_id, self._frame_places(step)
        places = self._node_places(step)
        if not places and not frames:
            if self.view.selected_nodes():
                self.view.refuse(
                    "Trees arrange themselves.",
                    "Ctrl with the arrows moves a node within its tree; or turn free placement on.",
                )
            return

        def nudged(document: Document) -> Document:
            document = move(document, graph_id, places) if places else document
            return move_frames(document, graph_id, frames) if frames else document

        self.view.session.apply("Nudge", nudged, merge_key=("nudge", self.view.session.selection))

    def _frame_places(self, step: Point) -> dict[str, Point]:
        graph = self.view.graph
        if graph is None:
            return {}
        return {
            frame: (graph.notes[frame].at[0] + step[0], graph.notes[frame].at[1] + step[1])
            for frame in self.view.selected_frames()
        }

    def _node_places(self, step: Point) -> dict[str, Point]:
        """Return the new places of selected states and loose nodes that no selected one moves along."""
        machine, graph, chosen = self.view.canvas.machine, self.view.graph, self.view.selected_nodes()
        tree = self.view.canvas.tree
        if tree is not None and graph is not None and is_placed_freely(graph):
            assert not isinstance(graph, StateMachineGraph)
            corners = {node: (rect.left, rect.top) for node, rect in tree.rects.items()}
            return carried_places(graph, tops_of(graph, chosen), corners, step)
        places: dict[str, Point] = {}
        for node_id in chosen:
            rect = self.view.canvas.node_rect(node_id)
            if rect is None or graph is None or any(up in chosen for up in ancestors(graph, node_id)):
                continue
            left, top = 0.0, 0.0
            if machine is not None:
                left, top = machine.arranger.box_origin(machine.arranger.box_of(node_id))
            elif isinstance(graph, StateMachineGraph) or node_id not in graph.loose:
                continue
            places[node_id] = (rect.left - left + step[0], rect.top - top + step[1])
        return places


def arrow_of(event: QKeyEvent) -> Direction | None:
    """Return where an arrow key points, None for another key."""
    return _ARROWS.get(Qt.Key(event.key()))


def tree_neighbor(
    graph: BehaviorTreeGraph | DecisionTreeGraph, node_id: str, direction: Direction
) -> str | None:
    """Return the parent (up), the first child (down), or a sibling (left, right)."""
    if direction is Direction.DOWN:
        return next(iter(children_of(graph, node_id)), None)
    parent = parent_of(graph, node_id)
    if direction is Direction.UP:
        return parent or None
    siblings = children_of(graph, TOP if parent is None else parent)
    if node_id not in siblings:
        return None
    index = siblings.index(node_id) + (1 if direction is Direction.RIGHT else -1)
    return siblings[index] if 0 <= index < len(siblings) else None


def machine_neighbor(node_id: str, direction: Direction, rects: Mapping[str, Rect]) -> str | None:
    """Return the nearest state in a direction; straying sideways counts twice."""
    here = rects.get(node_id)
    if here is None:
        return None
    x, y = here.center
    best: tuple[float, str] | None = None
    for other, rect in rects.items():
        dx, dy = rect.center[0] - x, rect.center[1] - y
        ahead, aside = {
            Direction.LEFT: (-dx, dy),
            Direction.RIGHT: (dx, dy),
            Direction.UP: (-dy, dx),
            Direction.DOWN: (dy, dx),
        }[direction]
        if other == node_id or ahead <= 0 or ahead < abs(aside) / 3:
            continue
        cost = ahead + 2 * abs(aside)
        if best is None or cost < best[0]:
            best = (cost, other)
    return None if best is None else best[1]
