"""Write the results of cases as JUnit XML, which continuous integration reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from editor.documents.folders.output_files import Output, output_file
from editor.running.case_files import CaseReport
from editor.running.case_words import report_lines
from runtime.trials.cases.case_format import CASE_SUFFIX

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(path: Path, reports: Sequence[CaseReport], *, force: bool = False) -> None:
    """Write one suite per folder; raise OSError when the file cannot be written."""
    root = Element("testsuites", _counts(reports), name="mindloom")
    for folder, group in groupby(reports, key=lambda report: report.file.parent):
        members = list(group)
        suite = SubElement(root, "testsuite", _counts(members), name=_text(folder.as_posix()))
        for report in members:
            _add_case(suite, report)
    indent(root)
    with output_file(path, Output.TEST_REPORT, force=force) as stream:
        ElementTree(root).write(stream, encoding="utf-8", xml_declaration=True)


def _add_case(suite: Element, report: CaseReport) -> None:
    case = SubElement(
        suite,
        "testcase",
        name=_text(report.file.name.removesuffix(CASE_SUFFIX)),
        classname=_text(report.file.parent.as_posix().strip("./").replace("/", ".")),
        file=_text(report.file.as_posix()),
        time=f"{report.seconds:.3f}",
    )
    if report.passed:
        return
    lines = [_text(line) for line in report_lines(report)]
    kind = "error" if report.unreadable is not None else "failure"
    fault = SubElement(case, kind, message=lines[1].strip() if len(lines) > 1 else lines[0])
    fault.text = "\n".join(lines)


def _counts(reports: Sequence[CaseReport]) -> dict[str, str]:
    unreadable = sum(report.unreadable is not None for report in reports)
    passed = sum(report.passed for report in reports)
    return {
        "tests": str(len(reports)),
        "failures": str(len(reports) - passed - unreadable),
        "errors": str(unreadable),
        "time": f"{sum(report.seconds for report in reports):.3f}",
    }


def _text(text: str) -> str:
    """Return a text without the signs that XML cannot hold."""
    return _NOT_IN_XML.sub("�", text)
