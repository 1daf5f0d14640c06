"""Draw curves over one axis, with the handles of one of them and needles of those who stand on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsWidget

from editor.panels.curves.live_degrees import Needle
from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.inks import faded
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.hairline import paint_focus_ring
from graphs.curves.curve_handles import CurveHandle, curve_handles
from graphs.curves.curve_tables import curve_problems, curve_table, table_value
from graphs.model.curves import Curve

HUES = ("tree", "machine", "ask", "world", "act", "value")
MARGIN = 0.06
"""Share of an axis that is shown beyond its ends."""


@dataclass(frozen=True, slots=True)
class ShownCurve:
    """Hold one curve of a plot and its name."""

    name: str
    curve: Curve


def hue(place: int) -> QColor:
    """Return the color of the curve at a place."""
    return current_theme().family(HUES[place % len(HUES)]).line


def pen_of(place: int, width: float) -> QPen:
    """Return the pen of the curve at a place: when the hues are used up, dashed ones follow."""
    style = Qt.PenStyle.SolidLine if place < len(HUES) else Qt.PenStyle.DashLine
    pen: QPen = pg.mkPen(hue(place), width=width, style=style)
    return pen


def snap_step(low: float, high: float) -> float:
    """Return the step that values on an axis snap to: 1, 2 or 5 of a power of ten, some 100 to the axis."""
    wanted = (high - low) / 100
    if not wanted > 0 or not math.isfinite(wanted):
        return 1.0
    unit = 10.0 ** math.floor(math.log10(wanted))
    return next(unit * step for step in (1, 2, 5, 10) if unit * step >= wanted * 0.999)


class CurveDrawing(pg.GraphicsView):  # type: ignore[misc]
    """Show curves; one is current and has handles, the one called `handle` is marked.

    With `keeps_heights` they are fuzzy sets, from 0 to 1.
    """

    def __init__(self, name: str, *, keeps_heights: bool = False) -> None:
        super().__init__()
        self._keeps_heights = keeps_heights
        self._shown: tuple[ShownCurve, ...] = ()
        self._current = ""
        self._drag: Curve | None = None
        self.handle = ""
        self._lines: dict[str, pg.PlotDataItem] = {}
        self._labels: dict[str, pg.TextItem] = {}
        self._given_needles: tuple[Needle, ...] = ()
        self._ranges = ((0.0, 0.0), (0.0, 0.0))
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # A whole plot of the library brings menus that nobody opens, a layout a window without a parent.
        self.centralLayout = None
        self.setCentralItem(QGraphicsWidget())
        self.box = pg.ViewBox(enableMenu=False, enableMouse=False)
        self.box.disableAutoRange()
        self._axes = [pg.AxisItem("bottom"), *([] if keeps_heights else [pg.AxisItem("left")])]
        for part in (self.box, *self._axes):
            self.addItem(part)
        for axis in self._axes:
            axis.linkToView(self.box)
        self.sigDeviceRangeChanged.connect(lambda *_given: self._lay_out())
        self._dots = pg.ScatterPlotItem(pxMode=True)
        self._needle_lines = pg.PlotDataItem(connect="pairs", antialias=True)
        self._needle_dots = pg.ScatterPlotItem(pxMode=True)
        self._picked_line = pg.PlotDataItem(antialias=True)
        self._picked_name = pg.TextItem(anchor=(0, 1))
        for part in (self._needle_lines, self._needle_dots, self._picked_line, self._picked_name, self._dots):
            self.box.addItem(part, ignoreBounds=True)
        self._dots.setZValue(20)
        self._picked_name.setZValue(15)
        self._picked_name.hide()
        theme_manager().theme_changed.connect(self._take_theme)
        self._take_theme()

    @property
    def curve(self) -> Curve | None:
        """Return the current curve as it is drawn: while it is dragged, as it would become."""
        if self._drag is not None:
            return self._drag
        return next((each.curve for each in self._shown if each.name == self._current), None)

    def handles(self) -> tuple[CurveHandle, ...]:
        """Return the handles of the current curve, nothing for one with problems."""
        curve = self.curve
        return curve_handles(curve) if curve is not None and not curve_problems(curve) else ()

    def show_curves(self, shown: Sequence[ShownCurve], current: str) -> None:
        """Show curves, one of them current."""
        if current != self._current:
            self.handle = ""
        self._shown, self._current = tuple(shown), current
        wanted = [each.name for each in self._shown]
        for name in [name for name in self._lines if name not in wanted]:
            self.box.removeItem(self._lines.pop(name))
            self.box.removeItem(self._labels.pop(name))
        for name in wanted:
            if name not in self._lines:
                self._lines[name] = pg.PlotDataItem(antialias=True)
                self._labels[name] = pg.TextItem(anchor=(0.5, 1))
                self.box.addItem(self._lines[name])
                self.box.addItem(self._labels[name], ignoreBounds=True)
        ranges = self._ranges
        self._set_ranges()
        self._draw()
        if self._ranges != ranges:
            self._draw_needles()

    def show_needles(self, needles: Sequence[Needle]) -> None:
        """Show where agents stand: the picked one thick and named, the others thin."""
        if tuple(needles) != self._given_needles:
            self._given_needles = tuple(needles)
            self._draw_needles()

    def to_pixels(self, x: float, y: float) -> QPointF:
        """Return where a value is in the widget."""
        scene = self.box.mapViewToScene(QPointF(x, y))
        return QPointF(self.mapFromScene(scene))

    def to_values(self, at: QPoint) -> tuple[float, float]:
        """Return what value is at a place of the widget."""
        found = self.box.mapSceneToView(self.mapToScene(at))
        return found.x(), found.y()

    def words_at(self, x: float) -> str:
        """Return what the curves give for a value."""
        found = [
            f"{each.name} {table_value(curve_table(each.curve), x):.3g}"
            for each in self._shown
            if not curve_problems(each.curve)
        ]
        return f"at {x:.4g}: {', '.join(found)}" if found else ""

    def _set_ranges(self) -> None:
        whole = [each.curve for each in self._shown if not curve_problems(each.curve)]
        across: list[float] = []
        up: list[float] = []
        for curve in whole:
            places, values = curve_table(curve)
            across += [float(curve.low), float(curve.high), *places]
            up += values
        left, right = min(across, default=0.0), max(across, default=1.0)
        bottom, top = min(up, default=0.0), max(up, default=1.0)
        if self._keeps_heights:
            bottom, top = 0.0, 1.0
        right = right if right > left else left + 1.0
        top = top if top > bottom else bottom + 1.0
        ranges = ((left, right), (bottom, top))
        if ranges == self._ranges:
            return
        self._ranges = ranges
        # Above the curves their names have room.
        self.box.setRange(
            xRange=(left - (right - left) * MARGIN, right + (right - left) * MARGIN),
            yRange=(bottom - (top - bottom) * MARGIN, top + (top - bottom) * 0.22),
            padding=0,
        )

    def _draw(self) -> None:
        for place, each in enumerate(self._shown):
            is_current = each.name == self._current
            self._lines[each.name].setPen(pen_of(place, 2.5 if is_current else 1.5))
            self._lines[each.name].setZValue(10 if is_current else 5)
            label = self._labels[each.name]
            label.setColor(hue(place))
            label.setFont(ui_font(TextSize.CAPTION))
            label.setPlainText(each.name)
            self._draw_line(each.name, self._drag if is_current and self._drag is not None else each.curve)
        self._draw_handles()
        self._part_names()

    def _draw_current(self) -> None:
        if self.curve is not None:
            self._draw_line(self._current, self.curve)
        self._draw_handles()

    def _draw_line(self, name: str, curve: Curve) -> None:
        if curve_problems(curve):
            self._lines[name].setData([], [])
            self._labels[name].hide()
            return
        places, values = curve_table(curve)
        (left, right), _ = self._ranges
        ends = (min(left, places[0]), max(right, places[-1]))
        x = [ends[0], *places, ends[1]]
        y = [values[0], *values, values[-1]]
        self._lines[name].setData(x, y)
        highest = max(values)
        top = [place for place, value in zip(x, y, strict=True) if value == highest]
        middle = (top[0] + top[-1]) / 2
        # At the ends of the axis a name stays inside.
        self._labels[name].setAnchor(((middle - ends[0]) / (ends[1] - ends[0]), 1))
        self._labels[name].setPos(middle, highest)
        self._labels[name].show()

    def _part_names(self) -> None:
        """Hide names that would lie over others; the current one stays."""
        metrics = QFontMetricsF(ui_font(TextSize.CAPTION))
        taken: list[tuple[float, float]] = []
        whole = [each.name for each in self._shown if not curve_problems(each.curve)]
        for name in sorted(whole, key=lambda each: each != self._current):
            label = self._labels[name]
            wide = metrics.horizontalAdvance(name) + 8
            left = self.to_pixels(label.pos().x(), 0).x() - label.anchor[0] * wide
            is_free = all(left + wide <= begin or left >= end for begin, end in taken)
            label.setVisible(is_free)
            if is_free:
                taken.append((left, left + wide))

    def _draw_handles(self) -> None:
        theme = current_theme()
        spots = [
            {
                "pos": (each.x, each.y),
                "size": 13 if each.key == self.handle else 9,
                "symbol": "s" if each.key == self.handle else "o",
                "brush": pg.mkBrush(
                    theme.color("accent.line" if each.key == self.handle else "surface.field")
                ),
                "pen": pg.mkPen(theme.color("accent.line"), width=2),
            }
            for each in self.handles()
        ]
        self._dots.setData(spots)

    def _draw_needles(self) -> None:
        theme = current_theme()
        amber = theme.status("running").line
        floor = self._ranges[1][0]
        # Who is beyond the axis stands at its end.
        (left, right), _ = self._ranges
        shown = [(each, min(max(each.x, left), right)) for each in self._given_needles]
        others = [(x, each.y) for each, x in shown if not each.is_picked]
        x = [value for at, _ in others for value in (at, at)]
        y = [value for _, height in others for value in (floor, height)]
        self._needle_lines.setData(x, y)
        self._needle_lines.setPen(pg.mkPen(faded(amber, 0.55), width=1))
        self._needle_dots.setData(
            [at for at, _ in others],
            [height for _, height in others],
            size=5,
            brush=pg.mkBrush(amber),
            pen=None,
        )
        picked, at = next((pair for pair in reversed(shown) if pair[0].is_picked), (None, 0.0))
        self._picked_name.setVisible(picked is not None)
        self._picked_line.setVisible(picked is not None)
        if picked is not None:
            self._picked_line.setData([at, at], [floor, picked.y])
            self._picked_line.setPen(pg.mkPen(amber, width=3))
            self._picked_name.setColor(theme.status("running").text)
            self._picked_name.fill = pg.mkBrush(faded(theme.color("surface.region"), 0.8))
            self._picked_name.setFont(ui_font(TextSize.CAPTION))
            numbers = "" if self._keeps_heights else f" {picked.x:.4g} → {picked.y:.3g}"
            self._picked_name.setPlainText(f"{picked.title}{numbers}")
            self._picked_name.setAnchor((1 if at > (left + right) / 2 else 0, 1))
            self._picked_name.setPos(at, floor)

    def _lay_out(self) -> None:
        """Lay out the box with its axes."""
        left, below = scaled(8 if self._keeps_heights else 34), scaled(20)
        whole = QRectF(0, 0, self.width(), self.height()).adjusted(left, 2, -6, -below)
        self.box.setGeometry(whole)
        for axis in self._axes:
            if axis.orientation == "left":
                axis.setWidth(left)
                axis.setGeometry(QRectF(0, whole.top(), left, whole.height()))
            else:
                axis.setHeight(below)
                axis.setGeometry(QRectF(whole.left(), whole.bottom(), whole.width(), below))
        self._part_names()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plot, and the ring of the focus where no handle has it."""
        super().paintEvent(event)
        if not self.handle:
            paint_focus_ring(QPainter(self.viewport()), self)

    def _take_theme(self) -> None:
        theme = current_theme()
        self.setBackground(theme.color("surface.region"))
        for axis in self._axes:
            axis.setPen(pg.mkPen(theme.color("border.subtle")))
            axis.setTextPen(pg.mkPen(theme.color("text.tertiary")))
            axis.setTickFont(ui_font(TextSize.CAPTION))
            axis.setTickDensity(0.6)
        self._draw()
        self._draw_needles()
