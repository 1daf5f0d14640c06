"""Make random hierarchical machines with events, polls, interrupts, timers, raises and activities."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.runtime.lone_brain import noted, scripted

VARIABLES = {
    "n": {"type": "int"},
    "on": {"type": "bool", "default": True},
    "dice": {"type": "int"},
    "gap": {"type": "float", "default": 0.04},
}

EVENTS = {
    "one": {"payload": {"x": "int"}},
    "two": {},
    "two.more": {},
}

LINES = st.sampled_from(
    [
        "n = n + 1",
        "on = not on",
        "dice = random_int(1, 6)",
        "raise two",
        "raise two.more",
        "n = n % 7",
        "gap = 1 / n",
    ]
)

BLOCKS = st.lists(LINES, max_size=2)

ACTIVITIES = st.one_of(
    st.none(),
    st.none(),
    st.builds(
        lambda script, loop: {
            "action": "scripted",
            "params": scripted(script, script)["params"],
            "loop": loop,
        },
        st.text("RRSFX", min_size=1, max_size=4),
        st.booleans(),
    ),
    st.just({"graph": "tree"}),
    st.just({"graph": "inner"}),
)

EVENT_NAMES = st.sampled_from(["tick", "tick", "one", "two", "two.more", "*", "done", "error.execution"])

GUARDS = st.sampled_from([None, "on", "n % 3 == 0", "dice > 3", "1 / n > 0", "state_time > 0.03"])


@st.composite
def machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine graph of up to eight states in up to three levels."""
    count = draw(st.integers(1, 8))
    names = [f"s{number}" for number in range(count)]
    children: dict[str, list[str]] = {name: [] for name in names}
    top: list[str] = []
    level: dict[str, int] = {}
    for place, name in enumerate(names):
        parents = [other for other in names[:place] if level[other] < 2]
        parent = draw(st.sampled_from([None, *parents]))
        level[name] = 0 if parent is None else level[parent] + 1
        (top if parent is None else children[parent]).append(name)
    nodes: dict[str, Any] = {}
    for name in names:
        if name != names[0] and not children[name] and draw(st.integers(0, 7)) == 0:
            nodes[name] = {
                "kind": "final",
                "name": name,
                "status": draw(st.sampled_from(["success", "failure"])),
            }
            continue
        node: dict[str, Any] = {"kind": "state", "name": name, "entry": [noted(f"+{name}"), *draw(BLOCKS)]}
        node |= {"exit": [noted(f"-{name}"), *draw(BLOCKS)], "update": draw(BLOCKS)}
        node["transient"] = draw(st.integers(0, 5)) == 0
        if children[name]:
            node |= {"children": children[name], "initial": draw(st.sampled_from(children[name]))}
        activity = draw(ACTIVITIES)
        if activity is not None:
            node["activity"] = activity
        nodes[name] = node
    edges, own = _edges(draw, names, nodes)
    return {
        "kind": "state_machine",
        "children": top,
        "initial": top[0],
        "nodes": nodes,
        "edges": edges,
        "transitions": own,
    }


def _edges(draw: st.DrawFn, names: list[str], nodes: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    edges: dict[str, Any] = {}
    own: list[str] = []
    sources = [None, *(name for name in names if nodes[name]["kind"] == "state")]
    for number in range(draw(st.integers(0, 10))):
        source = draw(st.sampled_from(sources))
        compound = source is None or bool(nodes[source].get("children"))
        edge: dict[str, Any] = {"event": draw(EVENT_NAMES), "actions": draw(BLOCKS)}
        edge["targets"] = draw(st.lists(st.sampled_from(names), max_size=1))
        edge["priority"] = draw(st.integers(0, 2))
        edge["internal"] = draw(st.booleans())
        edge["interrupt"] = compound and draw(st.booleans())
        edge["reenter"] = draw(st.integers(0, 3)) == 0
        if draw(st.integers(0, 3)) == 0:
            edge["after"] = draw(st.sampled_from([0, 0.02, 0.05, {"expr": "gap"}, {"expr": "1 / n"}]))
        if not edge["interrupt"] and draw(st.integers(0, 7)) == 0:
            edge["event"] = "always"
        guard = draw(GUARDS)
        if guard is not None:
            edge["guard"] = guard
        edges[f"t{number}"] = edge
        lists = own if source is None else nodes[source].setdefault("transitions", [])
        lists.append(f"t{number}")
    return edges, own


POSTS = st.lists(
    st.sampled_from([(), ("one",), ("two",), ("two.more", "one"), ("two", "two")]), min_size=30, max_size=30
)
"""Names of the events posted before each of 30 ticks."""
