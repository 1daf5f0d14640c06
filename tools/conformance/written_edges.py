"""Write documents at the edges of what a program may hold: budgets, rates, long lists, long times."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.model import Document
from tests.runtime.lone_brain import document, machine
from tools.conformance.written_machines import _go, of_graph
from tools.conformance.written_trees import EVENTS, VARIABLES, act, in_turn, lines, written


def edges() -> Iterator[tuple[str, Document, int, int]]:
    """Yield documents with a name, how many ticks they are run for, and the rate they are exported for."""
    loop = {"kind": "repeat", "params": {"pace": "same_tick"}, "children": ["l"]}
    yield "visits", written({"root": loop, "l": lines("m = m + 1")}), 4, 60
    many = {"kind": "repeat", "params": {"pace": "same_tick", "count": 1200}, "children": ["l"]}
    raises = lines("raise ping(x = m, by = who) after 0.05", "m = m + 1", kind="raise")
    yield "thousand-events", written({"root": many, "l": raises}), 5, 60
    for rate in (1, 7, 30, 50, 1000):
        waits = {"kind": "wait", "params": {"seconds": 0.05}}
        named = {"kind": "wait", "params": {"seconds": {"expr": "a / 7"}, "jitter": {"expr": "a / 9"}}}
        yield f"rate-{rate}", in_turn(waits, act(), named, lines("a = a + time")), 20, rate
    for place, seconds in enumerate(("0 * a", "0.0000000001", "-a", "1 / m", "big", "0.1 * 3")):
        nodes = {"kind": "delay", "params": {"seconds": {"expr": seconds}}, "children": ["x"]}
        yield f"seconds-{place}", written({"root": nodes, "x": act()}), 20, 60
    deep = {f"d{level}": {"kind": "inverter", "children": [f"d{level + 1}"]} for level in range(40)}
    yield "deep", written({"root": {"kind": "inverter", "children": ["d0"]}, **deep, "d40": act()}), 12, 60
    wide = {f"w{place}": {"kind": "set", "actions": ["n = n + 1"]} for place in range(60)}
    yield "wide", written({"root": {"kind": "random_sequence", "children": [*wide]}, **wide}), 10, 60
    shuffled = {"kind": "random_selector", "children": ["x"]}
    yield "shuffle-of-one", written({"root": shuffled, "x": act()}), 12, 60
    graph = {f"s{place}": {"entry": ["n = n + 1"]} for place in range(12)}
    steps = {
        f"t{place}": _go(f"s{place}", f"s{(place + 1) % 12}", "always" if place % 4 else "tick")
        for place in range(12)
    }
    yield "chain", of_graph(machine(graph, steps)), 12, 60
    for rounds in (100, 10_000):
        ring = machine({"x": {}, "y": {}}, {"t": _go("x", "y", "always"), "u": _go("y", "x", "always")})
        yield (
            f"rounds-{rounds}",
            document({"g": ring}, variables=VARIABLES, events=EVENTS, rounds=rounds),
            3,
            60,
        )
    names = {
        "root": {"kind": "random_sequence", "children": ["é", "日本"]},
        "é": lines("word = '😀'"),
        "日本": act(),
    }
    yield "names", written(names), 10, 60
