"""`mindloom test [PATH…]`: run behavior tests and say what did not hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor.command_line.failures import not_written, unusable
from editor.command_line.junit_report import write_junit
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    print_error,
    print_json,
    print_line,
)
from editor.documents.open.trust import trusting
from editor.running.case_files import CaseReport, CaseRunner, find_cases
from editor.running.case_words import note_lines, report_lines, report_value
from graphs.files.document_file import FileProblem


@dataclass(frozen=True)
class CaseWish:
    """Hold what was asked for: files and folders, a text that paths must contain, where to report."""

    paths: tuple[Path, ...]
    text: str = ""
    junit: Path | None = None
    as_json: bool = False
    project: Path | None = None
    trust: bool = False
    force: bool = False


def run_cases(wish: CaseWish) -> int:
    """Run all cases asked for, print what did not hold, and return the exit code."""
    try:
        files = find_cases(wish.paths or (Path(),), wish.text)
    except FileProblem as problem:
        return unusable(problem)
    if not files:
        where = ", ".join(str(path) for path in wish.paths) or "this folder"
        which = f" with {wish.text!r} in their path" if wish.text else ""
        remedy = "Give -k another text." if wish.text else "Name another folder."
        print_error(f"error: There are no *.case.json files{which} in {where}. {remedy}")
        return WRONG_USE
    runner = CaseRunner(wish.project, trusting(wish.trust))
    reports = [runner.run(file) for file in files]
    _print(reports, as_json=wish.as_json)
    if wish.junit is not None:
        try:
            write_junit(wish.junit, reports, force=wish.force)
        except OSError as error:
            return not_written(wish.junit, error, "The report")
    if any(report.unreadable is not None for report in reports):
        return WRONG_USE
    return WELL if all(report.passed for report in reports) else FOUND_PROBLEMS


def _print(reports: list[CaseReport], *, as_json: bool) -> None:
    counts = {
        "passed": sum(report.passed for report in reports),
        "failed": sum(report.result is not None and not report.passed for report in reports),
        "unreadable": sum(report.unreadable is not None for report in reports),
    }
    for note in dict.fromkeys(note for report in reports for note in report.notes):
        print_error(note)
    for note in (note for report in reports for note in note_lines(report)):
        print_error(note)
    if as_json:
        print_json({**counts, "cases": [report_value(report) for report in reports]})
        return
    for report in reports:
        for line in report_lines(report):
            print_line(line)
    parts = [f"{count} {word}" for word, count in counts.items() if count]
    cases = "1 case" if len(reports) == 1 else f"{len(reports)} cases"
    print_line(f"{cases}: {', '.join(parts)}.")
