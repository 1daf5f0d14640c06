"""Make random machines most of whose ticks can be quick ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.runtime.state_machines.random_machines import machines


@st.composite
def quiet_machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine with little to run in its states and transitions: its ticks can be quick ones."""
    graph = draw(machines())
    left = draw(
        st.sets(st.sampled_from(["entry", "exit", "update", "activity", "actions", "delay"]), max_size=1)
    )
    for node in graph["nodes"].values():
        for key in {"entry", "exit", "update", "activity", "transient"} - left:
            node.pop(key, None)
        for key in ("initial", "default"):
            if isinstance(node.get(key), dict):
                node[key]["actions"] = []
        for key in {"entry", "exit", "update"} & node.keys():
            node[key] = [line for line in node[key] if line != "set alarm"]
    for edge in graph["edges"].values():
        edge["actions"] = [line for line in edge["actions"] if line != "set alarm" and "actions" in left]
        if "delay" not in left:
            for key in ("delay", "recheck", "jitter"):
                edge.pop(key, None)
        if edge.get("guard") == "alarm":
            edge["guard"] = "n > 0"
    return graph


WRITES = st.lists(
    st.sampled_from([None, None, ("n", 0), ("n", 4), ("on", False), ("on", True), ("dice", 5), ("gap", 0.0)]),
    min_size=30,
    max_size=30,
)
"""What is written to a variable from outside before each of 30 ticks."""
