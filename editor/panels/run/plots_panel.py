"""The panel that draws variables of agents over each other, with a cursor at the tick shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from html import escape

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QWidget

from editor.panels.timeline.curves import Curve, Curves
from editor.running.run_controller import RunController
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.boxes import add_all, column_box
from editor.widgets.panel import EmptyNote, Panel

BETWEEN_LOOKS = 0.1
"""Seconds between two looks while the run goes on."""

MOST_POINTS = 1_600
"""How many points of one curve are drawn at most: of longer ones the least and greatest of each part."""

_TICK = "Tick variables on the left to draw them over each other."
_RUN = "Run the world: the variables of the agent shown are listed here, to be drawn over each other."

HUES = ("tree", "machine", "ask", "world", "act", "value")
_KEY = Qt.ItemDataRole.UserRole

Points = NDArray[np.float64]
PlotKey = tuple[str, str]
"""An agent and a variable of it."""


class PlotsPanel(Panel):
    """Draw what is ticked in the list. `wanted` carries the tick that the cursor was dragged to."""

    wanted = Signal(int)

    def __init__(
        self, run: RunController, curves: Curves, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__("plots", "Plots", "chart")
        self._run, self._curves, self._clock = run, curves, clock
        self._looked = 0.0
        self._lines: dict[PlotKey, pg.PlotDataItem] = {}
        self._drawn: dict[PlotKey, tuple[Curve, int, int] | None] = {}
        self._offered: tuple[PlotKey, ...] = ()
        self.ticked: tuple[PlotKey, ...] = ()
        self.focus_on = self.list = QListWidget()
        self.list.setAccessibleName("Variables to plot")
        self.list.itemChanged.connect(lambda _item: self._take_ticks())
        self.plot = pg.PlotWidget(enableMenu=False)
        self._own_menu()
        self.plot.hideButtons()
        self.plot.setAccessibleName("Plots of variables")
        self.tick_line = pg.InfiniteLine(angle=90, movable=True)
        self.tick_line.sigDragged.connect(lambda line: self.wanted.emit(round(line.value())))
        self.plot.addItem(self.tick_line, ignoreBounds=True)
        self.values = PlainLabel(role="caption", margins=(12, 4, 12, 2))
        self.values.setTextFormat(Qt.TextFormat.RichText)
        self.empty = EmptyNote()
        self._arrange()
        self._show_what_there_is()
        run.frame_shown.connect(self.refresh)
        run.agent_changed.connect(self.look_again)
        run.time.recording_changed.connect(self.look_again)
        theme_manager().theme_changed.connect(self._take_theme)
        self._take_theme()

    def _arrange(self) -> None:
        right = QWidget()
        column = column_box(right, margins=(0, 0, 0, 0), spacing=0)
        column.addWidget(self.values)
        column.addWidget(self.empty, 1)
        column.addWidget(self.plot, 1)
        split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        add_all(split, self.list, right)
        split.setSizes([scaled(220), scaled(660)])
        self.body.addWidget(split, 1)

    def _own_menu(self) -> None:
        """Let the menu that a plot makes, whether it shows it or not, go with the panel."""
        menu = self.plot.getPlotItem().ctrlMenu
        menu.setParent(self, menu.windowFlags())

    def tick(self, agent: str, name: str, *, on: bool = True) -> None:
        """Draw a variable of an agent, or no more."""
        for place in range(self.list.count()):
            item = self.list.item(place)
            if item.data(_KEY) == (agent, name):
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def refresh(self) -> None:
        """Follow the run: the cursor at once, the lines now and then."""
        if not self.isVisible():
            return
        now = self._clock()
        if self._run.is_running and now - self._looked < BETWEEN_LOOKS:
            self._move_cursor()
            return
        self._looked = now
        self.look_again()

    def look_again(self) -> None:
        """Take everything over."""
        if not self.isVisible():
            return
        self._offer()
        for key, line in self._lines.items():
            curve = self._curves.of(key[0]).get(key[1])
            drawn = (curve, curve.first, curve.end) if curve is not None else None
            if drawn != self._drawn.get(key):
                self._drawn[key] = drawn
                line.setData(*(points_of(curve) if curve is not None else (np.zeros(0), np.zeros(0))))
        self._move_cursor()

    def showEvent(self, event: QShowEvent) -> None:
        """Take over what happened while the panel was hidden."""
        super().showEvent(event)
        self.look_again()

    def _offer(self) -> None:
        """List the variables of the agents whose values are gathered; what was ticked stays so."""
        offered = tuple((agent, name) for agent in self._curves.wanted for name in self._curves.of(agent))
        if offered == self._offered:
            return
        self._offered = offered
        self.list.blockSignals(True)
        self.list.clear()
        several = len({agent for agent, _ in offered}) > 1
        for key in offered:
            agent, name = key
            words = f"{self._run.agent_title(agent)} · {name}" if several else name
            item = QListWidgetItem(words)
            item.setToolTip(plain_tip(words))
            item.setData(_KEY, key)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if key in self.ticked else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self._take_ticks()

    def _take_ticks(self) -> None:
        items = [self.list.item(place) for place in range(self.list.count())]
        ticked = [item.data(_KEY) for item in items if item.checkState() == Qt.CheckState.Checked]
        self.ticked = tuple((str(agent), str(name)) for agent, name in ticked)
        for key in [key for key in self._lines if key not in self.ticked]:
            self.plot.removeItem(self._lines.pop(key))
            self._drawn.pop(key, None)
        for key in self.ticked:
            if key not in self._lines:
                self._lines[key] = self.plot.plot([], [], antialias=True)
        self._color_lines()
        self._show_what_there_is()
        if self.ticked and self.isVisible():
            self.look_again()

    def _show_what_there_is(self) -> None:
        """Show list and plot as far as there is something in them, else how to get it."""
        self.list.setVisible(bool(self._offered))
        self.empty.setVisible(not self.ticked)
        self.empty.setText(_TICK if self._offered else _RUN)
        self.values.setVisible(bool(self.ticked))
        self.plot.setVisible(bool(self.ticked))

    def _color_lines(self) -> None:
        self.list.blockSignals(True)
        for place in range(self.list.count()):
            item = self.list.item(place)
            key = tuple(item.data(_KEY))
            item.setIcon(QIcon(_swatch(self.color_of(key) if key in self.ticked else None)))
        self.list.blockSignals(False)
        for key, line in self._lines.items():
            style = Qt.PenStyle.SolidLine if key[0] == self._run.picked_agent else Qt.PenStyle.DashLine
            line.setPen(pg.mkPen(self.color_of(key), width=1.75, style=style))

    def color_of(self, key: PlotKey) -> QColor:
        """Return the hue a variable is drawn in: the same for all agents."""
        names = list(dict.fromkeys(name for _, name in self.ticked))
        place = names.index(key[1]) if key[1] in names else 0
        return current_theme().family(HUES[place % len(HUES)]).line

    def _move_cursor(self) -> None:
        tick = self._run.time.shown_tick
        if round(self.tick_line.value()) != tick and not self.tick_line.moving:
            self.tick_line.setValue(tick)
        look = "pending" if self._run.time.is_past else "running"
        self.tick_line.setPen(pg.mkPen(current_theme().status(look).line, width=2))
        said = []
        for agent, name in self.ticked:
            curve = self._curves.of(agent).get(name)
            value = curve.at(tick) if curve is not None else None
            words = "–" if value is None else _words(curve, value)
            who = f"{self._run.agent_title(agent)} " if len(self._curves.wanted) > 1 else ""
            color = self.color_of((agent, name)).name()
            said.append(
                f'<span style="color:{color}">■</span> {escape(f"{who}{name}")} <b>{escape(words)}</b>'
            )
        self.values.setText(" &nbsp; ".join([escape(self._run.tick_words), *said]))

    def _take_theme(self) -> None:
        theme = current_theme()
        self.plot.setBackground(theme.color("surface.region"))
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(pg.mkPen(theme.color("border.subtle")))
            axis.setTextPen(pg.mkPen(theme.color("text.tertiary")))
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self._color_lines()
        self._move_cursor()


def points_of(curve: Curve) -> tuple[Points, Points]:
    """Return ticks and values of a curve to draw; of a long one each part's least and greatest."""
    values = np.frombuffer(curve.values, np.float64).copy() if len(curve.values) else np.zeros(0)
    ticks = np.arange(curve.first, curve.end, dtype=np.float64)
    if len(values) <= MOST_POINTS:
        return ticks, values
    stride = -(-2 * len(values) // MOST_POINTS)
    whole = len(values) // stride * stride
    parts = values[:whole].reshape(-1, stride)
    low, high = parts.argmin(axis=1), parts.argmax(axis=1)
    places = np.sort(np.stack((low, high), axis=1), axis=1) + np.arange(0, whole, stride)[:, None]
    chosen = np.concatenate((places.ravel(), np.arange(whole, len(values))))
    return ticks[chosen], values[chosen]


def _words(curve: Curve | None, value: float) -> str:
    if curve is not None and curve.is_bool:
        return "yes" if value else "no"
    return f"{value:.4g}"


def _swatch(color: QColor | None) -> QPixmap:
    picture = QPixmap(10, 10)
    picture.fill(color if color is not None else Qt.GlobalColor.transparent)
    return picture
