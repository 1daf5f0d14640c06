"""Commands about the numbers of a run and the heat on the canvas."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from editor.commands.command import Command
from editor.panels.statistics.heat import MEASURE_TITLES, Measure
from editor.window.parts.window_statistics import WindowStatistics


def statistics_commands(statistics: WindowStatistics) -> Iterable[Command]:
    """Return the commands that show heat: on or off, the next measure, and each measure by name."""

    def toggle() -> None:
        statistics.show_heat(not statistics.shows_heat)

    def shows(measure: Measure) -> bool:
        return statistics.shows_heat and statistics.measure is measure

    yield Command(
        "view.heat",
        "Heat on the canvas",
        toggle,
        "Show on each node, state and transition how often or how long it was active.",
        "chart",
        checked=lambda: statistics.shows_heat,
    )
    yield Command(
        "view.next_heat",
        "Heat: next measure",
        statistics.next_measure,
        "Show how often, the share of time, the success rate, or what was never reached.",
        "chart",
    )
    for measure in Measure:
        yield Command(
            f"view.heat_{measure.value}",
            f"Heat: {MEASURE_TITLES[measure].lower()}",
            partial(statistics.show_heat, True, measure),
            f"Show heat on the canvas: {MEASURE_TITLES[measure].lower()}.",
            "chart",
            checked=partial(shows, measure),
        )
