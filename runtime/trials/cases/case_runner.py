"""Run a case with both back ends and say, tick by tick, what held and what did not.

The interpreter defines the meaning and gives visits, reasons and counts; the generated form of a tree must
leave the same outcome bytes, result, transitions, errors, requests and variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphs.model import Document
from runtime.history.recording.outcome_table import outcome_word, result_word
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.program.problems import CompileError
from runtime.trials.cases.case_file import LARGEST, CaseFile
from runtime.trials.cases.case_run import CaseRun, TickRecord
from runtime.trials.cases.comparison import CaseComparison, Comparer
from runtime.trials.cases.node_names import CaseProblem, CaseRefused

_COMPARED = (
    *("taken", "active", "variables", "triggers", "requests", "effects", "sent", "asked"),
    *("pending", "waiting", "unhandled"),
)
"""What of two records of one tick must be equal, beside outcome bytes, results and errors."""


MOST_TICKS = 100_000
"""Ticks one case may have: half an hour at 60 a second."""


@dataclass(frozen=True, slots=True)
class VisitLine:
    """Hold one visit of a tick for people: the node, what it gave, why."""

    node: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class TickResult:
    """Hold what came of one tick: its number from 0 on, the world's tick, what was looked at, the visits.

    `where` is the entry of the case that the tick belongs to.
    """

    number: int
    tick: int
    where: str
    comparisons: tuple[CaseComparison, ...]
    visits: tuple[VisitLine, ...]
    record: TickRecord

    @property
    def mismatches(self) -> tuple[CaseComparison, ...]:
        """Return what did not hold."""
        return tuple(comparison for comparison in self.comparisons if not comparison.holds)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """Hold what came of a case: its ticks, or the problems that kept it from being run as written.

    `notes` tell what of its start has no place in this mind any more and was left out. `places` has the graph
    and node of each node that something did not hold of, by the words it is called by there.
    """

    ticks: tuple[TickResult, ...] = ()
    problems: tuple[CaseProblem, ...] = ()
    notes: tuple[CaseProblem, ...] = ()
    places: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Tell whether everything held."""
        return not self.problems and not self.failed_ticks

    @property
    def failed_ticks(self) -> tuple[TickResult, ...]:
        """Return the ticks in which something did not hold."""
        return tuple(tick for tick in self.ticks if tick.mismatches)


def run_case(case: CaseFile, document: Document, game: GameBehaviors) -> CaseResult:
    """Run a case on its mind; `document` is the case's own or the one it names, joined and loaded.

    Whatever the case or its mind says, a result is returned; nothing is raised for it.
    """
    try:
        interpreted = CaseRun(case, document, game, "interpreter")
        generated = CaseRun(case, document, game, "generated")
    except CaseRefused as refused:
        return CaseResult(problems=(refused.problem,))
    except CompileError as error:
        return CaseResult(problems=_refusals(case, [str(problem) for problem in error.problems]))
    if case.refused:
        said = "The mind compiles, but the case expects it to be refused."
        return CaseResult(problems=(CaseProblem("refused", said),))
    too_long = _too_long(case)
    if too_long is not None:
        return CaseResult(problems=(too_long,))
    ticks: list[TickResult] = []
    try:
        for place, entry in enumerate(case.ticks):
            where = f"ticks.{place}"
            for _ in range(entry.repeat):
                ticks.append(_tick(len(ticks), where, case, place, interpreted, generated))
    except CaseRefused as refused:
        return CaseResult(tuple(ticks), (refused.problem,), interpreted.left_out)
    return CaseResult(tuple(ticks), notes=interpreted.left_out, places=_places(interpreted, ticks))


def _too_long(case: CaseFile) -> CaseProblem | None:
    """Return why a case has more ticks than one run may take, None where it has not."""
    count, tick = 0, case.start.tick
    for place, entry in enumerate(case.ticks):
        count += entry.repeat
        tick += entry.repeat * (entry.skip + 1)
        if count > MOST_TICKS:
            said = f"The case comes to {count:,} ticks here; at most {MOST_TICKS:,} are run."
            return CaseProblem(f"ticks.{place}.repeat", said, "Skip steps, or begin later with start.")
        if tick > LARGEST:
            said = f"The world comes to tick {tick:,} here; at most {LARGEST:,} is reached."
            return CaseProblem(f"ticks.{place}.skip", said, "Skip fewer steps, or begin earlier.")
    return None


def _places(run: CaseRun, ticks: Sequence[TickResult]) -> dict[str, tuple[str, str]]:
    """Return the graph and node of every node that something did not hold of."""
    named = {comparison.node for tick in ticks for comparison in tick.mismatches if comparison.node}
    if not named:
        return {}
    labels = {run.names.label(row.index): (row.graph, row.node) for row in run.program.rows}
    return {label: place for label, place in labels.items() if label in named}


def _tick(
    number: int, where: str, case: CaseFile, place: int, interpreted: CaseRun, generated: CaseRun
) -> TickResult:
    entry = case.ticks[place]
    record = interpreted.tick(entry, where)
    other = generated.tick(entry, where)
    comparer = Comparer(interpreted.program, interpreted.names)
    comparisons = comparer.compare(entry.expect, record, f"{where}.expect")
    both = comparisons + _differences(interpreted, record, other)
    if all(comparison.holds for comparison in both):
        # What happened in a tick that held is not told, and a long case would keep a lot of it.
        return TickResult(number, record.tick, where, both, (), replace(record, visits=(), passages=()))
    visits = tuple(
        VisitLine(
            interpreted.names.label(visit.row),
            outcome_word(interpreted.program.rows[visit.row].family, visit.outcome),
            visit.sentence,
        )
        for visit in record.visits
    )
    return TickResult(number, record.tick, where, both, visits, record)


def _differences(run: CaseRun, record: TickRecord, other: TickRecord) -> tuple[CaseComparison, ...]:
    """Return where the generated form did not do what the interpreter did."""
    found = [
        CaseComparison(
            "outcome by the generated form",
            run.names.label(row.index),
            outcome_word(row.family, record.outcomes[row.index]),
            outcome_word(row.family, other.outcomes[row.index]),
            holds=False,
        )
        for row in run.program.rows
        if record.outcomes[row.index] != other.outcomes[row.index]
    ]
    if record.result != other.result:
        words = result_word(record.result), result_word(other.result)
        found.append(CaseComparison("result by the generated form", "", *words, holds=False))
    errors = [[(error.row, error.message) for error in each.errors] for each in (record, other)]
    pairs = [("errors", *errors)] + [
        (what, getattr(record, what), getattr(other, what)) for what in _COMPARED
    ]
    for what, ours, theirs in pairs:
        if ours != theirs:
            found.append(
                CaseComparison(f"{what} by the generated form", "", repr(ours), repr(theirs), holds=False)
            )
    return tuple(found)


def _refusals(case: CaseFile, messages: list[str]) -> tuple[CaseProblem, ...]:
    """Return the problems of a mind that was refused, less what the case expects."""
    if not case.refused:
        return tuple(CaseProblem("mind" if case.mind is not None else "document", text) for text in messages)
    said = " ".join(messages)
    return tuple(
        CaseProblem(f"refused.{place}", f"The mind is refused, but not for {text!r}: {said}")
        for place, text in enumerate(case.refused)
        if text not in said
    )
