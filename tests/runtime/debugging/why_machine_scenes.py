"""Runs of machines, and all that is said of a state, a transition or a variable after a tick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphs.model import Document
from runtime.history.why.logged_ticks import LoggedTicks
from tests.runtime.debugging.why_run import Doing, logged, lone, mind, swap, write
from tests.runtime.lone_brain import machine, tree

EVENTS: dict[str, Any] = {"go": {}, "back": {}, "noise": {}}
WAIT = {"kind": "wait", "params": {"seconds": 9}}
SHORT = {"kind": "wait", "params": {"seconds": 0.03}}


def of_machine(nodes: dict[str, Any], edges: dict[str, Any], **graphs: Any) -> Document:
    """Return a mind of one machine, called Mind; its states are called as their ids are, in capitals."""
    named = {key: {"name": key.upper(), **node} for key, node in nodes.items()}
    top = {**machine(named, edges), "title": "Mind"}
    return mind({"g": top, **graphs}, events=EVENTS)


def running(
    made: Document, ticks: int = 8, doing: dict[int, Doing] | None = None, first: int = 0
) -> Callable[[], LoggedTicks]:
    """Return how to run a mind."""
    return lambda: logged(lone(made), ticks, doing, first)


def post(name: str) -> Doing:
    """Return what posts an event to a."""
    return lambda session: session.post_event("a", name)


def enter(state: str) -> Doing:
    """Return what lets a state be entered."""
    return lambda session: session.enter_state("a", state)


def to(source: str, target: str, **fields: Any) -> dict[str, Any]:
    """Return a transition."""
    return {"from": source, "to": target, **fields}


TWO = of_machine(
    {"a": {}, "b": {}},
    {
        "near": to("a", "b", guard="distance < 2"),
        "go": to("a", "b", event="go"),
        "again": to("b", "a", event="back", guard="distance > 6"),
    },
)
TIMED = of_machine(
    {"a": {}, "b": {}},
    {
        "after": to("a", "b", after=0.05),
        "free": to("b", "a", cooldown=0.1),
        "slow": to("b", "a", delay=0.1, guard="distance < 5"),
        "slower": to("b", "a", delay=0.5, guard="distance < 9"),
    },
)
DELAYED = of_machine(
    {"a": {}, "b": {}},
    {
        "slow": to("a", "b", event="go", delay=0.05, guard="distance < 5"),
        "slower": to("a", "b", event="go", delay=0.5, guard="distance < 9"),
    },
)
DRAWN = of_machine(
    {"a": {}, "b": {}},
    {
        "stay": {"from": "a", "after": 0.05, "group": "x", "weight": 1, "targets": []},
        "leave": to("a", "b", after=0.05, group="x", weight=3),
        "never": to("a", "b", after=0.05, group="x", weight=0),
    },
)
DYING = of_machine(
    {"a": {"children": ["a1", "a2"], "initial": "a1"}, "a1": {}, "a2": {}, "d": {}},
    {
        "die": {"to": "d", "guard": "distance > 5", "interrupt": True},
        "inner": to("a1", "a2", guard="distance > 4"),
        "later": to("a1", "a2", guard="distance > 3"),
        "outer": to("a", "d", guard="distance > 8"),
        "last": to("a", "d", guard="distance > 20"),
        "up": to("d", "a", guard="distance < 0"),
    },
)
REMEMBERED = of_machine(
    {
        "p": {"children": ["p1", "p2", "h"], "initial": "p1"},
        "p1": {},
        "p2": {},
        "h": {"kind": "history", "default": "p1"},
        "q": {},
    },
    {
        "go": to("p1", "p2", event="go"),
        "out": to("p", "q", event="noise"),
        "back": to("q", "h", event="back"),
    },
)
DEEP = of_machine(
    {
        "p": {"children": ["p1", "p2", "h"], "initial": "p1"},
        "p1": {"children": ["x", "y"], "initial": "x"},
        "x": {},
        "y": {},
        "p2": {},
        "h": {"kind": "history", "depth": "deep", "default": "p2"},
        "q": {},
    },
    {
        "go": to("x", "y", event="go"),
        "out": to("p", "q", event="noise"),
        "back": to("q", "h", event="back"),
    },
)
SHALLOW = of_machine(
    {
        "q": {},
        "p": {"children": ["p1", "h"], "initial": "p1"},
        "p1": {"children": ["x", "y"], "initial": "x"},
        "x": {},
        "y": {},
        "h": {"kind": "history", "default": "p1"},
    },
    {"in": to("q", "h", event="back"), "out": to("p", "q", event="noise"), "go": to("x", "y", event="go")},
)
PARALLEL = of_machine(
    {
        "s": {},
        "p": {"kind": "parallel", "children": ["r1", "r2"]},
        "r1": {"children": ["x", "y"], "initial": "x"},
        "x": {},
        "y": {},
        "r2": {"children": ["z"], "initial": "z"},
        "z": {},
    },
    {"in": to("s", "p", event="go"), "xy": to("x", "y", event="go"), "out": to("z", "s", event="back")},
)
CHOOSING = of_machine(
    {"a": {}, "c": {"kind": "choice"}, "b": {}, "d": {}},
    {
        "in": to("a", "c", event="go"),
        "low": to("c", "b", guard="distance < 2"),
        "else": to("c", "d", **{"else": True}),
        "home": to("d", "a", event="back"),
    },
)
DECIDING = of_machine(
    {"a": {}, "c": {"kind": "choice", "decision": {"graph": "d"}}, "b": {}, "e": {}},
    {
        "in": to("a", "c", event="go"),
        "flee": to("c", "b", outcome="flee"),
        "fight": to("c", "e", outcome="fight"),
        "else": to("c", "a", **{"else": True}),
        "home": to("b", "a", event="back"),
    },
    d={
        "kind": "decision_tree",
        "title": "Decide",
        "root": "far",
        "nodes": {
            "far": {
                "kind": "test",
                "title": "Far",
                "test": "distance > 5",
                "branches": [{"child": "f", "when": True}, {"child": "deep", "when": False}],
            },
            "deep": {
                "kind": "first_of",
                "title": "Deep",
                "branches": [{"child": "g", "test": "distance < 4"}],
            },
            "f": {"kind": "outcome", "title": "Away", "outcome": "flee"},
            "g": {"kind": "outcome", "title": "At it", "outcome": "fight"},
        },
    },
)
WORKING = of_machine(
    {"a": {"activity": {"graph": "t", "loop": False}}, "b": {"activity": {"graph": "u"}}},
    {
        "done": to("a", "b", event="done.failure"),
        "over": to("a", "b", event="done.success", guard="distance > 5"),
        "back": to("b", "a", event="back"),
        "end": to("a", "b", event="go"),
    },
    t={**tree({"w": {**SHORT, "title": "Work"}}, "w"), "title": "Working"},
    u={**tree({"v": {**WAIT, "title": "Rest"}}, "v"), "title": "Resting"},
)
ENDING = of_machine({"a": {}, "f": {"kind": "final"}}, {"stop": to("a", "f", event="go")})
INNER = {
    **machine({"m1": {"name": "M1"}, "m2": {"name": "M2"}}, {"n": to("m1", "m2", guard="distance > 5")}),
    "title": "Inner",
}
HALTED = of_machine(
    {"a": {"activity": {"graph": "t"}}, "b": {}},
    {},
    t={
        **tree(
            {
                "top": {
                    "kind": "selector",
                    "title": "Top",
                    "children": ["run", "rest"],
                    "params": {"memory": "none"},
                },
                "run": {
                    "kind": "run_machine",
                    "graph": "i",
                    "title": "Run it",
                    "guard": {"test": "distance < 5", "abort": "self"},
                },
                "rest": {**WAIT, "title": "Rest"},
            },
            "top",
        ),
        "title": "Tree",
    },
    i=INNER,
)
BROKEN = of_machine({"a": {}, "b": {}}, {"t": to("a", "b", guard="1 / (distance - 3) > 0")})
EDITED = of_machine(
    {"a": {"children": ["a1"], "initial": "a1"}, "a1": {}, "b": {}},
    {"near": to("a", "b", guard="distance < 2")},
)
PLAIN = of_machine({"a": {}, "b": {}}, {"near": to("a", "b", guard="distance < 1")})

BORN_PARALLEL = of_machine(
    {
        "p": {"kind": "parallel", "children": ["r1", "r2"]},
        "r1": {"children": ["x"], "initial": "x"},
        "x": {},
        "r2": {"children": ["z"], "initial": "z"},
        "z": {},
        "s": {},
        "u": {},
    },
    {
        "xs": to("x", "s", guard="distance > 5"),
        "zu": to("z", "u", guard="distance > 4"),
        "zs": to("z", "s", guard="distance > 2"),
        "xg": to("x", "s", event="go"),
    },
)
FINISHING = of_machine(
    {"a": {"activity": {"graph": "t"}}, "b": {"activity": {"graph": "u"}}},
    {"done": to("a", "b", event="done")},
    t={**tree({"r": {"kind": "run_machine", "graph": "i", "title": "Run it"}}, "r"), "title": "Working"},
    u={**tree({"v": {**WAIT, "title": "Rest"}}, "v"), "title": "Resting"},
    i={
        **machine(
            {"m1": {"name": "M1"}, "f": {"name": "F", "kind": "final"}},
            {
                "n": to("m1", "f", guard="distance > 5"),
                "k": {"to": "f", "guard": "distance > 9", "interrupt": True},
            },
        ),
        "title": "Inner",
    },
)
ASKING = mind(
    {
        "g": {
            "kind": "decision_tree",
            "root": "q",
            "title": "Mind",
            "nodes": {"q": {"kind": "tree", "title": "Ask", "graph": "d", "branches": []}},
        },
        "d": {
            "kind": "decision_tree",
            "root": "w",
            "title": "Inner",
            "nodes": {"w": {"kind": "action", "action": "wander", "title": "Wander"}},
        },
    }
)
RESTLESS = of_machine(
    {
        "p": {"kind": "parallel", "children": ["r1", "r2"]},
        "r1": {"children": ["x", "y"], "initial": "x"},
        "x": {},
        "y": {},
        "r2": {"children": ["z"], "initial": "z"},
        "z": {},
        "s": {},
    },
    {
        "xy": to("x", "y", event="go"),
        "yy": to("y", "y", event="always"),
        "zs": to("z", "s", guard="distance > 5"),
    },
)
WITHOUT_A = of_machine({"b": {}, "c": {}}, {"near": to("b", "c", guard="distance < 2")})

MACHINE_RUNS: dict[str, Callable[[], LoggedTicks]] = {
    "two": running(
        TWO,
        12,
        {3: write(distance=1.5), 5: post("back"), 7: write(distance=7.0), 8: post("back"), 9: post("go")},
    ),
    "two from 4": running(TWO, 12, {3: write(distance=1.5), 8: write(distance=7.0), 9: post("back")}, 4),
    "two from 2": running(TWO, 6, {}, 2),
    "timed": running(TIMED, 16),
    "delayed": running(DELAYED, 8, {2: post("go")}),
    "canceled": running(DELAYED, 6, {2: post("go"), 3: write(distance=7.0)}),
    "drawn": running(DRAWN, 16),
    "dying": running(DYING, 12, {2: write(distance=3.5), 4: write(distance=6.0), 8: write(distance=-1.0)}),
    "dying at once": running(DYING, 6, {2: write(distance=9.0)}),
    "remembered": running(REMEMBERED, 10, {2: post("go"), 4: post("noise"), 6: post("back")}),
    "deep": running(DEEP, 10, {2: post("go"), 4: post("noise"), 6: post("back")}),
    "deep from 5": running(DEEP, 10, {2: post("go"), 4: post("noise"), 6: post("back")}, 5),
    "by default": running(SHALLOW, 10, {2: post("back"), 4: post("go"), 6: post("noise"), 8: post("back")}),
    "parallel": running(PARALLEL, 10, {2: post("go"), 4: post("go"), 6: post("back")}),
    "choosing": running(
        CHOOSING, 10, {2: post("go"), 4: post("back"), 5: write(distance=1.0), 6: post("go")}
    ),
    "deciding": running(
        DECIDING,
        12,
        {
            2: write(distance=7.0),
            3: post("go"),
            5: post("back"),
            6: write(distance=4.5),
            7: post("go"),
            8: write(distance=3.5),
            9: post("go"),
        },
    ),
    "working": running(WORKING, 10, {6: post("go")}),
    "ending": running(ENDING, 6, {2: post("go")}),
    "halted": running(HALTED, 8, {4: write(distance=6.2)}),
    "broken": running(BROKEN, 4),
    "ordered": running(DYING, 6, {2: enter("a2"), 4: enter("d")}),
    "born parallel": running(BORN_PARALLEL, 6, {2: write(distance=4.5), 4: write(distance=6.0)}),
    "left by event": running(BORN_PARALLEL, 4, {1: write(distance=1.0), 2: post("go")}),
    "lost": running(BORN_PARALLEL, 4, {1: write(distance=6.0)}),
    "finishing": running(FINISHING, 5, {2: write(distance=6.0)}),
    "asking": running(ASKING, 3),
    "restless": running(RESTLESS, 4, {2: post("go")}),
    "taken away": running(PLAIN, 7, {2: swap(WITHOUT_A), 4: swap(PLAIN)}),
    "edited": running(PLAIN, 8, {3: swap(EDITED), 5: swap(PLAIN), 6: write(distance=0.5)}),
}
