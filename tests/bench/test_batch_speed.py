"""A thousand runs of the tank: two workers against one.

`python -m tests.bench.test_batch_speed [RUNS [TURNS]]` compares with an older commit, which it checks out
into a temporary folder: both play the runs in turns, by one worker and by two, each time in a process of its
own. It prints the table, with the processor time beside the time on the clock.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

import pytest

from graphs.files.document_file import load_document
from graphs.worlds.model.world_file import load_world
from runtime.trials.batches.batch_call import BatchCall, named_measure
from runtime.trials.batches.batch_run import BatchRun
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.results_store import ResultsStore
from runtime.trials.batches.variations import variation_of
from runtime.trials.batches.workers import ProcessWorkers, SerialWorkers, Workers
from tests.bench.test_small_worlds import BEFORE, ROOT, checkout_of
from tests.runtime.session_of import SAMPLES

RUNS, TICKS = 1000, 120

LEAST_GAIN = 1.6
"""So many times as fast two workers have to be, their start included."""


def tank_call() -> BatchCall:
    world = load_world(SAMPLES / "tank.world.json")
    minds = {"tank.mind.json": load_document(SAMPLES / "tank.mind.json")}
    measures = ("near=min:d@tank_1", "hunts=time_in:chase@tank_1")
    return BatchCall(
        world=world,
        minds=minds,
        runs=RUNS,
        seed=1,
        ticks=TICKS,
        variations=(variation_of("player.x=2..22", world, minds),),
        measures=dict(named_measure(text, world.agents) for text in measures),
    )


def seconds_of(call: BatchCall, player: EpisodePlayer, workers: Workers, out: Path) -> float:
    started = perf_counter()
    store = ResultsStore(out, call, player.columns)
    with BatchRun(store, workers) as run:
        while not run.poll(1).finished:
            pass
    store.finish(None)
    return perf_counter() - started


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="two workers need two cores")
def test_two_workers_are_much_faster_than_one(tmp_path: Path) -> None:
    call = tank_call()
    player = EpisodePlayer(call)
    one = seconds_of(call, player, SerialWorkers(player), tmp_path / "one.csv")
    two = seconds_of(call, player, ProcessWorkers(call, 2, player), tmp_path / "two.csv")
    print(f"\n{RUNS} runs of {TICKS} ticks: {one:.1f} s by one, {two:.1f} s by two, {one / two:.2f} times")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert one / two >= LEAST_GAIN


MEASURE = """
import hashlib, json, os, resource, sys, tempfile
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    from tests.bench.test_batch_speed import EpisodePlayer, ProcessWorkers, SerialWorkers
    from tests.bench.test_batch_speed import seconds_of, tank_call

    import inspect

    runs, jobs = int(sys.argv[1]), int(sys.argv[2])
    call = replace(tank_call(), runs=runs)
    player = EpisodePlayer(call)
    before = sum(os.times()[:4])
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "runs.csv"
        copied = (player,) if "player" in inspect.signature(ProcessWorkers).parameters else ()
        workers = SerialWorkers(player) if jobs == 1 else ProcessWorkers(call, jobs, *copied)
        clock = seconds_of(call, player, workers, out)
        told = hashlib.sha256(out.read_bytes()).hexdigest()
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    found = {"clock": clock, "processor": sum(os.times()[:4]) - before, "mb": most / 1024, "sha": told}
    json.dump(found, sys.stdout)
"""
"""Runs in either checkout: seconds, the most memory of a process, and what the table is like."""

Played = Mapping[str, float | str]


def played_in(folder: Path, runs: int, jobs: int) -> Played:
    """Return what the runs cost in the checkout `folder`, by so many workers."""
    script = Path(tempfile.gettempdir()) / f"measure-{os.getpid()}.py"
    script.write_text(MEASURE)
    try:
        told = subprocess.run(
            [sys.executable, str(script), str(runs), str(jobs)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            check=True,
        )
    finally:
        script.unlink()
    found: Played = json.loads(told.stdout)
    return found


def table(jobs: int, before: Sequence[Played], after: Sequence[Played]) -> str:
    """Return the comparison as lines of a table of markdown."""
    lines = []
    for name in ("clock", "processor"):
        was, now = ([float(turn[name]) for turn in turns] for turns in (before, after))
        share = statistics.median(was) / statistics.median(now)
        middles = f"{statistics.median(was):.1f} | {statistics.median(now):.1f}"
        lines.append(f"| {jobs} | {name} | {middles} | {share:.1f} |")
    memory = [max(float(turn["mb"]) for turn in turns) for turns in (before, after)]
    same = "same" if {turn["sha"] for turn in before} == {turn["sha"] for turn in after} else "other"
    return "\n".join([*lines, f"| {jobs} | most MB | {memory[0]:.0f} | {memory[1]:.0f} | {same} bytes |"])


def compare(runs: int, turns: int) -> str:
    """Measure the older commit and this checkout in turns."""
    lines = ["| workers | seconds | before | now | times |", "|---|---|---|---|---|"]
    with checkout_of(BEFORE) as older:
        for jobs in (1, 2):
            found = [(played_in(older, runs, jobs), played_in(ROOT, runs, jobs)) for _ in range(turns)]
            before, after = zip(*found, strict=True)
            lines.append(table(jobs, before, after))
    return "\n".join(lines)


if __name__ == "__main__":
    wanted = [int(text) for text in sys.argv[1:]]
    print(compare(*(*wanted, *(RUNS, 3)[len(wanted) :])))
