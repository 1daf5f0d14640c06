"""Run the suite several times, files and tests in another order each time: `python3 dev.py soak suite`."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import dev

RESULT = Path(__file__).parent / "results" / "suite.md"
_LAST_LINE = re.compile(r"^=* ?(\d+ (?:passed|failed|error).*?) ?=*$", re.MULTILINE)


def run_once(seed: int, log: Path) -> tuple[int, str]:
    """Run the suite in the order of a seed; return pytest's exit code and last line."""
    order = ["--random-order-bucket=module", f"--random-order-seed={seed}"]
    with log.open("wb") as stream:
        command = [sys.executable, "-m", "pytest", "-q", *dev.TOGETHER, *order]
        code = subprocess.call(command, cwd=dev.ROOT, stdout=stream, stderr=subprocess.STDOUT)
    told = _LAST_LINE.findall(log.read_text("utf-8", "replace"))
    return code, told[-1] if told else "no last line"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suite so often, and write the table of results; return 1 if any run failed, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak suite", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="runs in a row (10)")
    parser.add_argument("--seed", type=int, default=1, help="of the first order; the next ones follow (1)")
    asked = parser.parse_args(arguments)
    folder = dev.ROOT / "build" / "soak"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "# The suite in other orders",
        "",
        f"`python3 dev.py soak suite --runs {asked.runs} --seed {asked.seed}`",
        "",
        "| seed | exit code | told at the end |",
        "|---|---|---|",
    ]
    failed = 0
    for seed in range(asked.seed, asked.seed + asked.runs):
        code, told = run_once(seed, folder / f"suite-{seed}.log")
        failed += code != 0
        lines.append(f"| {seed} | {code} | {told} |")
        print(lines[-1], flush=True)
        RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
