"""Ask why of everything in random minds and in every sample: `python3 dev.py soak reasons --minds 500`.

No answer may be empty, unknown or raise, and its numbers must be those that were recorded.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.debugging.checked_reasons import Run, check_run, check_writers
from tests.runtime.debugging.test_random_reasons import TICKS, asked
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import move_player, sample_session
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import POSTS, machines, waiting_machines


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask of random machines, random trees and samples; return 1 if any answer is wrong, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak reasons", description=__doc__)
    parser.add_argument("--minds", type=int, default=500, help="random machines, and random trees (500)")
    parser.add_argument("--ticks", type=int, default=600, help="ticks of each sample (600)")
    parser.add_argument("samples", nargs="*", default=NAMES, help="names of samples; all if not given")
    wanted = parser.parse_args(arguments)
    checks: list[tuple[str, Callable[[], int]]] = [
        ("random machines", lambda: ask_machines(wanted.minds)),
        ("random trees", lambda: ask_trees(wanted.minds)),
        *((name, lambda name=name: ask_sample(name, wanted.ticks)) for name in wanted.samples),
    ]
    failed = 0
    for name, check in checks:
        try:
            print(f"{name}: {check():,} reasons", flush=True)
        except AssertionError as failure:
            print(f"{name}: {failure}", flush=True)
            failed += 1
    return 1 if failed else 0


def ask_machines(count: int) -> int:
    """Ask of random machines after every tick; return how many reasons were given."""
    told = 0

    @_many(count)
    @given(st.one_of(machines(), waiting_machines()), POSTS, st.integers(0, 10**6))
    def ask(graph: dict[str, Any], posts: list[tuple[str, ...]], seed: int) -> None:
        nonlocal told
        told += _ask_all(asked(mind_of_machine(graph), posts, seed))

    ask()
    return told


def ask_trees(count: int) -> int:
    """Ask of random trees after every tick; return how many reasons were given."""
    told = 0

    @_many(count)
    @given(TREES_WITH_CALLS, st.integers(0, 10**6))
    def ask(nodes: dict[str, Any], seed: int) -> None:
        nonlocal told
        told += _ask_all(asked(mind_of_tree(nodes), [()] * TICKS, seed))

    ask()
    return told


def ask_sample(name: str, ticks: int) -> int:
    """Ask of some agents of a sample after some ticks; return how many reasons were given."""
    session, source = sample_session(name), random.Random(name)
    run = Run(session, source.choice(sorted(session.brains)))
    for _ in range(ticks):
        move_player(session)
        run.step()
    chosen = source.sample(range(ticks), min(30, ticks))
    told = len(check_run(run, chosen))
    for tick in chosen[:5]:
        told += len(check_writers(run, tick, run.before))
    return told


def _ask_all(run: Run) -> int:
    told = len(check_run(run, range(TICKS)))
    return told + sum(len(check_writers(run, tick, run.before)) for tick in (0, TICKS - 1))


def _many(count: int) -> settings:
    """Return settings of a search that never makes a failure smaller: that takes longer than to find it."""
    phases = (Phase.explicit, Phase.generate)
    checks = list(HealthCheck)
    return settings(max_examples=count, deadline=None, suppress_health_check=checks, phases=phases)


if __name__ == "__main__":
    raise SystemExit(main())
