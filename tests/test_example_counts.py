"""Random tests try less every day than where rare faults are looked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import example_counts
from tests.soak import examples


@pytest.mark.parametrize(("profile", "count"), [("dev", 3), ("ci", 3), ("deep", 9)])
def test_the_profile_decides_how_much_is_tried(profile, count, monkeypatch):
    monkeypatch.setattr(example_counts, "PROFILE", profile)
    assert example_counts.daily(3, deep=9) == count


def test_a_soak_of_examples_runs_random_tests_in_the_deep_profile(monkeypatch):
    called: list[tuple[list[str], str]] = []

    def run(command: list[str], *, env: dict[str, str], check: bool) -> subprocess.CompletedProcess[str]:
        called.append((command, env["HYPOTHESIS_PROFILE"]))
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", run)
    assert examples.main(["-k", "machines"]) == 1
    assert called == [
        ([sys.executable, "-m", "pytest", "-m", "hypothesis or deep", "-k", "machines"], "deep")
    ]
