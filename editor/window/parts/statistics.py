"""Count in one window: the panel, the heat on its canvases, the recordings that are counted with the run."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.canvas.view.canvas_view import CanvasView
from editor.commands.command import Command, worded
from editor.panels.statistics.heat import MEASURE_TITLES, Measure, cost_heats, cost_scale, heats_of, scale_of
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import follow_session, timeline_panel
from editor.window.parts.places import WindowPlaces
from graphs.worlds.minds.world_minds import mind_file
from runtime.minds.actions.game_behaviors import GameBehaviors

if TYPE_CHECKING:
    from editor.panels.statistics.heat_layer import HeatLayer, HeatLegend
    from editor.panels.statistics.recording_reading import ReadFile, RecordingReading
    from editor.panels.statistics.run_statistics import CostMeasuring, RunStatistics
    from editor.panels.statistics.statistics_panel import StatisticsPanel

LOOKER = "heat"
STATE_KEY = "heat_measure"


class WindowStatistics(QObject):
    """Own the counts, and keep the heat on the canvas in view in step with them and with the panel."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host = host
        kept = host.state.text(STATE_KEY)
        self.measure = Measure(kept) if kept in list(Measure) else Measure.VISITS
        self.shows_heat = self._is_begun = False
        self._layers: dict[CanvasView, tuple[HeatLayer, HeatLegend]] = {}

    @property
    def panel(self) -> StatisticsPanel:
        """Return the table of what was counted."""
        return self._host.part(statistics_panel)

    @cached_property
    def counts(self) -> RunStatistics:
        """Return what is counted of the mind in view."""
        from editor.panels.statistics.run_set import RunSet
        from editor.panels.statistics.run_statistics import RunStatistics

        host, timeline = self._host, self._host.part(timeline_panel)
        counts = RunStatistics(host.run, lambda: timeline.model.chosen, RunSet(host.run))

        def show_mind() -> None:
            counts.show_mind(host.session.file_name if host.session is not None else "")

        show_mind()
        host.area.current_changed.connect(show_mind)
        timeline.chosen_changed.connect(counts.follow)
        counts.changed.connect(self._take_counts)
        return counts

    @cached_property
    def costs(self) -> CostMeasuring:
        """Return what the nodes of the picked agent cost."""
        from editor.panels.statistics.run_statistics import CostMeasuring

        costs = CostMeasuring(self._host.run)
        costs.changed.connect(self._take_costs)
        return costs

    def show_heat(self, on: bool, measure: Measure | None = None) -> None:
        """Show heat on the canvas, or none; with another measure if one is given."""
        if measure is not None:
            self.measure = measure
            self._host.state.set(STATE_KEY, measure.value)
        self.shows_heat = on
        if on:
            self._begin_to_show()
            self.counts.look(LOOKER)
        else:
            self.counts.look_away(LOOKER)
        panel = self._host.made(statistics_panel)
        if panel is not None:
            panel.show_heat(self.measure, on=on)
        self._measure_costs()
        self.refresh()

    def next_measure(self) -> None:
        """Show heat of the next measure."""
        order = list(Measure)
        place = order.index(self.measure)
        self.show_heat(True, order[(place + 1) % len(order)] if self.shows_heat else self.measure)

    def refresh(self) -> None:
        """Show the heat of the graph in view, and none on the canvases that are not."""
        view, session = self._host.view, self._host.session
        for known, (layer, legend) in self._layers.items():
            if known is view and session is not None and self.shows_heat:
                self._show_on(layer, legend, session.graph_id)
            else:
                layer.show_heats({})
                legend.hide()

    def _show_on(self, layer: HeatLayer, legend: HeatLegend, graph: str) -> None:
        from editor.panels.statistics.statistics_panel import scope_words

        if self.measure is Measure.COST:
            costs = {element: cost for (of, element), cost in self.costs.costs.items() if of == graph}
            layer.show_heats(cost_heats(costs))
            run = self._host.run
            ticks = f"{run.agent_title(run.picked_agent or '')}, {self.costs.ticks} ticks run again"
            legend.show_scale(cost_scale(costs), self.costs.trouble or ticks)
            return
        members = [element for element in self.counts.elements.values() if element.graph == graph]
        layer.show_heats(heats_of(members, self.measure))
        legend.show_scale(scale_of(members, self.measure), scope_words(self.counts))

    def _take_counts(self) -> None:
        self._measure_costs()
        self.refresh()

    def _measure_costs(self) -> None:
        """Measure costs where they are to be seen, while the world is held."""
        run = self._host.run
        if self.shows_heat and self.measure is Measure.COST and not run.is_running:
            self.costs.measure(run.picked_agent, self.counts.span)

    def _take_costs(self) -> None:
        panel = self._host.made(statistics_panel)
        if panel is not None:
            panel.show_costs(self.costs.costs)
        self.refresh()

    def _begin_to_show(self) -> None:
        """Lay a layer of heat over each canvas, from the first time that heat is shown."""
        if not self._is_begun:
            self._is_begun = True
            self._host.area.watch_views(self._take_view)
            self._host.area.current_changed.connect(self.refresh)

    def _take_view(self, view: CanvasView) -> None:
        from editor.panels.statistics.heat_layer import HeatLayer, HeatLegend

        self._layers[view] = (HeatLayer(view), HeatLegend(view))
        view.destroyed.connect(lambda _object=None: self._layers.pop(view, None))
        view.session.document_changed.connect(self._follow_graph)
        view.session.graph_shown.connect(self._follow_graph)

    def _follow_graph(self, _change: object) -> None:
        self.refresh()


