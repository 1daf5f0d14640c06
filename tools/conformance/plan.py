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
from tools.conformance.case_making import ONE, case_of
from tools.conformance.engine_driver import CaseRun, TooLarge, expected
from tools.conformance.example_documents import WorkedExample, worked_examples
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

CURVED, CURVED_TICKS = 8, 40
"""How many more of each sort have curves, a variable that rises, and choices that last; and their ticks."""

CROWDS = (ONE, ("ann", "bob", "Zoë"), ("10", "9", "a", "größe 7"), ("😀", "\uff5e", "me"), ("me",))
"""The agents of the variants of a written case. The order of ids is that of code points."""

VARIANTS = {
    **dict.fromkeys(("claim", "line", "machine", "decision", "expression"), 5),
    **dict.fromkeys(("kind", "dress", "edge"), 2),
}
SAMPLE_RUNS = 4
RESTORED = ("corner-waiting",)
"""Cases that another one goes on with from what is saved in their middle."""

MOST_LETTERS, MOST_TRIES = 90_000, 12
"""A random case that is larger is drawn again: machines that run in circles all say the same."""


def suite() -> dict[str, Maker]:
    """Return all cases by name, in their order."""
    made = dict(chain(_examples(), _samples(), _written(), _random()))
    goes_on = {f"restored-{name}": made[name] for name in RESTORED}
    return made | {name: partial(_restored, name, maker) for name, maker in goes_on.items()}


def _random() -> Iterator[tuple[str, Maker]]:
    for sort, (count, ticks) in RANDOM.items():
        for number in range(count):
            name = f"random-{sort}-{number:03}"
            yield name, partial(_random_case, name, sort, ticks)
    for sort in RANDOM:
        for number in range(CURVED):
            name = f"curves-{sort}-{number:03}"
            yield name, partial(_random_case, name, sort, CURVED_TICKS, curves=True)


def _random_case(name: str, sort: str, ticks: int, *, curves: bool = False) -> Data:
    """Draw until a document can run and its case is not too large."""
    agents = CROWDS[1] if sort == "claim" else CROWDS[sum(name.encode()) % 4 % 2 * 3]
    for attempt in range(MOST_TRIES):
        document = random_document(sort, f"{name} {attempt}", curves=curves)
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
    for example in worked_examples():
        yield f"page-{example.name}", partial(_worked, example)


def _worked(example: WorkedExample) -> Data:
    """Return a worked example of the runtime format as a case."""
    case = example.case()
    return {**case, "expect": expected(case)}


def _restored(name: str, made: Maker) -> Data:
    """Return the second half of a case, which goes on from what is saved behind the first."""
    whole = made()
    middle = len(whole["ticks"]) // 2
    first, rest = whole["ticks"][:middle], whole["ticks"][middle:]
    run, told = CaseRun(whole), dict[str, Data]()
    for given in first:
        run.tick(given)
    for given in (*first, rest[0]):
        for sort, changed in given.get("answers", {}).items():
            told.setdefault(sort, {}).update(changed)
    head = {field: whole[field] for field in ("program", "seed", "agents")}
    ticks = [{**rest[0], "answers": told}, *rest[1:]]
    case: Data = {"id": name, **head, "restore": run.minds.save(), "ticks": ticks}
    return {**case, "expect": expected(case)}
