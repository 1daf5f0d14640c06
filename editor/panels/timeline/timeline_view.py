"""Show the timeline and let the user scrub, zoom and walk in it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.panels.timeline import lane_painting as painting
from editor.panels.timeline.bars import HOLD_SECONDS
from editor.panels.timeline.curves import Curve
from editor.panels.timeline.lanes import EventMark, TimelineLane
from editor.panels.timeline.timeline_model import TimelineModel
from editor.running.run_pace import FASTEST
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.hairline import paint_focus_ring

Row = TimelineLane | Curve | tuple[painting.MarkKind, tuple[EventMark, ...]]
"""What has a row: bars, the values of a variable, or the marks of a kind."""

ZOOM_PER_STEP = 1.2
_WHEEL_STEP = 120.0
NEAR_A_BAR = 4.0
"""Px from the beginning of a bar within which a press means that tick."""


class TimelineView(QWidget):
    """Paint a `TimelineModel`. A drag scrubs, with Shift it chooses a stretch that tests are recorded of.

    The wheel zooms at the pointer, with Shift it moves.

    Left and Right go a tick, with Shift ten, with Ctrl to the next change of the first lane; Home and End go
    to the ends of the run; Esc ends a drag where it began.
    """

    wanted = Signal(int)
    """Carries the tick the user wants to look at."""
    chosen_changed = Signal()
    """Emitted when another stretch was chosen, or none any more."""
    scrolled = Signal()
    """Emitted when other lanes are in view, or more or fewer of them."""

    def __init__(self, model: TimelineModel) -> None:
        super().__init__()
        self.model = model
        self._scrubbing_from: int | None = None
        self._choosing_from: int | None = None
        self._follows = True
        self.offset = 0
        """How many px of the lanes are above those in view."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(painting.RULER + painting.lane_height())
        self.setAccessibleName("Timeline")
        self.setAccessibleDescription("Left and Right go a tick, Home and End to the ends of the run.")

    def sizeHint(self) -> QSize:
        """Return a size that shows a few lanes."""
        return QSize(700, 170)

    def follow(self) -> None:
        """Keep the tick shown in sight, as the run goes on."""
        if self._follows and self._scrubbing_from is None:
            self.model.scale = self.model.scale.showing(self.model.run.time.shown_tick)

    @property
    def hidden_height(self) -> int:
        """Return how many px of the lanes find no room."""
        return max(0, self.content_height() - self.height())

    def scroll_to(self, offset: int) -> None:
        """Show the lanes from so many px on, as far as there are any."""
        offset = min(max(offset, 0), self.hidden_height)
        if offset != self.offset:
            self.offset = offset
            self.update()
            self.scrolled.emit()

    def fit(self) -> None:
        """Show the whole run."""
        recording = self.model.recording
        if recording is not None:
            self.model.scale = self.model.scale.fitted(recording.first_tick, recording.end_tick)
            self._take_anew()

    @property
    def time(self) -> painting.Time:
        """Return what the timeline is painted by."""
        run, model = self.model.run, self.model
        is_past = run.time.is_past
        hold = 0
        if run.is_running and not is_past and run.session is not None:
            hold = math.ceil(HOLD_SECONDS * run.session.rate * min(FASTEST, max(1.0, run.pace.speed)))
        return painting.Time(
            model.scale, run.time.shown_tick, model.end_tick, is_past, model.known_tick, hold
        )

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint lanes, curves and events below the ruler, the veil over what lies ahead, the playhead."""
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), current_theme().color("surface.panel"))
        time = self.time
        for place, row in self._rows():
            if isinstance(row, TimelineLane):
                painting.paint_lane(painter, place, row, time)
            elif isinstance(row, Curve):
                painting.paint_curve(painter, place, row, time)
            else:
                painting.paint_marks(painter, place, *row, time)
        painting.paint_veil(painter, self.rect(), time)
        if self.model.chosen is not None:
            painting.paint_chosen(painter, self.rect(), self.model.chosen, time)
        painting.paint_ruler(painter, QRect(0, 0, self.width(), painting.RULER), time)
        painting.paint_playhead(painter, self.rect(), time)
        paint_focus_ring(painter, self)

    def content_height(self) -> int:
        """Return the height that everything takes."""
        return painting.RULER + 12 + sum(place.height() + painting.GAP for place, _ in self._rows())

    def _rows(self) -> Iterator[tuple[QRect, Row]]:
        """Yield what stands below each other, each with its place."""
        top = painting.RULER + 6 - self.offset
        rows: list[Row] = [*self.model.lanes, *self.model.shown_curves(), *self.model.mark_lanes()]
        for row in rows:
            height = painting.lane_height()
            if isinstance(row, Curve):
                height = painting.BLOCKS if row.is_bool else painting.CURVE
            yield QRect(0, top, self.width(), height), row
            top += height + painting.GAP

    def _words_at(self, at: QPoint) -> str:
        """Return in full what is written at a place: the name of a lane, or what it shows at that tick."""
        row = next((row for place, row in self._rows() if place.contains(at)), None)
        if at.y() < painting.RULER or row is None:
            return ""
        if isinstance(row, Curve):
            return row.name
        if isinstance(row, TimelineLane) and at.x() < painting.head_width():
            return f"{row.title} {row.note}".strip()
        tick = self.model.scale.tick(at.x() - painting.head_width())
        if isinstance(row, TimelineLane):
            return next((bar.title for bar in row.spans if bar.first <= tick < bar.end), "")
        return next((mark.name for mark in reversed(row[1]) if mark.tick <= tick), "")

    # -- what the user does -----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show more or less of the run; a tick stays as wide as it is."""
        self.model.scale = self.model.scale.resized(self.width() - painting.head_width())
        self._take_anew()
        super().resizeEvent(event)
        self.scroll_to(self.offset)
        self.scrolled.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to scrub."""
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= painting.head_width():
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._choosing_from = self._tick_at(event.position().toPoint())
                self._choose(event.position().toPoint())
            else:
                self._scrubbing_from = self.model.run.time.shown_tick
                self.wanted.emit(self._clicked_tick(event.position().toPoint()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scrub or choose on."""
        if self._choosing_from is not None:
            self._choose(event.position().toPoint())
        elif self._scrubbing_from is not None:
            self._look_at(event.position().toPoint())
        else:
            self.setToolTip(plain_tip(self._words_at(event.position().toPoint())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stay where one has scrubbed to."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._scrubbing_from = self._choosing_from = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; with Shift or sideways move along; with Ctrl scroll the lanes."""
        delta = event.angleDelta()
        steps = delta.y() / _WHEEL_STEP
        scale = self.model.scale
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.scroll_to(self.offset - int(steps * painting.lane_height()))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(delta.x()) > abs(delta.y()):
            self.model.scale = scale.moved(-(delta.x() or delta.y()) / _WHEEL_STEP * scale.span / 10)
            self._follows = False
        else:
            x = event.position().x() - painting.head_width()
            self.model.scale = scale.zoomed(ZOOM_PER_STEP**-steps, max(x, 0.0))
            self._follows = False
        self._take_anew()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk in the run by keys."""
        tick = self._walked(event)
        if tick is None:
            if event.key() == Qt.Key.Key_Escape and self._stop_choosing():
                return
            if event.key() == Qt.Key.Key_Escape and self._scrubbing_from is not None:
                tick, self._scrubbing_from = self._scrubbing_from, None
            else:
                super().keyPressEvent(event)
                return
        self._follows = True
        self.wanted.emit(tick)

    def event(self, event: QEvent) -> bool:
        """Keep the arrow keys from being commands of the window while the timeline has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
                event.accept()
                return True
            busy = self._scrubbing_from is not None or self.model.chosen is not None
            if event.key() == Qt.Key.Key_Escape and busy:
                event.accept()
                return True
        return super().event(event)

    def _walked(self, event: QKeyEvent) -> int | None:
        """Return the tick a key leads to, None for another key."""
        shown = self.model.run.time.shown_tick
        if event.key() == Qt.Key.Key_Home:
            return -1
        if event.key() == Qt.Key.Key_End:
            return self.model.end_tick - 1
        if event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return None
        forwards = event.key() == Qt.Key.Key_Right
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            found = self.model.next_change(shown, forwards=forwards)
            return shown if found is None else found
        step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        return shown + (step if forwards else -step)

    def _tick_at(self, place: QPoint) -> int:
        tick = self.model.scale.tick(place.x() - painting.head_width())
        return min(max(tick, -1), self.model.end_tick - 1)

    def _clicked_tick(self, place: QPoint) -> int:
        """Return the tick that a press means: one near the beginning of a bar means that very tick."""
        tick = self._tick_at(place)
        near = [
            start
            for start in (
                self.model.next_change(tick + 1, forwards=False),
                self.model.next_change(tick, forwards=True),
            )
            if start is not None and abs(self.model.scale.x(start) - self.model.scale.x(tick)) <= NEAR_A_BAR
        ]
        return min(near, key=lambda start: abs(start - tick), default=tick)

    def _look_at(self, place: QPoint) -> None:
        self.wanted.emit(self._tick_at(place))

    def _choose(self, place: QPoint) -> None:
        if self._choosing_from is not None:
            self.model.choose(self._choosing_from, self._tick_at(place))
            self.chosen_changed.emit()
            self.update()

    def _stop_choosing(self) -> bool:
        """Give up the stretch that is or was being chosen; tell whether there was one."""
        had = self.model.chosen is not None and self._scrubbing_from is None
        if had:
            self.model.chosen, self._choosing_from = None, None
            self.chosen_changed.emit()
            self.update()
        return had

    def _take_anew(self) -> None:
        self.model.refresh()
        self.update()