class WindowRunSet:
    """Count recordings with the run: choose or drop files, read them beside the window.

    While files are read, Esc gives up what is not read yet.
    """

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        self._games: dict[Path, GameBehaviors] = {}

    @cached_property
    def reading(self) -> RecordingReading:
        """Return what reads the files."""
        from editor.panels.statistics.recording_reading import RecordingReading

        reading = RecordingReading(self._game_of, self._host.widget)
        reading.ended.connect(self._take)
        self._host.status_row.progress.watch(reading.work)
        return reading

    def ask(self) -> None:
        """Let the user choose recordings and add them."""
        host = self._host
        host.panels.show_panel("statistics")
        if host.session is None:
            remedy = "Open the mind that they are of, then add them."
            host.area.toast.refuse("There is no document to count them for.", remedy)
            return
        self.add(host.dialogs.ask_recordings(host.workspace.folder()))

    def add(self, paths: tuple[Path, ...]) -> None:
        """Read recordings and add those that agents with the document shown are in."""
        if paths:
            self.reading.start(path.resolve() for path in paths)

    def _game_of(self, path: Path) -> GameBehaviors:
        """Return what the minds of a recording may use: that of its project, if it lies in one."""
        if path.parent not in self._games:
            found = self._host.workspace.project_for(path)
            self._games[path.parent] = found.game if found.project is not None else self._host.run.own_game
        return self._games[path.parent]

    def _take(self, found: tuple[ReadFile, ...], left: int) -> None:
        self._games.clear()
        session, counts = self._host.session, self._host.part(WindowStatistics).counts
        mind = session.file_name if session is not None else ""
        checked = [_of_mind(file, mind) for file in found]
        added = [file for file in checked if file.recording is not None]
        for file in added:
            if file.recording is not None:
                counts.set.add(file.path, file.recording)
        if added:
            counts.set_when("set")
            self._host.panels.show_panel("statistics")
        self._tell([file for file in checked if file.recording is None], len(added), left)

    def _tell(self, refused: list[ReadFile], added: int, left: int) -> None:
        """Say what was refused and why, or how many are in; nothing where the list says it all."""
        toast = self._host.area.toast
        if refused:
            others = len(refused) - 1
            more = f" {others} more {'was' if others == 1 else 'were'} refused." if others else ""
            first = refused[0]
            toast.refuse(f"{first.path.name}: {first.reason}", f"{first.remedy}{more}")
        elif left:
            there = f"Added {_counted(added)}, " if added else ""
            toast.say(f"{there}{_counted(left)} not read.")


def statistics_panel(host: WindowHost) -> StatisticsPanel:
    """Return the table of what was counted."""
    from editor.panels.statistics.statistics_panel import StatisticsPanel

    statistics, runs = host.part(WindowStatistics), host.part(WindowRunSet)
    panel = StatisticsPanel(statistics.counts)
    panel.heat_wanted.connect(statistics.show_heat)
    panel.measure_wanted.connect(lambda measure: statistics.show_heat(True, Measure(measure)))
    panel.add_wanted.connect(runs.ask)
    panel.dropped.connect(runs.add)
    panel.go_to.connect(host.part(WindowPlaces).go_to_element)
    panel.show_heat(statistics.measure, on=statistics.shows_heat)
    panel.show_costs(statistics.costs.costs)
    follow_session(host, panel.set_session)
    return panel


def statistics_commands(host: WindowHost) -> Iterable[Command]:
    """Return the commands that show heat (on or off, the next measure, each by name) and add recordings."""
    statistics = host.part(WindowStatistics)

    def toggle() -> None:
        statistics.show_heat(not statistics.shows_heat)

    def shows(measure: Measure) -> bool:
        return statistics.shows_heat and statistics.measure is measure

    yield worded("view.heat", toggle, checked=lambda: statistics.shows_heat)
    yield worded("view.next_heat", statistics.next_measure)
    for measure in Measure:
        yield Command(
            f"view.heat_{measure.value}",
            f"Heat: {MEASURE_TITLES[measure].lower()}",
            partial(statistics.show_heat, True, measure),
            f"Show heat on the canvas: {MEASURE_TITLES[measure].lower()}.",
            "chart",
            checked=partial(shows, measure),
        )
    yield worded("view.add_recordings", host.part(WindowRunSet).ask, enabled=lambda: host.session is not None)


def _of_mind(file: ReadFile, mind: str) -> ReadFile:
    """Return a file, refused where no agent in it thinks with a mind."""
    from editor.panels.statistics.recording_reading import ReadFile
    from editor.panels.statistics.run_set import agents_with

    if file.recording is None or agents_with(file.recording, mind):
        return file
    files = sorted({mind_file(name) for name in file.recording.cast.minds.values()})
    if not files:
        return ReadFile(file.path, None, "No agent thinks in it.", f"Add recordings of {mind}.")
    which = files[0] if len(files) == 1 else f"{', '.join(files[:-1])} or {files[-1]}"
    remedy = f"It is of {which}: open that and add it there."
    return ReadFile(file.path, None, f"No agent in it thinks with {mind}.", remedy)


def _counted(count: int) -> str:
    return "1 recording" if count == 1 else f"{count} recordings"
