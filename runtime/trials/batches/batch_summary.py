"""Sum a batch up: what each measure came to over the runs, with confidence intervals.

Tell between which ends a mean or a share lies, with a confidence of 95 %.

Means use Student's t distribution, shares the score interval of Wilson (1927), which holds for few runs and
for shares near 0 and 1 too.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp, lgamma, log, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, median, stdev
from typing import Literal

from pydantic import ValidationError

from graphs.basics.frozen import Frozen, JsonValue
from graphs.expressions.types import Items, Value
from runtime.trials.batches.coverage import MindCoverage, joined
from runtime.trials.batches.episode import EpisodePlayer, EpisodeResult
from runtime.trials.batches.refusal import BatchRefused

CONFIDENCE = 0.95

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)

MOST_VALUES = 8
"""So many values of a text are listed, the commonest first."""
MOST_MISSED = 12
"""So many nodes that were never reached are listed; `--json` lists all."""
HEADINGS = ("measure", "mean", "95 % interval", "median", "least", "most", "runs")
FIRST = ("run", "seed")
LAST = ("ticks", "errors")
"""Columns that every table has, before and behind those of the call."""


def wilson_interval(successes: int, count: int) -> tuple[float, float]:
    """Return the ends of the interval of a share, each 0 to 1; all of it is left open without any runs."""
    if not count:
        return 0.0, 1.0
    share, z2 = successes / count, _Z * _Z
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = _Z / (1 + z2 / count) * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return low, 1.0 if successes == count else min(1.0, middle + half)


def mean_interval(mean: float, deviation: float, count: int) -> tuple[float, float] | None:
    """Return the ends of the interval of a mean; `deviation` is that of the sample. None for one run."""
    if count < 2:
        return None
    half = t_quantile(0.5 + CONFIDENCE / 2, count - 1) * deviation / sqrt(count)
    return mean - half, mean + half


@cache
def t_quantile(probability: float, freedom: int) -> float:
    """Return the value below which Student's t lies with a probability from 0.5 to under 1."""
    low, high = 0.0, 2.0
    while t_below(high, freedom) < probability:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_below(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def t_below(value: float, freedom: int) -> float:
    """Return the probability that Student's t is below a value of 0 or more."""
    return 1 - _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + value * value)) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def _not_zero(number: float) -> float:
    return number if abs(number) > 1e-300 else 1e-300


class NumberSummary(Frozen):
    """Hold the numbers of one measure: `count` runs had one; `interval` is of the mean, None of one run."""

    count: int
    mean: float
    deviation: float
    interval: tuple[float, float] | None
    least: float
    median: float
    most: float


class ShareSummary(Frozen):
    """Hold in how many runs something was so, and the interval of that share."""

    value: str
    count: int
    share: float
    interval: tuple[float, float]


class MeasureSummary(Frozen):
    """Hold what one column came to.

    `shares` tell, of a bool or a text, how many runs had each value; of a number, how many had one at all,
    where some had none.
    """

    name: str
    kind: Literal["number", "share", "nothing"]
    number: NumberSummary | None = None
    shares: tuple[ShareSummary, ...] = ()


class CoverageSummary(Frozen):
    """Hold what was reached of one mind, and the names of what no run reached."""

    mind: str
    rows: int
    reached: int
    missed: tuple[str, ...]


class BatchSummary(Frozen):
    """Hold what came of a batch; `first_error` is of the first run that had one."""

    runs: int
    measures: tuple[MeasureSummary, ...]
    coverage: tuple[CoverageSummary, ...]
    runs_with_errors: int = 0
    first_error: str = ""


def batch_summary(results: Iterable[EpisodeResult], player: EpisodePlayer) -> BatchSummary:
    """Return the summary of finished runs, in the order of the runs; each is looked at once."""
    values: dict[str, list[Value]] = {name: [] for name in player.columns}
    ticks: list[Value] = []
    failed, first_error = 0, ""
    reached: Mapping[str, int] = {}
    for result in results:
        for name, column in values.items():
            column.append(result.measured[name])
        ticks.append(result.ticks)
        if result.errors:
            failed, first_error = failed + 1, first_error or f"run {result.run}: {result.error}"
        reached = joined((reached, result.reached))
    measures = [measure_summary(name, column) for name, column in values.items()]
    measures.append(measure_summary("ticks", ticks))
    return BatchSummary(
        runs=len(ticks),
        measures=tuple(measures),
        coverage=tuple(map(_coverage, player.coverage(reached))),
        runs_with_errors=failed,
        first_error=first_error,
    )


