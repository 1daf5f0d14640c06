"""Gather what was counted by the nodes, states and transitions of a document, over programs and runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from math import isnan
from typing import Literal

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.basics.status import FIRST_BRANCH, NodeOutcome
from runtime.basics.status import NO_ANSWER as NO_ANSWER_BYTE
from runtime.history.counts.draw_counter import DrawingRow
from runtime.history.counts.run_counter import UNTIL_NOW, RunCounter
from runtime.history.counts.statistics import RowStatistics
from runtime.history.recording.recording import Recording
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.decisions.questions import RandomQuestion
from runtime.minds.program.rows import Row, RowFamily

ElementKey = tuple[str, str]
"""A graph and an element of it."""

CoverageKind = Literal["nodes", "states", "transitions", "branches"]
COVERAGE_KINDS: tuple[CoverageKind, ...] = ("nodes", "states", "transitions", "branches")


@dataclass(frozen=True, slots=True)
class BranchCount:
    """Hold how often a branch of a question was taken: its words, the node it leads to, its expected share.

    `expected` is None where no weights say what to expect, else 0 to 1.
    """

    words: str
    child: str
    count: int
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class DrawnChild:
    """Hold in how many draws of its parent a child was, how many fell on it, and how many should have.

    A random selector's next draw, where a child failed, is among those that are left. Of a chance the one
    child is drawn when it is a hit.
    """

    child: str
    draws: float
    drawn: float
    expected: float

    @property
    def share(self) -> float:
        """Return the share of its draws that fell on it."""
        return self.drawn / self.draws if self.draws else 0.0

    @property
    def expected_share(self) -> float | None:
        """Return the share that the weights or the chance let expect, None for a chance that changes."""
        if isnan(self.expected):
            return None
        return self.expected / self.draws if self.draws else 0.0

    def plus(self, other: DrawnChild) -> DrawnChild:
        """Return the draws of both."""
        return DrawnChild(
            self.child, self.draws + other.draws, self.drawn + other.drawn, self.expected + other.expected
        )


@dataclass(frozen=True, slots=True)
class ElementStatistics:
    """Hold what was counted of one element, over all its uses and all agents counted.

    `ticks` are the brain ticks counted, `visits` those in which it was visited, active, asked or reached: a
    graph that is called from several places may be visited several times in a tick. Times are in seconds of
    the world; `stay_seconds` and its neighbors are of stays seen from entry to exit. `draws` and `expected`
    are those of `RowStatistics`; `children` are those it draws from.
    """

    graph: str
    element: str
    family: RowFamily
    kind: str
    ticks: int = 0
    visits: int = 0
    running: int = 0
    successes: int = 0
    failures: int = 0
    skips: int = 0
    halts: int = 0
    entered: int = 0
    active_ticks: int = 0
    stays: int = 0
    stay_seconds: float = 0.0
    shortest: float | None = None
    longest: float | None = None
    taken: int = 0
    draws: int = 0
    expected: float = 0.0
    no_answers: int = 0
    branches: tuple[BranchCount, ...] = ()
    children: tuple[DrawnChild, ...] = ()

    @property
    def key(self) -> ElementKey:
        """Return where it is in the document."""
        return self.graph, self.element

    @property
    def share(self) -> float:
        """Return in which share of the ticks it was visited or active; more than 1 with several uses."""
        return self.visits / self.ticks if self.ticks else 0.0

    @property
    def success_rate(self) -> float | None:
        """Return the share of successes among its ends, None where it never ended."""
        ended = self.successes + self.failures
        return self.successes / ended if ended else None

    @property
    def mean_stay(self) -> float | None:
        """Return for how many seconds it stays active on average, None where no stay was seen whole."""
        return self.stay_seconds / self.stays if self.stays else None

    @property
    def times(self) -> int:
        """Return how often it happened: a transition was taken, a state entered, anything else visited."""
        if self.family is RowFamily.STATE:
            return self.entered
        return self.taken if self.family is RowFamily.TRANSITION else self.visits

    @property
    def is_reached(self) -> bool:
        """Tell whether it happened at all: a transition was taken, anything else was visited or active."""
        return self.taken > 0 if self.family is RowFamily.TRANSITION else self.visits > 0

    @property
    def draw_share(self) -> tuple[float, float] | None:
        """Return the expected and the observed share among the draws of its group, None where none was."""
        if not self.draws:
            return None
        return self.expected / self.draws, self.taken / self.draws


@dataclass(frozen=True, slots=True)
class Coverage:
    """Hold how much of a document was reached: elements reached and all there are, by kind."""

    reached: Mapping[CoverageKind, int]
    total: Mapping[CoverageKind, int]

    @property
    def share(self) -> float:
        """Return the share of everything that was reached, 0 to 1; 1 where there is nothing."""
        total = sum(self.total.values())
        return sum(self.reached.values()) / total if total else 1.0


def elements_of(parts: Iterable[RowStatistics]) -> dict[ElementKey, ElementStatistics]:
    """Return the sums by element, in the order of the rows; parts may be of several programs and runs.

    What another version has under the same id but as another kind is another element, and left out.
    """
    found: dict[ElementKey, ElementStatistics] = {}
    for part in parts:
        of_part: dict[ElementKey, ElementStatistics] = {}
        for row in part.program.rows:
            if row.node and not row.is_added:
                statistics = _of_row(part, row)
                known = of_part.get(statistics.key)
                of_part[statistics.key] = statistics if known is None else _use(known, statistics)
        for key, statistics in of_part.items():
            known = found.get(key)
            if known is None:
                found[key] = statistics
            elif (known.family, known.kind) == (statistics.family, statistics.kind):
                found[key] = _sum(known, statistics)
    return found


def coverage_of(elements: Iterable[ElementStatistics]) -> Coverage:
    """Return how much of some elements was reached; each branch of a question counts by itself."""
    reached, total = dict.fromkeys(COVERAGE_KINDS, 0), dict.fromkeys(COVERAGE_KINDS, 0)
    for statistics in elements:
        kind = coverage_kind(statistics.family)
        total[kind] += 1
        reached[kind] += statistics.is_reached
        total["branches"] += len(statistics.branches)
        reached["branches"] += sum(branch.count > 0 for branch in statistics.branches)
    return Coverage(reached, total)


def coverage_kind(family: RowFamily) -> CoverageKind:
    """Return under which kind of element a row is counted."""
    if family is RowFamily.STATE:
        return "states"
    return "transitions" if family is RowFamily.TRANSITION else "nodes"


def missing_words(one: ElementStatistics) -> tuple[str, ...]:
    """Return what never happened to an element, in words; nothing where all did."""
    if not one.is_reached:
        if one.family is RowFamily.TRANSITION:
            return ("never taken" if one.visits else "never asked",)
        return ("never entered" if one.family is RowFamily.STATE else "never reached",)
    missing = [f"{branch.words} never taken" for branch in one.branches if not branch.count]
    if builtin_registry().flow(one.kind).answers:
        missing += [] if one.successes else ["never succeeded"]
        missing += [] if one.failures else ["never failed"]
    return tuple(missing)


def _of_row(part: RowStatistics, row: Row) -> ElementStatistics:
    place, rate, stays = row.index, part.program.rate, part.stays
    statistics = ElementStatistics(row.graph, row.node, row.family, row.kind, part.ticks, part.visits(place))
    if row.family is RowFamily.STATE:
        seen = bool(stays.count[place])
        return replace(
            statistics,
            visits=part.active_ticks(place) or part.entered(place),
            entered=part.entered(place),
            active_ticks=part.active_ticks(place),
            stays=int(stays.count[place]),
            stay_seconds=int(stays.ticks[place]) / rate,
            shortest=int(stays.shortest[place]) / rate if seen else None,
            longest=int(stays.longest[place]) / rate if seen else None,
        )
    if row.family is RowFamily.TRANSITION:
        return replace(
            statistics,
            taken=int(part.taken[place]),
            draws=int(part.draws[place]),
            expected=float(part.expected[place]),
        )
    if row.family is RowFamily.DECISION:
        no_answers = int(part.counts[place, NO_ANSWER_BYTE])
        return replace(statistics, no_answers=no_answers, branches=tuple(_branches(part, row)))
    return replace(
        statistics,
        running=part.with_result(place, NodeOutcome.RUNNING),
        successes=part.with_result(place, NodeOutcome.SUCCESS),
        failures=part.with_result(place, NodeOutcome.FAILURE),
        skips=part.with_result(place, NodeOutcome.SKIPPED),
        halts=part.halts(place),
        children=tuple(_children(part, row)),
    )


def _children(part: RowStatistics, row: Row) -> Iterator[DrawnChild]:
    if not isinstance(row, DrawingRow):
        return
    draws = part.children
    for child in row.child_rows:
        at = child.index
        yield DrawnChild(
            child.node, float(draws.draws[at]), float(draws.drawn[at]), float(draws.expected[at])
        )


def _branches(part: RowStatistics, row: Row) -> Iterator[BranchCount]:
    if not isinstance(row, QuestionRow):
        return
    total = sum(row.weights) if isinstance(row, RandomQuestion) else 0.0
    for place, child in enumerate(row.branches):
        share = row.weights[place] / total if isinstance(row, RandomQuestion) and total else None
        count = int(part.counts[row.index, FIRST_BRANCH + place])
        yield BranchCount(row.branch_words(place), child.node, count, share)


def _use(known: ElementStatistics, one: ElementStatistics) -> ElementStatistics:
    """Return an element with another of its rows: another use, or the activity of a state.

    What an activity does tells of results, not of how often its state was active.
    """
    if known.family is RowFamily.STATE and one.family is not RowFamily.STATE:
        one = replace(one, visits=0)
    return replace(_sum(known, one), ticks=known.ticks)


_SUMMED = tuple(each.name for each in fields(ElementStatistics) if each.default == 0)
"""The fields that are counts and times, which add up."""


def _sum(one: ElementStatistics, other: ElementStatistics) -> ElementStatistics:
    shortest = [value for value in (one.shortest, other.shortest) if value is not None]
    longest = [value for value in (one.longest, other.longest) if value is not None]
    return replace(
        one,
        **{name: getattr(one, name) + getattr(other, name) for name in _SUMMED},
        shortest=min(shortest) if shortest else None,
        longest=max(longest) if longest else None,
        branches=_sum_branches(one.branches, other.branches),
        children=_sum_children(one.children, other.children),
    )


def _sum_branches(one: tuple[BranchCount, ...], other: tuple[BranchCount, ...]) -> tuple[BranchCount, ...]:
    """Return the sums of the branches of the same question; of another version's, those of the first."""
    if len(one) != len(other):
        return one
    return tuple(replace(mine, count=mine.count + its.count) for mine, its in zip(one, other, strict=True))


