"""Choose the tests that say most in little time: those nearest to what was changed, and some of the rest.

A test file is near to a changed module by how many imports lie between them. How long each file takes is in
`tests/file_seconds.tsv`; `python -m tools.quick_tests REPORT.xml` writes it from a report of pytest's
(`dev.py test --junitxml REPORT.xml -n auto --dist loadfile`). Without a report it runs what it chooses.
"""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "file_seconds.tsv"
TOPS = ("graphs", "runtime", "mindloom", "editor", "tools", "tests")

CHANGED_SECONDS, NEAR_SECONDS, REST_SECONDS = 50.0, 70.0, 30.0
"""Seconds of work, on both cores together, for changed tests, what is near, and the sample of the rest."""

UNKNOWN_SECONDS = 5.0
"""What a file is taken to need that no report has told of."""

_IMPORT = re.compile(
    r"^\s*(?:from|import) ((?:graphs|runtime|mindloom|editor|tools|tests)[\w.]*)(?: import ([^(\n]+))?", re.M
)
_LONG_IMPORT = re.compile(
    r"^\s*from ((?:graphs|runtime|mindloom|editor|tools|tests)[\w.]*) import \(([^)]*)\)", re.M
)


def main(arguments: Sequence[str]) -> int:
    """Write the table of seconds from reports of pytest, or run the chosen tests; return the exit code."""
    if not arguments:
        taken = quick_tests()
        words = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", *taken]
        return subprocess.call(words, cwd=ROOT)
    seconds: dict[str, float] = defaultdict(float)
    for report in arguments:
        for case in ET.parse(report).iter("testcase"):
            seconds[_file_of(case.get("classname", ""))] += float(case.get("time", 0))
    lines = [f"{name}\t{total:.1f}\n" for name, total in sorted(seconds.items()) if name]
    TABLE.write_text("".join(lines), "utf-8")
    return 0


def quick_tests(root: Path = ROOT, seed: int | None = None) -> list[str]:
    """Return the test files to run for what git says was changed, the nearest first."""
    files = {str(path.relative_to(root)) for top in TOPS for path in (root / top).rglob("*.py")}
    distances = distances_from(changed_files(root), import_graph(root, files))
    return chosen(
        {
            name
            for name in files
            if Path(name).name.startswith("test_") and not name.startswith("tests/bench/")
        },
        distances,
        known_seconds(),
        Random(seed),
    )


def chosen(
    tests: Iterable[str], distances: Mapping[str, int], seconds: Mapping[str, float], source: Random
) -> list[str]:
    """Return the nearest test files that fit into the time, and a sample of the others.

    A file that alone takes too long is left out, however near it is, unless it was changed itself. Of many
    changed ones the quickest are taken; the last of them may take longer than is left.
    """
    every = sorted(tests)
    near = sorted((name for name in every if name in distances), key=lambda name: (distances[name], name))
    taken, room = [], CHANGED_SECONDS
    changed = [name for name in near if distances[name] == 0]
    for needed, name in sorted((seconds.get(name, UNKNOWN_SECONDS), name) for name in changed):
        if room > 0:
            taken.append(name)
            room -= needed
    taken += _fitting([name for name in near if distances[name]], seconds, NEAR_SECONDS)
    rest = [name for name in every if name not in taken]
    source.shuffle(rest)
    return taken + _fitting(rest, seconds, REST_SECONDS)


def _fitting(names: Iterable[str], seconds: Mapping[str, float], room: float) -> list[str]:
    """Return the names, in their order, that fit into some seconds."""
    taken = []
    for name in names:
        needed = seconds.get(name, UNKNOWN_SECONDS)
        if needed <= room:
            taken.append(name)
            room -= needed
    return taken


def changed_files(root: Path) -> set[str]:
    """Return the files that differ from the last commit; where none does, those of the last commit."""

    def git(*words: str) -> list[str]:
        return subprocess.check_output(["git", *words], cwd=root, text=True).splitlines()

    found = {line[3:].rpartition(" -> ")[2] for line in git("status", "--porcelain", "--untracked-files=all")}
    return found or set(git("show", "--name-only", "--format=", "HEAD"))


def import_graph(root: Path, files: Iterable[str]) -> dict[str, set[str]]:
    """Return which files import each file, themselves read as text."""
    every = set(files)
    importers: dict[str, set[str]] = defaultdict(set)
    for name in every:
        text = (root / name).read_text("utf-8")
        found = [*_IMPORT.findall(text), *_LONG_IMPORT.findall(text)]
        for module, names in found:
            path = module.replace(".", "/")
            inner = (
                f"{path}/{each.split()[0]}.py" for each in names.replace("\n", " ").split(",") if each.strip()
            )
            for target in (f"{path}.py", f"{path}/__init__.py", *inner):
                if target in every:
                    importers[target].add(name)
    return importers


def distances_from(changed: Iterable[str], importers: Mapping[str, set[str]]) -> dict[str, int]:
    """Return how many imports lie between each file and the nearest changed one."""
    distances = dict.fromkeys(changed, 0)
    ring = set(distances)
    while ring:
        ring = {name for near in ring for name in importers.get(near, ()) if name not in distances}
        steps = max(distances.values(), default=0) + 1
        distances |= dict.fromkeys(ring, steps)
    return distances


def known_seconds() -> dict[str, float]:
    """Return how long each test file took when the table was written."""
    lines = TABLE.read_text("utf-8").splitlines() if TABLE.exists() else []
    return {name: float(told) for name, told in (line.split("\t") for line in lines)}


def _file_of(classname: str) -> str:
    """Return the file of a name of a class in a report, such as `tests.graphs.test_ids`."""
    parts = classname.split(".")
    while parts and not (ROOT / Path(*parts)).with_suffix(".py").exists():
        parts.pop()
    return str(Path(*parts).with_suffix(".py")) if parts else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
