"""Step the minds of a game that runs elsewhere, on the inputs it tells (help page on the link)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphs.kinds.declarations.registry import Registry
from runtime.link.frames import GameTick, Hello
from runtime.link.game_cast import NO_CAST, CastMemory, GameCast
from runtime.link.game_log import GameLog
from runtime.link.game_programs import NO_MINDS, GamePrograms
from runtime.link.game_world import Ground, world_of
from runtime.minds.actions.action import ActionLibrary
from runtime.records.trace_frame import EventRecord, TraceFrame
from runtime.session.inputs import SessionInput
from runtime.session.programs import MindPrograms, ProgramSegment
from runtime.session.session import Session
from runtime.session.snapshot import SessionSnapshot


@dataclass(frozen=True, slots=True)
class LinkedSnapshot(SessionSnapshot):
    """Hold a linked session between two steps."""

    cast: CastMemory = NO_CAST


class LinkedSession(Session):
    """Run the minds of one game; `step` makes the next tick that `log` holds."""

    def __init__(self, hello: Hello, programs: GamePrograms, registry: Registry) -> None:
        """Begin without agents; `programs` must know each program before a tick tells of it."""
        self.game, self.known_programs = hello, programs
        self.log = GameLog()
        self.hand_on: Callable[[Sequence[SessionInput]], bool] = lambda _: False
        world = world_of(Ground(hello.outline), hello)
        super().__init__(world, {}, registry, ActionLibrary({}), stand_ins=False, compiled=NO_MINDS)
        self.cast = GameCast(hello, programs, self, self._host)
        self._take_cast()

    def begin_at(self, tick: int) -> None:
        """Begin with this tick; nothing was stepped yet."""
        self.tick = tick
        self.segments = self.cast.segments = (ProgramSegment(tick, NO_MINDS),)

    def apply_inputs(self) -> None:
        """Hand what was asked for to the game; where it takes none, apply it: the run leaves the record."""
        if self._inputs and self.hand_on(self._inputs):
            self._inputs = []
        elif self._inputs:
            self.cast.leave_record()
        super().apply_inputs()

    def step(self) -> TraceFrame:
        """Make one tick and say what happened in it; raise `CannotRunAgain` where it cannot be as told."""
        self.apply_inputs()
        inputs, self._applied = tuple(self._applied), []
        told = self.log[self.tick] if self.tick in self.log else GameTick(tick=self.tick)
        if self.tick not in self.log:
            self.cast.leave_record()
        events: list[EventRecord] = []
        frames = self.cast.play(told, events, self.make_log)
        self._take_cast()
        if self.cast.off_record:
            self._host.apply(self.world)
        self.tick += 1
        return TraceFrame(told.tick, frames, self.cast.poses(), tuple(events), (), inputs)

    def at_start(self, minds: MindPrograms | None = None) -> LinkedSession:
        """Return another session at the start of the same record."""
        other = LinkedSession(self.game, self.known_programs, self.registry)
        other.log = self.log
        other.begin_at(self.log.first_tick)
        return other

    def snapshot(self) -> LinkedSnapshot:
        """Return everything that decides how the session goes on; take it between steps."""
        self.apply_inputs()
        shared, world = self._pool.shared.snapshot(), self.world.snapshot()
        applied, memory = tuple(self._applied), self.cast.memory()
        return LinkedSnapshot(self.tick, self.segments, (), shared, {}, world, applied=applied, cast=memory)

    def restore(self, snapshot: SessionSnapshot) -> None:
        """Go back to a snapshot of this session; agents that came later wait to come."""
        assert isinstance(snapshot, LinkedSnapshot)
        self._inputs.clear()
        self._host.forget()
        self._applied, self.tick = list(snapshot.applied), snapshot.tick
        self.cast.remember(snapshot.cast, snapshot.segments, snapshot.tick)
        self._take_cast()

    def _take_cast(self) -> None:
        cast = self.cast
        self._pool, self.segments, self.document, self.world = (
            cast.pool,
            cast.segments,
            cast.document,
            cast.world,
        )
        self._wanted = cast.pool.minds
        self.watch(self._watched)


def ticks_at_hand(session: LinkedSession) -> int:
    """Return how many ticks of the record can be made now; none before the program of a mind is known."""
    if session.tick not in session.log:
        return 0
    told = session.log[session.tick].agents.values()
    if any(each.mind is not None and each.mind not in session.known_programs for each in told):
        return 0
    return session.log.end_tick - session.tick
