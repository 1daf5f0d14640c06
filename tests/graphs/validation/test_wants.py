"""Sound curves, sheets, goals and moods have no errors, and damaged ones break no check."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.checks.checker import Checker, check_and_lint, check_document
from graphs.checks.rules.fixes import apply_fix
from graphs.curves.fuzzy_numbers import document_tables
from graphs.expressions.names import is_name
from graphs.model import Document, TreeNode
from graphs.model.curves import Curve
from graphs.model.fuzzy_sheets import FuzzySheet
from runtime.minds.expansion.expanded_document import expanded
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.validation.want_cases import (
    CURVES,
    FLOATS,
    GOALS,
    HIGH,
    INPUT,
    LOW,
    MATRIX,
    MOODS,
    moody,
    planning,
    rising,
    sheeted,
    weighing,
)

CASES = [*CURVES, *GOALS, *MOODS]
IDS = [f"{each[0]} {each[1]} {number}" for number, each in enumerate(CASES)]


def errors(document: Document) -> list[str]:
    return [str(each) for each in check_document(document, REGISTRY) if each.severity == "error"]


@pytest.mark.parametrize(
    "document",
    [
        sheeted(),
        weighing({"effects": {"hunger": -1}, "duration": 3}),
        planning({"score": "hp", "feasible": "hp > 1", "attempts": 2}),
        moody({"matrix": MATRIX}, matrix=MATRIX),
        moody(states={"off": {"kind": "state", "disabled": True}}),
    ],
)
def test_a_sound_document_has_no_error(document: Document) -> None:
    assert errors(document) == []


@pytest.mark.parametrize("document", [each[2] for each in CASES], ids=IDS)
def test_a_damaged_document_can_be_expanded(document: Document) -> None:
    assert isinstance(expanded(document), Document)


def test_ids_that_name_nothing_are_passed_over_when_goals_and_moods_are_expanded() -> None:
    for kind in ("goal_selector", "strategy"):
        lost = document_of(tree({"r": {"kind": kind, "children": ["gone"]}}))
        assert expanded(lost).graphs["g"].nodes["r"].kind == "utility_selector"
    moods = {"shares": {"gone": "joy", "calm": "joy"}}
    lost = document_of(
        machine({"calm": "state"}, transitions=["gone"], children=["calm", "gone"], moods=moods)
    )
    assert "calm" in expanded(lost).graphs["g"].nodes


def test_a_disabled_plan_makes_no_goal() -> None:
    nodes = {"r": {"kind": "strategy", "children": ["n"]}, "n": {"kind": "succeed", "disabled": True}}
    graph = expanded(document_of(tree(nodes))).graphs["g"]
    assert graph.nodes["n~goal"].disabled


def test_10_8_a_machine_with_moods_needs_no_initial_state() -> None:
    told = check_and_lint(moody(), REGISTRY)
    assert [each for each in told if each.place.element in ("calm", "angry")] == []
    assert errors(moody()) == []


def test_a_chain_of_sheets_that_is_too_long_is_told_and_no_crash() -> None:
    count = 300
    outputs: dict[str, Any] = {f"o{number}": INPUT for number in range(count)}
    rules = [
        {"when": f"o{number - 1} is low" if number else "hp is low", "output": f"o{number}", "then": "low"}
        for number in range(count)
    ]
    sheet = {"inputs": {"hp": INPUT}, "outputs": outputs, "rules": rules}
    document = document_of(tree({"r": "succeed"}), variables=FLOATS, sheets={"long": sheet})
    assert any("ask one another in a row" in each for each in errors(document))


def test_10_5_a_circle_of_two_sheets_is_told() -> None:
    other = {
        "outputs": {"fear": INPUT},
        "rules": [{"when": "threat is low", "output": "fear", "then": "low"}],
    }
    document = sheeted({"when": "fear is low"}, more={"other": other})
    assert any("asks itself" in each for each in errors(document))


def asking(sheet: dict[str, Any], test: str = "hp is low") -> Document:
    graph = tree({"r": {"kind": "condition", "test": test}})
    return document_of(graph, variables=FLOATS, sheets={"danger": sheet}, curves={"urge": {}})


def test_a_second_check_reads_sheets_and_curves_of_the_later_document() -> None:
    checker = Checker(REGISTRY)
    sheet = {"inputs": {"hp": {"high": 9, "sets": {"low": LOW}}}}
    states = [
        asking(sheet),
        asking({"inputs": {"hp": {"high": 9, "sets": {"high": HIGH}}}}),
        asking(sheet),
        asking({"inputs": {}}),
        asking(sheet, "curve urge(1) > 0"),
    ]
    later = states[-1].model_copy(update={"curves": {}})
    for document in [*states, later, states[0]]:
        assert checker.check(document) == check_and_lint(document, REGISTRY)


def test_a_second_check_follows_a_variable_that_only_a_sheet_reads() -> None:
    checker = Checker(REGISTRY)
    before = asking({"inputs": {"hp": {"high": 9, "sets": {"low": LOW}}}})
    checker.check(before)
    left = {name: value for name, value in before.variables.items() if name != "hp"}
    after = before.model_copy(update={"variables": left})
    assert checker.check(after) == check_and_lint(after, REGISTRY)
    assert "E102" in {each.code for each in checker.problems}


def test_10_3_names_of_inputs_and_outputs_are_those_of_the_document() -> None:
    twice = sheeted().model_copy(
        update={
            "sheets": {**sheeted().sheets, "second": FuzzySheet(inputs=sheeted().sheets["danger"].inputs)}
        }
    )
    assert any("is also an input or output" in each for each in errors(twice))


def test_curves_of_all_shapes_in_their_default_form_are_checked() -> None:
    for shape in ("linear", "polynomial", "logistic", "bell", "steps", "triangle", "trapezoid", "points"):
        document = document_of(tree({"r": "succeed"})).model_copy(
            update={"curves": {"urge": Curve(shape=shape)}}
        )
        assert bool(errors(document)) is (shape not in ("linear", "polynomial"))


HUGE = 10**400
EXTREMES = (HUGE, 1e308, -1e308, 5e-324)
SHAPES: list[dict[str, Any]] = [
    {"high": 1},
    {"shape": "triangle", "at": [-1, 0, 1]},
    {"shape": "points", "points": [[0, 1]]},
    {"shape": "polynomial", "power": 2},
    {"shape": "logistic", "slope": 3, "at": [0.5]},
    {"shape": "bell", "width": 1, "at": [0.5]},
]


@pytest.mark.parametrize("number", EXTREMES, ids=["huge", "high", "low", "tiny"])
def test_extreme_numbers_in_curves_and_axes_break_neither_check_nor_tables(number: float) -> None:
    for shape in SHAPES:
        for name in [name for name in shape if name != "shape"]:
            lists: dict[str, object] = {"points": [[number, number]], "at": [number] * 3}
            curve = {**shape, name: lists.get(name, number)}
            axis = {"low": -abs(number), "high": abs(number), "number": "centroid", "sets": {"low": curve}}
            more = {"other": {"inputs": {"hunger": axis}}}
            document = sheeted(outputs={"threat": {**axis, "samples": 0}}, more=more)
            document = document.model_copy(update={"curves": {"urge": Curve.model_validate(_strict(curve))}})
            assert check_and_lint(document, REGISTRY)
            assert document_tables(document) is not None


def _strict(curve: dict[str, Any]) -> dict[str, Any]:
    """Return a curve with tuples in place of lists, as the model holds it."""
    return {name: _tuples(value) for name, value in curve.items()}


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("number", EXTREMES, ids=["huge", "high", "low", "tiny"])
def test_extreme_numbers_in_goals_and_moods_break_neither_check_nor_expansion(number: float) -> None:
    considerations = [{"score": "1", "weight": number}]
    slot = {"effects": {"hunger": number}, "duration": number, "considerations": considerations}
    matrix = {"calm": {"calm": number, "angry": 0.5}, "angry": {"angry": 1}}
    documents = [
        weighing(slot),
        weighing(slot, by="sum"),
        moody({"matrix": matrix}, matrix=matrix, every=number),
        rising(rise=number),
    ]
    for document in documents:
        check_and_lint(document, REGISTRY)
        assert isinstance(expanded(document), Document)
    assert errors(documents[0]) or number == 5e-324


def test_a_name_that_a_sheet_or_a_need_lacks_is_declared_by_a_fix() -> None:
    lacking = [
        sheeted({"when": "far > 1"}, inputs={"far": INPUT}),
        sheeted({"when": "hp is low and wolves > 1"}),
        weighing(needs=("zeal",)),
    ]
    for document in lacking:
        fixes = [each.fix for each in check_document(document, REGISTRY) if each.code == "E102" and each.fix]
        mended = apply_fix(document, fixes[0], REGISTRY)
        assert [each for each in check_document(mended, REGISTRY) if each.code == "E102"] == []


@pytest.mark.parametrize(("outer", "inner"), [("goal_selector", "strategy"), ("strategy", "goal_selector")])
def test_goals_inside_goals_keep_what_both_say(outer: str, inner: str) -> None:
    slot = {"effects": {"hunger": -2}, "score": "hp"}
    leaf = {"kind": "succeed", "slot": {"score": "joy"}}
    for names in (("a", "b", "c"), ("c", "b", "a")):
        top, middle, end = names
        nodes = {
            top: {"kind": outer, "needs": ["hunger"], "children": [middle]},
            middle: {"kind": inner, "needs": ["hunger"], "slot": slot, "children": [end]},
            end: leaf,
        }
        nodes = {name: nodes[name] for name in sorted(nodes)}
        graph = expanded(document_of(tree(nodes, root=top), variables=FLOATS)).graphs["g"]
        found = graph.nodes[middle]
        assert isinstance(found, TreeNode)
        assert found.kind == "utility_selector"
        if outer == "goal_selector":
            assert found.on_success == ("hunger = max(0.0, hunger + (-2.0))",)
            assert found.slot is not None
            assert found.slot.score == "-(max(0.0, hunger + (-2.0)) * max(0.0, hunger + (-2.0)))"
        else:
            goal = graph.nodes[f"{middle}~goal"]
            assert isinstance(goal, TreeNode)
            assert goal.slot is not None
            assert (goal.slot.score or "").startswith("(hp) if time >=")


def test_goals_of_like_ids_are_set_aside_apart() -> None:
    plans = ["a b", "a_b", "a.b", "é", "漢"]
    nodes: dict[str, Any] = {plan: {"kind": "succeed", "slot": {"score": "1"}} for plan in plans}
    nodes["r"] = {"kind": "strategy", "children": plans}
    graph = expanded(document_of(tree(nodes))).graphs["g"]
    assert len(graph.variables) == len(plans)
    assert all(is_name(name) for name in graph.variables)
