"""Change guard-rich machines and trees step by step at random, sound and broken ones alike."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from graphs.model import Document
from tests.graphs.builders import documents_of
from tests.graphs.invariants import broken_invariants
from tests.graphs.lints.random_guards import VARIABLES

Json = dict[str, Any]

TEXTS = [
    "d < 1", "d <= 1", "d > 1", "d < 3", "d >= 3", "d > 3", "d < 5", "d > 5 and seen", "seen", "not seen",
    "health > 3", "health < 0", "true", "ammo == 0", "d <", "state_time > 1", "d < health", "1 < d < 3",
]  # fmt: skip
LINES = ["d = 1", "seen = true", "ammo = ammo + 1", "raise noise", "health = "]
STATES = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]
EDGES = [f"t{number}" for number in range(14)]
TREE_NODES = [f"n{number}" for number in range(12)]
BRANCHING = ["sequence", "selector", "if_else", "parallel", "switch"]
DECORATING = ["inverter", "inverter", "force_success", "retry", "repeat", "timeout", "until_success"]
LEAVES = ["succeed", "fail", "condition", "wait", "set", "raise", "log", "running"]


def first_value(source: Random, *, sound: bool) -> Json:
    """Return the graphs of a document as JSON: a machine, a behavior tree and a decision tree."""
    value: Json = {
        "m": {"kind": "state_machine", "nodes": {}, "edges": {}, "children": [], "transitions": []},
        "t": {"kind": "behavior_tree", "nodes": {}, "loose": []},
        "q": {"kind": "decision_tree", "nodes": {}, "loose": []},
    }
    for _ in range(80 if sound else 40):
        value = step(source, value, sound=sound)
    return value


def document(value: Json, variables: Json | None = None) -> Document:
    """Return a value as a document."""
    return documents_of(value, variables=variables or VARIABLES, events={"noise": {}})


def step(source: Random, value: Json, *, sound: bool) -> Json:
    """Return the graphs with one small change somewhere; none if it were to break a `sound` document."""
    changed = copy.deepcopy(value)
    changes = [_state, _edge, _edge, _edge, _machine, _tree_node, _tree_node, _question, _rehang, _reorder]
    source.choice(changes)(source, changed)
    return value if sound and broken_invariants(document(changed)) else changed


def _state(source: Random, value: Json) -> None:
    machine = value["m"]
    one = source.choice(STATES)
    node = machine["nodes"].get(one)
    if node is None:
        machine["nodes"][one] = {"kind": "state", "name": source.choice(["Rest", "Hunt", one])}
        owner = _owner(source, machine)
        owner.setdefault("children", []).append(one)
        return
    what = source.randrange(7)
    if what == 0:
        node["name"] = source.choice(["Rest", "Hunt", "Run away", one])
    elif what == 1:
        node["kind"] = source.choice(["state", "state", "parallel", "choice", "history", "final"])
    elif what == 2:
        node["initial"] = source.choice(STATES)
    elif what == 3:
        node["entry"] = source.sample(LINES, source.randrange(3))
    elif what == 4:
        node.pop("initial", None)
    elif what == 5:
        node["suppress"] = {source.choice(["W207", "I301", "W204"]): "so"}
    elif source.randrange(2):
        del machine["nodes"][one]


def _edge(source: Random, value: Json) -> None:
    machine = value["m"]
    one = source.choice(EDGES)
    edge = machine["edges"].get(one)
    if edge is None:
        machine["edges"][one] = {"targets": [source.choice(STATES)], "guard": source.choice(TEXTS)}
        _owner(source, machine).setdefault("transitions", []).append(one)
        return
    what = source.randrange(9)
    if what < 3:
        edge["guard"] = source.choice(TEXTS)
    elif what == 3:
        edge["targets"] = source.sample(STATES, source.choice([1, 1, 1, 2, 0]))
    elif what == 4:
        edge["disabled"] = not edge.get("disabled", False)
    elif what == 5:
        edge["event"] = source.choice(["tick", "tick", "always", "noise", "*", ["tick", "noise"]])
    elif what == 6:
        edge[source.choice(["interrupt", "internal", "reenter", "else"])] = source.choice([True, False])
    elif what == 7:
        edge.update(source.choice([{"after": 1}, {"group": "g"}, {"priority": 1}, {"delay": 1}]))
    elif source.randrange(2):
        for holder in (machine, *machine["nodes"].values()):
            if one in holder.get("transitions", []):
                holder["transitions"].remove(one)
        if source.randrange(4):
            del machine["edges"][one]


def _machine(source: Random, value: Json) -> None:
    graph = value[source.choice(["m", "t", "q"])]
    what = source.randrange(4)
    if what == 0:
        graph["title"] = source.choice(["Mind", "Rest", "Other"])
    elif what == 1:
        graph["variables"] = source.choice([{}, {"d": {"type": "float", "min": 0}}, {"x": {"type": "bool"}}])
    elif graph["kind"] == "state_machine":
        graph["initial"] = source.choice(STATES)


def _tree_node(source: Random, value: Json) -> None:
    tree = value["t"]
    one = source.choice(TREE_NODES)
    node = tree["nodes"].get(one)
    if node is None:
        tree["nodes"][one] = {"kind": source.choice([*BRANCHING, *DECORATING, *LEAVES])}
        _attach(source, tree, one)
        return
    what = source.randrange(8)
    if what < 3:
        node["kind"] = source.choice([*BRANCHING, *DECORATING, *LEAVES])
    elif what == 3:
        node["test"] = source.choice(TEXTS)
    elif what == 4:
        node["actions"] = source.sample(LINES, source.randrange(3))
    elif what == 5:
        node["params"] = source.choice(
            [{}, {"memory": "none"}, {"reactive": True}, {"count": 1}, {"pace": "same_tick"}, {"seconds": 0}]
        )
    elif what == 6:
        node.update(source.choice([{"disabled": True}, {"disabled": False}, {"guard": {"test": "d < 3"}}]))
    else:
        node.pop("guard", None)
        if source.randrange(4) == 0:
            del tree["nodes"][one]


def _question(source: Random, value: Json) -> None:
    tree = value["q"]
    one = source.choice(TREE_NODES[:7])
    node = tree["nodes"].get(one)
    if node is None:
        tree["nodes"][one] = {"kind": source.choice(["test", "first_of", "outcome"])}
        _attach(source, tree, one)
    elif node["kind"] == "test":
        node["test"] = source.choice(TEXTS)
    else:
        branches = node.setdefault("branches", [])
        branch = {"test": source.choice(TEXTS), "child": source.choice(TREE_NODES[:7])}
        if len(branches) > 2:
            branches.pop(source.randrange(len(branches)))
        branches.insert(source.randrange(len(branches) + 1), branch)


def _rehang(source: Random, value: Json) -> None:
    graph = value[source.choice(["m", "t"])]
    if not graph["nodes"]:
        return
    one = source.choice([*graph["nodes"]])
    if source.randrange(8):
        if graph.get("root") == one:
            del graph["root"]
        for holder in (graph, *graph["nodes"].values()):
            for name in ("children", "loose"):
                if one in holder.get(name, []):
                    holder[name].remove(one)
    if graph["kind"] == "state_machine":
        _owner(source, graph).setdefault("children", []).append(one)
    else:
        _attach(source, graph, one)


def _reorder(source: Random, value: Json) -> None:
    for name in ("m", "t"):
        for holder in (value[name], *value[name]["nodes"].values()):
            for kind in ("children", "transitions"):
                ids = holder.get(kind, [])
                if len(ids) > 1 and source.randrange(3) == 0:
                    ids.append(ids.pop(source.randrange(len(ids))))
                    return


def _owner(source: Random, machine: Json) -> Json:
    nodes = [*machine["nodes"].values()]
    holder: Json = source.choice([machine, *nodes, *nodes])
    return holder


def _attach(source: Random, tree: Json, one: str) -> None:
    if "root" not in tree and source.randrange(2):
        tree["root"] = one
        return
    nodes = [*tree["nodes"].values()] if tree["kind"] == "behavior_tree" else []
    holder = source.choice([tree, *nodes, *nodes, *nodes, *nodes])
    holder.setdefault("loose" if holder is tree else "children", []).append(one)
