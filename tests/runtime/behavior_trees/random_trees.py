"""Make random behavior trees of every kind that runs, with random leaf scripts."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from graphs.model import Document
from graphs.model.graph_parts import END_FIELDS
from tests.runtime.lone_brain import document, scripted, tree

VARIABLES = {
    "n": {"type": "int"},
    "on": {"type": "bool", "default": True},
    "dice": {"type": "int"},
    "f": {"type": "float", "default": 0.05},
    "hit": {"type": "trigger", "default": True},
    "alert": {"type": "trigger", "latched": 0.06},
    "spot": {"type": "entity", "default": "rock"},
    "rolls": {"type": "list", "of": "int", "most": 3, "default": [5, 2]},
}

TRIGGER_TESTS = ["hit", "hit and on", "n % 2 == 0 or alert", "alert and not hit", "on if hit else alert"]

GUARDS = st.one_of(
    st.none(),
    st.builds(
        lambda test, abort, refused: {"test": test, "abort": abort, "refused": refused},
        st.sampled_from(["on", "n % 3 != 0", "dice < 4", "1 / n > 0", "time < 0.1", *TRIGGER_TESTS]),
        st.sampled_from(["none", "self"]),
        st.sampled_from(["failure", "skipped"]),
    ),
)

SERVICES = st.lists(
    st.builds(
        lambda every, jitter, line: {"every": every, "jitter": jitter, "actions": [line]},
        st.sampled_from([0.02, 0.05, 0.1]),
        st.sampled_from([0, 0.03]),
        st.sampled_from(["n = n + 1", "dice = random_int(1, 6)", "on = not on", "set hit"]),
    ),
    max_size=1,
)

ENDS = st.dictionaries(
    st.sampled_from(["on_success", "on_failure", "on_halt", "on_end"]),
    st.sampled_from(["n = n + 1", "dice = random_int(1, 6)", "on = not on", "set hit", "f = 1 / n"]).map(
        lambda line: [line]
    ),
    max_size=2,
)

PRECONDITIONS = st.lists(
    st.builds(
        lambda test, gives: {"test": test, "gives": gives},
        st.sampled_from(["on", "n % 3 == 1", "dice > 4", "1 / n > 0", "time < 0.1", *TRIGGER_TESTS[:3]]),
        st.sampled_from(["skip", "succeed", "fail", "while"]),
    ),
    max_size=2,
)

CONDITIONS = [
    ["if n % 2 == 0:", "    n = n + 1", "else:", "    dice = random_int(1, 6)"],
    ["n = n + 1", "if on:", "    if 1 / n > 0.3:", "        f = 1 / (n - 2)", "    set hit", "on = not on"],
    ["if hit or alert:", "else:", "    set alert"],
    [
        "if contains(rolls, n):",
        "    remove n from rolls",
        "else:",
        "    append n to rolls",
        "n = at(rolls, 0)",
    ],
    ["if len(rolls) > 2:", "    clear rolls"],
]

LEAVES = st.one_of(
    st.text("RRSF", min_size=1, max_size=5).map(lambda script: scripted(script, script)),
    st.just(scripted("RX", "crash")),
    st.sampled_from(["on", "n > 2", "dice == 3", "1 / n > 0", *TRIGGER_TESTS]).map(
        lambda test: {"kind": "condition", "test": test}
    ),
    st.sampled_from(["n % 2 == 1", "hit", "alert or n > 3"]).map(
        lambda test: {"kind": "wait_until", "test": test}
    ),
    st.tuples(st.sampled_from([0, 0.02, 0.05]), st.sampled_from([0, 0.03])).map(
        lambda pair: {"kind": "wait", "params": {"seconds": pair[0], "jitter": pair[1]}}
    ),
    st.sampled_from(
        ["n = n + 1", "dice = random_int(1, 6)", "on = not on", "f = 1 / n", "set hit", "set alert"]
    ).map(lambda line: {"kind": "set", "actions": [line]}),
    st.sampled_from(CONDITIONS).map(lambda rows: {"kind": "set", "actions": rows}),
    st.sampled_from(["succeed", "fail"]).map(lambda kind: {"kind": kind}),
    st.sampled_from(
        [
            {"kind": "claim", "params": {"variable": "spot"}},
            {"kind": "claim", "params": {"variable": "spot", "until": "released"}},
            {"kind": "release", "params": {"variable": "spot"}},
        ]
    ),
)


CALLED: dict[str, Any] = {
    "counting": {
        **tree(
            {
                "root": {"kind": "sequence", "children": ["c", "t", "w"]},
                "c": {"kind": "set", "actions": ["count = count + 1", "own = own + 1", "last = own"]},
                "t": {"kind": "condition", "test": "own % 3 != limit"},
                "w": {"kind": "wait", "params": {"seconds": 0.02}},
            }
        ),
        "parameters": {
            "count": {"type": "int", "direction": "inout"},
            "last": {"type": "int", "direction": "out"},
            "limit": {"type": "int", "direction": "in", "default": 0},
        },
        "variables": {"own": {"type": "int"}},
    },
    "arming": {
        **tree(
            {
                "root": {"kind": "selector", "children": ["s", "w"]},
                "s": {"kind": "set", "actions": ["set done"], "guard": {"test": "start", "abort": "lower"}},
                "w": {
                    "kind": "wait_until",
                    "test": "own",
                    "services": [{"every": 0.1, "actions": ["set own"]}],
                },
            }
        ),
        "parameters": {
            "start": {"type": "trigger", "direction": "inout"},
            "done": {"type": "trigger", "direction": "out"},
        },
        "variables": {"own": {"type": "trigger"}},
    },
}
"""Graphs that random trees with calls may call."""

CALLS = st.sampled_from(
    [
        ("counting", {"count": {"variable": "n"}, "last": {"variable": "dice"}, "limit": {"expr": "n % 3"}}),
        ("counting", {"count": {"variable": "dice"}}),
        ("arming", {"start": {"variable": "hit"}, "done": {"variable": "alert"}}),
        ("arming", {"start": {"variable": "alert"}}),
    ]
).map(lambda call: {"kind": "subtree", "graph": call[0], "arguments": call[1]})


def _aborting(inner: list[dict[str, Any]], mode: str) -> list[dict[str, Any]]:
    """Let the guards of a selector's first children abort the later ones."""
    return [
        {**child, "guard": {**child["guard"], "abort": mode}} if place < 2 and "guard" in child else child
        for place, child in enumerate(inner)
    ]


