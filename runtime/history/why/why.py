"""Say why a node, state, transition or question stands as it does after a tick: a chain of reasons in words.

The first reason is of what was asked about; each further one leads on to what decided it, so that the last
ones are tests with their values, events that came or did not, or a node that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import StateOutcome
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import NEVER, last_tick_with
from runtime.history.recording.row_words import RowWords
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.why_forms import WhyForm, WhyReason, at, reason_of
from runtime.minds.memory.row_matching import NOWHERE, match_rows
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import BrainFrame, Visit

ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
MOST_REASONS = 24
"""How many reasons a chain has at most; what is left out is deeper down."""


@dataclass(frozen=True)
class Moment:
    """Hold an agent's mind as it was at some tick: its program, and the titles of that document.

    `row_there` gives the row that a row of the tick asked about was then, `row_here` the way back;
    `NOWHERE` where the node is not there.
    """

    tick: int
    program: Program
    words: RowWords
    row_there: Callable[[int], int]
    row_here: Callable[[int], int]

    def title(self, row: int) -> str:
        """Return the title of a row of that program, between quotation marks."""
        return self.words.quoted(row)


class Inquiry:
    """Answer why for one agent after one tick."""

    def __init__(self, ticks: LoggedTicks, tick: int, registry: Registry) -> None:
        """Have the tick's log made again; raises `TickNotRecorded` and `CannotRunAgain`."""
        self.ticks = ticks
        self.tick = tick
        self.agent = ticks.agent
        self.recording: Recording = ticks.recording
        self.program: Program = self.recording.program(self.agent, tick)
        self.registry = registry
        self.words = self._words_at(tick)
        self.brain: BrainFrame | None = ticks.brain(tick)
        visits = self.brain.visits if self.brain is not None else ()
        self.visits: Mapping[int, Visit] = {visit.row: visit for visit in visits}
        self.order: Mapping[int, int] = {visit.row: place for place, visit in enumerate(visits)}

    def why(self, row: int) -> tuple[WhyReason, ...]:
        """Return the reasons for what became of a row in this tick."""
        of_mind = self._of_mind(row)
        if of_mind is not None:
            return (of_mind,)
        found: list[WhyReason] = []
        self._add(row, found)
        # A graph often bears the title of the node that calls it; saying it twice helps nobody.
        said = {reason.sentence: reason for reason in reversed(found)}
        return tuple(reason for reason in found if said[reason.sentence] is reason)[:MOST_REASONS]

    def of_last_tick(self) -> Inquiry | None:
        """Return the inquiry after the last tick in which the mind ticked, None where it did in this one.

        None too where it never did. Raises `TickNotRecorded` and `CannotRunAgain`.
        """
        if self.brain is not None:
            return None
        last = self._last_brain_tick()
        return Inquiry(self.ticks, last, self.registry) if last != NEVER else None

    def outcome(self, row: int) -> int:
        """Return the outcome byte of a row in this tick."""
        return self.brain.outcomes[row] if self.brain is not None and self.brain.outcomes else 0

    def title(self, row: int) -> str:
        """Return the title of a row between quotation marks."""
        return self.words.quoted(row)

    def moment(self, tick: int) -> Moment:
        """Return the mind as it was at another tick: with another document, if it was edited since."""
        program = self.recording.program(self.agent, tick)
        if program is self.program:
            return Moment(tick, program, self.words, _same, _same)
        match = match_rows(self.program, program)
        return Moment(tick, program, self._words_at(tick), match.new_of.__getitem__, match.old_of.__getitem__)

    def last_tick(self, row: int, outcomes: frozenset[int], tick: int | None = None) -> int:
        """Return the last tick up to this one in which a row's byte was one of `outcomes`, or `NEVER`."""
        return last_tick_with(self.recording, self.agent, row, outcomes, self.tick if tick is None else tick)

    def at_there(self, moment: Moment, row: int) -> int:
        """Return where to show a reason of another moment's row: `row` there, as it is here."""
        return NOWHERE if row == NOWHERE else moment.row_here(row)

    def add(self, row: int, found: list[WhyReason]) -> None:
        """Add the reasons for another row, unless they are there already."""
        if len(found) < MOST_REASONS and all(reason.row != row for reason in found):
            self._add(row, found)

    def _add(self, row: int, found: list[WhyReason]) -> None:
        from runtime.history.why.why_decisions import why_question
        from runtime.history.why.why_nodes import why_node
        from runtime.history.why.why_states import why_state
        from runtime.history.why.why_transitions import why_transition

        answers: Mapping[RowFamily, Callable[[Inquiry, int, list[WhyReason]], None]] = {
            RowFamily.STATE: why_state,
            RowFamily.TRANSITION: why_transition,
            RowFamily.DECISION: why_question,
        }
        answers.get(self.program.rows[row].family, why_node)(self, row, found)

    def _words_at(self, tick: int) -> RowWords:
        minds = self.recording.segment_at(tick).minds
        document = minds.documents[self.recording.cast.minds[self.agent].partition("#")[0]]
        return RowWords(self.recording.program(self.agent, tick), document, self.registry)

    def _of_mind(self, row: int) -> WhyReason | None:
        """Return the one reason for everything where the mind did nothing in this tick."""
        name = self.ticks.agent_title
        outcome = self.recording.outcome(self.agent, self.tick)
        if outcome is None or self.brain is None:
            last = self._last_brain_tick()
            if last == NEVER:
                return reason_of(row, WhyForm.NO_TICK_YET, agent=name, tick=at(self.tick))
            return reason_of(row, WhyForm.NO_TICK, last, agent=name, tick=at(self.tick), last=at(last))
        if outcome.ended and not any(outcome.outcomes):
            ended = self._ended_tick()
            return reason_of(row, WhyForm.MIND_ENDED, ended, agent=name, tick=at(ended))
        return None

    def _last_brain_tick(self) -> int:
        for tick in range(self.tick - 1, self.recording.first_tick - 1, -1):
            if self.recording.outcome(self.agent, tick) is not None:
                return tick
        return NEVER

    def _ended_tick(self) -> int:
        """Return the tick in which the mind ended: the last in which any row had an outcome."""
        for tick in range(self.tick - 1, self.recording.first_tick - 1, -1):
            outcome = self.recording.outcome(self.agent, tick)
            if outcome is not None and (not outcome.ended or any(outcome.outcomes)):
                return tick
        return self.recording.first_tick


def _same(row: int) -> int:
    return row
