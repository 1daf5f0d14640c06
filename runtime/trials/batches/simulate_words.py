"""Put what came of a batch into lines: a table of the measures, then what no run reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from runtime.trials.batches.batch_summary import BatchSummary, CoverageSummary, MeasureSummary, ShareSummary

MOST_MISSED = 12
"""So many nodes that were never reached are listed; `--json` lists all."""

HEADINGS = ("measure", "mean", "95 % interval", "median", "least", "most", "runs")


def summary_lines(summary: BatchSummary, out: Path) -> Iterator[str]:
    """Yield the lines of a summary, for people."""
    runs = "1 run" if summary.runs == 1 else f"{summary.runs:,} runs"
    yield f"{runs}, results in {out}"
    rows = [cells(one) for one in summary.measures if one.number is not None]
    yield from _table([HEADINGS, *rows])
    yield from other_lines(summary)


def other_lines(summary: BatchSummary) -> Iterator[str]:
    """Yield what is in no table: shares of runs, errors, and what no run reached."""
    for measure in summary.measures:
        if measure.kind == "nothing":
            yield f"{measure.name}: in no run"
        for share in measure.shares:
            yield f"{measure.name}: {_share_words(measure, share)}"
    if summary.runs_with_errors:
        yield f"{summary.runs_with_errors:,} runs had run-time errors; the first: {summary.first_error}"
    for one in summary.coverage:
        yield from _coverage_lines(one)


def cells(measure: MeasureSummary) -> tuple[str, ...]:
    """Return a measured number as the cells of a table's row."""
    number = measure.number
    assert number is not None
    interval = "–"
    if number.interval is not None:
        low, high = number.interval
        interval = f"{short(low)} … {short(high)}"
    values = (number.median, number.least, number.most)
    return (measure.name, short(number.mean), interval, *map(short, values), f"{number.count:,}")


def short(number: float) -> str:
    """Return a number with four digits that count, and no more than it needs."""
    text = f"{number:.4g}"
    return f"{number:,.0f}" if "e+" in text and abs(number) < 1e9 else text


def percent(share: float) -> str:
    """Return a share as percent with a digit behind the point."""
    return f"{100 * share:.1f} %"


def _share_words(measure: MeasureSummary, share: ShareSummary) -> str:
    low, high = share.interval
    what = {"true": "", "measured": "there "}.get(share.value, f"{share.value} ")
    where = f"{what}in {percent(share.share)} of the runs"
    return f"{where} ({percent(low)} … {percent(high)}, {share.count:,} runs)"


def _coverage_lines(one: CoverageSummary) -> Iterator[str]:
    share = percent(one.reached / one.rows) if one.rows else "all"
    yield f"{one.mind}: {one.reached} of {one.rows} nodes and transitions reached ({share})"
    if one.missed:
        listed = ", ".join(one.missed[:MOST_MISSED])
        more = len(one.missed) - MOST_MISSED
        yield f"  never: {listed}{f' and {more} more' if more > 0 else ''}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if len(rows) < 2:
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join((first, *rest))