def _composites(children: st.SearchStrategy) -> st.SearchStrategy:
    listed = st.lists(children, min_size=1, max_size=4)
    ordered = st.builds(
        lambda kind, memory, yields, abort, inner: {
            "kind": kind,
            "params": {"memory": memory, **({"yield": True} if yields and memory != "none" else {})},
            "inner": _aborting(inner, abort) if abort and kind == "selector" else inner,
        },
        st.sampled_from(["sequence", "selector"]),
        st.sampled_from(["resume", "none", "keep"]),
        st.booleans(),
        st.sampled_from(["", "lower", "both"]),
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
        st.sampled_from(["random_sequence", "random_selector", "random_child"]),
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
            "try": {
                "kind": "try_recover",
                "params": {"attempts": 2, **({"pace": "same_tick"} if reactive else {})},
                "inner": inner[:2],
            },
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
                {"kind": "cooldown", "params": {"seconds": 0.05, "after": "success"}},
                {"kind": "cooldown", "params": {"seconds": 0.05, "after": "end", "start_cooled": True}},
                {"kind": "rate_limit", "params": {"seconds": 0.05, "between": "skipped"}},
                {"kind": "rate_limit", "params": {"seconds": 0.05, "between": "running"}},
                {"kind": "rate_limit", "params": {"seconds": {"expr": "f"}, "between": "running"}},
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
        lambda success, failure, decide, ended, inner: {
            "kind": "parallel",
            "params": {
                "success": success,
                "failure": failure,
                "decide": decide,
                **({"ended": "again"} if ended else {}),
            },
            "inner": [{**inner[0], "slot": {"chosen": True}}, *inner[1:]] if success == "chosen" else inner,
        },
        st.sampled_from(["all", "any", 1, 0, -1, "chosen", {"expr": "n - 1"}]),
        st.sampled_from(["all", "any", 1, -1]),
        st.sampled_from(["each", "end", "all_ended"]),
        st.booleans(),
        listed,
    )
    simple = st.builds(
        lambda finish, ended, inner: {
            "kind": "simple_parallel",
            "params": {"finish": finish, "ended": ended},
            "inner": inner,
        },
        st.sampled_from(["immediate", "delayed"]),
        st.sampled_from(["again", "wait"]),
        st.lists(children, min_size=2, max_size=3),
    )
    maps = st.builds(
        lambda kind, inner: {"kind": kind, "inner": [inner]},
        st.sampled_from(["inverter", "force_success", "force_failure"]),
        children,
    )
    turns = st.builds(
        lambda kind, inner: {"kind": kind, "inner": inner},
        st.sampled_from(["round_robin", "pipeline_sequence"]),
        listed,
    )
    counted = st.builds(
        lambda kind, count, pace, inner: {
            "kind": kind[0],
            "params": {"count": count, "pace": pace, **kind[1]},
            "inner": [inner],
        },
        st.sampled_from([("repeat", {}), ("retry", {}), ("repeat", {"on_failure": "count"})]),
        st.integers(0, 3),
        st.sampled_from(["tick", "same_tick"]),
        children,
    )
    endless = st.builds(
        lambda kind, inner: {"kind": kind, "inner": [inner]},
        st.sampled_from(["repeat", "until_success", "until_failure"]),
        children,
    )
    items = st.builds(
        lambda on_failure, inner: {
            "kind": "for_each",
            "params": {"list": "rolls", "item": "n", "on_failure": on_failure},
            "inner": [inner],
        },
        st.sampled_from(["stop", "next"]),
        children,
    )
    others = st.one_of(
        parallel, simple, maps, counted, endless, items, shuffled, turns, scored, branched, limited
    )
    return st.booleans().flatmap(lambda walks: ordered if walks else others)


