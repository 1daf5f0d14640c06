"""Every form of reason that a tick can give is given by some run, and stated here in full (rules 3.15, 4.14).

A form that is added without a run that gives it, or without its sentence, fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from runtime.basics.status import TransitionOutcome
from runtime.history.recording.row_words import candidate_words
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.records.reasons import Reason, ReasonForm
from runtime.records.trace_frame import Candidate
from tests.runtime.debugging.why_machine_scenes import MACHINE_RUNS, of_machine, post, running, to
from tests.runtime.debugging.why_run import logged, lone, mind
from tests.runtime.debugging.why_tree_scenes import (
    FAIL,
    FAR,
    NEAR,
    SKIPPED,
    SUCCEED,
    TREE_RUNS,
    WAIT,
    beside,
    of_tree,
    over,
)
from tests.runtime.debugging.why_want_scenes import WANT_RUNS
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

SHORT = {"kind": "wait", "params": {"seconds": 0.03}}
CHOSEN = {"slot": {"chosen": True}}
NO_NUMBER = {"slot": {"score": "1 / (distance - 3)"}}


def at_places(*kinds: tuple[str, str], free: int = 1) -> Callable[[], LoggedTicks]:
    """Return how to claim and release `seats`, the entity `seat` and `nothing`, one after the other."""
    variables = {
        "seats": {"type": "int", "scope": "world", "default": free},
        "seat": {"type": "entity", "default": "chair"},
        "nothing": {"type": "entity"},
    }
    leaves = [{"kind": kind, "params": {"variable": variable}} for kind, variable in kinds]
    return lambda: logged(lone(mind({"g": tree(beside("parallel", *leaves))}, variables=variables)), 2)


def given_items(items: list[str], test: str) -> Callable[[], LoggedTicks]:
    """Return how to go through a list with a condition."""
    variables = {
        "seen": {"type": "list", "default": items},
        "one": {"type": "entity"},
        "on": {"type": "bool", "default": True},
    }
    nodes = {
        "root": {"kind": "for_each", "params": {"list": "seen", "item": "one"}, "children": ["c"]},
        "c": {"kind": "condition", "test": test},
    }
    return lambda: logged(lone(mind({"g": tree(nodes)}, variables=variables)), 2)


RUNS: dict[str, Callable[[], LoggedTicks]] = {
    **TREE_RUNS,
    **MACHINE_RUNS,
    "drawn score": WANT_RUNS["drawn score"],
    "broken guard": of_tree(over("inverter", {**WAIT, "guard": {"test": "1 / (distance - 3) > 0"}})),
    "all skipped": of_tree(beside("selector", SKIPPED, SKIPPED)),
    "others fail": of_tree(beside("parallel", SKIPPED, SUCCEED, FAIL)),
    "all succeed": of_tree(beside("parallel", SUCCEED, SUCCEED)),
    "others succeed": of_tree(beside("parallel", SKIPPED, SUCCEED, SUCCEED)),
    "chosen fail": of_tree(beside("parallel", {**FAIL, **CHOSEN}, SUCCEED, success="chosen", failure="all")),
    "chosen succeed": of_tree(
        beside("parallel", {**SUCCEED, **CHOSEN}, FAIL, success="chosen", failure="all")
    ),
    "chosen skipped": of_tree(beside("parallel", {**SKIPPED, **CHOSEN}, FAIL, success="chosen")),
    "main": of_tree(beside("simple_parallel", SUCCEED, WAIT)),
    "drawn child": of_tree(beside("random_child", {**SUCCEED, "slot": {"weight": 0}}, FAIL)),
    "all count": of_tree(over("repeat", FAIL, count=2, on_failure="count")),
    "chosen once": of_tree(
        beside("utility_selector", {**SHORT, "slot": {"score": "distance"}}, reconsider="enter"), 4
    ),
    "no best": of_tree(
        beside("utility_selector", {**FAIL, "slot": {"score": "distance"}}, on_failure="next")
    ),
    "no score": of_tree(beside("utility_selector", {**WAIT, **NO_NUMBER})),
    "then and else": of_tree(beside("if_else", NEAR, SUCCEED, FAIL), 4, {2: FAR}),
    "tried": of_tree(beside("try_recover", SUCCEED, FAIL)),
    "not recovered": of_tree(beside("try_recover", FAIL, FAIL, attempts=1)),
    "loop skipped": of_tree(over("repeat", SKIPPED)),
    "no loop": of_tree(over("repeat", SUCCEED, count=0)),
    "endless": of_tree(over("repeat", SUCCEED, pace="same_tick"), 1),
    "often": of_tree(over("rate_limit", SUCCEED, seconds=1), 4),
    "once": of_tree(over("run_once", SUCCEED), 4),
    "block ran": of_tree({"root": {"kind": "set", "actions": ["distance = 4"]}}),
    "block decided": of_tree(
        {"root": {"kind": "set", "actions": [{"if": "distance > 4", "then": ["distance = 4"]}]}}
    ),
    "items": given_items(["a", "b"], "on"),
    "an item": given_items(["a", "b"], "one == none"),
    "held": at_places(("claim", "seats"), ("claim", "seats"), ("release", "seats"), ("release", "seats")),
    "none left": at_places(("claim", "seats"), free=0),
    "no entity": at_places(("claim", "nothing")),
    "given back": at_places(("claim", "seat"), ("release", "seat"), ("release", "nothing")),
    "struck": running(
        of_machine(
            {"a": {}, "b": {}, "d": {}},
            {"die": {"to": "d", "event": "go", "interrupt": True}, "flinch": to("a", "b", event="go")},
        ),
        6,
        {2: post("go")},
    ),
}

SENTENCES: dict[ReasonForm, str] = {
    ReasonForm.OWN_WORDS: "n is 2, not above 2",
    ReasonForm.DISABLED: "disabled",
    ReasonForm.FORCED: "forced",
    ReasonForm.GUARD: "guard: distance is 6.2, 1.2 too high",
    ReasonForm.GUARD_ERROR: "its guard could not be evaluated: Division by zero.",
    ReasonForm.PRECONDITION: "precondition 1: distance is 6.2, 0.2 above 6",
    ReasonForm.PRECONDITION_ERROR: "precondition 1 could not be evaluated: Division by zero.",
    ReasonForm.CHILD_GAVE: "child 2 gave FAILURE",
    ReasonForm.ALL_GAVE: "all 2 children gave SUCCESS",
    ReasonForm.OTHERS_GAVE: "the 2 children that were not skipped gave SUCCESS",
    ReasonForm.ONLY_OTHER_GAVE: "child 1, the only one that was not skipped, gave FAILURE",
    ReasonForm.NOT_SKIPPED_GAVE: "every child that was not skipped gave SUCCESS",
    ReasonForm.ALL_SKIPPED: "every child was skipped",
    ReasonForm.ALL_WEIGHTS_0: "all weights are 0",
    ReasonForm.FAILURES: "1 of 2 children failed, 1 succeeded",
    ReasonForm.FAILURES_OF_OTHERS: "1 of 2 children that were not skipped failed, 1 succeeded",
    ReasonForm.SUCCESSES: "2 of 2 children succeeded, 2 were needed",
    ReasonForm.SUCCESSES_OF_OTHERS: "2 of 2 children that were not skipped succeeded, 2 were needed",
    ReasonForm.FAILURES_OF_CHOSEN: "1 of 1 chosen children failed, 0 succeeded",
    ReasonForm.SUCCESSES_OF_CHOSEN: "1 of 1 chosen children succeeded, 1 were needed",
    ReasonForm.DRAWN_SCORE: "child 5 was drawn by its score 3 of 3, 3, 3, 3, 3, 3, 3, 3",
    ReasonForm.CHOSEN_SKIPPED: "every chosen child was skipped",
    ReasonForm.MAIN_GAVE: "child 1, the main one, gave SUCCESS",
    ReasonForm.DRAWN_CHILD: "child 2, which was drawn, gave FAILURE",
    ReasonForm.HIGHEST_SCORE: "child 2 scored highest with 3 of none, 3",
    ReasonForm.CHOSEN_CHILD: "the chosen child 1 gave SUCCESS",
    ReasonForm.EVERY_CHILD_FAILED: "every child failed",
    ReasonForm.NO_SCORE: "no child has a score",
    ReasonForm.THEN_GAVE: "the then branch gave SUCCESS",
    ReasonForm.ELSE_GAVE: "the else branch gave FAILURE",
    ReasonForm.NO_ELSE: "the condition failed and there is no else",
    ReasonForm.CASE_RUNS: "n is 2",
    ReasonForm.CASE_GAVE: "n is 1: child 1 gave FAILURE",
    ReasonForm.NO_CASE: "n is 7, which no case names",
    ReasonForm.FIRST_GAVE: "the first child gave SUCCESS",
    ReasonForm.NO_ATTEMPT: "the first child failed and no attempt is left",
    ReasonForm.RECOVERY_GAVE: "the recovery gave FAILURE",
    ReasonForm.ONLY_CHILD_GAVE: "the child gave FAILURE",
    ReasonForm.CHILD_GAVE_TIMES: "the child gave SUCCESS 3 times",
    ReasonForm.CHILD_ENDED_TIMES: "the child ended 2 times",
    ReasonForm.CHILD_SKIPPED: "the child was skipped",
    ReasonForm.ITEM_GAVE: "item 1 of 2 gave FAILURE",
    ReasonForm.ALL_ITEMS: "all 2 items were gone through",
    ReasonForm.COUNT_OF_0: "the count is 0",
    ReasonForm.GRAPH_GAVE: "the called graph gave SUCCESS",
    ReasonForm.LEAF_GAVE: "the chosen leaf gave SUCCESS",
    ReasonForm.NO_ANSWER: "there is no answer and nothing runs",
    ReasonForm.FINAL_STATE: "a final state was entered",
    ReasonForm.TIME_OVER: "the time is over",
    ReasonForm.COOLING_DOWN: "cooling down for 0.98 s more",
    ReasonForm.TOO_EARLY: "it is too early for another start",
    ReasonForm.COMPLETED: "it has completed 1 times, the limit",
    ReasonForm.DRAW_MISSED: "the draw missed",
    ReasonForm.BLOCK_RAN: "the block ran",
    ReasonForm.BLOCK_DECIDED: "the block ran; line 1: distance is 3, 1 too low",
    ReasonForm.LINE_FAILED: "line 1 of the block failed",
    ReasonForm.ALWAYS: "it always gives this",
    ReasonForm.ACTION_SUCCEEDED: "the action succeeded",
    ReasonForm.ACTION_FAILED: "the action failed",
    ReasonForm.TOOK: "it took a place of tokens",
    ReasonForm.HOLDS: "it holds a place of seats already",
    ReasonForm.NO_PLACE: "no place of tokens is free: held by b and c",
    ReasonForm.NO_PLACE_LEFT: "no place of seats is free, and no agent holds one",
    ReasonForm.NO_ENTITY: "nothing names no entity",
    ReasonForm.GAVE_BACK: "it gave chair back",
    ReasonForm.HELD_NONE: "it did not hold a place of seats",
    ReasonForm.HELD_NO_ENTITY: "it did not hold an entity",
    ReasonForm.BUDGET_SPENT: "The budget of 10000 visits in one tick is spent; the tree was halted.",
    ReasonForm.NO_GUARD: "no guard",
    ReasonForm.LOST: "lost to the transition xs of X",
    ReasonForm.LOST_TO_ANY_STATE: "lost to the any-state transition die of the machine",
    ReasonForm.ALREADY_THERE: "its target is active already",
    ReasonForm.WAITS: "0.03 s to go",
    ReasonForm.WEIGHT_0: "its weight is 0",
    ReasonForm.DRAWN: "weight 1 of 4, drawn",
    ReasonForm.NOT_DRAWN: "weight 3 of 4, stay was drawn",
    ReasonForm.DECIDED: "the decision tree gave fight",
    ReasonForm.NO_OUTCOME: "the decision tree gave no outcome",
    ReasonForm.CANCELED: "was pending; its guard is false by now",
}


def reasons_of(ticks: LoggedTicks) -> Iterator[Reason]:
    recording = ticks.recording
    for tick in range(recording.first_tick, recording.end_tick):
        brain = ticks.brain(tick)
        if brain is not None:
            reasons = (*(visit.reason for visit in brain.visits), *(each.reason for each in brain.candidates))
            yield from (reason for reason in reasons if reason is not None)


@cache
def given() -> dict[ReasonForm, set[str]]:
    """Return the sentences that all runs give, by their form."""
    found: dict[ReasonForm, set[str]] = {}
    failing = LoneBrain(document({"g": tree({"root": scripted("F")})}))
    failing.tick()
    reasons = [visit.reason for visit in failing.brain_log.visits if visit.reason is not None]
    for ticks in RUNS.values():
        reasons += reasons_of(ticks())
    for reason in reasons:
        found.setdefault(reason.form, set()).add(reason.sentence)
    return found


@pytest.mark.parametrize("form", ReasonForm)
def test_3_15_every_form_of_reason_is_given_by_a_run_and_said_word_by_word(form: ReasonForm):
    assert SENTENCES[form] in given().get(form, ())


def told(run: str, edge: str) -> set[str]:
    """Return what is told of a transition in the ticks of a run, others named by the states they join."""
    ticks, said = RUNS[run](), set[str]()
    for tick in range(ticks.recording.end_tick):
        brain, program = ticks.brain(tick), ticks.recording.program("a", tick)
        for candidate in brain.candidates if brain is not None else ():
            if program.rows[candidate.row].node == edge:
                said.add(candidate_words(candidate, program))
    return said


@pytest.mark.parametrize(
    ("run", "edge", "words"),
    [
        ("struck", "flinch", "'any state → D' came first"),
        ("lost", "zu", "'X → S' came first"),
        ("drawn", "leave", "weight 3 of 4, 'A → no other state' was drawn"),
        ("timed", "free", "0.03 s to go"),
    ],
)
def test_another_transition_is_named_by_the_states_it_joins(run: str, edge: str, words: str):
    assert words in told(run, edge)


def test_a_candidate_without_a_reason_says_nothing():
    program = RUNS["struck"]().recording.program("a", 0)
    assert candidate_words(Candidate(1, TransitionOutcome.GUARD_FALSE), program) == ""
