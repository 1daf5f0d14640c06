"""Run trees by BehaviorTree.CPP and by Mindloom: `python3 dev.py soak bt_cpp --driver PATH --count 2000`.

The driver is built outside of the repository; how says `tests/formats/btcpp/library_driver.py`. Random trees
are imported and run for 100 ticks, and must do in each what they do there, as
`tests/formats/btcpp/equal_runs.py` compares it. Counted are trees whose import says nothing but *exact*; the
others, which tell that they differ, are made up for. With `--library` the trees in the library's examples and
tests are run too. The files that Mindloom writes of its samples must load there. `--keep` writes the traces
that tests compare without a library.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphs.files.document_file import load_document
from graphs.formats.listed_formats import FORMATS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import BehaviorTreeGraph
from runtime.minds.program.problems import CompileError
from tests.formats.btcpp.equal_runs import (
    Tick,
    first_difference,
    imported_job,
    library_ticks,
    mindloom_ticks,
    told_rows,
)
from tests.formats.btcpp.example_trees import BUILT_IN, GENERIC, example_jobs
from tests.formats.btcpp.library_driver import LibraryDriver
from tests.formats.btcpp.random_trees import random_job

Json = dict[str, Any]
RESULTS = Path(__file__).parent / "results" / "formats.md"
TRACES = Path(__file__).resolve().parents[1] / "formats" / "btcpp" / "traces" / "random_trees.jsonl.gz"
SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"
TITLE = "## BehaviorTree.CPP: equal ticks"
KEPT, KEPT_TICKS = 200, 40


@dataclass
class Tally:
    """Count what was run; `different` names trees that differ, with where."""

    equal: int = 0
    told: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    nodes: int = 0
    ticks: int = 0
    visits: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    version: str = ""
    different: list[str] = field(default_factory=list)

    @property
    def compared(self) -> int:
        """Return how many trees were compared."""
        return self.equal + len(self.different)


class Comparison:
    """Compare trees one by one, and go on where the driver crashes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.driver = LibraryDriver(path)

    def told(self, job: Json) -> Json:
        """Return what the library does with a job."""
        try:
            return self.driver.told(job)
        except RuntimeError as crash:
            self.driver = LibraryDriver(self.path)
            return {"error": str(crash), "ticks": []}

    def compare(self, name: str, job: Json, tally: Tally) -> Json | None:
        """Run a job on both sides and count it; return what the library told of a tree that was compared."""
        told = self.told(job)
        if "error" in told and not told["ticks"]:
            tally.refused += 1
            return None
        job = {**job, "ticks": len(told["ticks"])}
        imported, registry = imported_job(job)
        if rows := told_rows(imported):
            tally.told.update(rows[:1])
            return None
        ours: list[Tick] = []
        try:
            ours = mindloom_ticks(job, imported, registry)
            difference = first_difference(library_ticks(told), ours)
        except CompileError as error:
            difference = f"it does not compile: {error}"
        tally.equal += not difference
        tally.version = told["version"]
        tally.nodes += len(told["nodes"])
        tally.ticks += len(ours)
        tally.visits += sum(len(tick["log"]) for tick in told["ticks"])
        tally.kinds.update(kind for _path, kind, _leaf in told["nodes"])
        if difference:
            tally.different.append(f"{name}: {difference}")
            print(tally.different[-1], flush=True)
        return told


def run_random(compare: Comparison, count: int, seed: int) -> Tally:
    """Compare so many random trees, three calm ones for each wild one."""
    tally, number = Tally(), seed * 1_000_000
    while tally.compared < count and number < seed * 1_000_000 + 20 * count:
        compare.compare(f"tree {number}", random_job(number, calm=number % 4 != 3), tally)
        number += 1
        if number % 200 == 0:
            print(f"{tally.equal} equal, {len(tally.different)} differ", flush=True)
    return tally


def run_examples(compare: Comparison, library: Path) -> dict[str, Tally]:
    """Compare the trees of the library's own examples and tests."""
    tallies = {}
    for folder in ("examples", "tests"):
        tally = tallies[folder] = Tally()
        for name, job in example_jobs(library / folder):
            if job is None:
                tally.refused += 1
            else:
                compare.compare(name, job, tally)
    return tallies


