"""Measure what each fast form of minds gains in the shipped samples, and how many lines it is.

`python -m tests.bench.back_ends` prints a Markdown table. The brains of each sample are timed alone while the
world goes on around them: as they run unwatched, with trees or machines alone interpreted, with both
interpreted, and so with expressions walked instead of generated. All ways by turns, the least of the rounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from runtime.minds.brain.brain import Brain
from runtime.minds.expressions.evaluate import evaluate
from runtime.minds.expressions.generate import compile_expression
from runtime.minds.machines import game_tick
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.source.backend import GeneratedTrees
from tests.runtime.session_of import SAMPLES, move_player, sample_session

TICKS, ROUNDS = 300, 3

ROOT = Path(__file__).parents[2]
LINES_OF = {
    "trees as generated source": ["runtime/minds/source/*.py"],
    "machines by table": [
        "runtime/minds/machines/table_tick.py",
        "runtime/minds/machines/configuration_table.py",
    ],
    "expressions as generated source": ["runtime/minds/expressions/generate.py"],
}


def _evaluated(typed: Any, slots: Any) -> Callable[[Any], Any]:
    return lambda context: evaluate(typed, slots, context)


@contextmanager
def running_as(way: str) -> Iterator[None]:
    """Let brains run without one fast form, or without all of them."""
    with (
        patch.object(GeneratedTrees, "run_of", _no_run if way in ("no trees", "interpreted") else RUN_OF),
        patch.object(TickedMachineRow, "tick", _by_sets if way in ("no table", "interpreted") else BY_TABLE),
        patch(COMPILED, _evaluated if way == "no expressions" else compile_expression),
    ):
        yield


RUN_OF, BY_TABLE = GeneratedTrees.run_of, TickedMachineRow.tick
COMPILED = "runtime.minds.program.code.compile_expression"


def _no_run(self: GeneratedTrees, root: Any) -> None:
    return None


def _by_sets(self: TickedMachineRow, brain: Any) -> Any:
    return game_tick.run_game_tick(self, brain)


def timed(name: str) -> tuple[float, float]:
    """Return the µs of all brains in a tick of a sample, and those of a whole step."""
    session = sample_session(name)
    inside = 0.0
    tick = Brain.tick

    def timed_tick(brain: Brain, log: Any = None) -> Any:
        nonlocal inside
        begin = time.process_time()
        result = tick(brain, log)
        inside += time.process_time() - begin
        return result

    with patch.object(Brain, "tick", timed_tick):
        begin = time.process_time()
        for _ in range(TICKS):
            move_player(session)
            session.step()
        whole = time.process_time() - begin
    return inside / TICKS * 1e6, whole / TICKS * 1e6


WAYS = ("fast", "no trees", "no table", "interpreted", "no expressions")


def row_of(name: str) -> str:
    """Return the row of one sample."""
    found: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way in WAYS:
            with running_as(way):
                found[way].append(timed(name))
    brains = {way: min(taken for taken, _ in both) for way, both in found.items()}
    fast = brains["fast"]
    share = fast / min(whole for _, whole in found["fast"])
    gains = (f"{brains[way] / fast:.2f}" for way in ("no trees", "no table", "no expressions"))
    cells = [
        name,
        f"{fast:.1f}",
        f"{brains['interpreted']:.1f}",
        f"{brains['interpreted'] / fast:.2f}",
        *gains,
    ]
    return f"| {' | '.join(cells)} | {share:.0%} |"


def lines_of(patterns: list[str]) -> int:
    """Return the lines of the files."""
    return sum(len(file.read_text("utf-8").splitlines()) for each in patterns for file in ROOT.glob(each))


def main() -> None:
    """Print both tables."""
    print("| fast form | lines |\n|---|---|")
    for name, patterns in LINES_OF.items():
        print(f"| {name} | {lines_of(patterns)} |")
    print(
        "\n| sample | µs a tick | interpreted | gain | of trees | of the table | of expressions | of a step |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for file in sorted(SAMPLES.glob("*.world.json")):
        print(row_of(file.name.removesuffix(".world.json")), flush=True)


if __name__ == "__main__":
    main()