def _dressed(nodes: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(
        lambda node, guard, services, preconditions, ends, disabled: {
            **node,
            **({"guard": guard} if guard else {}),
            **({"services": services} if services else {}),
            **({"preconditions": preconditions} if preconditions else {}),
            **ends,
            **({"disabled": True} if disabled == 0 else {}),
        },
        nodes,
        GUARDS,
        SERVICES,
        st.one_of(st.just([]), PRECONDITIONS),
        st.one_of(st.just({}), ENDS),
        st.integers(0, 9),
    )


def _ending(nodes: st.SearchStrategy) -> st.SearchStrategy:
    """Give nodes lines for their ends, and now and then what must hold meanwhile, and nothing else."""
    lasting = st.sampled_from([[], [], [{"test": "n % 4 != 3", "gives": "while"}]])
    return st.builds(
        lambda node, ends, tests: {**node, **ends, **({"preconditions": tests} if tests else {})},
        nodes,
        ENDS,
        lasting,
    )


def _skipping(nodes: st.SearchStrategy) -> st.SearchStrategy:
    """Give nodes a guard that turns them away as skipped, also while they run."""
    guards = st.sampled_from(["time < 0.05", "time < 0.02", "on", "n % 3 != 0", "true"]).map(
        lambda test: {"test": test, "abort": "self", "refused": "skipped"}
    )
    return st.builds(lambda node, guard: {**node, "guard": guard}, nodes, guards)


def _nested(leaves: st.SearchStrategy) -> st.SearchStrategy:
    """Return trees of four sorts.

    Those without guards, services and disabled nodes are written leaner; in those that skip, what runs is
    often skipped in a later tick; in those with lines at their ends it is told which nodes end, and when.
    """
    dressed = st.recursive(_dressed(leaves), lambda inner: _dressed(_composites(inner)), max_leaves=12)
    plain = st.recursive(leaves, _composites, max_leaves=12)
    skipping = st.recursive(_skipping(leaves), lambda inner: _skipping(_composites(inner)), max_leaves=6)
    ending = st.recursive(_ending(leaves), lambda inner: _ending(_composites(inner)), max_leaves=10)
    return st.one_of(dressed, plain, skipping, ending)


NESTED = _nested(LEAVES)
"""Nodes that hold their children in `inner`."""

NESTED_WITH_CALLS = _nested(st.one_of(LEAVES, CALLS))
"""The same, with calls of the graphs in `CALLED`."""


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

TREES_WITH_CALLS = NESTED_WITH_CALLS.map(flattened)
"""The same, with calls of the graphs in `CALLED`."""

_DRAWN_KINDS = {
    "random_sequence": "sequence",
    "random_selector": "selector",
    "random_child": "selector",
    "probability": "force_success",
}


def without_draws(nodes: dict[str, Any]) -> dict[str, Any]:
    """Return a like tree in which nothing is drawn, so that ids decide nothing (rule 1.4)."""
    result = {}
    for node_id, node in nodes.items():
        plain = {**node, "kind": _DRAWN_KINDS.get(node["kind"], node["kind"])}
        if plain["kind"] != node["kind"]:
            plain.pop("params", None)
        if "jitter" in plain.get("params", {}):
            plain["params"] = {**plain["params"], "jitter": 0}
        if "services" in plain:
            plain["services"] = [
                {**each, "jitter": 0, "actions": _undrawn(each["actions"])} for each in plain["services"]
            ]
        for block in ("actions", *END_FIELDS):
            if block in plain:
                plain[block] = _undrawn(plain[block])
        result[node_id] = plain
    return result


def _undrawn(lines: list[str]) -> list[str]:
    return [re.sub(r"\S.*random_int.*", "dice = (dice + 1) % 7", line) for line in lines]


def mind_of(nodes: dict[str, Any], root: str = "root") -> Document:
    """Return a document whose root graph is a tree of these nodes, with what random trees name."""
    return document({"g": tree(nodes, root), **CALLED}, variables=VARIABLES)
