"""Answer why an element stands as it does in the tick shown, and what would change it; no Qt."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from editor.running.row_looks import NOTHING, RowLook, instance_shown, row_look
from editor.running.time_travel import TimeTravel
from graphs.expressions.types import Value
from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import RESULT_MASK, NodeOutcome, TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.recording.row_history import NEVER
from runtime.history.recording.row_words import RowWords
from runtime.history.why.asked_tick import ACTIVE
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.what_if import (
    Change,
    Trial,
    TriedVariable,
    nearest_changes,
    read_for,
    trial_of,
    tried_variables,
)
from runtime.history.why.what_if_values import TriedReading
from runtime.history.why.who_wrote import LastWrite, given_reason, told_reason, who_wrote, writer_reason
from runtime.history.why.why import Inquiry
from runtime.history.why.why_forms import at
from runtime.history.why.written_places import VariablePlace, place_at
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.rows import Row, RowFamily
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

MOST_CHANGES, MOST_PILLS = 6, 6


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """Hold one reason as a list shows it: how the row stands, where it is in the document, the sentence."""

    look: RowLook
    graph: str
    element: str
    sentence: str
    other_tick: int = -1


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """Hold one change that would give another answer: "d 6.2 → 5", how much of its range that is, to what.

    `variable` needs the value `needed` for it.
    """

    text: str
    share: float
    leads_to: str
    variable: str = ""
    needed: Value = None


@dataclass(frozen=True, slots=True)
class TrialOffer:
    """Hold what can be tried in the place of the values there are, on the brain as it stands."""

    trial: Trial
    variables: tuple[TriedVariable, ...]
    changes: tuple[ChangeLine, ...]
    brain: Brain
    words: RowWords


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """Hold the answer to one question. `trouble` says instead why there is none.

    `instead` are other questions near by: words, graph, element. `reads` is what was read for it, of which
    can be asked who wrote it. `note` says what is still under way. `is_aside` tells that it is
    of a variable, asked in between.
    """

    question: str = ""
    where: str = ""
    reasons: tuple[ReasonLine, ...] = ()
    instead: tuple[tuple[str, str, str], ...] = ()
    trouble: str = ""
    trial: TrialOffer | None = None
    reads: tuple[str, ...] = ()
    note: str = ""
    is_aside: bool = False

    @property
    def changes(self) -> tuple[ChangeLine, ...]:
        """Return the nearest changes that would give another answer."""
        return self.trial.changes if self.trial is not None else ()


class WhyAnswers:
    """Keep what is needed to answer for one run: a session to run again on, and the logs made so far."""

    def __init__(self, time: TimeTravel, registry: Registry) -> None:
        self._time = time
        self._registry = registry
        self._scratch: Session | None = None
        self._ticks: LoggedTicks | None = None
        self._readings: Mapping[str, TriedReading] = {}

    def forget(self) -> None:
        """Drop what was made of a run that is over."""
        self._scratch, self._ticks, self._readings = None, None, {}

    def answer(self, view: AgentView, graph: str, element: str, last: TraceFrame | None) -> WhyAnswer | None:
        """Return why an element stands as it does after the tick shown; None where it does not run.

        `last` is the frame of that tick, where it is at hand with the agent's log.
        """
        run = self._time.run
        instance = instance_shown(view, graph)
        row = instance.row_of.get(element) if instance is not None else None
        tick = self._time.shown_tick
        if run is None or row is None:
            return None
        if tick < 0:
            return WhyAnswer(trouble="Nothing has happened yet. Run the world, or let one tick happen.")
        ticks = self._logged(view.agent)
        known = last.brains.get(view.agent) if last is not None and last.tick == tick else None
        if last is not None and known is not None and known.is_logged:
            ticks.keep(last)
        try:
            asked = Inquiry(ticks, tick, self._registry)
            reasons = asked.why(row)
            told = asked.of_last_tick()
            if told is not None and told.program is asked.program:
                # What is seen of a mind that rests is what it did last: that is what was asked about.
                asked, reasons = told, (*told.why(row), *reasons)
        except (CannotRunAgain, TickNotRecorded) as error:
            return WhyAnswer(trouble=str(error))
        program = asked.program
        lines = tuple(
            ReasonLine(
                row_look(view, reason.row),
                program.rows[reason.row].graph,
                program.rows[reason.row].element,
                reason.sentence,
                reason.other_tick,
            )
            for reason in reasons
        )
        return WhyAnswer(
            f"Why {_question(asked, row)}?",
            f"Tick {tick:,} · {ticks.agent_title}"
            + ("" if asked.tick == tick else f", as of {at(asked.tick)}"),
            lines,
            tuple(_instead(asked, row)),
            trial=self._trial(asked, row, run.session, tick),
            reads=self._take_readings(asked, row),
        )

    def writer(self, view: AgentView, variable: str) -> Iterator[WhyAnswer | None]:
        """Look for who wrote something that was read last, up to the tick shown; the last item is the answer.

        It is one of the `reads` of the answer given last, else a variable of the agent. None says that it
        goes on. Raises `TickNotRecorded` and `CannotRunAgain`.
        """
        run, tick = self._time.run, self._time.shown_tick
        if run is None or tick < 0:
            return
        ticks = self._logged(view.agent)
        program = run.recording.program(view.agent, tick)
        reading, brain = self._readings.get(variable), run.session.brains.get(view.agent)
        now = reading.now(brain) if reading is not None and brain is not None else None
        place = VariablePlace(variable)
        if reading is not None and reading.slot is not None:
            place = place_at(program, reading.slot, variable)
        last: LastWrite | None = None
        if reading is not None and reading.slot is None:
            reason = told_reason(variable, now, tick)
        else:
            given = given_reason(ticks, place, tick, now, self._registry)
            if given is None:
                for found in who_wrote(ticks, place, tick):
                    last = found
                    yield None
            first = now if place.kind == "graph" else self._first_value(view.agent, place)
            reason = given or writer_reason(ticks, place, last, first, self._registry)
        by = (last.agent if last is not None else "") or view.agent
        program = run.recording.program(by, tick if last is None else last.tick)
        row = program.rows[reason.row] if reason.row >= 0 else None
        look = row_look(view, row.index) if row is not None and program is view.program else NOTHING
        graph, element = (row.graph, row.node) if row is not None else ("", "")
        other = reason.other_tick if reason.other_tick != tick else NEVER
        line = ReasonLine(look, graph, element, reason.sentence, other)
        where = f"Tick {tick:,} · {ticks.agent_title}"
        yield WhyAnswer(writer_question(variable), where, (line,), is_aside=True)

    def _take_readings(self, asked: Inquiry, row: int) -> tuple[str, ...]:
        """Return the names of what the test of a row, or the decision it belongs to, reads."""
        self._readings = {each.name: each for each in read_for(asked.program, row)[:MOST_PILLS]}
        return tuple(self._readings)

    def _first_value(self, agent: str, place: VariablePlace) -> Value:
        """Return the value that a variable has where the recording begins at the start of its world."""
        run = self._time.run
        assert run is not None
        begins = run.recording.first_tick == 0
        session = run.session.at_start(run.recording.segments[0].minds) if begins else run.session
        values = session.world_variables() if place.kind == "world" else session.variables(agent)
        return values.get(place.name)

    def _logged(self, agent: str) -> LoggedTicks:
        run = self._time.run
        assert run is not None
        if self._scratch is None:
            self._scratch = run.session.at_start(run.recording.segments[0].minds)
        known = self._ticks
        if known is None or known.agent != agent or known.recording is not run.recording:
            self._ticks = known = LoggedTicks(run.recording, self._scratch, agent)
        return known

    def _trial(self, asked: Inquiry, row: int, session: Session, tick: int) -> TrialOffer | None:
        """Return what can be tried of a row, None where nothing can or while the run is elsewhere."""
        brain = session.brains.get(asked.agent)
        if brain is None or brain.program is not asked.program or session.tick != tick + 1:
            return None
        trial = trial_of(asked.program, row)
        if trial is None:
            return None
        declared = asked.words.document.variables
        found = nearest_changes(trial.ask(brain), trial.places(), trial.values_now(brain), declared)
        changes = tuple(_change_line(change, asked, trial) for change in found[:MOST_CHANGES])
        variables = tried_variables(trial, brain, declared, found)
        return TrialOffer(trial, variables, changes, brain, asked.words)


def writer_question(name: str) -> str:
    """Return the question about where something that was read comes from."""
    return f"Who wrote {name}?" if name.isidentifier() else f"What sets {name}?"


def _change_line(change: Change, asked: Inquiry, trial: Trial) -> ChangeLine:
    leads_to = answer_words(change.answer, trial, asked.words)
    text = f"{change.variable}  {_value(change.now)} → {_value(change.needed)}"
    return ChangeLine(text, min(1.0, change.share), leads_to, change.variable, change.needed)


def answer_words(answer: Hashable, trial: Trial, words: RowWords) -> str:
    """Return an answer in words: the leaf a decision leads to, or whether a test holds."""
    if trial.tree is not None:
        return words.title(answer) if isinstance(answer, int) else "no answer"
    return "it cannot be told" if answer is None else "it holds" if answer is True else "it does not hold"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _question(asked: Inquiry, row: int) -> str:
    title, family = asked.words.title(row), asked.program.rows[row].family
    if title.endswith("?"):
        title = f"'{title}'"
    outcome = asked.outcome(row)
    if family is RowFamily.STATE:
        return f"is {title} active" if outcome in ACTIVE else f"is {title} not active"
    if family is RowFamily.TRANSITION:
        return f"was {title} taken" if outcome == TransitionOutcome.TAKEN else f"was {title} not taken"
    if family is RowFamily.DECISION:
        return f"did {title} decide so" if outcome else f"was {title} not asked"
    result = NodeOutcome(outcome & RESULT_MASK)
    verbs = {
        NodeOutcome.RUNNING: f"is {title} running",
        NodeOutcome.SUCCESS: f"did {title} succeed",
        NodeOutcome.FAILURE: f"did {title} fail",
        NodeOutcome.SKIPPED: f"was {title} skipped",
    }
    return verbs.get(result, f"did {title} not run")


def _instead(asked: Inquiry, row: int) -> list[tuple[str, str, str]]:
    """Return questions about what could have happened in the place of a row: its siblings."""
    one = asked.program.rows[row]
    siblings: list[Row]
    if isinstance(one, TransitionRow):
        siblings = [other for other in one.source.transitions if other is not one]
    else:
        parent = asked.program.rows[one.parent] if one.parent >= 0 else None
        inside = parent.index + 1 if parent is not None else 0
        siblings = [
            other
            for other in asked.program.rows[inside : parent.end if parent is not None else 0]
            if other.parent == one.parent and other.family is one.family and other is not one
        ]
    return [(_pill(asked, other), other.graph, other.node) for other in siblings[:MOST_PILLS] if other.node]


def _pill(asked: Inquiry, other: Row) -> str:
    outcome = asked.outcome(other.index)
    happens = outcome in ACTIVE if other.family is RowFamily.STATE else bool(outcome & RESULT_MASK)
    if other.family is RowFamily.TRANSITION:
        happens = outcome == TransitionOutcome.TAKEN
    return f"{'Why' if happens else 'Why not'} {asked.words.title(other.index).removesuffix('?')}?"
