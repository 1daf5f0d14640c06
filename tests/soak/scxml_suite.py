"""Run the public SCXML suite through the importer: `python3 dev.py soak scxml_suite --suite FOLDER`.

FOLDER is the folder `test` of a copy of jbeard4/scxml-test-framework. Its files are sorted into classes by
what is in them:

| class | files |
|---|---|
| A | states and transitions alone |
| B | data, conditions and assignments that Mindloom can say |
| C | events that are sent later |
| W3C | the W3C's own mandatory tests; apart those of which every part can be said, without kept or lost |
| other | the rest, which is read and written only |

Every file is read, written, compared with another reader's eyes, and read and written again.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.scxml.scxml_format import SCXML
from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.program.problems import CompileError
from tests.formats.scxml.chart_run import ChartRun, things_in

LEFT_OUT = ("more-parallel/test10.scxml", "more-parallel/test10b.scxml")
"""Files whose script contradicts the algorithm of the recommendation (domains may be parallel there)."""
NO_VALUE = ("assign/", "data/")
"""Folders about values that are objects, or no expressions at all."""
CONTROL = {
    *("scxml", "state", "parallel", "final", "history", "initial", "transition", "onentry", "onexit"),
    *("raise", "log"),
}
WITH_DATA = CONTROL | {"datamodel", "data", "assign", "if", "elseif", "else"}
SENDING = CONTROL | {"send", "cancel", "if", "elseif", "else"}


def tags_of(path: Path) -> set[str]:
    """Return the names of the elements in a file, without prefixes."""
    return {each.tag.rpartition("}")[2] for each in ET.parse(path).iter()}


def class_of(path: Path, name: str, mandatory: set[str]) -> str:
    """Return the class of a file."""
    if name in LEFT_OUT:
        return "left out"
    text, tags = path.read_text(encoding="utf-8", errors="replace"), tags_of(path)
    if name.startswith("w3c-ecma/"):
        found = re.match(r"test(\d+[a-z]?)", path.name)
        return "W3C" if found and found[1] in mandatory else "other"
    conditions = re.search(r"\bcond\s*=", text)
    if tags <= CONTROL and not conditions:
        return "A"
    if tags <= WITH_DATA and not name.startswith(NO_VALUE):
        return "B"
    return "C" if tags <= SENDING and not conditions else "other"


def follows(run: ChartRun, script: dict[str, object]) -> str:
    """Return "" where a run does what the script says, else where it does not."""
    wanted = sorted(script["initialConfiguration"])  # type: ignore[call-overload]
    if run.innermost() != wanted:
        return f"begins in {run.innermost()} and not in {wanted}"
    for place, step in enumerate(script["events"], 1):  # type: ignore[arg-type, var-annotated]
        run.wait(step.get("after", 0) / 1000)
        run.post(step["event"]["name"])
        if run.innermost() != sorted(step["nextConfiguration"]):
            return f"step {place}: is in {run.innermost()} and not in {step['nextConfiguration']}"
    return ""


def passes(run: ChartRun) -> str:
    """Return "" where a test of the W3C comes to its state `pass`."""
    for _ in range(400):
        if run.brain.ended:
            break
        run.settle()
    return "" if run.innermost() == ["pass"] else f"ends in {run.innermost()}"


def outcome(path: Path, kind: str, imported: Imported) -> str:
    """Run one file by its script."""
    script = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) if kind != "W3C" else {}
    try:
        run = ChartRun(imported)
    except CompileError as error:
        return f"does not compile: {error}"
    return passes(run) if kind == "W3C" else follows(run, script)


def comes_back(path: Path, imported: Imported) -> bool:
    """Tell whether nothing of a file is missing where it is written, and a second time gives the same."""
    assert SCXML.read is not None
    assert SCXML.write is not None
    registry = builtin_registry()
    first = SCXML.write(imported.document, registry, path.stem).files[0].text
    again = SCXML.read([Source(path.name, first.encode())], registry)
    second = SCXML.write(again.document, registry, path.stem).files[0].text
    return things_in(path.read_bytes()) == things_in(first) and first == second


def mandatory_tests(suite: Path) -> set[str]:
    """Return the numbers of the W3C's mandatory tests that need no person."""
    manifest = ET.parse(suite / "w3c-ecma" / "manifest.xml")
    found = set()
    for test in manifest.iter():
        if (
            test.tag.endswith("test")
            and test.get("conformance") == "mandatory"
            and test.get("manual") == "false"
        ):
            found |= {str(test.get("id"))}
            found |= {
                re.sub(r"\D*(\d+[a-z]?).*", r"\1", str(each.get("uri")))
                for each in test.iter()
                if each.get("uri")
            }
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all files; return 1 if one that can be said does something else or loses a part, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak scxml_suite", description=__doc__)
    parser.add_argument("--suite", type=Path, required=True)
    parser.add_argument(
        "--rows", action="store_true", help="print every row that is not exact of what is run"
    )
    chosen = parser.parse_args(arguments)
    registry, mandatory = builtin_registry(), mandatory_tests(chosen.suite)
    counted: Counter[str] = Counter()
    slowest, failed = 0.0, False
    for path in sorted(chosen.suite.rglob("*.scxml")):
        name = path.relative_to(chosen.suite).as_posix()
        began = time.process_time()
        assert SCXML.read is not None
        try:
            imported = SCXML.read([Source.at(path)], registry)
        except FileProblem as problem:
            print(f"{name}: not read: {problem.message}")
            counted["not read"] += 1
            continue
        slowest = max(slowest, time.process_time() - began)
        counted["read"] += 1
        counted["not written as they were"] += not comes_back(path, imported)
        kind = class_of(path, name, mandatory)
        if kind in ("other", "left out"):
            counted[kind] += 1
            continue
        wrong = outcome(path, kind, imported)
        sayable = not any(row.how in ("kept", "lost") for row in imported.rows)
        for title in (kind, f"{kind} that can be said") if kind == "W3C" and sayable else (kind,):
            counted[f"{title}, all"] += 1
            counted[f"{title}, right"] += not wrong
        if wrong and (kind != "W3C" or sayable):
            failed = True
            print(f"{name}: {kind}: {wrong}")
    for line in sorted(counted):
        print(f"{line}: {counted[line]}")
    print(f"slowest read: {slowest:.2f} s")
    return 1 if failed or counted["not written as they were"] else 0


if __name__ == "__main__":
    sys.exit(main())
