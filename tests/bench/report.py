"""Write one page of growth curves: `python3 dev.py bench --report`, with `--quick` fewer points, once each.

Every curve is measured in this checkout and in an older commit by turns, each in a process of its own, with
what the same work costs otherwise beside it. Two fixed loops are timed between the turns, so that figures of
different machines, and of a machine at different times, can be compared. A whole report goes to
`tests/bench/results/`, and its main figures into the README; a quick one to `build/bench/`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tests.bench.curve_points import CURVES, OURS, Lines
from tests.bench.line_plot import line_plot, words
from tests.bench.test_small_worlds import BEFORE, checkout_of

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
MARKS = ("<!-- figures of dev.py bench --report -->", "<!-- end of figures -->")
TURNS = 2
POINTS = Path(__file__).with_name("curve_points.py")


SAID = {
    "agents": ("agents", "ms a tick", "All tick a tree of 50 nodes, a quarter of it visited."),
    "steps": ("agents", "ms a step", "The same tree, flocking and contacts: a whole step of their world."),
    "nodes": ("nodes", "ms", "A file is read, checked and made a program."),
    "ticks": ("ticks so far", "s for 1,000 ticks", "The sample tank is recorded."),
    "candidates": ("candidates", "µs a tick", "A utility selector compares all scores."),
    "episodes": ("episodes", "s", "The sample tank is played for 120 ticks, again and again."),
}
"""Of each curve: what grows, the unit of the cost, what is done."""


def python_ms() -> float:
    """Return the milliseconds of 200,000 turns of a loop of plain Python."""
    begun = time.perf_counter()
    total = 0
    for turn in range(200_000):
        total = (total + turn) & 0xFFFF
    return (time.perf_counter() - begun) * 1e3 if total >= 0 else 0.0


def numpy_ms() -> float:
    """Return the milliseconds of 200 rounds of arithmetic and sorting of 10,000 numbers by numpy."""
    numbers = np.random.default_rng(1).random(10_000)
    begun = time.perf_counter()
    for _ in range(200):
        numbers = np.sort(np.sin(numbers) * 1.5 + 0.25)
    return (time.perf_counter() - begun) * 1e3


def lines_in(checkout: Path, curve: str, options: Sequence[str]) -> Lines:
    """Return the lines of a curve in a checkout."""
    own = {"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(POINTS), curve, *options]
    done = subprocess.run(command, cwd=checkout, env=os.environ | own, stdout=subprocess.PIPE, check=True)
    told: Lines = json.loads(done.stdout.splitlines()[-1])
    return told


def least_of(turns: Sequence[Lines]) -> Lines:
    """Return for each line and size the least cost of several turns."""
    return {
        name: [(size, min(turn[name][at][1] for turn in turns)) for at, (size, _) in enumerate(line)]
        for name, line in turns[0].items()
    }


def measured(older: Path, curve: str, *, quick: bool) -> Lines:
    """Measure a curve here and in the older checkout by turns."""
    options = ["--quick"] if quick else []
    ours, theirs = [], []
    for _ in range(1 if quick else TURNS):
        theirs.append(lines_in(older, curve, options))
        ours.append(lines_in(ROOT, curve, [*options, "--others"]))
    now = least_of(ours)
    return {OURS: now.pop(OURS), BEFORE: least_of(theirs)[OURS], **now}


def curve_page(curve: str, lines: Lines) -> list[str]:
    """Return a section: what was done, the plot, and the table with each baseline as times of ours."""
    across, unit, said = SAID[curve]
    names, costs = list(lines), {name: dict(line) for name, line in lines.items()}
    heading = f"| {across} | {' | '.join(f'{name}, {unit}' for name in names)} | times of ours |"
    rows = [f"## {curve.capitalize()}", "", said, "", f"![{unit} by {across}]({curve}.svg)", ""]
    rows += [heading, f"|{'---|' * (len(names) + 2)}"]
    for size, cost in lines[OURS]:
        cells = [words(costs[name][size]) if size in costs[name] else "–" for name in names]
        times = [f"{name} {costs[name][size] / cost:.2f}" for name in names[1:] if size in costs[name]]
        rows.append(f"| {size:,} | {' | '.join(cells)} | {', '.join(times)} |")
    return [*rows, ""]


def readme_rows(found: Mapping[str, Lines]) -> list[str]:
    """Return the figures that matter: of each curve the largest size that has all its baselines."""
    rows = ["| what | size | Mindloom | beside |", "|---|---|---|---|"]
    for curve, lines in found.items():
        size = min(line[-1][0] for line in lines.values())
        ours, *others = ((name, words(dict(line)[size])) for name, line in lines.items())
        beside = ", ".join(f"{name} {cost}" for name, cost in others)
        across, unit, said = SAID[curve]
        rows.append(f"| {said} | {size:,} {across} | {ours[1]} {unit} | {beside} |")
    return rows


def put_into(text: str, rows: Sequence[str]) -> str:
    """Return a text with rows in the place of those between the marks."""
    before, begin, rest = text.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not begin or not end:
        raise ValueError(f"The text has no {MARKS[0]} with {MARKS[1]} behind it.")
    return "\n".join([f"{before}{begin}", "", *rows, "", f"{end}{after}"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all curves, or those named, and write the page."""
    parser = argparse.ArgumentParser(prog="dev.py bench --report", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer points, one turn; not for the README")
    parser.add_argument("--out", type=Path, help="the folder (tests/bench/results, build/bench if quick)")
    parser.add_argument("curves", nargs="*", choices=[*CURVES, []], help="only these, not for the README")
    asked = parser.parse_args(arguments)
    out = asked.out or ROOT / ("build/bench" if asked.quick else "tests/bench/results")
    out.mkdir(parents=True, exist_ok=True)
    begun, found = time.monotonic(), {}
    loops: dict[str, list[float]] = {"plain Python, 200,000 turns": [], "numpy, 200 × 10,000 numbers": []}
    with checkout_of(BEFORE) as older:
        for curve in asked.curves or CURVES:
            for taken, loop in zip(loops.values(), (python_ms, numpy_ms), strict=True):
                taken += [loop() for _ in range(3)]
            lines = found[curve] = measured(older, curve, quick=asked.quick)
            across, unit, _ = SAID[curve]
            plot = line_plot(f"{curve.capitalize()}: {unit}", across, lines)
            (out / f"{curve}.svg").write_text(plot, encoding="utf-8")
            print(f"{curve}: {time.monotonic() - begun:.0f} s so far", flush=True)
    page = [
        "# What it costs to grow",
        "",
        f"`python3 dev.py bench --report{' --quick' if asked.quick else ''}`, {time.monotonic() - begun:.0f} "
        f"s. {BEFORE} is an older commit, measured by turns with this one. Processor time, the least of "
        f"several rounds; episodes by the clock. Python {platform.python_version()}, numpy {np.__version__}, "
        f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores.",
        "",
        "| fixed loop, to compare machines | median, ms | least | most |",
        "|---|---|---|---|",
    ]
    for name, taken in loops.items():
        page.append(f"| {name} | {statistics.median(taken):.1f} | {min(taken):.1f} | {max(taken):.1f} |")
    page += ["", *(row for curve, lines in found.items() for row in curve_page(curve, lines))]
    (out / "report.md").write_text("\n".join(page), encoding="utf-8")
    if not asked.quick and not asked.curves and asked.out is None:
        told = f"The fixed loop of plain Python took {statistics.median(next(iter(loops.values()))):.1f} ms."
        text = put_into(README.read_text("utf-8"), [told, "", *readme_rows(found)])
        README.write_text(text, encoding="utf-8")
    print(out / "report.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
