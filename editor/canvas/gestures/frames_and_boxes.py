"""Move frames with what is in them; resize frames and boxes of states by their lower right corner."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, snapped
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.inks import NO_BRUSH, make_pen, set_inks
from editor.theme.theme_manager import current_theme
from graphs.edits.aligning import move, resize
from graphs.edits.frames import SMALLEST_FRAME, move_frames, resize_frame
from graphs.layout.machine_layout import WALL_DISTANCE
from graphs.model import Document


class MoveFrames(CanvasGesture):
    """Drag the selected frames; the states that stand wholly in them go along, unless Alt is held.

    They snap to the grid unless Ctrl is held. Nodes of trees arrange themselves and stay.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasHost, grabbed: str) -> None:
        super().__init__(view)
        self._grabbed = grabbed

    def start(self, at: Pointer) -> None:
        """Note where everything is."""
        frames = self.view.canvas.frames
        chosen = [frame for frame in frames if frame in self.view.session.selection]
        chosen = chosen if self._grabbed in chosen else [self._grabbed]
        found = ((frame, frames.rect(frame)) for frame in chosen)
        self._rects: dict[str, Rect] = {frame: rect for frame, rect in found if rect is not None}
        self._from = at.scene
        self._step: Point = (0.0, 0.0)
        self._states = {} if at.alt else self._states_inside()
        self._standing = self._unstored()

    def _states_inside(self) -> dict[str, Point]:
        """Return the states of the machine itself that lie in a frame, with their places."""
        machine = self.view.canvas.machine
        if machine is None:
            return {}
        rects = machine.arrangement.rects
        return {
            node: (rects[node].left, rects[node].top)
            for node, depth in machine.shape.depth.items()
            if depth == 0 and any(frame.contains_rect(rects[node]) for frame in self._rects.values())
        }

    def _unstored(self) -> dict[str, Point]:
        machine = self.view.canvas.machine
        return machine.arranger.unstored_places("") if machine is not None and self._states else {}

    def move(self, at: Pointer) -> None:
        """Show everything where it would be dropped."""
        grabbed = self._rects[self._grabbed]
        dx, dy = at.scene[0] - self._from[0], at.scene[1] - self._from[1]
        if not at.ctrl:
            dx = snapped(grabbed.left + dx) - grabbed.left
            dy = snapped(grabbed.top + dy) - grabbed.top
        self._step = (dx, dy)
        self.view.canvas.frames.show_at({frame: rect.moved(dx, dy) for frame, rect in self._rects.items()})
        machine = self.view.canvas.machine
        if machine is not None and self._states:
            machine.arranger.move_nodes(self._state_places())

    def _state_places(self) -> dict[str, Point]:
        dx, dy = self._step
        return {**self._standing, **{state: (x + dx, y + dy) for state, (x, y) in self._states.items()}}

    def _moved(self, document: Document) -> Document:
        graph_id, (dx, dy) = self.view.graph_id, self._step
        places = {frame: (rect.left + dx, rect.top + dy) for frame, rect in self._rects.items()}
        document = move_frames(document, graph_id, places)
        return move(document, graph_id, self._state_places()) if self._states else document

    def finish(self, at: Pointer) -> None:
        """Keep the new places as one step."""
        self.move(at)
        if self._step != (0.0, 0.0):
            count = len(self._rects)
            self.view.session.apply("Move frame" if count == 1 else f"Move {count} frames", self._moved)
        self.cancel()

    def cancel(self) -> None:
        """Put everything back where the document has it."""
        self.view.canvas.frames.show_at({})
        machine = self.view.canvas.machine
        if machine is not None:
            machine.arranger.move_nodes({})


class ResizeFrame(CanvasGesture):
    """Drag the lower right corner of a frame."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def __init__(self, view: CanvasHost, frame_id: str) -> None:
        super().__init__(view)
        self._frame = frame_id

    def start(self, at: Pointer) -> None:
        """Note the frame as it is."""
        rect = self.view.canvas.frames.rect(self._frame)
        assert rect is not None
        self._before = self._rect = rect

    def move(self, at: Pointer) -> None:
        """Show the new size."""
        x, y = at.scene if at.ctrl else (snapped(at.scene[0]), snapped(at.scene[1]))
        left, top = self._before.left, self._before.top
        self._rect = Rect(left, top, max(left + SMALLEST_FRAME[0], x), max(top + SMALLEST_FRAME[1], y))
        self.view.canvas.frames.show_at({self._frame: self._rect})

    def finish(self, at: Pointer) -> None:
        """Keep the new size as one step."""
        self.move(at)
        if self._rect != self._before:
            size = (self._rect.width, self._rect.height)
            resized = self.view.on_graph(resize_frame, self._frame, size)
            self.view.session.apply("Resize frame", resized)
        self.cancel()

    def cancel(self) -> None:
        """Go back to the size that the document has."""
        self.view.canvas.frames.show_at({})


class ResizeCompound(CanvasGesture):
    """Drag the corner; the box never becomes smaller than what is in it."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def __init__(self, view: CanvasHost, node_id: str) -> None:
        super().__init__(view)
        self._node = node_id

    def start(self, at: Pointer) -> None:
        """Note the box and how small it may become."""
        machine = self.view.canvas.machine
        assert machine is not None
        self._before = machine.arrangement.rects[self._node]
        self._rect = self._before
        inside = [machine.arrangement.rects[child] for child in machine.shape.children.get(self._node, ())]
        right = max((rect.right for rect in inside), default=self._before.left + 136)
        bottom = max((rect.bottom for rect in inside), default=self._before.top + 72)
        self._least = (right + WALL_DISTANCE, bottom + WALL_DISTANCE)

    def move(self, at: Pointer) -> None:
        """Show the new box."""
        x, y = at.scene
        if not at.ctrl:
            x, y = snapped(x), snapped(y)
        right, bottom = max(self._least[0], x), max(self._least[1], y)
        self._rect = Rect(self._before.left, self._before.top, right, bottom)

    def finish(self, at: Pointer) -> None:
        """Keep the new size as one step."""
        self.move(at)
        if self._rect != self._before:
            size = (self._rect.width, self._rect.height)
            resized = self.view.on_graph(resize, self._node, size)
            self.view.session.apply(f"Resize {self.view.name_of(self._node)}", resized)

    def overlay_rect(self) -> QRectF:
        """Return the new box with room for its line."""
        return qrect(self._rect.grown(3))

    def paint(self, painter: QPainter) -> None:
        """Paint the outline of the new box."""
        set_inks(painter, make_pen(current_theme().color("accent.line"), 2.0), NO_BRUSH)
        painter.drawRoundedRect(qrect(self._rect), 12, 12)
