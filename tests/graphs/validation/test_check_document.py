"""Whole checks: places, fixes, order, suppression, speed of the second check."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.checks.checker import check_document
from graphs.checks.rules.fixes import apply_fix
from graphs.checks.rules.places import json_path, place_text
from graphs.checks.rules.problem import Fix, Place
from graphs.checks.rules.texts import texts_of_graph
from graphs.files.document_file import FileProblem, document_from_bytes
from graphs.model import Document, StateNode
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.example_document import EXAMPLE, example_document


def codes(document: Document) -> list[str]:
    return [each.code for each in check_document(document, REGISTRY)]


def test_the_example_has_no_errors_and_one_note() -> None:
    assert codes(example_document()) == ["I302"]


def test_a_misspelled_name_is_located_explained_and_mended() -> None:
    document = edits.set_field(example_document(), "g1", "t9", "guard", "1 > 0 and helth <= 0")
    (problem,) = [each for each in check_document(document, REGISTRY) if each.severity == "error"]
    assert problem.code == "E102"
    assert problem.message == "Unknown name 'helth'. Did you mean 'health'?"
    assert problem.place == Place("g1", "t9", "guard", None, 10, 15)
    assert place_text(document, problem.place, REGISTRY) == "Guard › any state → Alert"
    assert json_path(problem.place, document) == "graphs.g1.edges.t9.guard"
    assert problem.fix is not None
    assert problem.fix.label == "Use health"
    mended = apply_fix(document, problem.fix)
    assert codes(mended) == ["I302"]


def test_a_misspelled_name_in_an_action_block_is_mended_in_its_line() -> None:
    document = edits.set_field(example_document(), "g1", "s1", "entry", ["base_speed = 1", "helth = 2"])
    (problem,) = [each for each in check_document(document, REGISTRY) if each.severity == "error"]
    assert (problem.place.line, json_path(problem.place, document)) == (1, "graphs.g1.nodes.s1.entry.1")
    assert problem.fix is not None
    mended = apply_fix(document, problem.fix)
    state = mended.graphs["g1"].nodes["s1"]
    assert isinstance(state, StateNode)
    assert state.entry == ("base_speed = 1", "health = 2")


def test_a_missing_initial_state_is_mended() -> None:
    document = edits.set_initial(example_document(), "g1", "", None)
    problem = check_document(document, REGISTRY)[0]
    assert (problem.code, problem.message) == ("E011", "Guard has no initial state.")
    assert problem.fix is not None
    assert apply_fix(document, problem.fix) == example_document()


def test_an_abort_that_is_not_allowed_is_mended() -> None:
    nodes = {"r": {"kind": "wait", "guard": {"test": "1 > 0", "abort": "both"}}}
    document = document_of(tree(nodes))
    (problem,) = check_document(document, REGISTRY)
    assert problem.fix is not None
    assert codes(apply_fix(document, problem.fix)) == []


def test_a_fix_that_names_no_edit_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="no edit 'exec'"):
        apply_fix(example_document(), Fix("x", "exec"))


def test_places_inside_compounds_name_the_way() -> None:
    document = document_of(
        machine({"Patrol": {"kind": "state", "children": ["Move"], "initial": "Move"}, "Move": "state"})
    )
    assert place_text(document, Place("g", "Move", "entry"), REGISTRY) == "Machine › Patrol › Move"
    assert (
        place_text(document, Place("g", "", "variables.index.default"), REGISTRY)
        == "Machine › variable index"
    )
    assert place_text(document, Place("", "", "variables.health"), REGISTRY) == "variable health"
    assert place_text(document, Place("", "", "root"), REGISTRY) == "document"


def test_problems_come_by_severity_then_in_document_order() -> None:
    document = document_of(
        tree(
            {
                "r": {"kind": "sequence", "children": ["z", "a"]},
                "z": {"kind": "condition", "test": "no"},
                "a": {"kind": "wait", "params": {"odd": 1, "seconds": -1}},
                "l": {"kind": "condition", "test": "no"},
            },
            loose=["l"],
        )
    )
    found = [(each.code, each.place.element) for each in check_document(document, REGISTRY)]
    assert found == [("E102", "z"), ("E022", "a"), ("W202", "a"), ("E102", "l"), ("I303", "l")]


def test_a_warning_is_suppressed_by_code_with_a_reason_and_an_error_is_not() -> None:
    document = edits.set_field(example_document(), "g1", "s2", "suppress", {"I302": "Alert is the end."})
    assert codes(document) == []
    broken = edits.set_field(document, "g1", "t9", "guard", "helth")
    assert codes(edits.set_field(broken, "g1", "t9", "suppress", {"E102": "because"})) == ["E102"]


def test_unknown_kinds_and_fields_are_reported_and_kept() -> None:
    value = json.loads(EXAMPLE)
    value["graphs"]["g2"]["nodes"]["n3"] = {"kind": "of_the_game", "params": {"x": 1}, "glow": True}
    document = document_from_bytes(json.dumps(value).encode())
    assert sorted(codes(document)) == ["I302", "W201", "W205"]


def test_what_texts_mean_is_kept_while_the_declarations_stay() -> None:
    document = example_document()
    texts = texts_of_graph(document, "g2", REGISTRY)
    edited = edits.set_field(document, "g2", "n3", "note", "x")
    assert texts_of_graph(edited, "g2", REGISTRY) is texts
    declared, _ = edits.add_variable(document, "ammo", "int")
    assert texts_of_graph(declared, "g2", REGISTRY) is not texts


def test_a_new_declaration_is_seen_by_the_next_check() -> None:
    document = edits.set_field(example_document(), "g1", "t9", "guard", "ammo > 0")
    assert codes(document) == ["E102", "I302"]
    document, _ = edits.add_variable(document, "ammo", "int")
    assert codes(document) == ["I302"]
    document = edits.set_variable_field(document, "ammo", "type", "string")
    assert codes(document) == ["E103", "I302"]


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 300),
    st.floats(-2, 2),
    st.sampled_from(
        ["s1", "s2", "t1", "n1", "n2", "g1", "g2", "health", "state", "selector", "switch", "choice"]
    ),
)
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.dictionaries(st.sampled_from(["expr", "variable", "child", "targets", "test"]), SCALARS, max_size=2),
)


@given(data=st.data())
def test_checking_never_raises_for_a_document_that_loads(data: st.DataObject) -> None:
    value = json.loads(EXAMPLE)
    for _ in range(data.draw(st.integers(1, 4))):
        target = value
        while nested := [key for key in _keys(target) if isinstance(target[key], (dict, list))]:
            if data.draw(st.integers(0, 3)) == 0:
                break
            target = target[data.draw(st.sampled_from(nested))]
        if isinstance(target, dict):
            target[data.draw(st.sampled_from([*target, *FIELDS]))] = data.draw(VALUES)
        else:
            target.append(data.draw(SCALARS))
    try:
        document = document_from_bytes(json.dumps(value).encode())
    except FileProblem:
        return
    for problem in check_document(document, REGISTRY):
        assert json_path(problem.place, document)
        assert place_text(document, problem.place, REGISTRY)


FIELDS = [
    "children", "transitions", "initial", "kind", "params", "branches", "guard", "interrupt", "group", "test",
    "actions", "services", "slot", "activity", "decision", "default", "event", "targets", "after", "graph",
]  # fmt: skip


def _keys(value: object) -> list[object]:
    return list(value) if isinstance(value, dict) else list(range(len(value)))  # type: ignore[arg-type]
