"""Play a game one of whose frames is damaged, and read bytes that are no frames: refused in words, or run."""

from __future__ import annotations

import json
import random
from typing import Any

from runtime.history.recording.rerun import CannotRunAgain
from runtime.link.frames import GameTick, LinkFault, read_frame
from runtime.link.linked_session import LinkedSession
from tests.executors.random_cases import random_case, sample_programs
from tests.link.linked_runs import TOKEN
from tests.link.test_linked_session import session_of
from tests.link.told_game import ToldGame

NAME, PROGRAM = next(sample_programs())


def told_frames(ticks: int = 6) -> list[dict[str, Any]]:
    """Return what a game tells in some ticks, `hello` first."""
    game = ToldGame(random_case(f"listener {NAME}", PROGRAM, ticks))
    hello = game.hello(TOKEN)
    case = random_case(f"listener {NAME}", PROGRAM, ticks)
    return [hello, *(game.told_tick(given) for given in case["ticks"])]


def mutated(frame: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a frame with something in it deleted or changed."""
    text = json.dumps(frame)
    if rng.random() < 0.5:
        place = rng.randrange(len(text))
        return {
            "raw": text[:place] + rng.choice(["", "9", "[", '"', "null", "-1", "1e9"]) + text[place + 1 :]
        }
    value = json.loads(text)
    around: Any = value
    while isinstance(around, (dict, list)) and around:
        key = rng.choice([*around] if isinstance(around, dict) else range(len(around)))
        if rng.random() < 0.4 or not isinstance(around[key], (dict, list)):
            around[key] = rng.choice([None, True, -1, 2**40, "x", [], {}, [1, 2], {"failed": "y"}, 1.5])
            break
        around = around[key]
    return {"raw": json.dumps(value)}


def refusals_of_mutated(count: int, seed: int) -> int:
    """Play games of which a frame is changed each; return how many were refused, raise what else happens."""
    rng = random.Random(seed)
    _, *ticks = told_frames(8)
    refused = 0
    for _ in range(count):
        changed = rng.randrange(len(ticks))
        session = _session()
        for number, tick in enumerate(ticks):
            text = mutated(tick, rng)["raw"] if number == changed else json.dumps(tick)
            try:
                frame = read_frame(text)
                if not isinstance(frame, GameTick):
                    break
                session.log.add(frame, text.encode())
                session.step()
            except (LinkFault, CannotRunAgain):
                refused += 1
                break
    return refused


def refusals_of_rubbish(count: int, seed: int) -> int:
    """Read random bytes; return how many were refused, and raise what else happens."""
    rng, refused = random.Random(seed), 0
    for _ in range(count):
        try:
            read_frame(bytes(rng.randrange(256) for _ in range(rng.randrange(60))))
        except LinkFault:
            refused += 1
    return refused


def _session() -> LinkedSession:
    return session_of(ToldGame(random_case(f"listener {NAME}", PROGRAM, 1)), PROGRAM)
