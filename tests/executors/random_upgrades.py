"""Make cases in which a game goes on from what an older version of its mind saved, written and random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as counted
from typing import Any

from hypothesis import strategies as st

from graphs.model import Document
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.export_document import Export, export_document
from runtime.export.program_json import ProgramFiles
from runtime.minds.program.problems import CompileError
from tests.executors.engine_game import Json, told_by_engine
from tests.executors.random_cases import halves, random_case
from tests.runtime.behavior_trees.random_trees import TREES
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.hot_swap.random_neighbors import MACHINE_EDITS, TREE_EDITS, neighbor, steps
from tests.runtime.lone_brain import REGISTRY, document, machine, tree
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import machines
from tools.conformance.seeded_drawing import drawn

SORTS: tuple[tuple[Any, Any, Any], ...] = (
    (TREES, mind_of_tree, TREE_EDITS),
    (machines(), mind_of_machine, MACHINE_EDITS),
)


def cases_of_upgrades(count: int, start: int) -> Iterator[Json]:
    """Yield so many cases, trees and machines in turn; `start` seeds them."""
    pairs = [versions(sort, -(-count // len(SORTS)), start) for sort in range(len(SORTS))]
    for number in range(count):
        old, new = pairs[number % len(SORTS)][number // len(SORTS)]
        case = random_case(f"upgrade {start} {number}", old.data, 12)
        first, rest = halves(case, 6)
        for tick in rest["ticks"]:
            for sort in ("set", "shared", "post"):  # The new version may not know what the old one did.
                tick.pop(sort, None)
        save = told_by_engine(first)[-1]["save"]
        table = upgrade_table(*(ProgramFiles(each.data, each.names) for each in (old, new)))
        yield {**rest, "program": new.data, "restore": save, "upgrades": [table]}


def versions(sort: int, count: int, start: int) -> list[tuple[Export, Export]]:
    """Return so many pairs of an export and one of the document after some edits."""
    strategy, document_of, edits = SORTS[sort]
    both = st.tuples(strategy, steps(edits))
    found: list[tuple[Export, Export]] = []
    for number in counted():
        if len(found) == count:
            break
        graph, chosen = drawn(both, f"upgrade {sort} {start} {number}")
        source: Document = document_of(graph)
        try:
            old, new = (export_document(each, REGISTRY) for each in (source, neighbor(source, edits, chosen)))
        except CompileError:
            continue
        if old.data["hash"] != new.data["hash"]:  # many edits leave the program as it was
            found.append((old, new))
    return found


def _wait(seconds: float) -> Json:
    return {"kind": "wait", "params": {"seconds": seconds}}


def _inner(kind: str, **children: Json) -> Json:
    """Return the graph of a composite with leaves; `params` are those of the composite."""
    params = children.pop("params", {})
    root: Json = {"kind": kind, "children": [*children], "params": params}
    return tree({"root": root, **children})


_CLAIM: Json = {"kind": "claim", "params": {"variable": "places"}}
_COUNT: Json = {"kind": "set", "actions": ["n = n + 1"]}
_LATCHED: Json = {"type": "trigger", "latched": 0.2, "default": True}
_VARIABLES: Json = {"n": {"type": "int"}, "places": {"type": "int", "scope": "world", "default": 2}}

WRITTEN: dict[str, tuple[Json, Json]] = {
    "a longer wait behind a new one": (
        _inner("sequence", a=_wait(0.02), b=_wait(0.1)),
        _inner("sequence", a=_wait(0.02), c=_wait(0.05), b=_wait(0.15)),
    ),
    "a drawn order with a new child": (
        _inner("random_sequence", a=_wait(0.1), b=_wait(0.1), c=_wait(0.1)),
        _inner("random_sequence", d=_COUNT, c=_wait(0.1), b=_wait(0.1), a=_wait(0.1)),
    ),
    "a place whose child is gone": (
        _inner("selector", a={"kind": "fail"}, b=_wait(0.1), params={"memory": "resume"}),
        _inner("selector", a={"kind": "fail"}, c=_wait(0.12), params={"memory": "resume"}),
    ),
    "results of a parallel": (
        _inner("parallel", a=_COUNT, b=_wait(0.1)),
        _inner("parallel", b=_wait(0.1), a=_COUNT),
    ),
    "a claim that is gone": (
        _inner("sequence", a=_CLAIM, b=_wait(0.3)),
        _inner("sequence", b=_wait(0.3)),
    ),
    "a claim whose scope is gone": (
        _inner("sequence", a=_CLAIM, b=_wait(0.3)),
        _inner("selector", a=_CLAIM, b=_wait(0.3)),
    ),
    "a longer and a new time in a state": (
        machine({"a": {}, "b": {}}, {"t": {"from": "a", "after": 0.1, "to": "b"}}),
        machine(
            {"a": {}, "b": {}, "c": {}},
            {"t": {"from": "a", "after": 0.2, "to": "b"}, "u": {"from": "a", "after": 0.12, "to": "c"}},
        ),
    ),
    "a longer delay": (
        machine({"a": {}, "b": {}}, {"t": {"from": "a", "guard": "n == 0", "delay": 0.1, "to": "b"}}),
        machine(
            {"z": {}, "a": {}, "b": {}},
            {"t": {"from": "a", "guard": "n == 0", "delay": 0.13, "to": "b"}},
            initial="a",
        ),
    ),
    "an event that waits": (
        machine(
            {"a": {"entry": ["raise two after 0.1"]}},
            {"t": {"from": "a", "event": "two", "actions": ["n = 5"]}},
        ),
        machine(
            {"z": {}, "a": {"entry": ["raise two after 0.1"]}},
            {"t": {"from": "a", "event": "two", "actions": ["n = 6"]}},
            initial="a",
        ),
    ),
    "a state that is gone": (
        machine({"a": {}, "b": {}}, {"t": {"from": "a", "guard": "n == 0", "to": "b"}}),
        machine({"a": {"entry": ["n = n + 7"]}, "c": {}}),
    ),
    "a new service, and a result below": (
        _inner("sequence", a=_COUNT, b=_wait(0.2)),
        tree(
            {
                "root": {
                    "kind": "sequence",
                    "children": ["a", "b"],
                    "services": [{"every": 0.05, "actions": ["n = n + 10"]}],
                },
                "a": _COUNT,
                "b": _wait(0.2),
            }
        ),
    ),
}
"""Graphs before and after, by what is carried over."""


def written_upgrades() -> Iterator[Json]:
    """Yield a case for each of `WRITTEN`: five ticks before and twenty after it, with a trigger armed."""
    for name, graphs in WRITTEN.items():
        old, new = (
            export_document(
                document({"g": graph}, variables={**_VARIABLES, **more, "hit": _LATCHED}, events={"two": {}}),
                REGISTRY,
            )
            for graph, more in zip(graphs, ({}, {"more": {"type": "float", "default": 1.5}}), strict=True)
        )
        case: Json = {"id": name, "program": old.data, "seed": 5, "agents": ["me"]}
        save = told_by_engine({**case, "ticks": [{}] * 5})[-1]["save"]
        files = [ProgramFiles(each.data, each.names) for each in (old, new)]
        upgrade = {"restore": save, "upgrades": [upgrade_table(*files)]}
        yield {**case, **upgrade, "program": new.data, "ticks": [{}] * 20}