def load_written(compare: Comparison) -> tuple[int, list[str]]:
    """Load what is written of all samples; return how many trees were, and what the library refused."""
    loaded, refused = 0, []
    for path in sorted(SAMPLES.glob("*.mind.json")):
        document = load_document(path)
        trees = [name for name, graph in document.graphs.items() if isinstance(graph, BehaviorTreeGraph)]
        write = FORMATS["btcpp"].write
        assert write is not None
        text = write(document, builtin_registry(), path.name.removesuffix(".mind.json")).files[0].text
        for job in written_jobs(text):
            told = compare.told(job)
            if "error" in told:
                refused.append(f"{path.name}, {job['tree']}: {told['error']}")
            loaded += "error" not in told
        if trees and not written_jobs(text):
            refused.append(f"{path.name}: no tree was written")
    return loaded, refused


def written_jobs(text: str) -> list[Json]:
    """Return for each tree of a text a job that only loads it, with the leaves of its models."""
    root = ET.fromstring(text.encode())
    declared: Json = {"actions": {}, "conditions": {}, "decorators": {}, "controls": {}}
    for tag, sort in zip(GENERIC, declared, strict=True):
        for model in root.iterfind(f"TreeNodesModel/{tag}"):
            if model.get("ID") not in BUILT_IN:
                ports = {port.get("name", ""): port.get("type", "any") for port in model}
                declared[sort][model.get("ID", "")] = ports
    trees = [tree.get("ID", "") for tree in root.findall("BehaviorTree")]
    return [{"xml": text, "tree": tree, "ticks": 0, **declared} for tree in trees]


def keep_traces(compare: Comparison) -> None:
    """Write the traces of some random trees, for tests."""
    lines: list[str] = []
    for number in range(10 * KEPT):
        tally = Tally()
        job = random_job(number, ticks=KEPT_TICKS)
        told = compare.compare(f"tree {number}", job, tally)
        if told is not None and tally.equal and "error" not in told and len(told["nodes"]) > 5:
            lines.append(json.dumps({"number": number, "job": job, "told": told}, sort_keys=True))
        if len(lines) == KEPT:
            break
    TRACES.parent.mkdir(exist_ok=True)
    data = "".join(f"{line}\n" for line in lines).encode()
    TRACES.write_bytes(gzip.compress(data, mtime=0))
    print(f"{len(lines)} traces, {TRACES.stat().st_size:,} bytes")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for and write the result; return 1 if anything differed or was refused, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak bt_cpp", description=__doc__)
    parser.add_argument("--driver", type=Path, required=True, help="the program made of library_runs.cpp")
    parser.add_argument("--count", type=int, default=2000, help="random trees that are compared (2000)")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--library", type=Path, help="the library's sources: its examples and tests are run")
    parser.add_argument("--keep", action="store_true", help="write the traces of tests, and nothing else")
    asked = parser.parse_args(arguments)
    compare = Comparison(asked.driver)
    if asked.keep:
        keep_traces(compare)
        return 0
    tallies = {f"random, seed {asked.seed}": run_random(compare, asked.count, asked.seed)}
    if asked.library:
        tallies.update(run_examples(compare, asked.library))
    loaded, refused = load_written(compare)
    write_results(tallies, loaded, refused)
    return int(bool(refused) or any(tally.different for tally in tallies.values()))


def write_results(tallies: dict[str, Tally], loaded: int, refused: list[str]) -> None:
    """Put the figures into their section of the results."""
    random = next(iter(tallies.values()))
    lines = [
        TITLE,
        "",
        "`python3 dev.py soak bt_cpp --driver PATH --library PATH`: trees run by BehaviorTree.CPP "
        f"{random.version} and, imported, by Mindloom. What the import does not call exact is *told*, not "
        "compared.",
        "",
        "| trees | compared | nodes | ticks | visits there | differ | told | not run there |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, tally in tallies.items():
        figures = (tally.compared, tally.nodes, tally.ticks, tally.visits, len(tally.different))
        cells = (*figures, tally.told.total(), tally.refused)
        lines.append(f"| {name} | {' | '.join(f'{each:,}' for each in cells)} |")
    lines += [
        "",
        f"Trees that Mindloom writes of its samples: {loaded} load there, {len(refused)} are refused.",
    ]
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(random.kinds.items()))
    lines += ["", f"Nodes of the random trees: {kinds}.", ""]
    said = [*refused, *(each for tally in tallies.values() for each in tally.different)]
    print(*lines, *said, sep="\n")
    for tally in tallies.values():
        for reason, count in tally.told.most_common(40):
            print(f"{count:5}  {reason}")
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Files of other programs\n\n"
    head, _, rest = before.partition(TITLE)
    _, heading, others = rest.partition("\n## ")
    RESULTS.write_text(head + "\n".join(lines) + (heading + others if heading else ""), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
