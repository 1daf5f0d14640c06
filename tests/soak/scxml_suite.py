"""Run the public SCXML suite through the importer: `python -m tests.soak.scxml_suite --suite FOLDER`.

FOLDER is the folder `test` of a copy of jbeard4/scxml-test-framework. Its files are sorted into classes by what is
in them:

| class | files |
|---|---|
| A | states and transitions alone |
| B | data, conditions and assignments that Mindloom can say |
| C | events that are sent later |
| W3C | of the W3C's own tests the mandatory ones without ECMAScript |
| other | the rest, which is read and written only |
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.scxml.scxml_format import SCXML
from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.program.problems import CompileError
from tests.formats.scxml.chart_run import ChartRun

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

NEEDS_ECMASCRIPT = re.compile(
    r"_(event(?!\.name|\.data\.)|ioprocessors|name|sessionid|x)\b|typeof|\breturn\b|idlocation|targetexpr|typeexpr"
    r"|\btype=|\btarget=|location=\"(?!Var\d)|(delay|event)expr=\"Var|expr=\"'[^s]*'\"|undefined|cond=\"'"
)
"""What needs more of ECMAScript, or of the world around a machine, than expressions of values."""


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
        plain = tags <= SENDING | WITH_DATA | {"param"} and not NEEDS_ECMASCRIPT.search(said(text))
        return "W3C" if found and found[1] in mandatory and plain else "other"
    conditions = re.search(r"\bcond\s*=", text)
    if tags <= CONTROL and not conditions:
        return "A"
    if tags <= WITH_DATA and not name.startswith(NO_VALUE):
        return "B"
    return "C" if tags <= SENDING and not conditions else "other"


def said(text: str) -> str:
    """Return a file without comments and logs, which have expressions of their own, and without its targets."""
    text = re.sub(r"<!--.*?-->|<log[^>]*>", "", text, flags=re.DOTALL)
    return re.sub(
        r"<transition[^>]*>", lambda match: re.sub(r'target="[^"]*"|type="\w+"', "", match[0]), text
    )


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", type=Path, required=True)
    parser.add_argument(
        "--rows", action="store_true", help="print every row that is not exact of what is run"
    )
    chosen = parser.parse_args()
    registry, mandatory = builtin_registry(), mandatory_tests(chosen.suite)
    counted: Counter[str] = Counter()
    slowest = 0.0
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
        kind = class_of(path, name, mandatory)
        if kind in ("other", "left out"):
            counted[kind] += 1
            continue
        counted[f"{kind}, all"] += 1
        wrong = outcome(path, kind, imported)
        counted[f"{kind}, right"] += not wrong
        for row in imported.rows if chosen.rows else ():
            if row.how != "exact":
                print(f"{name}: {row.sentence()}")
        if wrong:
            print(f"{name}: {kind}: {wrong}")
    for line in sorted(counted):
        print(f"{line}: {counted[line]}")
    print(f"slowest read: {slowest:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
