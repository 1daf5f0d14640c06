"""Write machines and decision trees that each show one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphs.model import Document
from tests.runtime.lone_brain import document, machine
from tools.conformance.written_trees import EVENTS, VARIABLES, act, in_turn, lines

Data = dict[str, Any]


def of_graph(graph: Data, **graphs: Data) -> Document:
    """Return a document whose root is a graph."""
    return document({"g": graph, **graphs}, variables=VARIABLES, events=EVENTS)


def _activity(place: int = 0, **fields: Any) -> Data:
    leaf = act(place)
    return {"activity": {"action": leaf["action"], "params": leaf["params"], **fields}}


def _go(source: str | None, to: str | list[str], event: str = "tick", **fields: Any) -> Data:
    told: Data = {"event": event, "targets": [to] if isinstance(to, str) else to, **fields}
    return {"from": source, **told} if source else told


_LOG = {"entry": ["n = n + 1"], "exit": ["m = m + 1"], "update": ["a = a + 0.5"]}
_FINALS: Data = {"good": {"kind": "final"}, "bad": {"kind": "final", "status": "failure"}}


def machines() -> Iterator[tuple[str, Document]]:
    """Yield a document for each part of machines."""
    two: Data = {"x": {**_LOG, **_activity(0)}, "y": {**_LOG, **_activity(1, loop=True)}}
    yield (
        "events",
        of_graph(
            machine(
                two, {"t": _go("x", "y", "ping"), "u": _go("y", "x", "pong"), "v": _go(None, "x", "pong.far")}
            )
        ),
    )
    yield (
        "any-event",
        of_graph(machine(two, {"t": _go("x", "y", "*", guard="on"), "u": _go("y", "x", "pong")})),
    )
    yield (
        "completion",
        of_graph(machine(two, {"t": _go("x", "y", "done"), "u": _go("y", "x", "done.failure")})),
    )
    yield (
        "done-success",
        of_graph(
            machine(
                two,
                {
                    "t": _go("x", "y", "done.success"),
                    "u": _go("x", "x", "done.failure", reenter=True),
                    "w": _go("y", "x", after=0.1),
                },
            )
        ),
    )
    yield (
        "final",
        of_graph(
            machine(
                {**two, **_FINALS},
                {"t": _go("x", "good", "done.success"), "u": _go("x", "bad", "done.failure")},
            )
        ),
    )
    yield (
        "final-event",
        of_graph(
            machine(
                {**two, **_FINALS},
                {
                    "t": _go("x", "y", after=0.05),
                    "u": _go(None, "good", "ping", guard="n > 3"),
                    "w": _go(None, "bad", "pong", interrupt=True),
                },
            )
        ),
    )
    timed = {"t": _go("x", "y", after=0.05), "u": _go("y", "x", after={"expr": "a / 10"}, cooldown=0.2)}
    yield "after", of_graph(machine(two, timed))
    yield (
        "after-fails",
        of_graph(
            machine(
                two,
                {
                    "t": _go("x", "y", after={"expr": "1 / m"}),
                    "u": _go("y", "x", "error.execution"),
                    "w": _go("x", "y", "error.execution", guard="n > 4"),
                },
            )
        ),
    )
    for recheck in (False, True):
        waits = {
            "t": _go("x", "y", guard="on", delay=0.05, jitter=0.03, recheck=recheck),
            "u": _go("y", "x", "ping", delay=0.04),
        }
        yield f"delay-{recheck}", of_graph(machine(two, waits))
    yield (
        "cooldown",
        of_graph(machine(two, {"t": _go("x", "y", guard="hit", cooldown=0.1), "u": _go("y", "x")})),
    )
    group = [{"group": "g", "weight": weight} for weight in (1, 2.5, {"expr": "a"}, 0)]
    drawn = {
        f"t{place}": _go("x", to, "ping", **group[place]) for place, to in enumerate(("y", "z", "x", "y"))
    }
    three = {**two, "z": {**_LOG}}
    yield "group", of_graph(machine(three, {**drawn, "u": _go("y", "x", after=0.05), "w": _go("z", "x")}))
    waiting = {key: {**edge, "delay": 0.05, "guard": "on or n > 2"} for key, edge in drawn.items()}
    yield (
        "group-delay",
        of_graph(machine(three, {**waiting, "u": _go("y", "x", after=0.05), "w": _go("z", "x")})),
    )
    poor = {
        f"t{place}": {
            "from": "x",
            "event": "tick",
            "group": "g",
            "weight": 1,
            "after": 0.03,
            **({"to": to} if to else {}),
        }
        for place, to in enumerate(("y", None))
    }
    yield "group-without-target", of_graph(machine(three, {**poor, "u": _go("y", "x")}))
    yield (
        "no-weight",
        of_graph(
            machine(
                three,
                {
                    "t": _go("x", "y", "ping", group="g", weight=0),
                    "u": _go("x", "z", "ping", group="g", weight={"expr": "m"}),
                },
            )
        ),
    )
    for depth in ("shallow", "deep"):
        nested: Data = {
            "in": {**_LOG, "children": ["p", "q", "h"], "initial": "p"},
            "p": {**_LOG}, "q": {**_LOG, "children": ["q1", "q2"], "initial": {"targets": ["q1"], "actions": ["a = 0.25"]}},
            "q1": {**_LOG}, "q2": {**_LOG}, "h": {"kind": "history", "depth": depth, "default": {"targets": ["q"], "actions": ["a = 9.0"]}},
            "out": {**_LOG},
        }  # fmt: skip
        edges = {
            "t": _go("in", "out", "pong"),
            "u": _go("out", "h", after=0.03),
            "w": _go("p", "q", "ping"),
            "z": _go("q1", "q2", "ping"),
            "s": _go("q2", "p", "ping"),
        }
        yield f"history-{depth}", of_graph(machine(nested, edges))
    regions: Data = {
        "both": {**_LOG, "kind": "parallel", "children": ["r", "s"]},
        "r": {"children": ["r1", "r2"], "initial": "r1"}, "s": {"children": ["s1", "s2"], "initial": "s1"},
        "r1": {**_activity(0)}, "r2": {"kind": "final"}, "s1": {**_activity(1)}, "s2": {"kind": "final", "status": "failure"},
        "after": {**_LOG},
    }  # fmt: skip
    edges = {
        "t": _go("r1", "r2", "done"),
        "u": _go("s1", "s2", "done"),
        "w": _go("both", "after", "done.failure"),
        "z": _go("after", "both", after=0.05),
        "k": _go("both", ["r1", "s1"], "ping", reenter=True),
    }
    yield "parallel", of_graph(machine(regions, edges))
    choice: Data = {**two, "c": {"kind": "choice", **{"entry": ["n = n - 1"]}}}
    branches = {"b1": {"from": "c", "to": "y", "guard": "on"}, "b2": {"from": "c", "to": "x", "else": True}}
    yield (
        "choice",
        of_graph(machine(choice, {"t": _go("x", "c", "ping"), "u": _go("y", "c", after=0.05), **branches})),
    )
    decided: Data = {**two, "z": {}, "c": {"kind": "choice", "decision": {"graph": "ask"}}}
    asked = {
        f"b{place}": {"from": "c", "to": to, **how}
        for place, (to, how) in enumerate(
            [("y", {"outcome": "left"}), ("z", {"outcome": "right", "guard": "n > 2"}), ("x", {"else": True})]
        )
    }
    yield (
        "choice-decision",
        of_graph(
            machine(
                decided,
                {"t": _go("x", "c", after=0.02), "u": _go("y", "c", "ping"), "w": _go("z", "x"), **asked},
            ),
            ask=_ANSWERS,
        ),
    )
    yield (
        "always",
        of_graph(
            machine(
                three,
                {
                    "t": _go("x", "y", "ping"),
                    "u": _go("y", "z", "always", guard="on"),
                    "w": _go("z", "x", "always", guard="n % 2 == 0"),
                    "k": _go("z", "x", after=0.05),
                },
            )
        ),
    )
    yield (
        "endless",
        document(
            {
                "g": machine(
                    {"x": {}, "y": {}},
                    {"t": _go("x", "y", "always", guard="on"), "u": _go("y", "x", "always")},
                )
            },
            variables=VARIABLES,
            events=EVENTS,
            rounds=100,
        ),
    )
    outer: Data = {
        "in": {**_LOG, "children": ["p", "q"], "initial": "p"},
        "p": {**_LOG},
        "q": {**_LOG},
        "out": {**_LOG},
    }
    yield (
        "interrupt",
        of_graph(
            machine(
                outer,
                {
                    "t": _go("p", "q", "ping"),
                    "u": _go("in", "q", "ping", interrupt=True, guard="on"),
                    "w": _go(None, "out", "pong", interrupt=True),
                    "z": _go("out", "in", after=0.05),
                },
            )
        ),
    )
    yield (
        "internal",
        of_graph(
            machine(
                outer,
                {
                    "t": _go("in", "q", "ping", internal=True),
                    "u": _go("in", "p", "pong"),
                    "w": _go("q", "q", reenter=True, guard="hit"),
                },
            )
        ),
    )
    yield (
        "priority",
        of_graph(
            machine(
                outer,
                {
                    "t": _go("p", "q", "ping", priority=0),
                    "u": _go("p", "out", "ping", priority=2, guard="on"),
                    "w": _go("q", "p"),
                    "z": _go("out", "p", "*"),
                },
            )
        ),
    )
    yield (
        "transient",
        of_graph(
            machine(
                {"x": {}, "y": {**_LOG, "transient": True}, "z": {}},
                {"t": _go("x", "y"), "u": _go("y", "z", guard="on"), "w": _go("z", "x", after=0.04)},
            )
        ),
    )
    late = ["raise ping(x = n, by = self) after 0.03 as soon", "raise pong after a", "raise pong"]
    yield (
        "delayed",
        of_graph(
            machine(
                {"x": {"entry": late}, "y": {"entry": ["cancel soon"], "exit": late}},
                {
                    "t": _go("x", "y", "pong"),
                    "u": _go("y", "x", "ping", actions=["n = n + event.x", *late]),
                    "w": _go("x", "y", after=0.1),
                },
            )
        ),
    )
    yield (
        "sends",
        of_graph(
            machine(
                {
                    "x": {"entry": ["send ping(x = n, by = self) to all", "send pong to self"]},
                    "y": {"update": ["send pong to team"]},
                },
                {
                    "t": _go("x", "y", "ping", actions=["who = event.by"]),
                    "u": _go("y", "x", "pong", after=0.03),
                },
            )
        ),
    )
    inner = machine(
        {"x": {**_activity(2)}, **_FINALS},
        {"t": _go("x", "good", "done.success"), "u": _go("x", "bad", "ping", guard="n > 2")},
    )
    tree = {
        "kind": "behavior_tree",
        "root": "r",
        "nodes": {
            "r": {"kind": "sequence", "children": ["k", "d"]},
            "k": {"kind": "run_machine", "graph": "inner"},
            "d": {"kind": "decide", "graph": "run"},
        },
    }
    run = {
        "kind": "decision_tree",
        "root": "q",
        "nodes": {
            "q": {
                "kind": "test",
                "test": "on",
                "branches": [{"when": True, "child": "i"}, {"when": False, "child": "a"}],
            },
            "i": {"kind": "run", "graph": "inner"},
            "a": act(3),
        },
    }
    for loop in (True, False):
        states = {
            "x": {**_LOG, "activity": {"graph": "tree", "loop": loop}},
            "y": {"activity": {"graph": "inner", "loop": loop}},
            "z": {"activity": {"graph": "run", "loop": loop, "every": 3, "commit": "until_done"}},
        }
        edges = {
            "t": _go("x", "y", "done"),
            "u": _go("y", "z", "done.failure"),
            "w": _go("z", "x", "done"),
            "k": _go("x", "z", "pong"),
        }
        yield f"nested-{loop}", of_graph(machine(states, edges), tree=tree, inner=inner, run=run)


_LEAVES: Data = {"l": {"kind": "outcome", "outcome": "left"}, "r": {"kind": "outcome", "outcome": "right"}}
_ANSWERS: Data = {
    "kind": "decision_tree", "root": "q",
    "nodes": {"q": {"kind": "ranges", "value": {"expr": "n % 4"}, "branches": [{"upto": 1, "child": "l"}, {"upto": 2, "closed": True, "child": "r"}, {"child": "l"}]}, **_LEAVES},
}  # fmt: skip


def decisions() -> Iterator[tuple[str, Document]]:
    """Yield a document for each kind of question and answer."""
    leaves: Data = {"x": act(0), "y": act(1), "z": act(2)}

    def asked(question: Data, **graphs: Data) -> Document:
        used = {
            name: leaf
            for name, leaf in leaves.items()
            if any(to["child"] == name for to in question["branches"])
        }
        nodes = {"q": question, **used}
        return of_graph({"kind": "decision_tree", "root": "q", "nodes": nodes}, **graphs)

    def to(**fields: Any) -> list[Data]:
        return [
            {"child": "xyz"[place], **({} if value is None else {name: value})}
            for name, values in fields.items()
            for place, value in enumerate(values)
        ]

    yield "test", asked({"kind": "test", "test": "on or 1 / m > 2", "branches": to(when=(True, False))})
    ranges = [{"upto": 1, "child": "x"}, {"upto": 5, "closed": True, "child": "y"}, {"child": "z"}]
    for value in ("a", "n", "big * 10 - big * 10", "a / m"):
        yield (
            f"ranges-{value[:1]}{len(value)}",
            asked({"kind": "ranges", "value": {"expr": value}, "branches": ranges}),
        )
    for value, cases in (("mood", ("calm", "größer")), ("n", (0, 3)), ("on", (True, False))):
        rest = [{"else": True, "child": "z"}]
        yield (
            f"switch-{value}",
            asked({"kind": "switch", "value": {"expr": value}, "branches": [*to(case=cases), *rest]}),
        )
    first = [{"test": "hit", "child": "x"}, {"test": "1 / m > 0", "child": "y"}, {"else": True, "child": "z"}]
    yield "first-of", asked({"kind": "first_of", "branches": first})
    for policy in ("first", "unique"):
        rows = [
            {"row": ["< 3", "true"], "child": "x"},
            {"row": ["", "!= on"], "child": "y"},
            {"row": ["3", ""], "child": "z"},
            {"else": True, "child": "x"},
        ]
        yield (
            f"table-{policy}",
            asked({"kind": "table", "inputs": ["n", "on"], "policy": policy, "branches": rows}),
        )
    for timeout in (None, 0, 3, {"expr": "n"}):
        weights = [{"child": "x"}, {"weight": 2.5, "child": "y"}, {"weight": {"expr": "a"}, "child": "z"}]
        plain = [{**each, "weight": 3} if isinstance(each.get("weight"), dict) else each for each in weights]
        given = {} if timeout is None else {"timeout": timeout}
        name = "none" if timeout is None else "expression" if isinstance(timeout, dict) else timeout
        yield f"random-{name}", asked({"kind": "random", "branches": plain, **given})
    yield "random-no-weight", asked({"kind": "random", "branches": to(weight=(0, 0))})
    for value in (3, {"expr": "1 / m"}):
        nodes = {
            "q": {
                "kind": "test",
                "test": "on",
                "branches": [{"when": True, "child": "v"}, {"when": False, "child": "o"}],
            },
            "v": {"kind": "value", "value": value},
            "o": {"kind": "outcome", "outcome": "left"},
        }
        yield (
            f"value-{'e' if isinstance(value, dict) else 'n'}",
            of_graph({"kind": "decision_tree", "root": "q", "nodes": nodes}),
        )
    other = {
        "kind": "decision_tree",
        "root": "p",
        "parameters": {"y": {"type": "float", "direction": "in"}},
        "nodes": {
            "p": {
                "kind": "ranges",
                "value": {"expr": "y"},
                "branches": [{"upto": 0, "child": "e"}, {"child": "f"}],
            },
            "e": act(4),
            "f": act(5),
        },
    }
    asks = {
        "kind": "decision_tree",
        "root": "q",
        "nodes": {
            "q": {
                "kind": "test",
                "test": "on",
                "branches": [{"when": True, "child": "t"}, {"when": False, "child": "x"}],
            },
            "t": {"kind": "tree", "graph": "other", "arguments": {"y": {"expr": "a - n"}}},
            "x": act(0),
        },
    }
    yield "tree", of_graph(asks, other=other)
    disabled = {
        "kind": "decision_tree",
        "root": "q",
        "nodes": {
            "q": {
                "kind": "first_of",
                "branches": [{"test": "on", "child": "d"}, {"else": True, "child": "x"}],
            },
            "d": {
                "kind": "test",
                "disabled": True,
                "test": "on",
                "branches": [{"when": True, "child": "x"}, {"when": False, "child": "y"}],
            },
            "x": act(0),
            "y": act(1),
        },
    }
    yield "nothing", of_graph(disabled)
    called = {
        "kind": "behavior_tree",
        "root": "s",
        "parameters": {"count": {"type": "int", "direction": "in"}},
        "nodes": {
            "s": {"kind": "sequence", "children": ["c", "d"]},
            "c": lines("m = m + count"),
            "d": act(1),
        },
    }
    runs = {
        "kind": "decision_tree",
        "root": "q",
        "nodes": {
            "q": {
                "kind": "test",
                "test": "on",
                "branches": [{"when": True, "child": "t"}, {"when": False, "child": "x"}],
            },
            "t": {"kind": "run", "graph": "called", "arguments": {"count": {"expr": "n"}}},
            "x": act(0),
        },
    }
    for every, commit in ((1, "none"), (3, "none"), (0, "until_done")):
        decide = {"kind": "decide", "graph": "runs", "params": {"every": every, "commit": commit}}
        yield f"decide-{every}-{commit}", in_turn(decide, runs=runs, called=called)
