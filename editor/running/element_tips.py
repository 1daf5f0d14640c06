"""Say in a few lines what became of an element in the tick shown: for the words beside the pointer; no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from editor.running.row_looks import instance_shown, row_words
from runtime.basics.context import EvaluationError
from runtime.basics.status import FIRST_BRANCH, NO_ANSWER, NOT_REACHED, TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import NEVER, last_tick_with
from runtime.history.recording.row_words import candidate_words
from runtime.minds.brain.brain import Brain
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.code import Expression
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow

_OUTCOMES = {
    TransitionOutcome.GUARD_FALSE: "refused",
    TransitionOutcome.TRUE_BUT_LOST: "held, but another was taken",
    TransitionOutcome.PENDING: "pending",
    TransitionOutcome.TAKEN: "taken",
}
_ASKED = frozenset(int(each) for each in _OUTCOMES)


@dataclass(frozen=True, slots=True)
class Moment:
    """Hold what there is to ask about the tick shown: the view of its agent, its brain, the recording.

    `brain` is None while it does not stand at the tick shown, or runs another version of the mind.
    """

    view: AgentView
    brain: Brain | None = None
    recording: Recording | None = None


def element_tip(moment: Moment, graph: str, element: str) -> str:
    """Return what became of an element for the agent shown, "" for one that its mind does not run."""
    row = _row_of(moment.view, graph, element)
    if row is None:
        return ""
    if isinstance(row, TransitionRow):
        return _transition_tip(moment, row)
    return row_words(moment.view, row.index)


def edges_tip(moment: Moment, graph: str, edges: Sequence[str]) -> str:
    """Return what became of the transitions that share a line, in the order they are asked."""
    if len(edges) == 1:
        return element_tip(moment, graph, edges[0])
    rows = (_row_of(moment.view, graph, each) for each in edges)
    told = (row for row in rows if isinstance(row, TransitionRow))
    return "\n".join(f"{_label(row)}: {_asked_words(moment, row)}" for row in told)


def tree_edge_tip(moment: Moment, graph: str, parent: str, child: str) -> str:
    """Return what led along an edge of a tree, or did not: what its question or its guard saw."""
    above, below = _row_of(moment.view, graph, parent), _row_of(moment.view, graph, child)
    if above is None or below is None:
        return ""
    if isinstance(above, QuestionRow):
        return _branch_tip(moment.view, above, child)
    lines = [row_words(moment.view, below.index)]
    if isinstance(below, TreeRow):
        tests = [("guard", below.guard.test)] if below.guard is not None else []
        tests += [(f"precondition {number}", each.test) for number, each in enumerate(below.preconditions, 1)]
        lines += [_test_now(moment.brain, test, what) or f"{what} {test.text}" for what, test in tests]
    return "\n".join(line for line in lines if line)


def _row_of(view: AgentView, graph: str, element: str) -> Row | None:
    instance = instance_shown(view, graph)
    place = instance.row_of.get(element) if instance is not None else None
    return None if place is None or view.tick < 0 else view.program.rows[place]


def _branch_tip(view: AgentView, question: QuestionRow, child: str) -> str:
    """Return whether a question took the branch to a child in the tick shown, and what it saw."""
    places = [place for place, row in enumerate(question.branches) if row.node == child]
    words = " or ".join(question.branch_words(place) for place in places)
    now = view.outcome[question.index]
    told = now or view.last_result[question.index]
    if told == NOT_REACHED:
        return f"{words}: not asked yet"
    took = told != NO_ANSWER and told - FIRST_BRANCH in places
    said = f"{words}: {'taken' if took else 'not taken'}"
    step = view.steps.get(question.index) if now != NOT_REACHED else None
    if step is not None and step.sentence:
        return f"{said}\n{step.sentence}"
    return said if now != NOT_REACHED else f"{said} at tick {view.last_tick[question.index]:,}"


def _transition_tip(moment: Moment, row: TransitionRow) -> str:
    """Return what became of a transition, with the values its guard saw, and when it was taken last."""
    asked, taken = _asked_words(moment, row), _taken_words(moment.view, row)
    is_told = asked.endswith(_OUTCOMES[TransitionOutcome.TAKEN])
    return "\n".join((asked, *_now_words(moment, row), *(() if is_told else (taken,))))


def _asked_words(moment: Moment, row: TransitionRow) -> str:
    candidate = moment.view.candidates.get(row.index)
    if candidate is not None:
        said = _OUTCOMES.get(candidate.outcome, "")
        sentence = candidate_words(candidate, moment.view.program)
        return ": ".join(part for part in (said, sentence) if part)
    asked, byte = _last_asked(moment, row)
    if asked == NEVER:
        return "not asked in this tick"
    said = _OUTCOMES[TransitionOutcome(byte)]
    if asked == moment.view.tick:
        return said
    return f"not asked in this tick, last at tick {asked:,}: {said}"


def _last_asked(moment: Moment, row: TransitionRow) -> tuple[int, int]:
    """Return the last tick up to the one shown in which a transition was asked, and what came of it."""
    recording, view = moment.recording, moment.view
    if recording is None or view.agent not in recording.cast.minds or view.tick not in recording:
        return NEVER, 0
    if recording.program(view.agent, view.tick) is not view.program:
        return NEVER, 0
    asked = last_tick_with(recording, view.agent, row.index, _ASKED, view.tick)
    outcome = recording.outcome(view.agent, asked) if asked != NEVER else None
    if outcome is None or recording.program(view.agent, asked) is not view.program:
        return NEVER, 0
    return asked, outcome.outcomes[row.index]


def _now_words(moment: Moment, row: TransitionRow) -> Iterator[str]:
    """Yield what the guard of a transition that was not asked would see now."""
    if row.index not in moment.view.candidates and row.guard is not None and "event." not in row.guard.text:
        words = _test_now(moment.brain, row.guard, "guard")
        if words:
            yield words


def _test_now(brain: Brain | None, test: Expression, what: str) -> str:
    """Return what a test sees with the values of the tick shown, "" where it cannot be asked."""
    if brain is None:
        return ""
    trial = brain.copy_for_trial()
    try:
        held = test.run(trial)
        return f"its {what} would {'hold' if held else 'fail'}: {test.sentence(trial)}"
    except EvaluationError as error:
        return f"its {what} would have no value: {error}"


def _taken_words(view: AgentView, row: TransitionRow) -> str:
    taken = view.taken_tick(row.index)
    if taken == view.tick:
        return "taken in this tick"
    return f"last taken at tick {taken:,}" if taken >= 0 else "never taken so far"


def _label(row: TransitionRow) -> str:
    """Return what tells a transition from others on the same line: its event and guard."""
    event = "" if row.polled or row.eventless else " ".join(row.events)
    guard = f"[{row.guard.text}]" if row.guard is not None else ""
    return " ".join(part for part in (event, guard) if part) or "always"
