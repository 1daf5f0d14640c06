"""Count in one window: the panel, the heat on its canvases, and the commands about both."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.basics.user_state import UserState
from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.document_session import DocumentSession
from editor.panels.statistics.heat import Measure, cost_heats, cost_scale, heats_of, scale_of
from editor.panels.statistics.heat_layer import HeatLayer, HeatLegend
from editor.panels.statistics.run_set import RunSet
from editor.panels.statistics.run_statistics import CostMeasuring, RunStatistics
from editor.panels.statistics.statistics_panel import StatisticsPanel, scope_words
from editor.running.run_controller import RunController
from editor.window.frame.canvas_area import CanvasArea

LOOKER = "heat"
STATE_KEY = "heat_measure"


class WindowStatistics(QObject):
    """Own the counts and the panel, and keep the heat on the canvas in view in step with both."""

    def __init__(
        self,
        area: CanvasArea,
        run: RunController,
        state: UserState,
        chosen: Callable[[], range | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._area, self._run, self._state = area, run, state
        self.counts = RunStatistics(run, chosen, RunSet(run))
        self.costs = CostMeasuring(run)
        self.panel = StatisticsPanel(self.counts)
        kept = state.text(STATE_KEY)
        self.measure = Measure(kept) if kept in list(Measure) else Measure.VISITS
        self.shows_heat = False
        self._session: DocumentSession | None = None
        self._layers: dict[CanvasView, tuple[HeatLayer, HeatLegend]] = {}
        self.counts.changed.connect(self._take_counts)
        self.costs.changed.connect(self._take_costs)
        self.panel.heat_wanted.connect(self.show_heat)
        self.panel.measure_wanted.connect(lambda measure: self.show_heat(True, Measure(measure)))
        area.current_changed.connect(self._follow_session)
        area.view_made.connect(self._take_view)
        self.panel.show_heat(self.measure, on=False)

    def show_heat(self, on: bool, measure: Measure | None = None) -> None:
        """Show heat on the canvas, or none; with another measure if one is given."""
        if measure is not None:
            self.measure = measure
            self._state.set(STATE_KEY, measure.value)
        self.shows_heat = on
        if on:
            self.counts.look(LOOKER)
        else:
            self.counts.look_away(LOOKER)
        self.panel.show_heat(self.measure, on=on)
        self._measure_costs()
        self.refresh()

    def next_measure(self) -> None:
        """Show heat of the next measure."""
        order = list(Measure)
        place = order.index(self.measure)
        self.show_heat(True, order[(place + 1) % len(order)] if self.shows_heat else self.measure)

    def refresh(self) -> None:
        """Show the heat of the graph in view, and none on the canvases that are not."""
        view, session = self._area.view, self._area.session
        for known, (layer, legend) in self._layers.items():
            if known is view and session is not None and self.shows_heat:
                self._show_on(layer, legend, session.graph_id)
            else:
                layer.show_heats({})
                legend.hide()

    def _show_on(self, layer: HeatLayer, legend: HeatLegend, graph: str) -> None:
        if self.measure is Measure.COST:
            costs = {element: cost for (of, element), cost in self.costs.costs.items() if of == graph}
            layer.show_heats(cost_heats(costs))
            ticks = f"{self._run.picked_agent}, {self.costs.ticks} ticks run again"
            legend.show_scale(cost_scale(costs), self.costs.trouble or ticks)
            return
        members = [one for one in self.counts.elements.values() if one.graph == graph]
        layer.show_heats(heats_of(members, self.measure))
        legend.show_scale(scale_of(members, self.measure), scope_words(self.counts))

    def _take_counts(self) -> None:
        self._measure_costs()
        self.refresh()

    def _measure_costs(self) -> None:
        """Measure costs where they are to be seen, while the world is held."""
        if self.shows_heat and self.measure is Measure.COST and not self._run.is_running:
            self.costs.measure(self._run.picked_agent, self.counts.span)

    def _take_costs(self) -> None:
        self.panel.show_costs(self.costs.costs)
        self.refresh()

    def _take_view(self, view: CanvasView) -> None:
        self._layers[view] = (HeatLayer(view), HeatLegend(view))
        view.destroyed.connect(lambda _object=None: self._layers.pop(view, None))

    def _follow_session(self) -> None:
        session = self._area.session
        if session is not self._session:
            if self._session is not None:
                self._session.document_changed.disconnect(self._follow_graph)
                self._session.graph_shown.disconnect(self._follow_graph)
            self._session = session
            if session is not None:
                session.document_changed.connect(self._follow_graph)
                session.graph_shown.connect(self._follow_graph)
            self.panel.set_session(session)
        self.counts.show_mind(session.file_name if session is not None else "")
        self.refresh()

    def _follow_graph(self, _change: object) -> None:
        self.refresh()
