"""Write the results of a batch as CSV or as lines of JSON: a row per run, the same bytes every time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from runtime.trials.batches.episode import RunResult

FIRST = ("run", "seed")
LAST = ("ticks", "errors")
"""Columns that every table has, before and behind those of the call."""


def results_bytes(
    suffix: str, results: Sequence[RunResult], varied: Sequence[str], measured: Sequence[str]
) -> bytes:
    """Return the results in the form that a suffix names, `.csv` or `.jsonl`.

    `varied` and `measured` name the columns between the fixed ones, in order.
    """
    if suffix == ".csv":
        return _csv(results, varied, measured)
    lines = []
    for one in results:
        row = {
            "errors": one.errors,
            "measured": {name: one.measured[name] for name in measured},
            "run": one.run,
            "seed": one.seed,
            "ticks": one.ticks,
            "varied": {name: one.varied[name] for name in varied},
        }
        lines.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines).encode()


def _csv(results: Sequence[RunResult], varied: Sequence[str], measured: Sequence[str]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*FIRST, *varied, *measured, *LAST])
    for one in results:
        drawn = [_cell(one.varied[name]) for name in varied]
        found = [_cell(one.measured[name]) for name in measured]
        writer.writerow([one.run, one.seed, *drawn, *found, one.ticks, one.errors])
    return stream.getvalue().encode()


def _cell(value: object) -> str:
    """Return a value as a cell: nothing for none, true and false, the shortest float, a vector as [x, y]."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(list(value) if isinstance(value, tuple) else value)
