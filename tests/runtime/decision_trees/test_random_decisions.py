"""What holds for every decision tree, shown on random ones (rules 5.1, 5.3, 5.4, 5.6, 1.5)."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.status import FIRST_BRANCH, NO_ANSWER, NOT_REACHED, Status
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow, decide, preview_decision
from runtime.minds.decisions.questions import RandomQuestion
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import DecisionStep
from tests.example_counts import daily
from tests.runtime.decision_trees.naive_decisions import NaiveDecider, Step
from tests.runtime.decision_trees.random_decisions import VALUES, VARIABLES, decision_trees, documents
from tests.runtime.lone_brain import LoneBrain, document, tree

FEW = settings(max_examples=daily(30, deep=150), deadline=None, suppress_health_check=list(HealthCheck))
RUNS = st.lists(VALUES, min_size=1, max_size=12)


def set_all(one: LoneBrain, values: dict[str, Any]) -> None:
    for name, value in values.items():
        one.brain.state.write(one.program.variables[name], value)


def tree_row(one: LoneBrain) -> DecisionTreeRow:
    return next(row for row in one.program.rows if isinstance(row, DecisionTreeRow))


def as_steps(one: LoneBrain, steps: tuple[DecisionStep, ...]) -> list[Step]:
    rows = one.program.rows
    return [(rows[step.row].path, None if step.branch < 0 else step.branch) for step in steps]


@FEW
@given(documents(), RUNS, st.integers(0, 5))
def test_5_1_what_was_compiled_decides_as_the_document_reads(source: Document, runs, seed):
    one = LoneBrain(source, seed=seed)
    oracle = NaiveDecider(source, "d", seed, "me")
    row = tree_row(one)
    for values in runs:
        set_all(one, values)
        decision = decide(row, one.brain)
        leaf = None if decision.leaf is None else decision.leaf.path
        assert (leaf, as_steps(one, decision.steps)) == oracle.decide(values)


@FEW
@given(documents(), RUNS)
def test_7_2_outcome_bytes_tell_the_path_of_the_last_evaluation(source: Document, runs):
    one = LoneBrain(source)
    for values in runs:
        set_all(one, values)
        one.tick()
        (made,) = one.brain_log.decisions
        taken = {step.row: step.branch for step in made.steps}
        for row in one.program.rows:
            if row.family is RowFamily.DECISION and row.kind not in ("outcome", "value"):
                branch = taken.get(row.index)
                wanted = NOT_REACHED if branch is None else FIRST_BRANCH + branch
                assert one.brain.outcomes[row.index] == (NO_ANSWER if branch == -1 else wanted)


@FEW
@given(documents(), RUNS)
def test_5_4_deciding_changes_nothing_but_its_own_memory(source: Document, runs):
    one = LoneBrain(source)
    row = tree_row(one)
    own = {row.evaluations}
    for question in one.program.rows:
        if isinstance(question, RandomQuestion):
            own |= {question.kept, question.seen, question.drawn, question.due, question.draws}
    bound = [slot for instance in one.program.instances for slot in instance.slots.values()]
    own |= {slot.index for slot in bound if slot.buffer == "int"}
    floats = {slot.index for slot in bound if slot.buffer == "float"}
    for values in runs:
        set_all(one, values)
        state = one.brain.state
        before = bytes(state.bytes_), list(state.ints), list(state.floats), list(state.objects)
        decide(row, one.brain)
        assert bytes(state.bytes_) == before[0]
        assert {place for place, value in enumerate(state.ints) if value != before[1][place]} <= own
        assert {place for place, value in enumerate(state.floats) if value != before[2][place]} <= floats
        assert list(state.objects) == before[3]


@FEW
@given(documents(), RUNS)
def test_5_4_a_preview_changes_nothing_and_tells_what_the_next_evaluation_answers(source: Document, runs):
    one = LoneBrain(source)
    row = tree_row(one)
    for values in runs:
        set_all(one, values)
        outcomes, errors = bytes(one.brain.outcomes), list(one.brain.errors)
        before = one.slab.snapshot()
        told = preview_decision(row, one.brain)
        assert one.slab.snapshot() == before
        assert (bytes(one.brain.outcomes), one.brain.errors) == (outcomes, errors)
        one.tick()
        (made,) = one.brain_log.decisions
        assert told.record(row.index) == made


@FEW
@given(documents(), RUNS, VALUES)
def test_5_4_a_preview_answers_for_other_values(source: Document, runs, other):
    one, second = LoneBrain(source), LoneBrain(source)
    for values in runs:
        for brain in (one, second):
            set_all(brain, values)
            brain.tick()
    told = preview_decision(tree_row(one), one.brain, other)
    set_all(second, other)
    assert told.steps == preview_decision(tree_row(second), second.brain).steps


def in_a_tree(nodes: dict[str, Any], asked: dict[str, Any], every: int, commit: str) -> LoneBrain:
    params = {"every": every, "commit": commit}
    graphs = {
        "g": tree(
            {
                "root": {"kind": "parallel", "params": {"failure": "all"}, "children": ["one", "two"]},
                "one": {"kind": "decide", "graph": "d", "params": params},
                "two": {"kind": "repeat", "children": ["three"]},
                "three": {"kind": "force_success", "children": ["four"]},
                "four": {"kind": "decide", "graph": "d"},
            }
        ),
        "d": nodes,
        "e": {**asked, "parameters": {"y": {"type": "float", "direction": "in"}}},
    }
    return LoneBrain(document(graphs, variables=VARIABLES))


PACES = (st.sampled_from([0, 1, 2, 5]), st.sampled_from(["none", "until_done"]))


def step(one: LoneBrain, values: dict[str, Any]) -> tuple[object, ...]:
    set_all(one, values)
    result = one.brain.tick()
    one.host.tick += 1
    return result, bytes(one.brain.outcomes), one.brain.errors, list(one.log)


@FEW
@given(decision_trees("e"), decision_trees(), *PACES, RUNS, RUNS)
def test_1_5_a_snapshot_goes_on_as_the_run_does(nodes, asked, every, commit, before, after):
    one = in_a_tree(nodes, asked, every, commit)
    for values in before:
        step(one, values)
    saved = one.slab.snapshot()
    other = in_a_tree(nodes, asked, every, commit)
    other.slab.restore(saved)
    other.host.tick = one.host.tick
    one.log.clear()
    for values in after:
        assert step(one, values) == step(other, values)
    assert one.slab.snapshot() == other.slab.snapshot()


@FEW
@given(decision_trees("e"), decision_trees(), *PACES, RUNS)
def test_5_5_at_most_one_leaf_of_a_decision_tree_runs_and_only_under_it(nodes, asked, every, commit, runs):
    one = in_a_tree(nodes, asked, every, commit)
    stored = one.brain.bytes_
    for values in runs:
        step(one, values)
        for row in one.program.rows:
            if isinstance(row, DecisionTreeRow):
                running = [leaf for leaf in row.child_rows if stored[leaf.index] == Status.RUNNING]
                assert len(running) <= (stored[row.index] == Status.RUNNING)


@FEW
@given(decision_trees("e"), decision_trees(), *PACES, RUNS)
def test_both_back_ends_run_decision_trees_alike(nodes, asked, every, commit, runs):
    generated, interpreted = (in_a_tree(nodes, asked, every, commit) for _ in range(2))
    interpreted.brain.interpreted = True
    for values in runs:
        assert step(generated, values) == step(interpreted, values)
        assert generated.slab.snapshot() == interpreted.slab.snapshot()


# -- margins ----------------------------------------------------------------------------------------

NUMBERS = st.integers(-6, 6)
COMPARISONS = st.builds(
    lambda operator, number: f"x {operator} {number}", st.sampled_from(["<", "<=", ">", ">="]), NUMBERS
)
LEAVES = {f"l{number}": {"kind": "value", "value": number} for number in range(5)}


def _leading(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**part, "child": f"l{number}"} for number, part in enumerate(parts)]


ASKING = st.one_of(
    COMPARISONS.map(lambda test: {"kind": "test", "test": test, "parts": [{"when": True}, {"when": False}]}),
    st.lists(COMPARISONS, min_size=2, max_size=3).map(
        lambda tests: {
            "kind": "first_of",
            "parts": [*({"test": test} for test in tests), {"else": True}],
        }
    ),
    st.sets(NUMBERS, min_size=1, max_size=4).map(
        lambda ends: {
            "kind": "ranges",
            "value": {"expr": "x"},
            "parts": [*({"upto": end, "closed": end % 2 == 0} for end in sorted(ends)), {}],
        }
    ),
    st.lists(st.sampled_from(["< -2", ">= 4", "< 3", "> 1"]), min_size=1, max_size=3).map(
        lambda cells: {
            "kind": "table",
            "inputs": ["x"],
            "parts": [*({"row": [cell]} for cell in cells), {"else": True}],
        }
    ),
)


def answer(one: LoneBrain, x: float) -> DecisionStep:
    (only,) = preview_decision(tree_row(one), one.brain, {"x": x}).steps
    return only


@FEW
@given(ASKING, st.integers(-64, 64).map(lambda eighth: eighth / 8))
def test_5_4_the_margin_is_how_far_the_value_may_move(question, x):
    question = dict(question)
    branches = _leading(question.pop("parts"))
    nodes = {"q": {**question, "branches": branches}, **LEAVES}
    source = document(
        {"d": {"kind": "decision_tree", "root": "q", "nodes": nodes}}, root="d", variables=VARIABLES
    )
    one = LoneBrain(source)
    here = answer(one, x)
    margin = cast(float, here.margin)
    assert margin is not None
    for share in (0.25, 0.75):
        assert answer(one, x + share * margin).branch == here.branch
        assert answer(one, x - share * margin).branch == here.branch
    nearest = 0.001
    moved = {answer(one, x + (margin + nearest)).branch, answer(one, x - (margin + nearest)).branch}
    assert moved != {here.branch}


@pytest.mark.parametrize(
    ("test", "margin"),
    [
        ("x < 3 and y > 0", 1.0),
        ("x < 3 and y > 5", 4.0),
        ("x < 3 or y > 5", 1.0),
        ("x > 3 or y > 5", 1.0),
        ("not x < 3", 1.0),
        ("1 < x < 3", 1.0),
        ("on", None),
        ("on and x < 30", None),
        ("x == 2", 0.0),
        ("x < 3 if y > 0.5 else on", 0.5),
    ],
)
def test_5_4_the_margin_of_a_condition_is_that_of_what_decided(test, margin):
    nodes = {
        "q": {"kind": "test", "test": test, "branches": _leading([{"when": True}, {"when": False}])},
        **LEAVES,
    }
    source = document(
        {"d": {"kind": "decision_tree", "root": "q", "nodes": nodes}}, root="d", variables=VARIABLES
    )
    one = LoneBrain(source)
    (step_,) = preview_decision(tree_row(one), one.brain, {"x": 2.0, "y": 1.0}).steps
    assert step_.margin == margin
