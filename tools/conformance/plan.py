"""List the cases of the suite: each by its name, which also is its seed, and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.program.problems import CompileError
from tests.runtime.export.worked_examples import EXAMPLES, Example, data_of
from tools.conformance.case_making import ONE, case_of
from tools.conformance.engine_driver import TooLarge, expected
from tools.conformance.random_documents import REGISTRY, random_document
from tools.conformance.random_inputs import Habits
from tools.conformance.written_documents import WrittenDocument, written_documents

Data = dict[str, Any]
Maker = Callable[[], Data]
SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

RANDOM: Mapping[str, tuple[int, int]] = {
    "tree": (400, 50),
    "decision": (200, 40),
    "machine": (400, 60),
    "nested": (160, 50),
    "claim": (40, 30),
}
"""How many random cases of each sort there are, and how many ticks each has."""

CROWDS = (ONE, ("ann", "bob", "Zoë"), ("10", "9", "a", "größe 7"), ("😀", "\uff5e", "me"), ("me",))
"""The agents of the variants of a written case. The order of ids is that of code points."""

VARIANTS = {
    **dict.fromkeys(("claim", "line", "machine", "decision", "expression"), 5),
    **dict.fromkeys(("kind", "dress", "edge"), 2),
}
SAMPLE_RUNS = 4
MOST_LETTERS, MOST_TRIES = 90_000, 12
"""A random case that is larger is drawn again: machines that run in circles all say the same."""


def suite() -> dict[str, Maker]:
    """Return all cases by name, in their order."""
    return dict(chain(_examples(), _samples(), _written(), _random()))


def _random() -> Iterator[tuple[str, Maker]]:
    for sort, (count, ticks) in RANDOM.items():
        for number in range(count):
            name = f"random-{sort}-{number:03}"
            yield name, partial(_random_case, name, sort, ticks)


def _random_case(name: str, sort: str, ticks: int) -> Data:
    """Draw until a document can run and its case is not too large."""
    agents = CROWDS[1] if sort == "claim" else CROWDS[sum(name.encode()) % 4 % 2 * 3]
    for attempt in range(MOST_TRIES):
        document = random_document(sort, f"{name} {attempt}")
        try:
            return case_of(name, document, REGISTRY, ticks, agents=agents, most=MOST_LETTERS)
        except (CompileError, TooLarge):
            continue
    raise ValueError(f"No case {name} was drawn in {MOST_TRIES} tries.")


def _written() -> Iterator[tuple[str, Maker]]:
    for each in written_documents():
        # Where agents matter to each other there are always several.
        several = each.sort == "claim" or each.name in ("send", "sends", "world")
        for variant in range(VARIANTS.get(each.sort, 1)):
            name = f"{each.sort}-{each.name}" + (f"-{variant}" if each.sort in VARIANTS else "")
            agents = CROWDS[1 + variant % 3] if several else CROWDS[variant]
            yield name, partial(_written_case, name, each, agents)


def _written_case(name: str, written: WrittenDocument, agents: tuple[str, ...]) -> Data:
    habits = Habits(sets=0.3, odd=0.4) if written.sort in ("function", "expression") else Habits()
    return case_of(
        name, written.document(), REGISTRY, written.ticks, agents=agents, rate=written.rate, habits=habits
    )


def _samples() -> Iterator[tuple[str, Maker]]:
    for path in sorted(SAMPLES.glob("*.mind.json")):
        for graph in sorted(load_document(path).graphs):
            for run in range(SAMPLE_RUNS):
                name = f"sample-{path.name.removesuffix('.mind.json')}-{graph}-{run}"
                yield name, partial(_sample, name, path, graph, CROWDS[run])


def _sample(name: str, path: Path, graph: str, agents: tuple[str, ...]) -> Data:
    ticks = 90 if len(agents) == 1 else 45
    return case_of(name, load_document(path), builtin_registry(), ticks, agents=agents, root=graph)


def _examples() -> Iterator[tuple[str, Maker]]:
    for example in EXAMPLES:
        name = f"page-{example.sample.replace('_', '-')}"
        yield name, partial(_worked, name, example)


def _worked(name: str, example: Example) -> Data:
    """Return a worked example of the page on the runtime format as a case."""
    ticks: list[Data] = []
    for given in example.inputs:
        posts = [["me", event, payload] for event, payload in given.posts]
        tick = {"set": {"me": given.sets} if given.sets else {}, "post": posts}
        ticks.append({key: value for key, value in tick.items() if value})
    if example.results:
        ticks[0]["answers"] = {"actions": example.results}
    case: Data = {"id": name, "program": data_of(example), "seed": 1, "agents": ["me"], "ticks": ticks}
    return {**case, "expect": expected(case)}
