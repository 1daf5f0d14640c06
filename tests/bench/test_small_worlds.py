"""Step the samples, most of which hold 1 to 6 agents: what a step of each costs.

Times are those of the processor, the best of several rounds (`-s` shows them).
`python -m tests.bench.test_small_worlds` compares with an older commit, which it checks out into a temporary
folder: both run the samples that they have, in turns, each in a process of its own. It prints the table.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BEFORE = "f9a2d74"
TURNS = 4
MOST_AGENTS = 6
MEDIAN_MS = 0.6
MOST_MS = 1.5
"""What a step of the samples of up to `MOST_AGENTS` agents may cost: in the middle, and the dearest."""

MEASURE = """
import json, sys, time
from tests.runtime.session_of import SAMPLES, move_player, sample_session

found = {}
for path in sorted(SAMPLES.glob("*.world.json")):
    name = path.name.removesuffix(".world.json")
    session = sample_session(name)
    best = float("inf")
    for steps in (20, 60, 60, 60, 60):
        begun = time.process_time()
        for _ in range(steps):
            move_player(session)
            session.step()
        if steps > 20:
            best = min(best, (time.process_time() - begun) / steps)
    found[name] = (len(session.agent_ids), best * 1000)
json.dump(found, sys.stdout)
"""
"""Runs in either checkout: the agents of each sample and the milliseconds of a step."""

Steps = Mapping[str, tuple[int, float]]


def steps_in(folder: Path) -> Steps:
    """Return what a step of each sample costs in the checkout `folder`."""
    told = subprocess.run(
        [sys.executable, "-c", MEASURE],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return {name: (agents, ms) for name, (agents, ms) in json.loads(told.stdout).items()}


def best_of(turns: Sequence[Steps]) -> Steps:
    """Return the best of several turns."""
    return {name: (agents, min(turn[name][1] for turn in turns)) for name, (agents, _) in turns[0].items()}


def small(steps: Steps) -> list[float]:
    """Return the times of the small samples."""
    return [ms for agents, ms in steps.values() if agents <= MOST_AGENTS]


@pytest.fixture(scope="module")
def now() -> Steps:
    """Measure this checkout."""
    found = best_of([steps_in(ROOT) for _ in range(2)])
    print()
    for name, (agents, ms) in found.items():
        print(f"{name:20} {agents:4} agents {ms:7.3f} ms")
    return found


def test_a_step_of_the_small_samples_is_short_in_the_middle(now):
    assert statistics.median(small(now)) <= MEDIAN_MS


def test_no_step_of_a_small_sample_is_long(now):
    assert max(small(now)) <= MOST_MS


def table(before: Steps, after: Steps) -> str:
    """Return the comparison as a table of markdown."""
    lines = ["| sample | agents | before, ms | now, ms | share |", "|---|---|---|---|---|"]
    for name, (agents, ms) in after.items():
        if name in before:
            was = before[name][1]
            lines.append(f"| {name} | {agents} | {was:.2f} | {ms:.2f} | {ms / was:.2f} |")
        else:
            lines.append(f"| {name} | {agents} | – | {ms:.2f} | – |")
    of_both = {name: found for name, found in after.items() if name in before}
    middles = [statistics.median(small(steps)) for steps in (before, of_both, after)]
    most = [max(small(steps)) for steps in (before, after)]
    lines += [
        "",
        f"Of up to {MOST_AGENTS} agents, in the middle {middles[0]:.2f} ms before, {middles[1]:.2f} ms now "
        f"and {middles[2]:.2f} ms with the new samples; the dearest {most[0]:.2f} and {most[1]:.2f} ms.",
    ]
    return "\n".join(lines)


@contextmanager
def checkout_of(commit: str) -> Iterator[Path]:
    """Yield a folder with an older commit, and take it away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        older = Path(folder) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(older), commit], check=True)
        try:
            yield older
        finally:
            subprocess.run([*git, "remove", "--force", str(older)], check=True)


def compare() -> str:
    """Measure the older commit and this checkout in turns."""
    with checkout_of(BEFORE) as older:
        turns = [(steps_in(older), steps_in(ROOT)) for _ in range(TURNS)]
    before, after = zip(*turns, strict=True)
    return table(best_of(before), best_of(after))


if __name__ == "__main__":
    print(compare())
