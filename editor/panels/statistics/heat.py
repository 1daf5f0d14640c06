"""Say how hot each element of a graph is: how often, how long, how well; no Qt."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from runtime.history.counts.element_statistics import ElementStatistics
from runtime.minds.program.rows import RowFamily

STEPS = 5
"""How many shades there are; 0 stands for never."""


class Measure(StrEnum):
    """Name what the heat is about."""

    VISITS = "visits"
    TIME = "time"
    SUCCESS = "success"
    COVERAGE = "coverage"
    COST = "cost"


MEASURE_TITLES: Mapping[Measure, str] = {
    Measure.VISITS: "How often",
    Measure.TIME: "Share of time",
    Measure.SUCCESS: "Success rate",
    Measure.COVERAGE: "Never reached",
    Measure.COST: "Cost",
}


@dataclass(frozen=True, slots=True)
class Heat:
    """Hold how hot one element is: a step from 0 (never) to `STEPS`, and the number in words.

    `words` is "" where there is nothing to say. `is_never` marks what did not happen at all.
    """

    step: int
    words: str
    is_never: bool = False


@dataclass(frozen=True, slots=True)
class HeatScale:
    """Hold what the lowest and the highest step stand for, in words."""

    title: str
    lowest: str
    highest: str


def heats_of(elements: Iterable[ElementStatistics], measure: Measure) -> dict[str, Heat]:
    """Return the heat of the elements of one graph, by id."""
    members = list(elements)
    most = max((member.times for member in members), default=0)
    return {member.element: _HEATS[measure](member, most) for member in members}


def cost_heats(costs: Mapping[str, float]) -> dict[str, Heat]:
    """Return the heat of what elements cost, by id, in microseconds per tick of the mind."""
    most = max(costs.values(), default=0.0)
    return {key: Heat(_step(cost / most) if most else 0, microseconds(cost)) for key, cost in costs.items()}


def microseconds(cost: float) -> str:
    """Return a cost in words."""
    return f"{cost:.1f} µs" if cost < 10 else f"{cost:,.0f} µs"


def scale_of(elements: Iterable[ElementStatistics], measure: Measure) -> HeatScale:
    """Return what the steps of a measure stand for."""
    title = MEASURE_TITLES[measure]
    if measure is Measure.VISITS:
        most = max((element.times for element in elements), default=0)
        return HeatScale(title, "1", f"{most:,}") if most else HeatScale(title, "", "")
    if measure is Measure.COVERAGE:
        return HeatScale(title, "", "")
    return HeatScale(title, "1 %", "100 %")


def cost_scale(costs: Mapping[str, float]) -> HeatScale:
    """Return what the steps of costs stand for."""
    most = max(costs.values(), default=0.0)
    return HeatScale(MEASURE_TITLES[Measure.COST], "0", microseconds(most) if most else "")


def percent(share: float) -> str:
    """Return a share as a percentage that fits a plate; what is under one percent is said so."""
    if 0.0 < share < 0.01:
        return "< 1 %"
    return f"{share * 100:.0f} %"


def _visits(element: ElementStatistics, most: int) -> Heat:
    if not element.is_reached:
        return _NEVER
    step = math.ceil(STEPS * math.log1p(element.times) / math.log1p(most)) if most else 0
    return Heat(min(max(step, 1), STEPS), f"{element.times:,}")


def _time(element: ElementStatistics, _most: int) -> Heat:
    if not element.is_reached:
        return _NEVER
    if element.family is RowFamily.TRANSITION:
        return _drawn(element)
    return Heat(_step(element.share), percent(element.share))


def _success(element: ElementStatistics, _most: int) -> Heat:
    if not element.is_reached:
        return _NEVER
    if element.family is RowFamily.TRANSITION:
        return _drawn(element)
    rate = element.success_rate
    return Heat(0, "") if rate is None else Heat(_step(rate), percent(rate))


def _drawn(element: ElementStatistics) -> Heat:
    """Return the share of draws beside what the weights let expect, nothing for an edge without weights."""
    shares = element.draw_share
    if shares is None:
        return Heat(0, "")
    expected, observed = shares
    return Heat(_step(observed), f"{percent(observed)} of {percent(expected)}")


def _coverage(element: ElementStatistics, _most: int) -> Heat:
    return Heat(0, "") if element.is_reached else _NEVER


def _step(share: float) -> int:
    return min(STEPS, max(1, math.ceil(STEPS * share)))


_NEVER = Heat(0, "never", is_never=True)
_HEATS: Mapping[Measure, Callable[[ElementStatistics, int], Heat]] = {
    Measure.VISITS: _visits,
    Measure.TIME: _time,
    Measure.SUCCESS: _success,
    Measure.COVERAGE: _coverage,
    Measure.COST: _coverage,
}