def summary_from(value: JsonValue, path: Path) -> BatchSummary:
    """Return the summary that plain values hold; raise `BatchRefused`, naming `path`, if they hold none."""
    try:
        return BatchSummary.model_validate_json(json.dumps(value))
    except ValidationError:
        said = "The summary in it cannot be read."
        raise BatchRefused(str(path), said, "Add --restart to play the runs again.") from None


def measure_summary(name: str, values: Sequence[Value]) -> MeasureSummary:
    """Return what a column came to; a run without a value counts for the shares, not for the mean."""
    there = [each for each in values if each is not None]
    if not there:
        return MeasureSummary(name=name, kind="nothing")
    numbers = [
        float(entry) for entry in there if isinstance(entry, (int, float)) and not isinstance(entry, bool)
    ]
    if len(numbers) == len(there):
        some = (_share("measured", len(there), len(values)),) if len(there) < len(values) else ()
        return MeasureSummary(name=name, kind="number", number=_numbers(numbers), shares=some)
    counted = Counter(map(_text, there))
    if counted.keys() <= {"true", "false"}:
        return MeasureSummary(name=name, kind="share", shares=(_share("true", counted["true"], len(there)),))
    common = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MOST_VALUES]
    shares = tuple(_share(value, count, len(values)) for value, count in common)
    return MeasureSummary(name=name, kind="share", shares=shares)


def _numbers(numbers: Sequence[float]) -> NumberSummary:
    mean = fmean(numbers)
    deviation = stdev(numbers) if len(numbers) > 1 else 0.0
    return NumberSummary(
        count=len(numbers),
        mean=mean,
        deviation=deviation,
        interval=mean_interval(mean, deviation, len(numbers)),
        least=min(numbers),
        median=median(numbers),
        most=max(numbers),
    )


def _share(value: str, count: int, of: int) -> ShareSummary:
    return ShareSummary(value=value, count=count, share=count / of, interval=wilson_interval(count, of))


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _coverage(one: MindCoverage) -> CoverageSummary:
    return CoverageSummary(mind=one.mind, rows=one.rows, reached=one.reached, missed=one.missed)


def summary_lines(summary: BatchSummary, out: Path) -> Iterator[str]:
    """Yield the lines of a summary, for people."""
    runs = "1 run" if summary.runs == 1 else f"{summary.runs:,} runs"
    yield f"{runs}, results in {out}"
    rows = [cells(measure) for measure in summary.measures if measure.number is not None]
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
    for each in summary.coverage:
        yield from _coverage_lines(each)


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


def results_bytes(
    suffix: str, results: Iterable[EpisodeResult], varied: Sequence[str], measured: Sequence[str]
) -> bytes:
    """Return the results in the form that a suffix names, `.csv` or `.jsonl`.

    `varied` and `measured` name the columns between the fixed ones, in order.
    """
    if suffix == ".csv":
        return _csv(results, varied, measured)
    lines = []
    for result in results:
        row = {
            "errors": result.errors,
            "measured": {name: result.measured[name] for name in measured},
            "run": result.run,
            "seed": result.seed,
            "ticks": result.ticks,
            "varied": {name: result.varied[name] for name in varied},
        }
        lines.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines).encode()


def _csv(results: Iterable[EpisodeResult], varied: Sequence[str], measured: Sequence[str]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*FIRST, *varied, *measured, *LAST])
    for result in results:
        drawn = [_cell(result.varied[name]) for name in varied]
        found = [_cell(result.measured[name]) for name in measured]
        writer.writerow([result.run, result.seed, *drawn, *found, result.ticks, result.errors])
    return stream.getvalue().encode()


def _cell(value: object) -> str:
    """Return a value as a cell: nothing for none, true and false, the shortest float, a vector as [x, y]."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Items):
        value = [list(each) if isinstance(each, tuple) else each for each in value.values]
    return json.dumps(list(value) if isinstance(value, tuple) else value)
