"""Show frames: titled rectangles with notes, behind everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.hit_testing import HANDLE_REACH, LINE_REACH, NOTHING, Hit, HitKind, near
from editor.canvas.items.shared_look import LayerItem, MarksBook, RectItem, SharedLook
from editor.canvas.painting.detail import Detail
from editor.canvas.routing.shapes import Point, Rect, rect_at, united
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import NO_BRUSH, make_pen, set_inks
from editor.theme.text_lines import text_width
from graphs.model.graph_parts import Frame

TITLE_HEIGHT = 32.0
"""Height of the strip in which the title is, px; it can be grabbed without a title too."""
_RADIUS = 9.0
_INSET = 12.0
_RING = 4.0


class FrameItem(RectItem):
    """Paint one frame; the selection ring is outside of it, as it is around nodes."""

    def __init__(self, look: SharedLook) -> None:
        super().__init__(look)
        self.frame = Frame()
        self._selected = False

    def show_frame(self, frame: Frame, rect: Rect) -> None:
        """Show a frame at a rectangle of the scene."""
        self.set_rect(rect)
        if frame is not self.frame:
            self.frame = frame
            self.update()

    def set_selected(self, selected: bool) -> None:
        """Show the ring of the selection, or not."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._rect.adjusted(-_RING - 2, -_RING - 2, _RING + 2, _RING + 2)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the ground, the border, and where there is room the words."""
        theme = self._look.theme
        set_inks(painter, make_pen(theme.color("border.strong"), 1.0), theme.color("surface.region"))
        painter.drawRoundedRect(self._rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        if self._look.detail >= Detail.TITLE:
            self._paint_words(painter)
        if self._selected:
            set_inks(painter, make_pen(theme.color("accent.line"), 2.0), NO_BRUSH)
            ring = self._rect.adjusted(-_RING, -_RING, _RING, _RING)
            painter.drawRoundedRect(ring, _RADIUS + _RING, _RADIUS + _RING)

    def _paint_words(self, painter: QPainter) -> None:
        room = self._rect.adjusted(_INSET, 0, -_INSET, -8)
        if self.frame.title:
            line = QRectF(room.left(), room.top(), room.width(), TITLE_HEIGHT)
            font = ui_font(TextSize.TITLE, TextWeight.SEMIBOLD)
            self._paint(painter, line, self.frame.title, font, "text.primary", wrapped=False)
        if self.frame.text and self._look.detail >= Detail.FULL:
            top = room.top() + (TITLE_HEIGHT if self.frame.title else _INSET)
            body = QRectF(room.left(), top, room.width(), max(0.0, room.bottom() - top))
            self._paint(
                painter, body, self.frame.text, ui_font(TextSize.BODY), "text.secondary", wrapped=True
            )

    def _paint(
        self, painter: QPainter, room: QRectF, text: str, font: QFont, token: str, *, wrapped: bool
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._look.theme.color(token))
        if wrapped:
            flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        else:
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(flags), text)


def frame_title(frame: Frame) -> Rect | None:
    """Return where the words of a frame's title are, None without one."""
    if not frame.title:
        return None
    room = _rect_of(frame)
    width = text_width(frame.title, TextSize.TITLE, TextWeight.SEMIBOLD)
    left = room.left + _INSET
    return Rect(left, room.top, min(left + width, room.right - _INSET), room.top + TITLE_HEIGHT)


_BEHIND = -100.0


class FramesLayer:
    """Keep an item for each frame of the graph shown."""

    def __init__(self, layer: QGraphicsItem, look: SharedLook, marks: MarksBook) -> None:
        self._items: dict[str, FrameItem] = {}
        self._rects: dict[str, Rect] = {}
        self._frames: Mapping[str, Frame] = {}
        self._look, self._marks = look, marks
        self._layer = LayerItem(layer)
        self._layer.setZValue(_BEHIND)

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __contains__(self, frame_id: object) -> bool:
        return frame_id in self._items

    def sync(self, frames: Mapping[str, Frame]) -> None:
        """Follow the frames of a graph."""
        self._frames = frames
        for frame_id in [frame for frame in self._items if frame not in frames]:
            item = self._items.pop(frame_id)
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self._rects = {frame_id: _rect_of(frame) for frame_id, frame in frames.items()}
        for frame_id in frames:
            if frame_id not in self._items:
                item = self._items[frame_id] = FrameItem(self._look)
                item.setParentItem(self._layer)
        self._show(self._rects)

    def show_at(self, rects: Mapping[str, Rect]) -> None:
        """Show frames elsewhere while they are dragged; {} goes back."""
        self._show({**self._rects, **rects})

    def _show(self, rects: Mapping[str, Rect]) -> None:
        for frame_id, item in self._items.items():
            item.show_frame(self._frames[frame_id], rects[frame_id])
            item.set_selected(frame_id in self._marks.selection)

    def refresh_marks(self, elements: Iterable[str]) -> None:
        """Show which of these are selected."""
        for element in elements:
            item = self._items.get(element)
            if item is not None:
                item.set_selected(element in self._marks.selection)

    def rect(self, frame_id: str) -> Rect | None:
        """Return the rectangle of a frame."""
        return self._rects.get(frame_id)

    def title_rect(self, frame_id: str) -> Rect | None:
        """Return where the title of a frame is."""
        rect = self._rects.get(frame_id)
        return None if rect is None else Rect(rect.left + 8, rect.top + 4, rect.right - 8, rect.top + 28)

    def bounds(self) -> Rect | None:
        """Return the rectangle around all frames."""
        return united(self._rects.values())

    def within(self, area: Rect) -> set[str]:
        """Return the frames that lie wholly in an area."""
        return {frame for frame, rect in self._rects.items() if area.contains_rect(rect)}

    def hit(self, point: Point, scale: float) -> Hit:
        """Return the frame whose title, rim or corner is at a point; inside, a frame is as empty ground."""
        reach = LINE_REACH * scale
        for frame_id, rect in reversed(self._rects.items()):
            if near(point, (rect.right, rect.bottom), HANDLE_REACH * scale):
                return Hit(HitKind.FRAME_CORNER, frame_id)
            if not rect.grown(reach).contains(point):
                continue
            inner = Rect(rect.left + reach, rect.top + TITLE_HEIGHT, rect.right - reach, rect.bottom - reach)
            if not inner.contains(point):
                return Hit(HitKind.FRAME, frame_id)
        return NOTHING


def _rect_of(frame: Frame) -> Rect:
    return rect_at((float(frame.at[0]), float(frame.at[1])), (float(frame.size[0]), float(frame.size[1])))
