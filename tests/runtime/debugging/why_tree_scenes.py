"""Runs of trees and decision trees, and all that is said of a node after a tick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.basics.status import Status
from runtime.history.why.logged_ticks import LoggedTicks
from tests.runtime.debugging.why_run import MIND, Doing, logged, lone, mind, write
from tests.runtime.lone_brain import tree
from tests.runtime.session_of import session_of

WAIT = {"kind": "wait", "params": {"seconds": 9}}
NEAR = {"kind": "condition", "test": "distance < 5"}


def of_tree(
    nodes: dict[str, Any],
    ticks: int = 6,
    doing: dict[int, Doing] | None = None,
    first: int = 0,
    graphs: dict[str, Any] | None = None,
    **agent: Any,
) -> Callable[[], LoggedTicks]:
    """Return how to run a tree."""
    made = mind(
        {"g": {**tree(nodes), "title": "Mind"}, **(graphs or {})},
        variables={"n": {"type": "int", "default": 1}},
    )
    return lambda: logged(lone(made, **agent), ticks, doing, first)


def over(kind: str, child: dict[str, Any], **params: Any) -> dict[str, Any]:
    """Return a decorator with a child, and its title."""
    return {
        "root": {"kind": kind, "title": "Top", "children": ["in"], "params": params},
        "in": {"title": "In", **child},
    }


def beside(kind: str, *children: dict[str, Any], **params: Any) -> dict[str, Any]:
    """Return a composite with children called In 1, In 2, …"""
    names = [f"c{place}" for place in range(1, len(children) + 1)]
    top = {"kind": kind, "title": "Top", "children": names, "params": params}
    named = {name: {"title": f"In {name[1:]}", **child} for name, child in zip(names, children, strict=True)}
    return {"root": top, **named}


def weighing(weight: float) -> dict[str, Any]:
    """Return the slot of a child with a weight."""
    return {"slot": {"weight": weight}}


SUCCEED, FAIL = {"kind": "succeed"}, {"kind": "fail"}
SKIPPED = {**SUCCEED, "disabled": True}
IF = beside("if_else", NEAR, WAIT)
SWITCH = {
    **beside("switch", {**FAIL, "slot": {"case": 1}}, {**WAIT, "slot": {"case": 2}}),
}
FAR = write(distance=6.2)
SERVED = {
    "root": {
        "kind": "selector",
        "title": "Top",
        "children": ["c", "w"],
        "services": [
            {"every": 0.05, "actions": ["n = n + 1"]},
            {"every": 0.05, "guard": "distance < 1", "actions": ["distance = 9"]},
        ],
        "params": {"memory": "none"},
    },
    "c": {"kind": "condition", "test": "n > 2", "title": "Enough"},
    "w": {**WAIT, "title": "Rest"},
}
"""A selector with a service that counts, and one whose guard is never true."""

DECISION = {
    "kind": "decision_tree",
    "root": "hurt",
    "title": "Decide",
    "nodes": {
        "hurt": {
            "kind": "ranges",
            "title": "How far",
            "value": {"expr": "distance"},
            "branches": [{"child": "deep", "upto": 5}, {"child": "stay"}],
        },
        "deep": {
            "kind": "first_of",
            "title": "Deeper",
            "branches": [{"child": "run", "test": "distance < 2"}, {"child": "idle", "test": "distance < 4"}],
        },
        "run": {"kind": "action", "action": "wander", "title": "Run"},
        "idle": {"kind": "action", "action": "stop", "title": "Idle"},
        "stay": {"kind": "action", "action": "stop", "title": "Stay"},
    },
}


def of_decision(doing: dict[int, Doing] | None = None) -> Callable[[], LoggedTicks]:
    """Return how to run a decision tree, called by a tree every third tick."""
    nodes = {"root": {"kind": "decide", "graph": "d", "title": "Top", "params": {"every": 3}}}
    return of_tree(nodes, 12, doing, graphs={"d": DECISION})


CHASE = {
    "root": {"kind": "selector", "title": "Top", "params": {"memory": "none"}, "children": ["chase", "rest"]},
    "chase": {
        "kind": "sequence",
        "params": {"memory": "none"},
        "title": "Chase",
        "children": ["near", "run"],
    },
    "near": {**NEAR, "title": "Near"},
    "run": {**WAIT, "title": "Run"},
    "rest": {**WAIT, "title": "Rest"},
}
GUARDED = {**WAIT, "guard": {"test": "distance < 5", "abort": "self"}}


def of_claims() -> LoggedTicks:
    """Run three agents that claim two places; a is the last to ask, then one is free again."""
    late = {**beside("sequence", {"kind": "wait", "params": {"seconds": 0.05}}, CLAIM, WAIT), "c2": GET}
    soon = {**beside("sequence", CLAIM, {"kind": "wait", "params": {"seconds": 0.1}}), "c1": GET}
    variables = {"tokens": {"type": "int", "scope": "world", "default": 2}}
    made = mind({"g": tree(late), "h": tree(soon)}, variables=variables)
    agents = {
        "a": {"mind": MIND},
        "b": {"mind": f"{MIND}#h", "name": "Bert"},
        "c": {"mind": f"{MIND}#h", "name": "Carl"},
    }
    return logged(session_of(agents, {MIND: made}), 10)


CLAIM = {"kind": "claim", "params": {"variable": "tokens"}}
GET = {**CLAIM, "title": "Get"}

ASKED: dict[str, Any] = {
    **WAIT,
    "preconditions": [{"test": "distance > 6", "gives": "fail"}, {"test": "distance < 5", "gives": "while"}],
}
LASTING: dict[str, Any] = {**WAIT, "preconditions": ASKED["preconditions"][1:]}
BROKEN: dict[str, Any] = {**WAIT, "preconditions": [{"test": "1 / (n - 1) > 0", "gives": "while"}]}

TREE_RUNS: dict[str, Callable[[], LoggedTicks]] = {
    "claims": of_claims,
    "services": of_tree(SERVED, 14),
    "slow": of_tree(over("inverter", WAIT), 12, tick_every=10, phase=5),
    "chase": of_tree(CHASE, 12, {6: FAR}),
    "chase from 3": of_tree(CHASE, 12, {6: FAR}, 3),
    "guard": of_tree(beside("selector", GUARDED, WAIT), 8, {4: FAR}),
    "precondition": of_tree(beside("selector", LASTING, ASKED, WAIT, memory="none"), 8, {4: FAR}),
    "precondition fails": of_tree(beside("selector", BROKEN, WAIT)),
    "lines at the end": of_tree(beside("sequence", {**SUCCEED, "on_success": ["n = 5"]}, WAIT)),
    "refused": of_tree(beside("selector", {**WAIT, "guard": {"test": "distance > 5"}}, WAIT)),
    "off": of_tree(beside("selector", {**WAIT, "disabled": True}, {**beside("sequence", WAIT)["c1"]})),
    "off above": of_tree(
        {**over("inverter", WAIT), "root": {**over("inverter", WAIT)["root"], "disabled": True}}
    ),
    "forced": of_tree(
        beside("sequence", WAIT, WAIT), 4, {2: lambda run: run.force_result("a", "c1", Status.FAILURE)}
    ),
    "inverter": of_tree(over("inverter", FAIL)),
    "force": of_tree(over("force_success", FAIL)),
    "repeat": of_tree(over("repeat", SUCCEED, count=3)),
    "until": of_tree({"root": {"kind": "wait_until", "title": "Top", "test": "distance > 5"}}),
    "sequence": of_tree(beside("sequence", SUCCEED, SUCCEED)),
    "selector": of_tree(beside("selector", FAIL, FAIL)),
    "if": of_tree(IF, 4, {2: FAR}),
    "if reactive": of_tree(beside("if_else", NEAR, WAIT, WAIT, reactive=True), 4, {2: FAR}),
    "recover": of_tree(beside("try_recover", FAIL, SUCCEED, attempts=1), 4),
    "both": of_tree(beside("parallel", SUCCEED, WAIT), 4),
    "both fail": of_tree(beside("parallel", SUCCEED, FAIL), 4),
    "cooldown": of_tree(over("cooldown", SUCCEED, seconds=1), 4),
    "chance": of_tree(over("probability", WAIT, chance=0), 4),
    "delay": of_tree(over("delay", WAIT, seconds=1), 4),
    "timeout": of_tree(over("timeout", WAIT, seconds=0.05), 6),
    "log": of_tree({"root": {"kind": "log", "title": "Top", "params": {"message": ""}}}),
    "utility": of_tree(
        beside(
            "utility_selector",
            {**FAIL, "slot": {"score": "distance / 10"}},
            {**WAIT, "slot": {"score": "distance / 20"}},
        ),
        4,
        {2: write(distance=-1.0)},
    ),
    "switch": of_tree(
        {**SWITCH, "root": {**SWITCH["root"], "params": {"variable": "n"}}}, 6, {2: write(n=2), 4: write(n=7)}
    ),
    "if without else": of_tree(beside("if_else", {"kind": "condition", "test": "distance > 5"}, WAIT)),
    "block": of_tree(
        {"root": {"kind": "set", "title": "Top", "actions": ["distance = 1 / (distance - distance)"]}}
    ),
    "nested": of_tree(
        beside("selector", SUCCEED, {"kind": "inverter", "children": ["deep"]})
        | {"deep": {**WAIT, "title": "Deep"}}
    ),
    "random": of_tree(beside("random_selector", WAIT, WAIT)),
    "one weight": of_tree(beside("random_selector", {**FAIL, **weighing(3)}, {**SUCCEED, **weighing(0)})),
    "no weight": of_tree(beside("random_sequence", {**SUCCEED, **weighing(0)}, {**SUCCEED, **weighing(0)})),
    "one skipped": of_tree(beside("sequence", SUCCEED, SKIPPED, SUCCEED)),
    "all but one skipped": of_tree(beside("selector", SKIPPED, FAIL, SKIPPED)),
    "kept place": of_tree(beside("sequence", SUCCEED, SUCCEED, SKIPPED, memory="keep")),
    "decision": of_decision({6: write(distance=7.0), 9: write(distance=4.5)}),
    "scoreless": of_tree(
        beside(
            "utility_selector",
            {**WAIT, "slot": {"score": "1 / (distance - 3)"}},
            {**WAIT, "slot": {"score": "distance"}},
        )
    ),
}
