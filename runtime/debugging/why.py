"""Say why a node, state, transition or question stands as it does after a tick: a chain of reasons in words.

The first reason is of what was asked about; each further one leads on to what decided it, so that the last
ones are tests with their values, events that came or did not, or a node that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.kinds.registry import Registry
from graphs.model import Document
from runtime.debugging.logged_ticks import LoggedTicks
from runtime.debugging.row_words import RowWords
from runtime.decision_trees.question_row import QuestionRow
from runtime.program.program import Program
from runtime.program.rows import Row, RowFamily
from runtime.recording.look_ups import NEVER, last_tick_with
from runtime.recording.recording import Recording
from runtime.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.trace.trace_frame import BrainFrame, Visit

ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
MOST_REASONS = 24
"""How many reasons a chain has at most; what is left out is deeper down."""

_ENDS = {NodeOutcome.SUCCESS: "succeeded", NodeOutcome.FAILURE: "failed", NodeOutcome.SKIPPED: "was skipped"}
_OPPOSITE = {NodeOutcome.SUCCESS: NodeOutcome.FAILURE, NodeOutcome.FAILURE: NodeOutcome.SUCCESS}


@dataclass(frozen=True, slots=True)
class Reason:
    """Hold one reason: the row to show it at, the sentence, and another tick it speaks of (-1: none)."""

    row: int
    sentence: str
    other_tick: int = NEVER


class Inquiry:
    """Answer why for one agent after one tick."""

    def __init__(self, ticks: LoggedTicks, tick: int, registry: Registry) -> None:
        """Have the tick's log made again; raises `TickNotRecorded` and `CannotRunAgain`."""
        self.ticks = ticks
        self.tick = tick
        self.agent = ticks.agent
        self.recording: Recording = ticks.recording
        self.program: Program = self.recording.program(self.agent, tick)
        minds = self.recording.segment_at(tick).minds
        document: Document = minds.documents[self.recording.cast.minds[self.agent].partition("#")[0]]
        self.words = RowWords(self.program, document, registry)
        self.registry = registry
        self.brain: BrainFrame | None = ticks.brain(tick)
        visits = self.brain.visits if self.brain is not None else ()
        self.visits: Mapping[int, Visit] = {visit.row: visit for visit in visits}
        self.order: Mapping[int, int] = {visit.row: place for place, visit in enumerate(visits)}

    def why(self, row: int) -> tuple[Reason, ...]:
        """Return the reasons for what became of a row in this tick."""
        if self.brain is None or not self.brain.outcomes:
            return (Reason(row, f"The brain of {self.agent} did not tick at {_at(self.tick)}."),)
        found: list[Reason] = []
        self._add(row, found)
        # A graph often bears the title of the node that calls it; saying it twice helps nobody.
        said = {reason.sentence: reason for reason in reversed(found)}
        return tuple(reason for reason in found if said[reason.sentence] is reason)[:MOST_REASONS]

    def outcome(self, row: int) -> int:
        """Return the outcome byte of a row in this tick."""
        return self.brain.outcomes[row] if self.brain is not None and self.brain.outcomes else 0

    def title(self, row: int) -> str:
        """Return the title of a row between quotation marks."""
        return self.words.quoted(row)

    def add(self, row: int, found: list[Reason]) -> None:
        """Add the reasons for another row, unless they are there already."""
        if len(found) < MOST_REASONS and all(reason.row != row for reason in found):
            self._add(row, found)

    def _add(self, row: int, found: list[Reason]) -> None:
        from runtime.debugging.why_decisions import why_question
        from runtime.debugging.why_machines import why_state, why_transition

        answers: Mapping[RowFamily, Callable[[Inquiry, int, list[Reason]], None]] = {
            RowFamily.STATE: why_state,
            RowFamily.TRANSITION: why_transition,
            RowFamily.DECISION: why_question,
        }
        answers.get(self.program.rows[row].family, why_node)(self, row, found)


def why_node(asked: Inquiry, row: int, found: list[Reason]) -> None:
    """Add why a tree node, or the own row of a machine or decision tree, gave what it gave."""
    visit = asked.visits.get(row)
    if visit is None:
        _why_not_reached(asked, row, found)
        return
    result = NodeOutcome(visit.outcome & RESULT_MASK)
    decisive = _decisive(asked, asked.program.rows[row], result)
    found.append(_of_visit(asked, row, visit, result, decisive))
    for one in decisive:
        asked.add(one, found)


def _of_visit(
    asked: Inquiry, row: int, visit: Visit, result: NodeOutcome, decisive: tuple[int, ...]
) -> Reason:
    reason = f": {visit.reason}" if visit.reason else ""
    tests_itself = not visit.reason.startswith(("child ", "all ", "the child ", "the called ", "the chosen "))
    if decisive and result is not NodeOutcome.RUNNING and not tests_itself:
        reason = _because_of(asked, decisive, result)
    if result is NodeOutcome.RUNNING:
        begun = _begun(asked, row)
        since = f" since {_at(begun)}" if begun != NEVER and begun != asked.tick else ""
        return Reason(row, f"{asked.title(row)} is running{since}{reason}.", begun)
    sentence = f"{asked.title(row)} {_ENDS.get(result, 'was visited')}{reason}"
    other = _OPPOSITE.get(result)
    if other is None or asked.program.rows[row].children:
        return Reason(row, f"{sentence}.")
    last = last_tick_with(asked.recording, asked.agent, row, _bytes_of(other), asked.tick)
    said = "It has never" if last == NEVER else "It last"
    at = "" if last == NEVER else f" at {_at(last)}"
    return Reason(row, f"{sentence}. {said} {_ENDS[other]}{at}.", last)


