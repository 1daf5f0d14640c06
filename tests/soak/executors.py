"""Hold executors against the engine for as long as wanted: `python3 dev.py soak executors --count 400`.

Samples, random trees, machines and decision trees, sheets, goals and moods run in the engine and in each
executor. Each game is saved in the middle by all of them, with the same bytes, and goes on in each from what
the engine saved: so what one executor saves, each other one goes on with. Events that raise more and more
events would take all memory: such a game ends as soon as a tick of it has told too much.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from tests.executors.engine_game import Json, first_difference, told_by_engine
from tests.executors.executor_runs import RUNNERS, can_run, differences, told_by_executor
from tests.executors.random_cases import (
    SORTS,
    WANTS,
    ending_early,
    halves,
    random_case,
    random_programs,
    sample_programs,
    wants_case,
)

BATCH = 400
ALL = ("samples", *SORTS, *WANTS)
MOST_TOLD = 300_000  # letters of a tick


def cases(sorts: Sequence[str], count: int, start: int) -> Iterator[Json]:
    """Yield the cases of sorts."""
    for sort in sorts:
        if sort == "samples":
            for name, program in sample_programs():
                for run in range(max(count // 100, 1)):
                    yield ending_early(random_case(f"{name} {start} {run}", program, 90), MOST_TOLD)
        elif sort in WANTS:
            yield from (wants_case(sort, seed) for seed in range(start, start + count))
        else:
            for number, program in enumerate(random_programs(sort, count, start)):
                yield ending_early(random_case(f"{sort} {start} {number}", program, 40), MOST_TOLD)


def differences_of_saves(batch: Sequence[Json], executors: Sequence[str]) -> Iterator[str]:
    """Yield where games differ that were saved in one language and went on in the other."""
    parts = [halves(case, len(case["ticks"]) // 2) for case in batch]
    by_engine = [told_by_engine(first)[-1]["save"] for first, _ in parts]
    rests = [{**rest, "restore": save} for (_, rest), save in zip(parts, by_engine, strict=True)]
    for executor in executors:
        yield from (f"{executor} {found}" for found in differences(rests, executor))
        told = told_by_executor([first for first, _ in parts], executor)
        for rest, other, ticks in zip(rests, by_engine, told, strict=True):
            if difference := first_difference(other, ticks[-1]["save"]):
                yield f"{executor} {rest['id']} save{difference}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cases; return 1 if any differs, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak executors", description=__doc__)
    parser.add_argument("--count", type=int, default=400, help="random documents of each sort (400)")
    parser.add_argument("--seed", type=int, default=1, help="where to begin (1)")
    parser.add_argument("--sort", nargs="+", choices=ALL, default=ALL, help="what is run (all sorts)")
    parser.add_argument("--executor", nargs="+", choices=tuple(RUNNERS), help="which (all that are here)")
    asked = parser.parse_args(arguments)
    executors: list[str] = asked.executor or [name for name in RUNNERS if can_run(name)]
    print("Executors:", ", ".join(executors), flush=True)
    failed, done = 0, 0
    batches = iter(cases(asked.sort, asked.count, asked.seed))
    while batch := [*islice(batches, BATCH)]:
        alone = (f"{each} {found}" for each in executors for found in differences(batch, each))
        for difference in chain(alone, differences_of_saves(batch, executors)):
            print(difference, flush=True)
            failed += 1
        done += len(batch)
        print(f"{done:,} cases, {failed:,} differ", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
