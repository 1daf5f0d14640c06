"""Hold what answers why are made of: one tick of an agent's mind, and the mind as it was at other ticks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import StateOutcome
from runtime.history.recording.row_history import NEVER, last_tick_with
from runtime.history.recording.row_words import RowWords
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.why_forms import WhyForm, WhyReason, at, followed
from runtime.minds.memory.row_matching import NOWHERE, match_rows
from runtime.minds.program.program import Program
from runtime.records.trace_frame import BrainFrame, Candidate, Visit

ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
ENTERED = frozenset({int(StateOutcome.ENTERED), int(StateOutcome.REENTERED), int(StateOutcome.PASSED)})
MOST_REASONS = 24
"""How many reasons a chain has at most; what is left out is deeper down."""


@dataclass(frozen=True)
class MindThen:
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


class AskedTick:
    """Hold what a mind did in one tick; what was asked about goes on to other rows with `add`."""

    def __init__(self, ticks: LoggedTicks, tick: int, registry: Registry) -> None:
        """Have the tick's log made again; raises `TickNotRecorded` and `CannotRunAgain`."""
        self.ticks = ticks
        self.tick = tick
        self.agent = ticks.agent
        self.recording = ticks.recording
        self.program: Program = self.recording.program(self.agent, tick)
        self.registry = registry
        self.words = self._words_at(tick)
        self.brain: BrainFrame | None = ticks.brain(tick)
        visits = self.brain.visits if self.brain is not None else ()
        candidates = self.brain.candidates if self.brain is not None else ()
        self.candidates: Mapping[int, Candidate] = {candidate.row: candidate for candidate in candidates}
        self.decisions = self.brain.decisions if self.brain is not None else ()
        self.errors = self.brain.errors if self.brain is not None else ()
        self.passages = self.brain.passages if self.brain is not None else ()
        self.visits: Mapping[int, Visit] = {visit.row: visit for visit in visits}
        self.order: Mapping[int, int] = {visit.row: place for place, visit in enumerate(visits)}

    def outcome(self, row: int) -> int:
        """Return the outcome byte of a row in this tick."""
        return self.brain.outcomes[row] if self.brain is not None and self.brain.outcomes else 0

    def title(self, row: int) -> str:
        """Return the title of a row between quotation marks."""
        return self.words.quoted(row)

    def moment(self, tick: int) -> MindThen:
        """Return the mind as it was at another tick: with another document, if it was edited since."""
        program = self.recording.program(self.agent, tick)
        if program is self.program:
            return MindThen(tick, program, self.words, _same, _same)
        match = match_rows(self.program, program)
        words = self._words_at(tick)
        return MindThen(tick, program, words, match.new_of.__getitem__, match.old_of.__getitem__)

    def last_tick(self, row: int, outcomes: frozenset[int], tick: int | None = None) -> int:
        """Return the last tick up to this one in which a row's byte was one of `outcomes`, or `NEVER`."""
        return last_tick_with(self.recording, self.agent, row, outcomes, self.tick if tick is None else tick)

    def looking_back(
        self, reason: WhyReason, last: int, tails: tuple[WhyForm, WhyForm, WhyForm], **parts: object
    ) -> WhyReason:
        """Let a reason be followed by when something last was; `tails` for then, not since, and never."""
        if last != NEVER:
            return followed(reason, tails[0], last, **parts, tick=at(last))
        first = self.recording.first_tick
        return followed(reason, tails[1] if first > 0 else tails[2], **parts, tick=at(first))

    def at_there(self, moment: MindThen, row: int) -> int:
        """Return where to show a reason of another moment's row: `row` there, as it is here."""
        return NOWHERE if row == NOWHERE else moment.row_here(row)

    def add(self, row: int, found: list[WhyReason]) -> None:
        """Add the reasons for another row, unless they are there already."""
        if len(found) < MOST_REASONS and all(reason.row != row for reason in found):
            self.answer(row, found)

    def answer(self, row: int, found: list[WhyReason]) -> None:
        """Add the reasons for a row by its family."""
        raise NotImplementedError

    def _words_at(self, tick: int) -> RowWords:
        return words_at(self.ticks, self.agent, tick, self.registry)


def words_at(ticks: LoggedTicks, agent: str, tick: int, registry: Registry) -> RowWords:
    """Return the titles of the document that an agent's mind was of at a tick."""
    minds = ticks.recording.segment_at(tick).minds
    document = minds.documents[ticks.recording.cast.minds[agent].partition("#")[0]]
    return RowWords(ticks.recording.program(agent, tick), document, registry)


def _same(row: int) -> int:
    return row
