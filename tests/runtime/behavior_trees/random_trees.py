"""Make random behavior trees of every kind that runs, with random leaf scripts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.runtime.lone_brain import scripted

VARIABLES = {
    "n": {"type": "int"},
    "on": {"type": "bool", "default": True},
    "dice": {"type": "int"},
    "f": {"type": "float", "default": 0.05},
}

GUARDS = st.one_of(
    st.none(),
    st.builds(
        lambda test, abort, refused: {"test": test, "abort": abort, "refused": refused},
        st.sampled_from(["on", "n % 3 != 0", "dice < 4", "1 / n > 0", "time < 0.1"]),
        st.sampled_from(["none", "self"]),
        st.sampled_from(["failure", "skipped"]),
    ),
)

SERVICES = st.lists(
    st.builds(
        lambda every, jitter, line: {"every": every, "jitter": jitter, "actions": [line]},
        st.sampled_from([0.02, 0.05, 0.1]),
        st.sampled_from([0, 0.03]),
        st.sampled_from(["n = n + 1", "dice = random_int(1, 6)", "on = not on"]),
    ),
    max_size=1,
)

LEAVES = st.one_of(
    st.text("RRSF", min_size=1, max_size=5).map(lambda script: scripted(script, script)),
    st.just(scripted("RX", "crash")),
    st.sampled_from(["on", "n > 2", "dice == 3", "1 / n > 0"]).map(
        lambda test: {"kind": "condition", "test": test}
    ),
    st.just({"kind": "wait_until", "test": "n % 2 == 1"}),
    st.tuples(st.sampled_from([0, 0.02, 0.05]), st.sampled_from([0, 0.03])).map(
        lambda pair: {"kind": "wait", "params": {"seconds": pair[0], "jitter": pair[1]}}
    ),
    st.sampled_from(["n = n + 1", "dice = random_int(1, 6)", "on = not on", "f = 1 / n"]).map(
        lambda line: {"kind": "set", "actions": [line]}
    ),
    st.sampled_from(["succeed", "fail"]).map(lambda kind: {"kind": kind}),
)


def _composites(children: st.SearchStrategy) -> st.SearchStrategy:
    listed = st.lists(children, min_size=1, max_size=4)
    ordered = st.builds(
        lambda kind, memory, inner: {"kind": kind, "params": {"memory": memory}, "inner": inner},
        st.sampled_from(["sequence", "selector"]),
        st.sampled_from(["resume", "none", "keep"]),
        listed,
    )
    shuffled = st.builds(
        lambda kind, weights, inner: {
            "kind": kind,
            "inner": [
                {**child, "slot": {"weight": weight}} if weights else child
                for child, weight in zip(inner, [2, 0, 1, 5], strict=False)
            ],
        },
        st.sampled_from(["random_sequence", "random_selector"]),
        st.booleans(),
        listed,
    )
    scored = st.builds(
        lambda reconsider, on_failure, inertia, inner: {
            "kind": "utility_selector",
            "params": {"reconsider": reconsider, "on_failure": on_failure, "inertia": inertia},
            "inner": [
                {**child, "slot": {"score": score}}
                for child, score in zip(inner, ["f + n", "1 / n", "2.0 * n", "3"], strict=False)
            ],
        },
        st.sampled_from(["tick", "enter"]),
        st.sampled_from(["fail", "next"]),
        st.sampled_from([0, 2]),
        listed,
    )
    branched = st.builds(
        lambda kind, reactive, inner: {
            "if": {"kind": "if_else", "params": {"reactive": reactive}, "inner": inner},
            "switch": {
                "kind": "switch",
                "params": {"variable": "n"},
                "inner": [{**child, "slot": {"case": case}} for case, child in enumerate(inner[:2])]
                + [{**inner[2], "slot": {"default": True}}],
            },
            "try": {"kind": "try_recover", "params": {"attempts": 2}, "inner": inner[:2]},
        }[kind],
        st.sampled_from(["if", "switch", "try"]),
        st.booleans(),
        st.lists(children, min_size=3, max_size=3),
    )
    limited = st.builds(
        lambda kind, inner: {**kind, "inner": [inner]},
        st.sampled_from(
            [
                {"kind": "timeout", "params": {"seconds": 0.05}},
                {"kind": "delay", "params": {"seconds": 0.03}},
                {"kind": "cooldown", "params": {"seconds": 0.05}},
                {"kind": "cooldown", "params": {"seconds": 0.05, "refused": "skipped"}},
                {"kind": "rate_limit", "params": {"seconds": 0.05}},
                {"kind": "rate_limit", "params": {"seconds": 0.05, "between": "skipped"}},
                {"kind": "run_limit", "params": {"count": 2, "afterwards": "last"}},
                {"kind": "run_once", "params": {"counts": "success"}},
                {"kind": "probability", "params": {"chance": 0.5}},
                {"kind": "probability", "params": {"chance": 0.5, "refused": "skipped"}},
                {"kind": "breakpoint"},
                {"kind": "fixed_status", "params": {"status": "skipped"}},
            ]
        ),
        children,
    )
    parallel = st.builds(
        lambda success, failure, decide, inner: {
            "kind": "parallel",
            "params": {"success": success, "failure": failure, "decide": decide},
            "inner": inner,
        },
        st.sampled_from(["all", "any", 1]),
        st.sampled_from(["all", "any", 1]),
        st.sampled_from(["each", "end"]),
        listed,
    )
    maps = st.builds(
        lambda kind, inner: {"kind": kind, "inner": [inner]},
        st.sampled_from(["inverter", "force_success", "force_failure"]),
        children,
    )
    counted = st.builds(
        lambda kind, count, pace, inner: {
            "kind": kind,
            "params": {"count": count, "pace": pace},
            "inner": [inner],
        },
        st.sampled_from(["repeat", "retry"]),
        st.integers(0, 3),
        st.sampled_from(["tick", "same_tick"]),
        children,
    )
    endless = st.builds(
        lambda kind, inner: {"kind": kind, "inner": [inner]},
        st.sampled_from(["repeat", "until_success", "until_failure"]),
        children,
    )
    return st.one_of(ordered, parallel, maps, counted, endless, shuffled, scored, branched, limited)


def _dressed(nodes: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(
        lambda node, guard, services, disabled: {
            **node,
            **({"guard": guard} if guard else {}),
            **({"services": services} if services else {}),
            **({"disabled": True} if disabled == 0 else {}),
        },
        nodes,
        GUARDS,
        SERVICES,
        st.integers(0, 9),
    )


NESTED = st.recursive(_dressed(LEAVES), lambda inner: _dressed(_composites(inner)), max_leaves=12)
"""Nodes that hold their children in `inner`."""


def flattened(nested: dict[str, Any]) -> dict[str, Any]:
    """Return the nodes of a nested tree by id, the root's id being "root"."""
    nodes: dict[str, Any] = {}

    def add(node: dict[str, Any], name: str) -> None:
        plain = {key: value for key, value in node.items() if key != "inner"}
        children = node.get("inner", [])
        if children:
            plain["children"] = [f"{name}{place}" for place in range(len(children))]
        nodes["root" if name == "r" else name] = plain
        for place, child in enumerate(children):
            add(child, f"{name}{place}")

    add(nested, "r")
    return nodes


TREES = NESTED.map(flattened)
"""Nodes of random trees by id; the root is "root"."""
