"""Show the frames of a graph, behind everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtWidgets import QGraphicsItem

from editor.canvas.items.frame_item import TITLE_HEIGHT, FrameItem
from editor.canvas.items.graph_contents import MarksBook
from editor.canvas.items.hit_testing import HANDLE_REACH, LINE_REACH, NOTHING, Hit, HitKind, near
from editor.canvas.items.layer_item import LayerItem
from editor.canvas.items.shared_look import SharedLook
from editor.canvas.routing.shapes import Point, Rect, rect_at, united
from graphs.model.graph_parts import Frame

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
        for frame_id in [one for one in self._items if one not in frames]:
            item = self._items.pop(frame_id)
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self._rects = {one: _rect_of(frame) for one, frame in frames.items()}
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
        """Return where the title of a frame stands."""
        rect = self._rects.get(frame_id)
        return None if rect is None else Rect(rect.left + 8, rect.top + 4, rect.right - 8, rect.top + 28)

    def bounds(self) -> Rect | None:
        """Return the rectangle around all frames."""
        return united(self._rects.values())

    def within(self, area: Rect) -> set[str]:
        """Return the frames that lie wholly in an area."""
        return {one for one, rect in self._rects.items() if area.contains_rect(rect)}

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
