"""Say what is in the table of statistics: a row per element, columns that say something; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from editor.panels.statistics.heat import microseconds, percent
from editor.widgets.element_words import node_words
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph
from runtime.history.counts.element_statistics import ElementKey, ElementStatistics, missing_words
from runtime.history.recording.row_words import element_title
from runtime.minds.program.rows import RowFamily


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """Hold one row: the element as lists name it, its graph's title, what was counted, what is missing.

    `drawn` has title, share and expected share of each child that it draws from; None is expected of a chance
    that is an expression.
    """

    counted: ElementStatistics
    title: str
    graph: str
    icon: str
    family: str
    missing: str
    cost: float | None = None
    drawn: tuple[tuple[str, float, float | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """Hold one column: its title, its explanation, its words, and what it is sorted by (None comes last)."""

    title: str
    hint: str
    words: Callable[[StatisticsRow], str]
    sorts_by: Callable[[StatisticsRow], float | str | None]
    is_number: bool = True


def rows_of(
    elements: Mapping[ElementKey, ElementStatistics],
    document: Document,
    registry: Registry,
    costs: Mapping[ElementKey, float] | None = None,
) -> tuple[StatisticsRow, ...]:
    """Return the rows of all elements that the document still has, in the order of the program."""
    found = []
    for key, counted in elements.items():
        graph = document.graphs.get(counted.graph)
        if graph is None:
            continue
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        if counted.element in graph.nodes:
            words = node_words(document, graph, counted.element, registry)
            icon, family = words.icon, words.family
        elif counted.element in edges:
            icon, family = "transition", "machine"
        else:
            continue
        title = element_title(document, counted.graph, counted.element, registry)
        missing = ", ".join(missing_words(counted))
        cost = costs.get(key) if costs is not None else None
        drawn = tuple(
            (element_title(document, counted.graph, child.child, registry), child.share, child.expected_share)
            for child in counted.children
            if child.draws
        )
        where = graph.title or counted.graph
        found.append(StatisticsRow(counted, title, where, icon, family, missing, cost, drawn))
    return tuple(found)


def columns_for(rows: Iterable[StatisticsRow]) -> tuple[Column, ...]:
    """Return the columns in which at least one row has something to say; the first two always."""
    shown = list(rows)
    return tuple(
        column for place, column in enumerate(COLUMNS) if place < 3 or any(column.words(row) for row in shown)
    )


def matching(rows: Iterable[StatisticsRow], typed: str) -> tuple[StatisticsRow, ...]:
    """Return the rows whose title, graph, kind or missing words have all the words typed."""
    wanted = typed.lower().split()
    return tuple(row for row in rows if all(word in _searched(row) for word in wanted))


def _searched(row: StatisticsRow) -> str:
    return f"{row.title} {row.graph} {row.counted.kind} {row.missing}".lower()


def seconds(value: float | None) -> str:
    """Return a time in seconds with two decimals, "" for none."""
    return "" if value is None else f"{value:,.2f} s"


def _share(row: StatisticsRow) -> str:
    counted = row.counted
    return "" if counted.family is RowFamily.TRANSITION or not counted.is_reached else percent(counted.share)


def _success(row: StatisticsRow) -> str:
    rate = row.counted.success_rate
    return "" if rate is None else percent(rate)


def _drawn(row: StatisticsRow) -> str:
    shares = row.counted.draw_share
    if shares is not None:
        return f"{shares[1]:.1%} / {shares[0]:.1%}"
    if row.drawn:
        return " · ".join(
            f"{title} {share:.0%}" + ("" if expected is None else f" / {expected:.0%}")
            for title, share, expected in row.drawn
        )
    branches = row.counted.branches
    visits = row.counted.visits
    if not visits:
        return ""
    return " · ".join(
        f"{branch.words} {branch.count / visits:.0%}"
        + ("" if branch.expected is None else f" / {branch.expected:.0%}")
        for branch in branches
    )


def _cost(row: StatisticsRow) -> str:
    return "" if row.cost is None else microseconds(row.cost)


def _drawn_by(row: StatisticsRow) -> float | None:
    """Return how far the draws are from what was expected, of several the farthest."""
    counted = row.counted
    pairs = [counted.draw_share] if counted.draw_share is not None else []
    pairs += [(share, expected) for _, share, expected in row.drawn if expected is not None]
    pairs += [
        (branch.count / counted.visits, branch.expected)
        for branch in counted.branches
        if counted.visits and branch.expected is not None
    ]
    return max((abs(first - second) for first, second in pairs), default=None)


COLUMNS: tuple[Column, ...] = (
    Column("Element", "Click a row to go there", lambda row: row.title, lambda row: row.title.lower(), False),
    Column("Graph", "The graph it stands in", lambda row: row.graph, lambda row: row.graph.lower(), False),
    Column(
        "Times",
        "How often a transition was taken or a state entered; of nodes the ticks in which they were visited",
        lambda row: f"{row.counted.times:,}",
        lambda row: row.counted.times,
    ),
    Column(
        "Time",
        "Share of the mind's ticks in which it was visited or active",
        _share,
        lambda row: row.counted.share if row.counted.family is not RowFamily.TRANSITION else None,
    ),
    Column("Succeeds", "Share of successes among its ends", _success, lambda row: row.counted.success_rate),
    Column(
        "Stay",
        "How long a stay in the state lasts on average",
        lambda row: seconds(row.counted.mean_stay),
        lambda row: row.counted.mean_stay,
    ),
    Column(
        "Longest",
        "The longest stay in the state",
        lambda row: seconds(row.counted.longest),
        lambda row: row.counted.longest,
    ),
    Column(
        "Asked",
        "In how many ticks the transition was asked",
        lambda row: (
            f"{row.counted.visits:,}"
            if row.counted.family is RowFamily.TRANSITION and row.counted.visits
            else ""
        ),
        lambda row: row.counted.visits if row.counted.family is RowFamily.TRANSITION else None,
    ),
    Column(
        "Drawn / expected",
        "Share of draws or answers, and what weights or a chance let expect",
        _drawn,
        _drawn_by,
    ),
    Column(
        "Cost",
        "Own time in a tick of the mind, measured by running some ticks again",
        _cost,
        lambda row: row.cost,
    ),
    Column("Missing", "What never happened", lambda row: row.missing, lambda row: row.missing or None, False),
)
