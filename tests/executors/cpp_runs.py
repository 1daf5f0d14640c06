"""Build programs in C++ that use the executor as a game does, and run them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.executors.executor_runs import EXECUTORS, built, run
from tests.other_programs import path_of

FOLDER = EXECUTORS / "cpp"
SCENARIOS = Path(__file__).parent / "cpp" / "scenarios.cpp"
STRICT = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")
PLAIN = ("-fno-exceptions", "-fno-rtti")
"""Without exceptions and without types at run time; games and the suite's program are built with both."""


def built_cpp(sources: Sequence[Path], name: str, *options: str) -> Path:
    """Return a program that g++ made; without g++ the test is skipped."""
    compiler = path_of("g++")
    headers = sorted(FOLDER.glob("*.hpp"))  # `built` looks at the folders of sources alone
    watched = b"".join(each.read_bytes() for each in headers)
    mark = f"-DMINDLOOM_TESTED_WITH={len(watched)}{sum(watched)}"
    return built(
        sources, name, lambda to: [compiler, "-std=c++17", mark, *options, "-I", str(FOLDER), "-o", str(to)]
    )


def run_scenario(name: str, data: Any = None) -> Any:
    """Return what a scenario of a game prints, as JSON."""
    return json.loads(run([str(scenarios()), name], json.dumps(data)))


def scenarios() -> Path:
    """Return the program of the scenarios."""
    return built_cpp([SCENARIOS], "scenarios", "-O0", *PLAIN, *STRICT)
