"""Run every sample that has a world, with noises, throws and a player that moves; the same each time."""

from __future__ import annotations

import functools
import hashlib
import json
import random
import sys
from dataclasses import dataclass

from runtime.history.recording.trace_export import frame_bytes
from runtime.session.session import Session
from runtime.session.snapshot import SessionSnapshot
from runtime.worlds.flight.projectiles import THROWN_OBJECTS
from tests.runtime.session_of import SAMPLES, move_player, sample_session

NAMES = tuple(sorted(path.name.removesuffix(".world.json") for path in SAMPLES.glob("*.world.json")))
STEPS, FURTHER = 70, 15


@dataclass(frozen=True)
class StraightRun:
    """Hold a run from the start: the hash of each frame, snapshots by tick, the state's hash in the end."""

    frames: tuple[str, ...]
    snapshots: dict[int, SessionSnapshot]
    end: str


def act(session: Session) -> str:
    """Make one step with what happens in it; return the hash of its frame.

    What happens depends on nothing but the tick, so that a resumed session goes on alike.
    """
    source, (width, height) = random.Random(session.tick), session.document.size
    place = source.uniform(0.0, float(width)), source.uniform(0.0, float(height))
    player, turn = session.document.player, session.tick % 60
    move_player(session)
    if turn in (7, 31):
        session.make_noise(place, 12.0, "bang")
    if turn in (11, 41):
        thing = THROWN_OBJECTS[source.choice(sorted(THROWN_OBJECTS))]
        session.throw_object(place, thing, start=(float(width) / 2, float(height) / 2))
    if player is not None and turn in (13, 40):
        session.drive(player, (source.uniform(-1, 1), source.uniform(-1, 1)) if turn == 13 else None)
    return hashlib.sha256(frame_bytes(session.step())).hexdigest()


@functools.cache
def straight_run(name: str) -> StraightRun:
    """Run a sample from its start, keeping snapshots at ticks drawn by its name."""
    session, source = sample_session(name), random.Random(name)
    cuts = {source.randrange(1, STEPS // 2), source.randrange(STEPS // 2, STEPS - FURTHER), STEPS - FURTHER}
    frames: list[str] = []
    snapshots: dict[int, SessionSnapshot] = {}
    for tick in range(STEPS):
        if tick in cuts:
            snapshots[tick] = session.snapshot()
        frames.append(act(session))
    return StraightRun(tuple(frames), snapshots, session.state_hash())


def run_hash(name: str) -> str:
    """Return one hash of all that a sample does from its start."""
    session = sample_session(name)
    frames = [act(session) for _ in range(STEPS)]
    return hashlib.sha256("".join((*frames, session.state_hash())).encode()).hexdigest()


if __name__ == "__main__":
    json.dump({name: run_hash(name) for name in NAMES}, sys.stdout)
