"""Say why a node, state, transition or question is as it is after a tick: a chain of reasons in words.

The first reason is of what was asked about; each further one leads on to what decided it, so that the last
ones are tests with their values, events that came or did not, or a node that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from runtime.history.recording.row_history import NEVER
from runtime.history.why.asked_tick import MOST_REASONS, AskedTick
from runtime.history.why.why_decisions import why_question
from runtime.history.why.why_forms import WhyForm, WhyReason, at, reason_of
from runtime.history.why.why_nodes import why_node
from runtime.history.why.why_states import why_state
from runtime.history.why.why_transitions import why_transition
from runtime.minds.program.rows import RowFamily

_ANSWERS: Mapping[RowFamily, Callable[[AskedTick, int, list[WhyReason]], None]] = {
    RowFamily.STATE: why_state,
    RowFamily.TRANSITION: why_transition,
    RowFamily.DECISION: why_question,
    RowFamily.TREE_NODE: why_node,
    RowFamily.MACHINE: why_node,
}


class Inquiry(AskedTick):
    """Answer why for one agent after one tick."""

    def why(self, row: int) -> tuple[WhyReason, ...]:
        """Return the reasons for what became of a row in this tick."""
        of_mind = self._of_mind(row)
        if of_mind is not None:
            return (of_mind,)
        found: list[WhyReason] = []
        self.answer(row, found)
        # A graph often bears the title of the node that calls it; saying it twice does not help.
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

    def answer(self, row: int, found: list[WhyReason]) -> None:
        """Add the reasons for a row by its family."""
        _ANSWERS[self.program.rows[row].family](self, row, found)

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
