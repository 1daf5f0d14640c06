"""Runs of goal selectors, strategies and moods, and what is said of them word by word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runtime.history.why.logged_ticks import LoggedTicks
from runtime.session.session import Session
from tests.runtime.debugging.why_run import Doing, logged, lone, mind, write
from tests.runtime.lone_brain import tree

FLOAT: dict[str, Any] = {"type": "float", "min": 0}
NEEDS = {"hunger": {**FLOAT, "default": 4.0}, "fatigue": {**FLOAT, "default": 3.0}}
STATES = ("calm", "alert")
STIRRED = {"calm": {"calm": 0.25, "alert": 0.75}, "alert": {"alert": 1}}
CALMING = {"calm": {"calm": 1}, "alert": {"calm": 0.5, "alert": 0.5}}


def way(title: str, seconds: float = 9, **slot: Any) -> dict[str, Any]:
    return {"kind": "wait", "title": title, "params": {"seconds": seconds}, "slot": slot}


def choosing(kind: str, children: Mapping[str, Any], needs: tuple[str, ...] = (), **params: Any) -> Any:
    """Return a mind that chooses between children by what their slots say."""
    root = {"kind": kind, "title": "Live", "children": [*children], "params": params}
    nodes = {"root": {**root, "needs": list(needs)} if needs else root, **children}
    return mind({"g": tree(nodes)}, variables=NEEDS)


def run_of(made: Any, ticks: int = 4, doing: Mapping[int, Doing] | None = None) -> Callable[[], LoggedTicks]:
    return lambda: logged(lone(made), ticks, doing)


def stirred(session: Session) -> None:
    session.post_event("a", "stirred", {})


def moody(pick: str = "largest") -> Any:
    """Return a machine of two moods, stirred up by an event and calm again after two ticks."""
    shares = {"calm": {**FLOAT, "default": 1.0}, "alert": {**FLOAT, "default": 0.0}}
    graph = {
        "kind": "state_machine",
        "title": "Moods",
        "children": [*STATES],
        "nodes": {state: {"kind": "state", "name": state.title()} for state in STATES},
        "edges": {"stir": {"event": "stirred", "matrix": STIRRED}},
        "transitions": ["stir"],
        "moods": {
            "shares": {each: each for each in STATES},
            "matrix": CALMING,
            "every": 0.05,
            "pick": pick,
        },
    }
    return mind({"g": graph}, variables=shares, events={"stirred": {}})


SNACK = way("Snack", effects={"hunger": -2})
SLEEP = way("Sleep", effects={"fatigue": -2})
CURIOUS = {
    "look": way("Look", considerations=[{"score": "distance / 4"}]),
    "rest": way("Rest", considerations=[{"score": "0.5"}]),
}
PLANS = {
    "fight": way("Fight", score="distance", feasible="distance < 5"),
    "flee": way("Flee", score="1"),
}
GOALS = ("hunger", "fatigue")

WANT_RUNS: Mapping[str, Callable[[], LoggedTicks]] = {
    "needs": run_of(choosing("goal_selector", {"snack": SNACK, "sleep": SLEEP}, GOALS)),
    "short needs": run_of(
        choosing("goal_selector", {"snack": {**SNACK, "params": {"seconds": 0}}, "sleep": SLEEP}, GOALS), 1
    ),
    "considerations": run_of(choosing("goal_selector", CURIOUS, by="sum")),
    "locked": run_of(choosing("goal_selector", CURIOUS, by="sum", reconsider="tick", lock=0.1)),
    "drawn score": run_of(
        choosing("utility_selector", {key: way(key, score="distance") for key in "abcdefgh"}, top=8), 1
    ),
    "drawn and ended": run_of(
        choosing("utility_selector", {key: way(key, 0, score="distance") for key in "abcdefgh"}, top=8), 1
    ),
    "goals": run_of(choosing("strategy", PLANS), 6, {3: write(distance=7.0)}),
    "no goal": run_of(
        choosing("strategy", {"fight": way("Fight", score="distance", feasible="distance > 5")}), 1
    ),
    "lost goal": run_of(
        choosing("strategy", {"fight": way("Fight", score="1", feasible="distance < 5")}),
        6,
        {3: write(distance=7.0)},
    ),
    "moods": run_of(moody(), 14, {2: stirred}),
    "drawn moods": run_of(moody("draw"), 14, {2: stirred}),
}

WANT_STATED: Mapping[str, Mapping[tuple[int, str], tuple[str, ...]]] = {
    "needs": {
        (0, "root"): (
            "'Live' runs 'Snack', with -13 the highest score of -13, -17. It leaves 13 in needs, "
            "4 less than 'Sleep'. 'Sleep' would catch up if hunger were 1 lower.",
            "'Snack' began to run in this tick.",
        ),
        (0, "sleep"): (
            "'Sleep' was not picked: it scored -17, and 'Snack' scored highest with -13.",
            "'Snack' began to run in this tick.",
        ),
        (2, "sleep"): (
            "'Sleep' was not compared: 'Live' compares again once 'Snack' has ended.",
            "'Snack' has been running since tick 0.",
        ),
    },
    "short needs": {
        (0, "root"): (
            "'Live' succeeded because 'Snack', with -13 the highest score of -13, -17, succeeded."
            " It leaves 13 in needs, 4 less than 'Sleep'.",
            "'Snack' succeeded: its time was over. It has never failed.",
        ),
    },
    "considerations": {
        (0, "root"): (
            "'Live' runs 'Look', with 0.75 the highest score of 0.75, 0.5. It won by 0.25 over 'Rest'.",
            "'Look' began to run in this tick.",
        ),
        (0, "rest"): (
            "'Rest' was not picked: it scored 0.5, and 'Look' scored highest with 0.75.",
            "'Look' began to run in this tick.",
        ),
    },
    "locked": {
        (2, "rest"): (
            "'Rest' was not compared: 'Live' is locked to 'Look' for 0.07 s more.",
            "'Look' has been running since tick 0.",
        ),
    },
    "drawn score": {
        (0, "root"): (
            "'Live' runs 'e', drawn by its score 3 of 3, 3, 3, 3, 3, 3, 3, 3.",
            "'e' began to run in this tick.",
        ),
    },
    "drawn and ended": {
        (0, "root"): (
            "'Live' succeeded because 'e', drawn by its score 3 of 3, 3, 3, 3, 3, 3, 3, 3, succeeded.",
            "'e' succeeded: its time was over. It has never failed.",
        ),
        (0, "a"): (
            "'a' was not drawn: it scored 3, and 'e' was drawn with 3.",
            "'e' succeeded: its time was over. It has never failed.",
        ),
    },
    "goals": {
        (0, "root"): (
            "'Live' runs 'Fight', with 3 the highest score of 3, 1. It won by 2 over 'Flee'.",
            "'Fight' began to run in this tick.",
        ),
        (0, "flee"): (
            "'Flee' was not picked: it scored 1, and 'Fight' scored highest with 3.",
            "'Fight' began to run in this tick.",
        ),
        (4, "root"): (
            "'Live' runs 'Flee', with 1 the highest score of none, 1.",
            "'Flee' has been running since tick 3.",
        ),
        (3, "fight"): (
            "'Fight' was halted while it ran.",
            "'Fight' was not pursued: its goal is not feasible, or set aside.",
            "'Flee' began to run in this tick.",
        ),
        (4, "fight"): (
            "'Fight' was not pursued: its goal is not feasible, or set aside.",
            "'Flee' has been running since tick 3.",
        ),
        (4, "flee"): ("'Flee' has been running since tick 3.",),
    },
    "no goal": {
        (0, "root"): (
            "'Live' failed: every child failed.",
            "'Fight' was not pursued: its goal is not feasible, or set aside.",
        ),
        (0, "fight"): ("'Fight' was not pursued: its goal is not feasible, or set aside.",),
    },
    "lost goal": {
        (3, "root"): (
            "'Live' failed: every child failed.",
            "'Fight' was halted: its goal is not feasible any more.",
        ),
    },
    "moods": {
        (0, "calm"): ("'Calm' has been active since tick 0: its share became the largest.",),
        (0, "alert"): ("'Alert' has not been entered yet.",),
        (3, "calm"): ("'Calm' was left at tick 2: the mood changed to 'Alert'.",),
        (3, "alert"): (
            "'Alert' has been active since tick 2: its share became the largest when 'any state →"
            " mixed shares (stirred)' mixed the shares.",
        ),
        (9, "calm"): (
            "'Calm' has been active since tick 5: its share became the largest when 'quiet time' "
            "mixed the shares.",
        ),
        (9, "alert"): ("'Alert' was left at tick 5: the mood changed to 'Calm'.",),
        (3, "stir"): (
            "'any state → mixed shares (stirred)' was not asked: no stirred arrived in this tick."
            " It last came at tick 2.",
        ),
        (3, "g"): (
            "'Moods' has been running since tick 0.",
            "'Alert' has been active since tick 2: its share became the largest when 'any state →"
            " mixed shares (stirred)' mixed the shares.",
        ),
    },
    "drawn moods": {
        (3, "calm"): ("'Calm' was left at tick 2: the mood changed to 'Alert'.",),
        (3, "alert"): (
            "'Alert' has been active since tick 2: it was drawn by the shares when 'any state → "
            "mixed shares (stirred)' mixed the shares.",
        ),
        (12, "calm"): (
            "'Calm' has been active since tick 8: it was drawn by the shares when 'quiet time' "
            "mixed the shares.",
        ),
        (12, "alert"): ("'Alert' was left at tick 8: the mood changed to 'Calm'.",),
    },
}
"""What is said in a run at a tick of a node, in order."""
