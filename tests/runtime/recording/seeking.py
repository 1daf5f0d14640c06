"""Seek at random in a recorded run and go on from there: every state must be the one of the straight run."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from runtime.history.recording.recorded_run import RecordedRun
from runtime.session.session import Session

Act = Callable[[Session], None]
"""Ask things of a session before its step, by nothing but its tick."""


class OtherState(AssertionError):
    """Say after which seek a state was not that of the straight run."""


@dataclass
class SeekRun:
    """Hold a recorded run with the hashes of the ticks that will be sought, and how far each is gone on."""

    run: RecordedRun
    targets: tuple[int, ...]
    further: int
    hashes: dict[int, str] = field(default_factory=dict)

    @classmethod
    def straight(
        cls, session: Session, ticks: int, seeks: int, act: Act, *, further: int = 10, seed: int = 1
    ) -> SeekRun:
        """Run so many ticks straight on and keep the hashes that seeks will be held to."""
        chance = random.Random(seed)
        targets = tuple(chance.randrange(ticks - further) for _ in range(seeks))
        wanted = {target + more for target in targets for more in (0, further)} | {ticks - 1}
        made = cls(RecordedRun(session), targets, further)
        for tick in range(ticks):
            act(session)
            made.run.step()
            if tick in wanted:
                made.hashes[tick] = session.state_hash()
        return made

    def seek_all(self, each: Callable[[int], None] = lambda _count: None) -> int:
        """Seek every target, go on some steps, and at last to the end; return how many seeks were made.

        Targets that the recording has let go of are left out. Raises `OtherState` and `CannotRunAgain`.
        """
        done = 0
        for target in self.targets:
            if target < self.run.recording.first_tick:
                continue
            self._go_to(target)
            for _ in range(self.further):
                self.run.step()
            self._check(target + self.further, f"going on from tick {target}")
            done += 1
            each(done)
        self._go_to(self.run.recording.end_tick - 1)
        if self.run.is_past:
            raise OtherState("the last tick is said to be past")
        return done

    def _go_to(self, tick: int) -> None:
        for _ in self.run.go_to(tick):
            pass
        self._check(tick, f"seeking tick {tick}")

    def _check(self, tick: int, when: str) -> None:
        if self.run.session.state_hash() != self.hashes[tick]:
            raise OtherState(f"tick {tick} is not as it was, {when}")
