"""Make random machines with little to run, most of whose ticks do nothing or take one transition."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.runtime.lone_brain import machine
from tests.runtime.state_machines.random_machines import machines


@st.composite
def quiet_machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine with little to run in its states and transitions: little happens in a tick."""
    graph = draw(machines())
    left = draw(st.sets(st.sampled_from(["entry", "exit", "update", "activity", "actions"]), max_size=1))
    delays = draw(st.booleans())
    for node in graph["nodes"].values():
        for key in {"entry", "exit", "update", "activity", "transient"} - left:
            node.pop(key, None)
        for key in ("initial", "default"):
            if isinstance(node.get(key), dict):
                node[key]["actions"] = []
    for edge in graph["edges"].values():
        if "actions" not in left:
            edge["actions"] = []
        if not delays:
            for key in ("delay", "recheck", "jitter"):
                edge.pop(key, None)
    return graph


_WRITES = [("n", 0), ("n", 4), ("on", False), ("on", True), ("dice", 5), ("gap", 0.0), ("alarm", True)]

WRITES = st.lists(st.sampled_from([None, None, None, *_WRITES]), min_size=30, max_size=30)
"""What is written to a variable from outside before each of 30 ticks."""


@st.composite
def flat_machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine of few states in which much happens: nothing to run, but all that times transitions."""
    states = [f"s{number}" for number in range(draw(st.integers(2, 4)))]
    edges: dict[str, Any] = {}
    for number in range(draw(st.integers(2, 9))):
        source = draw(st.sampled_from([None, *states, *states]))
        edge: dict[str, Any] = {"to": draw(st.sampled_from(states)), "event": draw(_EVENTS)}
        if source is not None:
            edge["from"] = source
        elif draw(st.integers(0, 3)):
            edge["interrupt"] = True
            edge["reenter"] = draw(st.integers(0, 3)) == 0
        for key, often in (("after", 2), ("cooldown", 4), ("delay", 4)):
            if draw(st.integers(0, often)) == 0:
                edge[key] = draw(st.sampled_from([0.02, 0.05, 0.1]))
        guard = draw(_GUARDS)
        if guard:
            edge["guard"] = guard
        edges[f"e{number}"] = edge
    return machine({name: {} for name in states}, edges)


@st.composite
def restless_machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine of few states, some of them choices, with many eventless transitions that count up."""
    graph = draw(flat_machines())
    for edge in graph["edges"].values():
        if not edge.get("interrupt") and draw(st.booleans()):
            edge["event"] = "always"
            edge["guard"] = draw(st.sampled_from(["n % 3 == 0", "n % 4 == 1", "not on", "1 / n > 0.3"]))
        if draw(st.booleans()):
            edge["actions"] = [draw(st.sampled_from(["n = n + 1", "n = n + 2", "on = not on", "raise two"]))]
    for number in range(draw(st.integers(0, 2))):
        choice, some, other = f"c{number}", f"b{number}", f"d{number}"
        targets = st.sampled_from(list(graph["nodes"]))
        graph["edges"][some] = {"guard": draw(_GUARDS) or "n > 1", "targets": [draw(targets)]}
        graph["edges"][other] = {"else": True, "targets": [draw(targets)], "actions": ["n = n + 1"]}
        graph["nodes"][choice] = {"kind": "choice", "name": choice, "transitions": [some, other]}
        graph["children"].append(choice)
        for edge in list(graph["edges"].values())[:3]:
            edge["targets"] = [choice] if draw(st.booleans()) else edge["targets"]
    for state in graph["nodes"].values():
        if state["kind"] == "state" and draw(st.integers(0, 2)) == 0:
            state["update"] = ["n = n + 1"]
    return graph


_EVENTS = st.sampled_from(["tick", "tick", "one", "two", "two.more", "*"])
_GUARDS = st.sampled_from(
    [
        *(None, None, "on", "n > 2", "not on and n < 3", "state_time > 0.04", "1 / n > 0.3", "received(one)"),
        *("alarm", "not alarm and n > 2"),
    ]
)
