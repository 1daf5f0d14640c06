"""Say what came of a case, for people and for machines, without Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from editor.running.case_files import CaseReport
from runtime.trials.cases.case_runner import CaseResult, TickResult
from runtime.trials.cases.comparison import CaseComparison

MOST_TICKS_SHOWN = 3
"""Ticks of a failed case that are shown; the first one is nearly always what went wrong."""


def report_lines(report: CaseReport) -> list[str]:
    """Return the lines that tell what is wrong with a case: none for one that passed.

    Per tick that failed: what was expected and what came, and the visits of that tick with their reasons.
    """
    if report.unreadable is not None:
        return [f"{report.file}: error: {_problem_words(report)}"]
    result = report.result
    if result is None or result.passed:
        return []
    title = f": {report.title}" if report.title else ""
    lines = [f"FAILED {report.file}{title}"]
    lines += [
        f"  {problem.where}: {problem.message} {problem.remedy}".rstrip() for problem in result.problems
    ]
    for tick in result.failed_ticks[:MOST_TICKS_SHOWN]:
        lines += _tick_lines(tick)
    more = len(result.failed_ticks) - MOST_TICKS_SHOWN
    if more > 0:
        lines.append(f"  {more} more {'tick does' if more == 1 else 'ticks do'} not hold.")
    return lines


def note_lines(report: CaseReport) -> list[str]:
    """Return the lines that tell what of the start of a case has no place in its mind any more."""
    notes = report.result.notes if report.result is not None else ()
    return [f"{report.file}: note: {note.where}: {note.message} {note.remedy}".rstrip() for note in notes]


def report_value(report: CaseReport) -> dict[str, object]:
    """Return what came of a case as a JSON value."""
    value: dict[str, object] = {"file": str(report.file), "title": report.title}
    if report.unreadable is not None:
        problem = report.unreadable
        value["outcome"] = "unreadable"
        value["problems"] = [{"where": problem.where, "message": problem.message, "remedy": problem.remedy}]
        return value
    result = report.result or CaseResult()
    value["outcome"] = "passed" if result.passed else "failed"
    value["ticks"] = len(result.ticks)
    value["problems"] = [
        {"where": each.where, "message": each.message, "remedy": each.remedy} for each in result.problems
    ]
    value["notes"] = [{"where": note.where, "message": note.message} for note in result.notes]
    value["failed_ticks"] = [_tick_value(tick) for tick in result.failed_ticks]
    return value


def _problem_words(report: CaseReport) -> str:
    problem = report.unreadable
    assert problem is not None
    elsewhere = f"{problem.path}: " if problem.path is not None and problem.path != report.file else ""
    where = f"{problem.where}: " if problem.where else ""
    return f"{elsewhere}{where}{problem.message} {problem.remedy}".rstrip()


def _tick_lines(tick: TickResult) -> Iterator[str]:
    for each in tick.mismatches:
        yield f"  tick {tick.number} ({tick.where}): {_mismatch(each)}"
    if not tick.visits:
        return
    yield f"    visits of tick {tick.number}, in the order in which they ended:"
    width = max(len(visit.node) for visit in tick.visits)
    for visit in tick.visits:
        yield f"      {visit.node:<{width}}  {visit.outcome:<8}  {visit.reason}".rstrip()


def _mismatch(one: CaseComparison) -> str:
    what = f"{one.what} of {one.node}" if one.node else one.what
    return f"{what}: expected {one.expected}, got {one.got}"


def _tick_value(tick: TickResult) -> dict[str, object]:
    return {
        "tick": tick.number,
        "where": tick.where,
        "mismatches": [
            {name: getattr(mismatch, name) for name in ("what", "node", "expected", "got")}
            for mismatch in tick.mismatches
        ],
        "visits": [asdict(visit) for visit in tick.visits],
    }