def _sum_children(one: tuple[DrawnChild, ...], other: tuple[DrawnChild, ...]) -> tuple[DrawnChild, ...]:
    """Return the sums of the children that both versions draw from; what only the other had is left out."""
    known = {child.child: child for child in other}
    return tuple(mine.plus(known[mine.child]) if mine.child in known else mine for mine in one)


def coverage_words(found: Coverage) -> str:
    """Return what was reached of each kind there is: "5 of 6 states, 7 of 9 transitions"."""
    parts = (
        f"{found.reached[kind]} of {found.total[kind]} {kind}" for kind in COVERAGE_KINDS if found.total[kind]
    )
    return ", ".join(parts) or "nothing to reach"


@dataclass(frozen=True, slots=True)
class MindStatistics:
    """Hold what was counted of one document: who thinks with it, and its elements in document order."""

    mind: str
    document: Document
    agents: tuple[str, ...]
    elements: Mapping[ElementKey, ElementStatistics]

    @property
    def ticks(self) -> int:
        """Return how many brain ticks were counted, of two agents twice as many."""
        return max((statistics.ticks for statistics in self.elements.values()), default=0)


def counters_of(
    recording: Recording, agents: Iterable[str] | None = None, first: int = 0, end: int = UNTIL_NOW
) -> tuple[RunCounter, ...]:
    """Return a counter for the agents of each mind, None being all; a mind may be one graph of a document."""
    wanted = recording.cast.minds if agents is None else set(agents)
    by_mind: dict[str, list[str]] = {}
    for agent, mind in recording.cast.minds.items():
        if agent in wanted:
            by_mind.setdefault(mind, []).append(agent)
    programs = recording.segments[-1].minds.programs
    return tuple(
        RunCounter(recording, members, programs[mind], first, end)
        for mind, members in by_mind.items()
        if mind in programs
    )


def mind_statistics(
    recordings: Iterable[Recording], agent: str | None = None, first: int = 0, end: int = UNTIL_NOW
) -> tuple[MindStatistics, ...]:
    """Count runs of the same minds together, one entry per document, ascending; `agent` None means all."""
    agents = None if agent is None else (agent,)
    counters = [each for run in recordings for each in counters_of(run, agents, first, end)]
    for counter in counters:
        for _ in counter.go_on():
            pass
    return tuple(_by_document(counters))


def _by_document(counters: list[RunCounter]) -> Iterator[MindStatistics]:
    files: dict[str, list[RunCounter]] = {}
    for counter in counters:
        files.setdefault(counter.mind_file, []).append(counter)
    for mind, members in sorted(files.items()):
        agents = dict.fromkeys(agent for member in members for agent in member.agents)
        documents = members[-1].recording.segments[-1].minds.documents
        elements = elements_of(member.statistics for member in members)
        yield MindStatistics(mind, documents[mind], tuple(agents), elements)
