"""Hold what happened in a run, tick by tick: outcome bytes, poses and notes (rule 7.1)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runtime.basics.values import Vector
from runtime.history.recording.key_frames import KeyFrame, KeyFrames
from runtime.history.recording.outcome_table import NOT_TICKED, BrainOutcome, OutcomeTable
from runtime.history.recording.tick_block import (
    BLOCK_TICKS,
    BrainNotes,
    NoteTaker,
    PoseCodes,
    TickBlock,
    TickNotes,
)
from runtime.minds.program.program import Program
from runtime.records.trace_frame import BrainFrame, TraceFrame
from runtime.session.programs import ProgramSegment
from runtime.session.session import Session

MEMORY_LIMIT = 512 * 1024 * 1024
"""How many bytes a recording takes at most, unless it is told another number."""

RULES = 2
"""The number of the rules that runs are made under. It grows where the same inputs come to other results.

| number | came with |
|---|---|
| 1 | the first version |
| 2 | the formulas of `runtime.basics.angles` in place of the platform's sines and arc tangents (rule 1.6) |
"""


@dataclass(frozen=True, slots=True)
class Cast:
    """Say who is in a run: `agents` all of them, `minds` the mind of each that has one, both ascending."""

    agents: tuple[str, ...]
    minds: Mapping[str, str]
    rate: int
    seed: int
    size: Vector

    @classmethod
    def of(cls, session: Session) -> Cast:
        """Return who is in a session."""
        minds = {agent: session.mind_of(agent) or "" for agent in session.brains}
        size = session.document.size
        return cls(session.agent_ids, minds, session.rate, session.seed, (size[0], size[1]))


class TickNotRecorded(LookupError):
    """Say that a tick is not, or no longer, in a recording."""

    def __init__(self, tick: int, first: int, end: int) -> None:
        held = f"it holds ticks {first} to {end - 1}" if end > first else "it is empty"
        super().__init__(f"Tick {tick} is not in the recording; {held}.")
        self.tick = tick


class Recording:
    """Take the frames of a run in order and answer what any tick was.

    Floats and vectors are not kept, nor visits, candidates and reasons: they are made again by running the
    stretch after a key frame again (`runtime.history.recording.rerun`). Where `limit` bytes are exceeded,
    the oldest block goes.
    """

    def __init__(
        self,
        cast: Cast,
        segments: tuple[ProgramSegment, ...],
        limit: int = MEMORY_LIMIT,
        start: int = 0,
        rules: int = RULES,
    ) -> None:
        """Begin a recording whose first tick will be `start`; `rules` is the number of those of its run."""
        self._start = start
        self.cast = cast
        self.segments = segments
        self.limit = limit
        self.rules = rules
        self.table = OutcomeTable()
        self.key_frames = KeyFrames()
        self._pose_codes = PoseCodes(cast.size)
        self._columns = {agent: column for column, agent in enumerate(cast.minds)}
        self._blocks: deque[TickBlock] = deque()
        self._closed_bytes = 0
        self._taker = NoteTaker()

    # -- taking ---------------------------------------------------------------------------------------

    def add(self, frame: TraceFrame, segments: tuple[ProgramSegment, ...]) -> None:
        """Take the frame of the next tick; `segments` are those of the run so far."""
        self.segments = segments
        if not self._blocks or self._blocks[-1].is_full:
            self._open_block(frame.tick)
        codes = self._codes(frame.brains)
        poses = self._pose_codes.encode(frame.poses)
        self._blocks[-1].add(codes, len(self.table) - 1, poses, self._taker.take(frame))

    def _codes(self, brains: Mapping[str, BrainFrame]) -> list[int]:
        """Return the code of what each brain of the cast did, by column."""
        columns, made = self._columns, self.table.codes_of(brains)
        if len(made) == len(columns):
            return made
        codes = [NOT_TICKED] * len(columns)
        for agent, code in zip(brains, made, strict=True):
            codes[columns[agent]] = code
        return codes

    def widen(self, cast: Cast) -> None:
        """Take more agents from the next tick on; until then they were not there.

        `cast` has all agents of now, with the minds they have, and ground of the same size.
        """
        brains = [place for place, agent in enumerate(cast.minds) if agent in self.cast.minds]
        known = frozenset(self.cast.agents)
        agents = [place for place, agent in enumerate(cast.agents) if agent in known]
        counts = (len(cast.minds), len(cast.agents))
        self._blocks = deque(block.widened(brains, agents, counts) for block in self._blocks)
        self._closed_bytes = sum(block.byte_count for block in list(self._blocks)[:-1])
        self.cast = cast
        self._columns = {agent: column for column, agent in enumerate(cast.minds)}

    def take_stretch(
        self, codes: NDArray[np.int64], poses: NDArray[np.uint16], notes: Mapping[int, TickNotes]
    ) -> None:
        """Take the next ticks of a run that was kept, at most `room` of them.

        `codes` are (ticks, brains) of this recording's table, `poses` (ticks, agents, 3), `notes` by tick.
        """
        if not self._blocks or self._blocks[-1].is_full:
            self._open_block(self.end_tick)
        self._blocks[-1].extend(codes, len(self.table) - 1, poses, notes)
        for note in notes.values():
            self._taker.remember(note)

    @property
    def room(self) -> int:
        """Return how many ticks can be taken at once."""
        last = self._blocks[-1] if self._blocks else None
        return BLOCK_TICKS if last is None or last.is_full else BLOCK_TICKS - last.count

    def add_key_frame(self, frame: KeyFrame) -> None:
        """Keep a state to run on from."""
        self.key_frames.add(frame)
        self._let_go()

    def _let_go(self) -> None:
        """Let go of the oldest blocks while there is too much."""
        if self.byte_count <= self.limit or len(self._blocks) < 2:
            return
        while self.byte_count > self.limit and len(self._blocks) > 1:
            self._drop_block()
            self.key_frames.drop_before(self.first_tick)
        self._begin_at_key_frame()

    def _drop_block(self) -> None:
        self._closed_bytes -= self._blocks.popleft().byte_count

    def _begin_at_key_frame(self) -> None:
        """Let go of what lies before the first key frame too: no tick of it could be made exact any more."""
        begin = next(iter(self.key_frames.ticks), self.first_tick)
        if begin >= self.end_tick:
            return
        while self._blocks[0].end <= begin:
            self._drop_block()
        oldest = self._blocks[0]
        if oldest.first < begin:
            self._blocks[0] = oldest.begun_at(begin)
            self._closed_bytes += self._blocks[0].byte_count - oldest.byte_count

    def _open_block(self, tick: int) -> None:
        if self._blocks:
            self._closed_bytes += self._blocks[-1].byte_count
            self._let_go()
        most = len(self.table) - 1
        self._blocks.append(TickBlock(tick, len(self._columns), len(self.cast.agents), most=most))

    # -- how much there is ----------------------------------------------------------------------------

    @property
    def first_tick(self) -> int:
        """Return the first tick held."""
        return self._blocks[0].first if self._blocks else self._start

    @property
    def end_tick(self) -> int:
        """Return the tick after the last one held."""
        return self._blocks[-1].end if self._blocks else self._start

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory all of it takes."""
        last = self._blocks[-1].byte_count if self._blocks else 0
        return self._closed_bytes + last + self.key_frames.byte_count + self.table.byte_count

    @property
    def blocks(self) -> Iterator[TickBlock]:
        """Return the blocks in order."""
        return iter(self._blocks)

    def __contains__(self, tick: int) -> bool:
        return self.first_tick <= tick < self.end_tick

    # -- what a tick was --------------------------------------------------------------------------------

    def block_of(self, tick: int) -> TickBlock:
        """Return the block that holds a tick; raise `TickNotRecorded`."""
        if tick not in self:
            raise TickNotRecorded(tick, self.first_tick, self.end_tick)
        # The oldest block may be shorter than the others.
        later = tick - self._blocks[0].end
        return self._blocks[0 if later < 0 else 1 + later // BLOCK_TICKS]

    def segment_at(self, tick: int) -> ProgramSegment:
        """Return the segment a tick was run in."""
        return next(segment for segment in reversed(self.segments) if segment.first_tick <= tick)

    def program(self, agent: str, tick: int) -> Program:
        """Return the program that an agent ran at a tick; raise KeyError for an agent without a mind."""
        return self.segment_at(tick).minds.programs[self.cast.minds[agent]]

    def column(self, agent: str) -> int:
        """Return where the codes of an agent stand; raise KeyError for an agent without a mind."""
        return self._columns[agent]

    def code(self, agent: str, tick: int) -> int:
        """Return the code of what an agent's brain did at a tick."""
        block = self.block_of(tick)
        return int(block.codes[tick - block.first, self._columns[agent]])

    def outcome(self, agent: str, tick: int) -> BrainOutcome | None:
        """Return what an agent's brain did at a tick, None where it did not tick."""
        code = self.code(agent, tick)
        return None if code == NOT_TICKED else self.table[code]

    def notes(self, tick: int) -> TickNotes:
        """Return what else happened at a tick."""
        return self.block_of(tick).notes_at(tick)

    def poses(self, tick: int) -> NDArray[np.float64]:
        """Return where all agents were after a tick, one row (x, y, heading in degrees) each."""
        block = self.block_of(tick)
        return self._pose_codes.decode(block.poses_at(tick))

    def frame(self, tick: int) -> TraceFrame:
        """Return the frame of a tick, without what is only logged of watched agents."""
        block = self.block_of(tick)
        notes = block.notes_at(tick)
        noted = dict(notes.brains)
        codes = block.codes[tick - block.first].tolist()
        brains = {
            agent: self._brain_frame(agent, code, noted.get(agent))
            for agent, code in zip(self._columns, codes, strict=True)
            if code != NOT_TICKED
        }
        return TraceFrame(tick, brains, self.poses(tick), notes.events, notes.swaps, notes.inputs)

    def brain_frame(self, agent: str, tick: int) -> BrainFrame | None:
        """Return what one brain did at a tick, None where it did not tick."""
        code = self.code(agent, tick)
        noted = dict(self.notes(tick).brains)
        return None if code == NOT_TICKED else self._brain_frame(agent, code, noted.get(agent))

    def _brain_frame(self, agent: str, code: int, notes: BrainNotes | None) -> BrainFrame:
        outcomes, status, ended, taken = self.table[code]
        if notes is None:
            return BrainFrame(agent, outcomes, status, ended, taken)
        return BrainFrame(
            agent, outcomes, status, ended, taken, notes.errors, writes=notes.writes, expired=notes.expired
        )

    def first_difference(self, frame: TraceFrame) -> str | None:
        """Tell who did something else in `frame` than at the same tick of this recording, None for no one."""
        block = self.block_of(frame.tick)
        codes, made = block.codes[frame.tick - block.first].tolist(), self._codes(frame.brains)
        if codes != made:
            return next(
                agent for agent, code, other in zip(self._columns, codes, made, strict=True) if code != other
            )
        poses = self._pose_codes.encode(frame.poses)
        other = np.flatnonzero((poses != block.poses_at(frame.tick)).any(axis=1))
        return self.cast.agents[int(other[0])] if len(other) else None

    # -- another run from here ----------------------------------------------------------------------------

    def up_to(self, tick: int) -> Recording:
        """Return a recording of the same run that ends with `tick` and shares what both hold.

        What is taken by one from then on does not show in the other. Raises `TickNotRecorded`.
        """
        last = self.block_of(tick)
        segments = tuple(segment for segment in self.segments if segment.first_tick <= tick)
        prefix = Recording(self.cast, segments, self.limit, rules=self.rules)
        prefix.table = self.table
        for block in self._blocks:
            if block is last:
                break
            prefix._blocks.append(block)
            prefix._closed_bytes += block.byte_count
        prefix._blocks.append(last.up_to(tick))
        prefix.key_frames = self.key_frames.up_to(tick)
        prefix._taker = NoteTaker.after(notes for block in prefix._blocks for notes in block.notes.values())
        return prefix

    def emptied(self) -> Recording:
        """Return a recording of another run from the first tick of this one, nothing taken yet."""
        fresh = Recording(self.cast, self.segments[:1], self.limit, self.first_tick)
        fresh.table = self.table
        fresh.key_frames = self.key_frames.up_to(self.first_tick - 1)
        return fresh

    def all_notes(self) -> Iterator[tuple[int, TickNotes]]:
        """Return the notes of all ticks that left any, in order."""
        for block in self._blocks:
            yield from block.notes.items()