def _because_of(asked: Inquiry, decisive: tuple[int, ...], result: NodeOutcome) -> str:
    if len(decisive) > 1:
        return f" because {'none' if result is NodeOutcome.FAILURE else 'all'} of its children succeeded"
    inner = decisive[0]
    if asked.program.rows[inner].family is RowFamily.DECISION:
        return f" because that is what {asked.title(inner)} led to"
    return f" because {asked.title(inner)} {_did(_result(asked, inner))}"


def _did(result: NodeOutcome) -> str:
    return "is running" if result is NodeOutcome.RUNNING else _ENDS.get(result, "was visited")


def _decisive(asked: Inquiry, row: Row, result: NodeOutcome) -> tuple[int, ...]:
    """Return the children that decided a result: the last one visited, or all where all had to agree."""
    visited = sorted((child for child in row.children if child in asked.visits), key=asked.order.__getitem__)
    if not visited:
        return _inside(asked, row)
    if result is NodeOutcome.RUNNING:
        return tuple(child for child in visited if _result(asked, child) is NodeOutcome.RUNNING)
    same = [child for child in visited if _result(asked, child) is result]
    if len(row.children) > 1 and len(same) == len(visited) and result is not NodeOutcome.SUCCESS:
        return tuple(same)
    return (visited[-1],)


def _inside(asked: Inquiry, row: Row) -> tuple[int, ...]:
    """Return what decided for a decision tree or a machine: the leaf it runs, or the last question asked."""
    records = asked.brain.decisions if asked.brain is not None else ()
    for record in records:
        if record.tree == row.index and record.steps:
            leaf = (record.leaf,) if record.leaf in asked.visits else ()
            return (*(step.row for step in record.steps[-1:]), *leaf)
    running = range(row.index + 1, row.end)
    inner = [one for one in running if asked.program.rows[one].parent == row.index and one in asked.visits]
    return tuple(inner[:1])


def _why_not_reached(asked: Inquiry, row: int, found: list[Reason]) -> None:
    one = asked.program.rows[row]
    if asked.outcome(row) & HALTED:
        found.append(Reason(row, f"{asked.title(row)} was halted while it ran."))
    elif getattr(one, "disabled", False):
        found.append(Reason(row, f"{asked.title(row)} is disabled."))
        return
    parent = one.parent
    if parent < 0:
        found.append(Reason(row, f"{asked.title(row)} was not visited: the mind has ended."))
        return
    above = asked.program.rows[parent]
    question = question_before(asked, row)
    if above.family is RowFamily.STATE:
        _not_in_state(asked, row, parent, found)
    elif question is not None:
        found.append(Reason(row, f"{asked.title(row)} was not chosen by {asked.title(question)}."))
        asked.add(question, found)
    elif parent in asked.visits:
        stopper = _stopper(asked, above, row)
        found.append(_passed_over(asked, row, above, stopper))
        if stopper is not None:
            asked.add(stopper, found)
    else:
        found.append(Reason(row, f"{asked.title(row)} was not reached: neither was {asked.title(parent)}."))
        asked.add(parent, found)


def _not_in_state(asked: Inquiry, row: int, state: int, found: list[Reason]) -> None:
    if asked.outcome(state) in ACTIVE:
        said = f"{asked.title(row)} was not visited: it has ended, and does not begin again in this state."
        found.append(Reason(row, said))
        return
    found.append(Reason(row, f"{asked.title(row)} was not visited: {asked.title(state)} is not active."))
    asked.add(state, found)


def question_before(asked: Inquiry, row: int) -> int | None:
    """Return the question of a decision tree that could have led to a row, one that was asked if any was."""
    leading = [
        one.index
        for one in asked.program.rows
        if isinstance(one, QuestionRow) and any(branch.index == row for branch in one.branches)
    ]
    return next((one for one in leading if asked.outcome(one)), leading[0] if leading else None)


def _passed_over(asked: Inquiry, row: int, above: Row, stopper: int | None) -> Reason:
    name, over = asked.title(row), asked.title(above.index)
    later = _stopper(asked, above, above.end)
    if stopper is None and later is not None:
        return Reason(row, f"{name} was not reached: {over} went on with {asked.title(later)}.")
    if stopper is None:
        refusal = asked.visits[above.index].reason
        because = f": {refusal}" if refusal else ""
        return Reason(row, f"{name} was not reached: {over} did not get to it{because}.")
    did = _did(_result(asked, stopper))
    return Reason(row, f"{name} was not reached: {asked.title(stopper)}, asked before it by {over}, {did}.")


def _stopper(asked: Inquiry, above: Row, row: int) -> int | None:
    """Return the child before `row` that was visited last: what it gave kept its parent from the others."""
    visited = [child for child in above.children if child in asked.visits and child < row]
    return max(visited, key=asked.order.__getitem__) if visited else None


def _result(asked: Inquiry, row: int) -> NodeOutcome:
    return NodeOutcome(asked.visits[row].outcome & RESULT_MASK)


def _begun(asked: Inquiry, row: int) -> int:
    """Return the tick in which a node that runs was entered, as its outcome bytes tell."""
    others = frozenset(range(256)) - {NodeOutcome.RUNNING}
    last = last_tick_with(asked.recording, asked.agent, row, others, asked.tick)
    return asked.recording.first_tick if last == NEVER else last + 1


def _bytes_of(result: NodeOutcome) -> frozenset[int]:
    return frozenset({int(result), result | HALTED})


def _at(tick: int) -> str:
    return f"tick {tick:,}"
