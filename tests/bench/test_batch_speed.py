"""A thousand runs of the tank: two workers against one."""

from __future__ import annotations

import os
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
    two = seconds_of(call, player, ProcessWorkers(call, 2), tmp_path / "two.csv")
    print(f"\n{RUNS} runs of {TICKS} ticks: {one:.1f} s by one, {two:.1f} s by two, {one / two:.2f} times")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert one / two >= LEAST_GAIN
