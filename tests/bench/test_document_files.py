"""Loading and saving 10,000 nodes, beside a plain pydantic parse and dump of the same file in the same run.

The ratios are printed (`-s` shows them) and held: load at most 2 × the parse, save at most 2 × the dump.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.model import Document

NODES = 10_000
ROUNDS = 9
MOST_LOAD, MOST_SAVE = 2.0, 2.0


@pytest.fixture(scope="module")
def large_file() -> bytes:
    """Return the bytes of a document of 3,000 states with 6,000 edges and seven trees of 1,000 nodes."""
    source = random.Random(1)
    graphs = {"machine": _machine(3000, source)}
    graphs |= {f"tree_{number}": _tree(1000, source) for number in range(7)}
    value = {"format": "mindloom", "version": 1, "root": "machine", "graphs": graphs}
    document = Document.model_validate_json(json.dumps(value))
    assert sum(len(graph.nodes) for graph in document.graphs.values()) == NODES
    return document_to_bytes(document)


def test_loading_takes_at_most_twice_a_plain_parse(large_file: bytes) -> None:
    ours, plain = _best_of(
        lambda: document_from_bytes(large_file), lambda: Document.model_validate_json(large_file)
    )
    _report("load", ours, plain, large_file)
    assert ours <= MOST_LOAD * plain


def test_saving_takes_at_most_twice_a_plain_dump(large_file: bytes) -> None:
    document = document_from_bytes(large_file)
    assert document_to_bytes(document) == large_file
    ours, plain = _best_of(
        lambda: document_to_bytes(document),
        lambda: document.model_dump_json(indent=2, exclude_defaults=True).encode(),
    )
    _report("save", ours, plain, large_file)
    assert ours <= MOST_SAVE * plain


def test_refusing_a_file_cut_off_at_its_end_takes_no_longer_than_four_parses(large_file: bytes) -> None:
    ours, plain = _best_of(
        lambda: _refuse(large_file[:-3]), lambda: Document.model_validate_json(large_file), rounds=3
    )
    _report("refuse", ours, plain, large_file)
    assert ours <= 4 * plain


def _best_of(
    ours: Callable[[], object], plain: Callable[[], object], rounds: int = ROUNDS
) -> tuple[float, float]:
    """Return the shortest time of each, in seconds, measured by turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for action, list_of_times in zip((ours, plain), times, strict=True):
            started = time.perf_counter()
            action()
            list_of_times.append(time.perf_counter() - started)
    return min(times[0]), min(times[1])


def _report(what: str, ours: float, plain: float, data: bytes) -> None:
    print(
        f"\n{what} {NODES:,} nodes, {len(data) / 1e6:.1f} MB: {ours * 1e3:.0f} ms, "
        f"plain pydantic {plain * 1e3:.0f} ms, ratio {ours / plain:.2f}"
    )


def _refuse(data: bytes) -> None:
    with pytest.raises(Exception, match="ends in the middle"):
        document_from_bytes(data)


def _machine(count: int, source: random.Random) -> dict[str, Any]:
    states = [f"s{number:08d}" for number in range(count)]
    nodes: dict[str, Any] = {}
    edges: dict[str, Any] = {}
    layout = {}
    for number, state in enumerate(states):
        leaving = [f"t{2 * number:08d}", f"t{2 * number + 1:08d}"]
        for edge in leaving:
            edges[edge] = {
                "actions": ["alarm = true"],
                "guard": f"distance < {source.randrange(50)} and health > 3",
                "targets": [source.choice(states)],
            }
        nodes[state] = {
            "activity": {
                "action": "arrive",
                "params": {"slow_radius": 2.5, "speed": {"expr": "2 * speed"}, "target": "home"},
            },
            "entry": ["alarm = false"],
            "kind": "state",
            "name": f"State {number}",
            "transitions": leaving,
        }
        layout[state] = {"at": [source.randrange(3000), source.randrange(3000)]}
    return {
        "kind": "state_machine",
        "children": states,
        "initial": states[0],
        "nodes": nodes,
        "edges": edges,
        "layout": layout,
        "title": "Machine",
    }


def _tree(count: int, source: random.Random) -> dict[str, Any]:
    ids = [f"n{number:08d}" for number in range(count)]
    leaves = [
        {"kind": "action", "action": "follow_path", "params": {"path": "round", "speed": {"expr": "speed"}},
         "slot": {"weight": 2}},
        {"kind": "wait", "params": {"seconds": 2.5}},
        {"kind": "condition", "test": "distance < 5"},
    ]  # fmt: skip
    nodes: dict[str, Any] = {}
    for number, one in enumerate(ids):
        below = ids[3 * number + 1 : 3 * number + 4]
        inner = {"kind": "sequence", "children": below, "guard": {"test": "health > 30"}}
        nodes[one] = inner if below else source.choice(leaves)
    return {"kind": "behavior_tree", "root": ids[0], "nodes": nodes, "title": "Tree"}
