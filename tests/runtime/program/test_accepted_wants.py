"""Goals, moods, curves and sheets that the check accepts compile, and those it does not crash nothing."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from graphs.checks.checker import check_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.minds.expansion.expanded_document import expanded
from tests.example_counts import daily
from tests.graphs.builders import documents_of, machine, tree
from tests.graphs.random_documents import documents
from tests.graphs.wanting_documents import FLOATS, HIGH, LOW, sheet

REGISTRY = builtin_registry()


def mostly(good: Any, bad: Any) -> st.SearchStrategy[Any]:
    """Draw what is right, and now and then what is not."""
    return st.integers(0, 19).flatmap(lambda number: bad if number == 0 else good)


NEEDS = mostly(st.just(["hunger", "thirst"]), st.sampled_from([[], ["bold"], ["hunger", "hunger"]]))
NUMBERS = mostly(
    st.sampled_from([0, 1, 0.5, {"expr": "hp * 2"}, {"expr": "hp is low"}, {"expr": "number(threat)"}]),
    st.sampled_from([-1, {"expr": "bold"}, {"expr": "("}]),
)
SCORES = mostly(
    st.sampled_from(
        ["0.5", "-hp / 9", "curve urge(hp)", "number(threat)", "hp is not very low", "1 if hp > 3 else 0"]
    ),
    st.sampled_from(["bold", "", "hp is", "curve gone(hp)"]),
)
TESTS = mostly(
    st.sampled_from(["hp > 1", "not (hp is low)", "hp is very low", "bold", "true or bold"]),
    st.sampled_from(["hp", "hp >"]),
)
CONSIDERATIONS = st.fixed_dictionaries({"score": SCORES}, optional={"weight": st.integers(1, 3)})
SLOTS = st.fixed_dictionaries(
    {"score": SCORES, "considerations": st.lists(CONSIDERATIONS, min_size=1, max_size=3)},
    optional={
        "effects": st.dictionaries(st.sampled_from(["hunger", "thirst"]), NUMBERS, max_size=2),
        "duration": NUMBERS,
        "feasible": TESTS,
        "attempts": st.integers(1, 3),
        "dropped": st.booleans(),
    },
)
BY = st.sampled_from(["discontentment", "product", "sum", "minimum"])
CELLS = st.sampled_from([0, 0.25, 1, -1])


@st.composite
def goal_trees(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a tree of goal selectors and strategies inside each other."""
    nodes: dict[str, Any] = {}

    def add(depth: int) -> str:
        name = f"n{len(nodes)}"
        kinds = ["succeed", "wait"] if depth > 2 else ["goal_selector", "strategy", "succeed"]
        kind = draw(st.sampled_from(kinds if depth else kinds[:2]))
        node: dict[str, Any] = {"kind": kind, "disabled": draw(st.integers(0, 9)) == 0}
        nodes[name] = node
        if depth:
            node["slot"] = draw(SLOTS)
        if kind == "goal_selector":
            node["needs"] = draw(NEEDS)
            node["params"] = {"by": draw(BY), "inertia": draw(st.sampled_from([0, 1]))}
        elif kind == "strategy":
            node["params"] = {"later": draw(st.sampled_from([0, 5, {"expr": "hp"}]))}
        if kind in ("goal_selector", "strategy"):
            node["children"] = [add(depth + 1) for _ in range(draw(st.integers(1, 3)))]
        return name

    return tree(nodes, root=add(0))


@st.composite
def moody_machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine with moods."""
    names = draw(st.permutations(["joy", "anger", "hp"]))
    states = ["a", "b", "c"][: draw(st.integers(1, 3))]
    shares = dict(zip(draw(mostly(st.just(states), st.just(["a", "gone"]))), names, strict=False))
    matrix = st.dictionaries(st.sampled_from(states), st.dictionaries(st.sampled_from(states), CELLS))
    edge = {"guard": draw(TESTS), "matrix": draw(matrix)}
    moods = {"shares": shares, "matrix": draw(matrix)}
    moods["every"] = draw(mostly(st.sampled_from([0.5, 2]), st.just(0)))
    moods["pick"] = draw(st.sampled_from(["largest", "draw"]))
    return machine(dict.fromkeys(states, "state"), {"t": edge}, transitions=["t"], initial=None, moods=moods)


def document_with(graph: dict[str, Any]) -> Document:
    variables = {**FLOATS, "bold": {"type": "bool"}}
    curves = {"urge": {"shape": "logistic", "high": 9, "at": [4]}}
    outputs = {"threat": {"high": 9, "number": "centroid", "sets": {"low": LOW, "high": HIGH}}}
    return documents_of(
        {"g": graph}, variables=variables, curves=curves, sheets={"danger": sheet(outputs=outputs)}
    )


@settings(max_examples=daily(60, deep=600), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(goal_trees(), moody_machines()))
def test_what_the_check_accepts_compiles(graph: dict[str, Any]) -> None:
    document = document_with(graph)
    found = [each for each in check_document(document, REGISTRY) if each.severity == "error"]
    event("accepted" if not found else "refused")
    assert isinstance(expanded(document), Document)
    if not found:
        compile_document(document, REGISTRY, builtin_library())


@settings(max_examples=daily(60, deep=600), deadline=None)
@given(documents())
def test_any_document_can_be_expanded(document: Document) -> None:
    assert expanded(document).graphs.keys() == document.graphs.keys()
