"""Drag tabs to the second canvas and back to the first; what a drop would do is shown before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import faded, set_inks, smooth_painter
from editor.theme.theme_manager import current_theme
from editor.widgets.drop_hint import DropHint
from editor.widgets.held_drag import HeldDrag
from editor.window.frame.open_tab import OpenTab, tab_words

if TYPE_CHECKING:
    from editor.window.frame.canvas_area import CanvasArea

_MARGIN, _PAD = 6, 12
_REMEDY = "Close a panel, or make the window larger."


@dataclass(frozen=True, slots=True)
class SideDrop:
    """Hold what a drop would do: the place it would fill, its words, the doing; `refusal` for why not."""

    place: QRect
    words: str
    do: Callable[[], None]
    refusal: str = ""


class TabDrags(QObject):
    """Watch the tabs and the grip of the second canvas of one area."""

    def __init__(self, area: CanvasArea) -> None:
        super().__init__(area)
        self._area = area
        self._tab: OpenTab | None = None
        self._former: OpenTab | None = None
        """The tab that the first canvas showed before the press, which picks the one pressed."""
        self.zone = DropZone(area.sides.parentWidget())
        tabs, side = HeldDrag(area.tab_bar, self._press_tab), HeldDrag(area.beside.grip, self._press_side)
        for drag in (tabs, side):
            drag.moved.connect(self._moved)
            drag.dropped.connect(self._dropped)
            drag.canceled.connect(self.zone.hide)

    def _press_tab(self, at: QPoint) -> bool:
        index = self._area.tab_bar.tab_at(at)
        self._tab = self._area.tabs[index] if index >= 0 else None
        self._former = self._area.first_tab
        return self._tab is not None

    def _press_side(self, _at: QPoint) -> bool:
        self._tab = self._area.beside.tab
        return self._tab is not None

    def drop_at(self, place: QPoint) -> SideDrop | None:
        """Return what a drop at a place on the screen would do, None for nothing."""
        area, tab = self._area, self._tab
        if tab is None or not area.tabs_of(tab.session):
            return None
        here = area.sides.mapFromGlobal(place)
        if tab is area.beside.tab:
            return self._drop_of_side(here, area.tab_bar.rect().contains(area.tab_bar.mapFromGlobal(place)))
        return self._drop_of_tab(tab, here)

    def _drop_of_tab(self, tab: OpenTab, here: QPoint) -> SideDrop | None:
        area = self._area
        title = tab_words(tab).title
        if area.is_split:
            place = area.beside.geometry()
            words = f"Show {title} here"
            return SideDrop(place, words, lambda: self._move_beside(tab)) if place.contains(here) else None
        edge = area.sides.edge(here.x(), here.y())
        if not edge:
            return None
        below = edge == "below"
        words = f"Show {title} {'below' if below else 'on the right'}"
        refusal = area.sides.lack_of_room(below=below)
        place = area.sides.place_of(below=below)
        return SideDrop(place, words, lambda: self._move_beside(tab, below=below), refusal)

    def _drop_of_side(self, here: QPoint, over_tabs: bool) -> SideDrop | None:
        area = self._area
        assert area.beside.tab is not None
        title = tab_words(area.beside.tab).title
        first = QRect(QPoint(), area.sides.size())
        edge = area.sides.edge(here.x(), here.y())
        turned = "right" if area.sides.is_below else "below"
        if edge == turned:
            below = edge == "below"
            words = f"Stand {'below' if below else 'on the right'}"
            refusal = area.sides.lack_of_room(below=below)
            place = area.sides.place_of(below=below)
            return SideDrop(place, words, lambda: area.sides.divide(below=below), refusal)
        if over_tabs or (first.contains(here) and not area.beside.geometry().contains(here)):
            return SideDrop(first, f"Show {title} here, in one canvas", self._move_first)
        return None

    def _move_beside(self, tab: OpenTab, *, below: bool | None = None) -> None:
        """Show beside what a tab shows; the first canvas returns to the tab it showed before."""
        area, former = self._area, self._former
        seen = _kept_place(tab)
        if former is not None and former is not tab and former in area.tabs:
            area.show_tab(former)
        area.put_beside(tab.session, list(tab.way), below=below, seen=seen)

    def _move_first(self) -> None:
        """Show in the first canvas what the second shows, and return to one."""
        area, side = self._area, self._area.beside.tab
        if side is None:
            return
        seen = _kept_place(side)
        area.close_beside()
        area.open_graph(side.session, side.graph_id)
        tab = area.first_tab
        if tab is None:
            return
        tab.way = list(side.way)
        area.show_tab(tab)
        if seen is not None:
            tab.view.camera.go(*seen, animated=False)
        tab.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _moved(self, place: QPoint) -> None:
        drop = self.drop_at(place)
        if drop is None:
            self.zone.hide()
        else:
            self.zone.show_drop(drop)

    def _dropped(self, place: QPoint) -> None:
        drop = self.drop_at(place)
        self.zone.hide()
        self._tab = None
        if drop is None:
            return
        if drop.refusal:
            self._area.toast.refuse(f"No room for a second canvas: {drop.refusal}.", _REMEDY)
            return
        drop.do()


def _kept_place(tab: OpenTab) -> tuple[float, QPointF] | None:
    """Return zoom and center that another canvas is to take over; None to frame the graph there again."""
    is_shown = tab.view.graph_id == tab.graph_id
    return None if is_shown and tab.view.camera.is_framed else tab.view.place_of(tab.graph_id)


class DropZone(DropHint):
    """Lie over the room that a dropped tab would fill, and say so."""

    def show_drop(self, drop: SideDrop) -> None:
        """Show what a drop would do."""
        self.is_refusal = bool(drop.refusal)
        self.words = f"No room: {drop.refusal}" if drop.refusal else drop.words
        self.setGeometry(drop.place)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a washed place with a dashed frame, and the words on a plate in its middle."""
        theme = current_theme()
        line = theme.status("failure").line if self.is_refusal else theme.color("accent.line")
        painter = smooth_painter(self)
        room = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        wash = faded(theme.color("surface.canvas" if self.is_refusal else "accent.wash"), 0.6)
        pen = QPen(line, 2)
        pen.setDashPattern([4, 3])
        set_inks(painter, pen, wash)
        painter.drawRoundedRect(room, 8, 8)
        painter.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        metrics = painter.fontMetrics()
        elided = Qt.TextElideMode.ElideMiddle
        shown = metrics.elidedText(self.words, elided, max(0, int(room.width()) - 4 * _PAD))
        plate = QRectF(0, 0, metrics.horizontalAdvance(shown) + 2 * _PAD, metrics.height() + _PAD)
        plate.moveCenter(room.center())
        set_inks(painter, QPen(line, 1), theme.color("surface.popup"))
        painter.drawRoundedRect(plate, 6, 6)
        painter.setPen(theme.color("text.primary"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
