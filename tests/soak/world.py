"""Torture worlds for as long as wanted: `python3 dev.py soak world --minutes 30`.

Each seed is another world of thin walls, spikes, narrow gaps and hurried agents, which is run, checked after
every step, resumed from a snapshot taken on the way, and run again. The first failure is told with its seed
and step; `--seed` makes it again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

import numpy as np

from tests.runtime.worlds.torture_world import Torture, TortureRun


def soak_seed(seed: int, steps: int) -> int:
    """Run one world; return how often somebody stood at a wall. Raise `Torture` where something is wrong."""
    source = random.Random(seed)
    run = TortureRun(seed, agents=source.choice((20, 60, 150)), steered=source.random() < 0.5)
    cut = source.randrange(steps)
    run.run(cut)
    saved = run.world.snapshot()
    for _ in range(50):
        run.world.step()
    straight = run.world.state_bytes()
    run.world.restore(saved)
    for _ in range(50):
        run.world.step()
    if run.world.state_bytes() != straight:
        raise Torture(f"seed {seed}, step {cut}: resumed from a snapshot it goes on otherwise")
    run.world.restore(saved)
    run.run(steps - cut)
    return run.touched


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak until the time is over; return 1 at the first failure."""
    parser = argparse.ArgumentParser(prog="dev.py soak world", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    parser.add_argument("--steps", type=int, default=10_000, help="steps of each world (10000)")
    parser.add_argument("--seed", type=int, help="run this world alone")
    asked = parser.parse_args(arguments)
    end = time.monotonic() + 60.0 * asked.minutes
    seed = asked.seed if asked.seed is not None else int(time.time())
    worlds = 0
    while True:
        try:
            with np.errstate(all="raise", under="ignore"):
                touched = soak_seed(seed, asked.steps)
        except Exception as failure:
            print(f"seed {seed}: {type(failure).__name__}: {failure}", file=sys.stderr, flush=True)
            print(f"Make it again: python3 dev.py soak world --steps {asked.steps} --seed {seed}", flush=True)
            return 1
        worlds, seed = worlds + 1, seed + 1
        print(f"seed {seed - 1}: {asked.steps} steps, {touched} times at a wall", flush=True)
        if asked.seed is not None or time.monotonic() > end:
            print(f"{worlds} worlds, {worlds * asked.steps} steps, nothing wrong", flush=True)
            return 0


if __name__ == "__main__":
    sys.exit(main())
