"""Lints say what they say of any document that can be loaded, and never raise."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.checks.checker import check_and_lint, check_document
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.rules.places import json_path, place_text
from graphs.model import Document
from tests.example_counts import daily
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.lints.linting import lint_document
from tests.graphs.lints.random_guards import GUARDS, VARIABLES
from tests.graphs.random_documents import documents
from tests.graphs.validation.document_order import DocumentOrder

FEW = settings(max_examples=daily(30, deep=150), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(documents())
def test_lints_never_raise(document: Document) -> None:
    for problem in lint_document(document, REGISTRY, surroundings=Surroundings()):
        assert problem.message
        assert place_text(document, problem.place, REGISTRY)
        assert json_path(problem.place, document)


@FEW
@given(documents())
def test_checking_and_linting_in_one_go_finds_the_same(document: Document) -> None:
    apart = [*check_document(document, REGISTRY), *lint_document(document, REGISTRY)]
    assert list(check_and_lint(document, REGISTRY)) == sorted(apart, key=DocumentOrder(document))


@st.composite
def guarded_machines(draw: st.DrawFn) -> Document:
    """Draw machines full of guards, times, groups and events, boxes and regions."""
    names = ["a", "b", "c", "d"]
    nodes: dict[str, Any] = {
        "box": {"kind": draw(st.sampled_from(["state", "parallel"])), "children": ["a", "b"]},
        **{name: {"kind": draw(st.sampled_from(["state", "state", "choice", "final"]))} for name in names},
        "past": {"kind": "history", "default": "a"},
    }
    nodes["box"]["children"] = ["a", "b", *draw(st.sampled_from([[], ["past"]]))]
    nodes["box"]["initial"] = draw(st.sampled_from(["a", "b", "d"]))
    edges: dict[str, Any] = {}
    for number in range(draw(st.integers(0, 12))):
        edge: dict[str, Any] = {
            "guard": draw(GUARDS),
            "targets": draw(st.lists(st.sampled_from([*nodes, "gone"]), max_size=2)),
            "priority": draw(st.integers(-1, 1)),
            "disabled": draw(st.integers(0, 7)) == 0,
            "interrupt": draw(st.integers(0, 5)) == 0,
            "event": draw(st.sampled_from(["tick", "tick", "tick", "always", "noise", "*", "done"])),
        }
        extra: dict[str, Any] = draw(
            st.sampled_from([{}, {}, {}, {"after": 1}, {"group": "g"}, {"delay": 1}, {"else": True}])
        )
        edges[f"t{number}"] = {**edge, **extra}
        owner = draw(st.sampled_from(["box", *names]))
        nodes[owner].setdefault("transitions", []).append(f"t{number}")
    own = [each for each in edges if draw(st.integers(0, 9)) == 0]
    return document_of(machine(nodes, edges, transitions=own), variables=VARIABLES, events={"noise": {}})


@FEW
@given(guarded_machines())
def test_lints_never_raise_for_machines_full_of_guards(document: Document) -> None:
    for problem in lint_document(document, REGISTRY):
        assert problem.message.endswith(".")
        assert place_text(document, problem.place, REGISTRY)


def test_a_tree_in_a_circle_is_linted_once() -> None:
    nodes = {"r": {"kind": "sequence", "children": ["x"]}, "x": {"kind": "sequence", "children": ["r"]}}
    assert lint_document(document_of(tree(nodes)), REGISTRY) is not None


def test_a_deep_tree_is_linted() -> None:
    depth = 20_000
    nodes: dict[str, Any] = {
        f"n{place}": {"kind": "inverter", "children": [f"n{place + 1}"]} for place in range(depth)
    }
    nodes[f"n{depth}"] = "succeed"
    found = lint_document(document_of(tree(nodes, root="n0")), REGISTRY)
    assert {each.code for each in found} == {"I311"}


def test_guards_over_many_variables_are_left_alone() -> None:
    """A state of twenty variables has more cells than anybody can look at; nothing is said of it."""
    names = [f"v{place}" for place in range(20)]
    variables = {name: {"type": "float"} for name in names}
    guard = " and ".join(f"({name} < 1 or {name} > 2)" for name in names)
    nodes = {"a": {"kind": "state", "transitions": ["t"]}, "b": {"kind": "state", "transitions": ["u"]}}
    edges = {"t": {"targets": ["b"], "guard": guard}, "u": {"targets": ["a"], "guard": f"not ({guard})"}}
    assert lint_document(document_of(machine(nodes, edges), variables=variables), REGISTRY) == ()
