"""Write small documents that each show one thing: kinds of trees and questions, lines, functions, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphs.model import Document
from tests.runtime.lone_brain import document, tree
from tools.conformance.random_documents import ACTIONS

Data = dict[str, Any]

VARIABLES: Data = {
    "n": {"type": "int", "default": 3},
    "m": {"type": "int"},
    "a": {"type": "float", "default": 0.5},
    "b": {"type": "float", "default": -2.5},
    "big": {"type": "float", "default": 1e308},
    "minus": {"type": "float", "default": -0.0},
    "v": {"type": "vector", "default": [3, -4]},
    "w": {"type": "vector"},
    "on": {"type": "bool"},
    "hit": {"type": "trigger"},
    "alert": {"type": "trigger", "latched": 0.06},
    "always": {"type": "trigger", "latched": True},
    "mood": {"type": "enum", "values": ["calm", "angry", "größer"]},
    "word": {"type": "string", "default": "äöü 😀"},
    "who": {"type": "entity", "default": "foe"},
    "xs": {"type": "list", "of": "int", "most": 3, "default": [2, 5]},
    "fs": {"type": "list", "of": "float", "most": 3, "default": [0.5]},
    "vs": {"type": "list", "of": "vector", "most": 2},
    "es": {"type": "list", "of": "entity", "most": 3, "default": ["foe", "rock"]},
    "ms": {
        "type": "list",
        "of": "enum",
        "values": ["calm", "angry", "größer"],
        "most": 2,
        "default": ["angry"],
    },
    "tokens": {"type": "int", "scope": "world", "default": 2},
    "heat": {"type": "float", "scope": "world"},
    "seen": {"type": "entity", "scope": "world"},
}
EVENTS: Data = {
    "ping": {"payload": {"x": "int", "by": "entity"}},
    "pong": {},
    "pong.far": {"payload": {"a": "float"}},
}


def act(place: int = 0) -> Data:
    """Return a leaf with one of the actions."""
    name = ACTIONS[place % len(ACTIONS)]
    return {"kind": "action", "action": name, "params": {"name": name}}


def lines(*rows: str, kind: str = "set") -> Data:
    """Return a leaf with a block."""
    return {"kind": kind, "actions": [*rows]}


def over(kind: str, children: int = 3, slots: tuple[Data, ...] = (), **params: Any) -> Document:
    """Return a tree whose root, of a kind, has so many actions below it."""
    nodes: Data = {f"c{place}": act(place) for place in range(children)}
    for place, slot in enumerate(slots):
        nodes[f"c{place}"]["slot"] = slot
    root = {"kind": kind, "children": [*nodes], **({"params": params} if params else {})}
    return written({"root": root, **nodes})


def written(nodes: Data, **graphs: Data) -> Document:
    """Return a document of a tree with all variables and events."""
    return document({"g": tree(nodes), **graphs}, variables=VARIABLES, events=EVENTS)


def in_turn(*leaves: Data, **graphs: Data) -> Document:
    """Return a sequence of leaves."""
    nodes = {f"l{place}": leaf for place, leaf in enumerate(leaves)}
    return written({"root": {"kind": "sequence", "children": [*nodes]}, **nodes}, **graphs)


def kinds() -> Iterator[tuple[str, Document]]:
    """Yield a document for each kind of a tree, with each of its choices."""
    for kind in ("sequence", "selector"):
        for memory in ("resume", "keep", "none"):
            yield f"{kind}-{memory}", over(kind, memory=memory)
        yield f"{kind}-yield", over(kind, **{"yield": True})
        guarded = {"test": "on", "abort": "both"}
        nodes = {
            "root": {"kind": kind, "children": ["x", "y"]},
            "x": {**act(0), "guard": guarded},
            "y": act(1),
        }
        if kind == "selector":
            yield "selector-abort", written(nodes)
    for kind in ("round_robin", "pipeline_sequence"):
        yield kind, over(kind)
    for kind in ("random_sequence", "random_selector", "random_child"):
        yield kind, over(kind, 4)
        yield f"{kind}-weights", over(kind, 4, ({"weight": 3}, {"weight": 0}, {"weight": 1.5}, {"weight": 2}))
        yield f"{kind}-no-weight", over(kind, 2, ({"weight": 0}, {"weight": 0}))
        yield f"{kind}-one", over(kind, 1)
    for success, failure in (("all", "any"), ("any", "all"), (2, 2), (-2, -1), (0, "all")):
        for decide in ("each", "end", "all_ended"):
            name = f"parallel-{success}-{failure}-{decide}"
            yield name, over("parallel", success=success, failure=failure, decide=decide)
    yield "parallel-chosen", over("parallel", 3, ({"chosen": True},), success="chosen", ended="again")
    yield "parallel-expression", over("parallel", success={"expr": "n - 1"}, failure={"expr": "m"})
    for finish in ("immediate", "delayed"):
        for ended in ("wait", "again"):
            yield f"simple-parallel-{finish}-{ended}", over("simple_parallel", finish=finish, ended=ended)
    scores = ({"score": "a"}, {"score": "b + n"}, {"score": "(big * 10 - big * 10) if on else 1 / m"})
    for on_failure in ("fail", "next"):
        for reconsider in ("tick", "enter"):
            name = f"utility-{on_failure}-{reconsider}"
            yield (
                name,
                over("utility_selector", 3, scores, on_failure=on_failure, reconsider=reconsider, inertia=2),
            )
    for reactive in (False, True):
        yield f"if-else-{reactive}", over("if_else", reactive=reactive)
        yield f"if-{reactive}", over("if_else", 2, reactive=reactive)
    for name, cases in (("n", (0, 3)), ("mood", ("größer", "calm")), ("on", (True, False))):
        yield f"switch-{name}", over("switch", 2, ({"case": cases[0]}, {"case": cases[1]}), variable=name)
    yield "switch-default", over("switch", 2, ({"case": 1}, {"default": True}), variable="n")
    for pace in ("tick", "same_tick"):
        yield f"try-{pace}", over("try_recover", 2, attempts=2, pace=pace)
        yield f"repeat-{pace}", over("repeat", 1, count=3, pace=pace)
        yield f"repeat-count-{pace}", over("repeat", 1, count=2, pace=pace, on_failure="count")
        yield f"retry-{pace}", over("retry", 1, count=3, pace=pace)
    yield "repeat-expression", over("repeat", 1, count={"expr": "n"})
    for kind in (
        "inverter",
        "force_success",
        "force_failure",
        "until_success",
        "until_failure",
        "breakpoint",
    ):
        yield kind, over(kind, 1)
    for after in ("any", "end", "success", "failure"):
        yield f"cooldown-{after}", over("cooldown", 1, seconds=0.05, after=after, refused="skipped")
    yield "cooldown-start", over("cooldown", 1, seconds={"expr": "a"}, start_cooled=True)
    for between in ("last", "failure", "skipped", "running"):
        yield f"rate-limit-{between}", over("rate_limit", 1, seconds=0.06, between=between)
    for counts in ("all", "success", "failure"):
        for afterwards in ("skipped", "failure", "last"):
            name = f"run-limit-{counts}-{afterwards}"
            yield name, over("run_limit", 1, count=2, counts=counts, afterwards=afterwards)
    yield "run-once", over("run_once", 1)
    yield "probability", over("probability", 1, chance=0.5)
    yield "probability-expression", over("probability", 1, chance={"expr": "a"}, refused="skipped")
    yield "timeout", over("timeout", 1, seconds=0.05)
    yield "delay", over("delay", 1, seconds=0.05)
    yield "timeout-expression", over("timeout", 1, seconds={"expr": "a / 10"})
    for status in ("success", "failure", "running", "skipped"):
        yield f"fixed-{status}", in_turn(act(), {"kind": "fixed_status", "params": {"status": status}})
    yield "wait", in_turn({"kind": "wait", "params": {"seconds": {"expr": "a / 20"}, "jitter": 0.03}}, act())
    yield "wait-long", in_turn({"kind": "wait", "params": {"seconds": {"expr": "big"}}}, act())
    yield "wait-until", in_turn({"kind": "wait_until", "test": "hit or on"}, act())
    yield "log", in_turn({"kind": "log", "params": {"message": "Hello"}}, act())
    for query in ("foes_seen", "path_waypoints"):
        asked = {"query": query, "item": "who", **({"of": "way 1"} if query[0] == "p" else {})}
        yield f"for-each-{query}", over("for_each", 1, **asked)
    for name, item in (("xs", "n"), ("fs", "a"), ("vs", "v"), ("es", "who"), ("ms", "mood")):
        for on_failure in ("stop", "next"):
            yield (
                f"for-each-{name}-{on_failure}",
                over("for_each", 1, list=name, item=item, on_failure=on_failure),
            )


def claims() -> Iterator[tuple[str, Document]]:
    """Yield documents in which several agents claim."""
    for name in ("tokens", "who", "seen"):
        for until in ("parent", "released"):
            claim = {"kind": "claim", "params": {"variable": name, "until": until}}
            release = {"kind": "release", "params": {"variable": name}}
            yield f"claim-{name}-{until}", in_turn(claim, act())
            yield f"claim-release-{name}-{until}", in_turn(claim, act(), release, act(1))


def dresses() -> Iterator[tuple[str, Document]]:
    """Yield documents with guards, preconditions, services, lines at ends, and triggers."""
    ends = {
        "on_success": ["n = n + 1"],
        "on_failure": ["m = m - 1"],
        "on_halt": ["set hit"],
        "on_end": ["a = a + 0.5", "do probe(whole = n)"],
    }
    for abort in ("none", "self"):
        for refused in ("failure", "skipped"):
            guard = {"test": "on or hit", "abort": abort, "refused": refused}
            yield f"guard-{abort}-{refused}", in_turn({**act(), "guard": guard, **ends}, act(1))
    for gives in ("skip", "succeed", "fail", "while"):
        tests = [{"test": "n > 4", "gives": "skip"}, {"test": "on or alert", "gives": gives}]
        yield f"precondition-{gives}", in_turn({**act(), "preconditions": tests, **ends}, act(1))
    services = [
        {"every": 0.05, "jitter": 0.03, "actions": ["m = m + 1"], "guard": "not on"},
        {"every": {"expr": "a / 10"}, "actions": ["n = random_int(-3, n)", "set alert"]},
    ]
    yield "service", in_turn({**act(), "services": services}, act(1))
    tests = ["hit", "alert", "always", "received(ping)", "received(ping) and last(ping).x > 2"]
    for place, test in enumerate(tests):
        yield (
            f"trigger-{place}",
            in_turn({"kind": "wait_until", "test": test}, lines("set hit", "set always"), act()),
        )


BLOCKS: dict[str, tuple[str, ...]] = {
    "assign": (
        "n = n + 1",
        "a = a * 1.5",
        "v = v + w",
        "on = not on",
        "mood = 'größer'",
        "who = self",
        "word = ''",
    ),
    "overflow": ("n = n * 3 + 1", "m = n - 2147483647", "n = n * n"),
    "not-finite": ("a = big * 10", "a = 0.5"),
    "draw": ("n = random_int(1, 6)", "a = random(-1, 1)", "on = chance(0.5)", "m = random_int(n, m)"),
    "draw-fails": ("m = 1", "n = random_int(3, m)", "m = 2"),
    "set": ("set hit", "set alert", "set always"),
    "append": ("append n to xs", "append a to fs", "append v to vs", "append who to es", "append mood to ms"),
    "remove": ("remove n from xs", "remove a from fs", "remove minus from fs", "remove who from es"),
    "clear": ("clear xs", "append 7 to xs", "append 7 to xs", "n = at(xs, m)"),
    "if": ("if n % 2 == 0:", "    n = n + 1", "    if on:", "        m = m + 1", "else:", "    n = n - 3"),
    "if-fails": ("if 1 / m > 0:", "    n = 1", "else:", "    n = 2", "m = 1"),
    "do": ("do probe(value = a, whole = n, at = v, on = on, word = word)", "n = n + 1"),
    "world": ("tokens = tokens + 1", "heat = heat + a", "seen = who", "n = tokens"),
    "event": ("n = last(ping).x", "who = last(ping).by"),
    "raise": ("raise ping(x = n, by = self)", "raise pong"),
    "raise_later": ("raise ping(x = n, by = who) after 0.04 as soon", "raise pong.far(a = big * 10) after a"),
    "cancel": ("raise pong after 0.03 as soon", "if on:", "    cancel soon"),
    "send": (
        "send ping(x = n, by = self) to all",
        "send pong to self",
        "send pong to who",
        "send pong to team",
    ),
}


def blocks() -> Iterator[tuple[str, Document]]:
    """Yield a document for each sort of line."""
    for name, rows in BLOCKS.items():
        sends = name in ("raise", "raise_later", "cancel", "send")
        heard = {"kind": "selector", "children": ["h1", "h2"]}
        nodes = {"h1": {"kind": "condition", "test": "received(ping)"}, "h2": act()}
        leaf = lines(*rows, kind="raise" if sends else "set")
        root = {"kind": "sequence", "children": ["l", "h"]}
        yield name, written({"root": root, "l": leaf, "h": heard, **nodes})


NUMBERS = (
    "a",
    "b",
    "n",
    "m",
    "big",
    "minus",
    "0.5",
    "-1.5",
    "a / 3",
    "(big * 10)",
    "(big * 10 - big * 10)",
    "-minus",
)
VECTORS = ("v", "w", "vec(a, b)", "vec(minus, -minus)", "vec(big, 1)", "-v")
FUNCTIONS: dict[str, tuple[str, str]] = {
    "abs": ("value", "f"), "angle_difference": ("value", "ff"), "angle_to": ("value", "vv"),
    "atan2": ("value", "ff"), "ceil": ("whole", "f"), "clamp": ("value", "fff"), "cos": ("value", "f"),
    "direction": ("at", "f"), "distance": ("value", "vv"), "dot": ("value", "vv"), "floor": ("whole", "f"),
    "length": ("value", "v"), "lerp": ("value", "fff"), "max": ("value", "ff"), "min": ("value", "ff"),
    "normalize": ("at", "v"), "round": ("whole", "f"), "sign": ("value", "f"), "sin": ("value", "f"),
    "sqrt": ("value", "f"), "vec": ("at", "ff"),
}  # fmt: skip
"""The parameter of `probe` that takes the result, and what the arguments are: f a number, v a vector."""


def calls(name: str, variant: int) -> Document:
    """Return a tree that calls a function with a dozen different arguments."""
    takes, shape = FUNCTIONS[name]
    rows = []
    for place in range(12):
        step = 12 * variant + place
        given = [
            (NUMBERS if sort == "f" else VECTORS)[
                (step * (3 if number else 1) + number * 5) % (12 if sort == "f" else 6)
            ]
            for number, sort in enumerate(shape)
        ]
        rows.append(f"do probe({takes} = {name}({', '.join(given)}))")
    return in_turn(*(lines(row) for row in rows))


EXPRESSIONS: dict[str, tuple[str, ...]] = {
    "ints": (
        "whole = n + m", "whole = n - m", "whole = n * m", "whole = n % m", "whole = -n", "whole = abs(n)",
        "whole = -7 % 3", "whole = 7 % -3", "whole = max(n, m, 3)", "whole = min(n, m)", "whole = clamp(n, m, 5)",
        "whole = sign(n)", "whole = 2147483647 + n", "whole = -2147483647 - n", "value = n / m", "whole = n % 0",
    ),
    "floats": (
        "value = a + b", "value = a - minus", "value = a * minus", "value = a / b", "value = a / minus", "value = a % b",
        "value = -7.5 % 2", "value = 7.5 % -2", "value = minus % 2", "value = -minus", "value = big * 10",
        "value = big * 10 - big * 10", "value = a % (big * 10)", "value = (0 - a) % (big * 10)", "value = n + a",
        "value = 0.1 + 0.2", "value = big * 10 % 2",
    ),
    "vectors": (
        "at = v + w", "at = v - w", "at = v * a", "at = a * v", "at = v * (1 / a)", "at = -v", "value = v.x", "value = w.y",
        "at = lerp(v, w, a)", "on = v == w", "on = v != vec(3, -4)", "on = vec(minus, 0) == vec(0, 0)",
        "at = v * minus", "value = length(vec(big, big))", "at = normalize(vec(big, 0))",
    ),
    "tests": (
        "on = a < b", "on = a <= b < n", "on = n == a", "on = n != m", "on = a >= minus", "on = minus == 0",
        "on = big * 10 - big * 10 == a", "on = big * 10 - big * 10 != a", "on = big * 10 - big * 10 < a",
        "on = on and 1 / m > 0", "on = on or 1 / m > 0", "on = not on", "on = mood == 'angry'", "on = word != 'a'",
        "on = who == self", "on = who != none", "on = 1 < n < 5 < m", "whole = n if on else m", "whole = 1 if 1 / m > 0 else 2",
    ),
    "rounding": (
        "whole = round(0.5)", "whole = round(1.5)", "whole = round(2.5)", "whole = round(-0.5)", "whole = round(-1.5)",
        "whole = round(a)", "whole = round(a + 0.5)", "whole = floor(-0.5)", "whole = ceil(-0.5)", "whole = floor(big)",
        "whole = round(2147483647.4)", "whole = round(2147483647.5)", "whole = ceil(-2147483648.9)", "whole = floor(minus)",
    ),
    "lists": (
        "whole = len(xs)", "on = contains(xs, n)", "whole = at(xs, m)", "whole = at(xs, 0 - 1)", "value = at(fs, 0)",
        "at = at(vs, 0)", "on = contains(fs, minus)", "on = contains(es, who)", "on = contains(ms, mood)",
        "on = contains(vs, v)", "whole = len(es) + len(vs)", "on = at(es, n) == who",
    ),
    "world": (
        "value = time", "on = who.team == self.team", "value = who.health", "at = who.position", "value = heat",
        "whole = tokens", "value = distance(who.position, v)", "on = who.health > 2", "on = received(ping)",
        "whole = last(ping).x", "on = last(ping).by == who", "on = word_is_true(\"a\")", "on = word_is_true(word) and on",
    ),
}  # fmt: skip


def expressions(sort: str) -> Document:
    """Return a tree that hands each expression of a sort to the game."""
    return in_turn(*(lines(f"do probe({given})") for given in EXPRESSIONS[sort]))
