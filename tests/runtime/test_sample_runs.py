"""Every sample with a world runs the same in other processes, and from any tick at which it is resumed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.runtime.sample_runs import FURTHER, NAMES, STEPS, act, straight_run
from tests.runtime.session_of import sample_session

ROOT = Path(__file__).parents[2]
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def faster_instructions() -> str:
    """Return the processor's instructions that numpy would use here and that another processor may lack."""
    core = getattr(np, "_core", None) or np.core
    found = core._multiarray_umath
    return " ".join(name for name in found.__cpu_dispatch__ if found.__cpu_features__.get(name))


SURROUNDINGS: dict[str, dict[str, str]] = {
    "one thread": {"PYTHONHASHSEED": "1", **dict.fromkeys(THREADS, "1")},
    "four threads, plain instructions": {
        "PYTHONHASHSEED": "4711",
        **dict.fromkeys(THREADS, "4"),
        "NPY_DISABLE_CPU_FEATURES": faster_instructions(),
    },
}


@pytest.fixture(scope="module")
def other_processes() -> dict[str, dict[str, str]]:
    """Run all samples in processes of their own, at the same time; return their hashes."""
    command = [sys.executable, "-m", "tests.runtime.sample_runs"]
    running = {
        name: subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **more}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for name, more in SURROUNDINGS.items()
    }
    told = {name: process.communicate() for name, process in running.items()}
    for name, process in running.items():
        assert process.returncode == 0, told[name][1].decode()
    return {name: json.loads(out) for name, (out, _) in told.items()}


@pytest.mark.parametrize("name", NAMES)
def test_1_5_a_sample_resumed_at_any_tick_goes_on_as_the_straight_run(name):
    """In a session that has gone on already, and in one after the other."""
    straight, session = straight_run(name), sample_session(name)
    for _ in range(3):
        act(session)
    assert len(straight.snapshots) == 3
    for tick, saved in straight.snapshots.items():
        session.restore(saved)
        for step in range(tick, tick + FURTHER):
            assert act(session) == straight.frames[step], f"resumed at {tick}, other in {step}"
        if tick + FURTHER == STEPS:
            assert session.state_hash() == straight.end


@pytest.mark.parametrize("name", NAMES)
def test_1_5_a_sample_runs_alike_in_other_processes(name, other_processes):
    straight = straight_run(name)
    ours = hashlib.sha256("".join((*straight.frames, straight.end)).encode()).hexdigest()
    theirs = {surroundings: hashes[name] for surroundings, hashes in other_processes.items()}
    assert theirs == dict.fromkeys(SURROUNDINGS, ours)
