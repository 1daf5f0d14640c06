"""Runs in which what is read was written by others than rows of the agent, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphs.expressions.types import Value
from graphs.model import Document
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.what_if import read_for
from runtime.history.why.who_wrote import given_reason, told_reason, who_wrote, writer_reason
from runtime.history.why.why_forms import WhyReason
from runtime.history.why.written_places import VariablePlace, place_at
from runtime.session.session import Session
from tests.runtime.debugging.why_machine_scenes import of_machine, to
from tests.runtime.debugging.why_run import MIND, Doing, logged, lone, mind, swap, write
from tests.runtime.debugging.why_tree_scenes import TREE_RUNS
from tests.runtime.lone_brain import tree
from tests.runtime.session_of import session_of

LAST = 7
"""The tick after which is asked."""

REST = {"kind": "wait", "title": "Rest", "params": {"seconds": 9}}
SHARED: Mapping[str, Any] = {
    "level": {"type": "float", "scope": "world", "default": 0.5},
    "count": {"type": "int", "scope": "world"},
}


def by_turns(*lines: str) -> dict[str, Any]:
    """Return a tree that runs some lines every third tick."""
    return tree(
        {
            "root": {"kind": "sequence", "children": ["do", "rest"]},
            "do": {"kind": "set", "title": "Raise", "actions": list(lines)},
            "rest": {"kind": "wait", "params": {"seconds": 0.05}},
        }
    )


def two_agents() -> Session:
    """Open a world in which only b writes what both read."""
    made = mind(
        {"g": tree({"root": REST}), "h": by_turns("level = level + 0.25", "count = 1")}, variables=SHARED
    )
    return session_of({"a": {"mind": MIND}, "b": {"mind": f"{MIND}#h", "name": "Bert"}}, {MIND: made})


def taking_turns() -> Session:
    """Open a world in which both write one number, a always the same."""
    made = mind({"g": by_turns("count = 1"), "h": by_turns("count = 2")}, variables=SHARED)
    turns = {"tick_every": 2, "phase": 0}
    return session_of(
        {"a": {"mind": MIND, **turns, "phase": 1}, "b": {"mind": f"{MIND}#h", **turns}}, {MIND: made}
    )


def calling(inner: dict[str, Any], arguments: Mapping[str, Any], **graph: Any) -> Session:
    """Open a world with one agent whose tree calls another graph with arguments."""
    call = {"kind": "subtree", "graph": "inner", "title": "Call", "arguments": dict(arguments)}
    return lone(mind({"g": tree({"root": call}), "inner": {**inner, "title": "Inner", **graph}}))


def with_own_distance() -> Session:
    """Open a world in which a graph has a variable that hides one of the agent."""
    return calling(by_turns("distance = distance + 1"), {}, variables={"distance": {"type": "float"}})


def giving_back() -> Session:
    """Open a world in which a graph writes a variable of its caller through a parameter."""
    out = {"result": {"type": "float", "direction": "out"}}
    return calling(by_turns("result = 4.5"), {"result": {"variable": "distance"}}, parameters=out)


ASKING_SPEED = tree({"fast": {"kind": "wait_until", "test": "speed > 9", "title": "Fast"}}, "fast")
SPEED = {"speed": {"type": "float", "direction": "in"}}
BEGINNING_ANEW = of_machine(
    {"a": {"activity": {"graph": "t"}}, "b": {}},
    {"out": to("a", "b", event="go"), "back": to("b", "a", event="back")},
    t={
        **tree(
            {
                "root": {"kind": "sequence", "children": ["once", "until"]},
                "once": {"kind": "wait", "params": {"seconds": 0.5}},
                "until": {"kind": "wait_until", "test": "tries > 5"},
            }
        ),
        "variables": {"tries": {"type": "int", "default": 2}},
    },
)
TRIGGERED = of_machine({"a": {}, "b": {}}, {"hit_it": to("a", "b", guard="hit")})
SOUNDLESS = of_machine({"a": {}}, {})


def with_trigger(machine: Any) -> Session:
    """Open a world whose agent has a trigger."""
    variables = {
        **machine.variables,
        "hit": mind({}, variables={"hit": {"type": "trigger"}}).variables["hit"],
    }
    return lone(machine.model_copy(update={"variables": variables}))


CLAIM: Mapping[str, Any] = {"kind": "claim", "title": "Get", "params": {"variable": "tokens"}}
ADD: Mapping[str, Any] = {"kind": "set", "title": "Add", "actions": ["tokens = tokens + 3"]}
TOKENS: Mapping[str, Any] = {"tokens": {"type": "int", "scope": "world", "default": 2}}


def claiming(*first: Mapping[str, Any]) -> Document:
    """Return a mind whose graph does something and then rests, beside one that claims and rests."""
    names = [f"n{place}" for place, _ in enumerate(first)]
    nodes = {"root": {"kind": "sequence", "children": [*names, "rest"]}, "rest": REST}
    claims = {"root": {"kind": "sequence", "children": ["get", "rest"]}, "get": CLAIM, "rest": REST}
    made = {"g": tree({**nodes, **dict(zip(names, first, strict=True))}), "h": tree(claims)}
    return mind(made, variables=TOKENS)


def claims_of_two(*first: Mapping[str, Any]) -> Session:
    """Open a world in which a does something and b claims."""
    agents = {"a": {"mind": MIND}, "b": {"mind": f"{MIND}#h", "name": "Bert"}}
    return session_of(agents, {MIND: claiming(*first)})


def post(name: str) -> Doing:
    """Return what posts an event to a."""
    return lambda session: session.post_event("a", name)


def write_shared(**values: Value) -> Doing:
    """Return what writes variables of the world."""

    def do(session: Session) -> None:
        for name, value in values.items():
            session.write_world_variable(name, value)

    return do


def written(ticks: LoggedTicks, place: str | VariablePlace, now: Value = None) -> WhyReason:
    """Return who wrote something last up to the tick asked about."""
    found = [each for each in who_wrote(ticks, place, LAST) if each is not None]
    return writer_reason(ticks, place, found[-1] if found else None, now, ticks.registry)


def read_at(ticks: LoggedTicks, node: str, name: str) -> VariablePlace:
    """Return the place that a node reads under a name."""
    program = ticks.recording.program("a", LAST)
    row = next(each.index for each in program.rows if each.node == node)
    reading = next(item for item in read_for(program, row) if item.name == name)
    assert reading.slot is not None
    return place_at(program, reading.slot, name)


def given(session: Session) -> WhyReason:
    """Return what gives a node of the called graph its speed."""
    ticks = logged(session, LAST + 1)
    reason = given_reason(ticks, read_at(ticks, "fast", "speed"), LAST, 2.5, ticks.registry)
    assert reason is not None
    return reason


def began_anew() -> WhyReason:
    """Return who wrote a variable of a graph whose state was left and entered again."""
    ticks = logged(lone(BEGINNING_ANEW), LAST + 1, {2: post("go"), 5: post("back")})
    return written(ticks, read_at(ticks, "until", "tries"))


WRITERS: dict[str, Callable[[], WhyReason]] = {
    "level became 1 at tick 4: 'Raise' of Bert wrote it.": lambda: written(
        logged(two_agents(), LAST + 1), VariablePlace("level", "world")
    ),
    "count became 1 at tick 4: 'Raise' of Bert wrote it.": lambda: written(
        logged(two_agents(), LAST + 1), VariablePlace("count", "world")
    ),
    "level became 4.5 at tick 6: it was written from outside.": lambda: written(
        logged(two_agents(), LAST + 1, {6: write_shared(level=4.5)}), VariablePlace("level", "world")
    ),
    "count became 1 at tick 7: 'Raise' wrote it.": lambda: written(
        logged(taking_turns(), LAST + 1), VariablePlace("count", "world")
    ),
    "tokens became 1 at tick 0: 'Get' of Bert wrote it.": lambda: written(
        logged(claims_of_two(), LAST + 1), VariablePlace("tokens", "world")
    ),
    "tokens became 5 at tick 0: 'Add' wrote it.": lambda: written(
        logged(claims_of_two(ADD), LAST + 1), VariablePlace("tokens", "world")
    ),
    "tokens became 1 at tick 4: an edit ended a claim, whose place went back.": lambda: written(
        logged(claims_of_two(CLAIM), LAST + 1, {4: swap(claiming())}), VariablePlace("tokens", "world")
    ),
    "hit became false at tick 3: 'A → B' used it up.": lambda: written(
        logged(with_trigger(TRIGGERED), LAST + 1, {3: write(hit=True)}), "hit"
    ),
    "hit became false at tick 3: it expired, as nothing had used it up.": lambda: written(
        logged(with_trigger(SOUNDLESS), LAST + 1, {3: write(hit=True)}), "hit"
    ),
    "n became 7 at tick 7: a service of 'Top' wrote it.": lambda: written(TREE_RUNS["services"](), "n"),
    "n became 5 at tick 0: the lines at the end of 'In 1' wrote it.": lambda: written(
        TREE_RUNS["lines at the end"](), "n"
    ),
    "distance has been 3 from the start: nothing has changed it.": lambda: written(
        logged(with_own_distance(), LAST + 1), "distance", 3.0
    ),
    "distance became 2 at tick 4: 'Raise' wrote it.": lambda: written(
        ticks := logged(with_own_distance(), LAST + 1),
        VariablePlace(
            "distance",
            "graph",
            "inner",
            ticks.recording.program("a", LAST).instances[1].path,
            "graph:distance",
        ),
    ),
    "distance became 4.5 at tick 4: 'Raise' wrote it.": lambda: written(
        logged(giving_back(), LAST + 1), "distance"
    ),
    "tries became 2 at tick 5: it begins again when 'A' does.": began_anew,
    "speed is 2.5: 'Call' gives it that in every tick.": lambda: given(
        calling(ASKING_SPEED, {"speed": 2.5}, parameters=SPEED)
    ),
    "speed is 2.5: 'Call' gives it the value of `distance - 0.5` in every tick.": lambda: given(
        calling(ASKING_SPEED, {"speed": {"expr": "distance - 0.5"}}, parameters=SPEED)
    ),
    "foe.position.x is 4.25 after tick 7: the world tells it again in every tick, nothing writes it.": (
        lambda: told_reason("foe.position.x", 4.25, LAST)
    ),
}
"""What is said of who wrote something, and the run in which it is."""
