"""Machines of moods: shares, matrices whose columns stay at 1, and what goes with a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.checks.checker import check_document
from graphs.edits.history import History
from graphs.edits.moods import (
    add_mood,
    add_mood_transition,
    add_share,
    make_moods,
    remove_moods,
    set_mood_cell,
    set_moods_field,
    set_start_share,
)
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import remove
from graphs.edits.variables import rename_variable
from graphs.model import Document, StateMachineGraph
from graphs.model.state_machine import Matrix, Moods
from tests.graphs.builders import REGISTRY, document_of, machine

STATES = ("calm", "alert", "angry")
NODES = dict.fromkeys(STATES, "state")


def plain(edges: dict[str, Any] | None = None, **fields: Any) -> Document:
    return document_of(machine(NODES, edges, **fields))


@pytest.fixture
def moody() -> Document:
    return make_moods(plain(), "g")


def graph(document: Document) -> StateMachineGraph:
    found = document.graphs["g"]
    assert isinstance(found, StateMachineGraph)
    return found


def moods(document: Document) -> Moods:
    found = graph(document).moods
    assert found is not None
    return found


def errors(document: Document) -> list[str]:
    return [str(each) for each in check_document(document, REGISTRY) if each.severity == "error"]


def sums(matrix: Matrix) -> list[float]:
    return [sum(column.values()) for column in matrix.values()]


def test_each_top_state_gets_a_share_named_like_it_and_the_first_has_all(moody: Document) -> None:
    assert moods(moody).shares == {state: state for state in STATES}
    assert [moody.variables[state].default for state in STATES] == [1, 0, 0]
    assert moods(moody).matrix == {state: {state: 1} for state in STATES}
    assert errors(moody) == []


def test_names_of_states_become_names_of_variables_that_are_free() -> None:
    nodes = {"a": {"kind": "state", "name": "Very angry!"}, "b": {"kind": "state", "name": "hp"}}
    made = make_moods(document_of(machine(nodes), variables={"hp": {"type": "int"}}), "g")
    assert moods(made).shares == {"a": "very_angry", "b": "hp_2"}


def test_a_transition_between_states_moves_the_share_from_one_to_the_other() -> None:
    edges = {"e": {"event": "shot", "targets": ["angry"]}, "any": {"event": "calmed", "targets": ["calm"]}}
    nodes = {**NODES, "calm": {"kind": "state", "transitions": ["e"]}}
    source = document_of(machine(nodes, edges, transitions=["any"]), events={"shot": {}, "calmed": {}})
    made = make_moods(source, "g")
    assert graph(made).transitions == ("any", "e")
    assert graph(made).edges["e"].matrix == {
        "calm": {"angry": 1},
        "alert": {"alert": 1},
        "angry": {"angry": 1},
    }
    assert graph(made).edges["any"].matrix == {key: {"calm": 1} for key in STATES}
    assert not graph(made).edges["e"].targets
    assert errors(made) == []


def test_moods_are_taken_away_with_shares_that_nothing_else_names(moody: Document) -> None:
    reads = {"kind": "state", "update": ["angry = 0.5"]}
    used = make_moods(document_of(machine({**NODES, "alert": reads})), "g")
    changed, edge = add_mood_transition(used, "g", "shot")
    back = remove_moods(changed, "g")
    assert graph(back).moods is None
    assert graph(back).edges[edge].matrix == {}
    assert [*back.variables] == ["angry"]
    assert graph(back).initial == "calm"
    assert remove_moods(moody, "g") == plain()


def test_a_state_added_at_the_top_is_a_mood(moody: Document) -> None:
    moody, edge = add_mood_transition(moody, "g", "shot")
    changed, state = add_mood(moody, "g", REGISTRY, "Scared")
    assert moods(changed).shares[state] == "scared"
    assert changed.variables["scared"].default == 0
    assert moods(changed).matrix[state] == graph(changed).edges[edge].matrix[state] == {state: 1}
    assert errors(changed) == []


def test_with_a_state_goes_its_share_and_what_went_to_it_is_shared_by_the_rest(moody: Document) -> None:
    moody, edge = add_mood_transition(moody, "g", "shot")
    for to, value in (("alert", 0.2), ("angry", 0.4)):
        moody = set_mood_cell(moody, "g", "calm", to, value, edge_id=edge)
    changed = remove(moody, "g", ["angry"])
    assert [*moods(changed).shares] == ["calm", "alert"]
    assert "angry" not in changed.variables
    column = graph(changed).edges[edge].matrix["calm"]
    assert column == pytest.approx({"calm": 0.8, "alert": 0.2})
    assert "angry" not in moods(changed).matrix
    assert errors(changed) == []
    assert not graph(remove(changed, "g", [edge])).edges


def test_a_cell_is_set_and_the_others_of_its_column_fill_it(moody: Document) -> None:
    changed = set_mood_cell(moody, "g", "calm", "alert", 0.3)
    assert moods(changed).matrix["calm"] == {"calm": 0.7, "alert": 0.3}
    changed = set_mood_cell(changed, "g", "calm", "angry", 0.5)
    assert moods(changed).matrix["calm"] == {"calm": 0.35, "alert": 0.15, "angry": 0.5}
    left = set_mood_cell(changed, "g", "calm", "angry", 0.9, leave=True)
    assert moods(left).matrix["calm"] == {"calm": 0.35, "alert": 0.15, "angry": 0.9}
    assert moods(changed).matrix["alert"] == {"alert": 1}


def test_a_transition_without_a_matrix_begins_as_one_that_leaves_the_shares(moody: Document) -> None:
    made = document_of(
        {
            **machine(NODES, {"e": {"event": "shot"}}, transitions=["e"]),
            "moods": {"shares": {s: s for s in STATES}},
        },
        variables={key: {"type": "float"} for key in STATES},
    )
    changed = set_mood_cell(made, "g", "calm", "angry", 1, edge_id="e")
    assert graph(changed).edges["e"].matrix == {
        "calm": {"angry": 1},
        "alert": {"alert": 1},
        "angry": {"angry": 1},
    }


def test_times_picks_and_shares_are_set(moody: Document) -> None:
    changed = set_moods_field(moody, "g", "every", 2.5)
    changed = set_moods_field(changed, "g", "pick", "draw")
    changed = set_start_share(changed, "g", "alert", 0.25)
    assert (moods(changed).every, moods(changed).pick) == (2.5, "draw")
    assert changed.variables["alert"].default == 0.25


def test_a_renamed_share_stays_a_share(moody: Document) -> None:
    assert moods(rename_variable(moody, "angry", "rage")).shares["angry"] == "rage"


def test_a_state_without_a_share_can_be_given_one() -> None:
    bare = document_of({**machine(NODES), "moods": {}})
    changed = add_share(bare, "g", "alert")
    assert moods(changed).shares == {"alert": "alert"}
    assert add_share(changed, "g", "alert") == changed


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda document: make_moods(document, "g"), "has moods already"),
        (lambda document: remove_moods(plain(), "g"), "has no moods"),
        (lambda document: make_moods(document_of(machine({})), "g"), "needs states"),
        (lambda document: make_moods(document_of(machine({"f": "final"})), "g"), "cannot be a mood"),
        (lambda document: set_start_share(document, "g", "gone", 1), "no share"),
        (lambda document: set_start_share(document, "g", "calm", -1), "not below 0"),
        (lambda document: set_mood_cell(document, "g", "calm", "calm", 1.5), "from 0 to 1"),
        (lambda document: set_mood_cell(document, "g", "calm", "gone", 0.5), "no mood"),
        (lambda document: set_mood_cell(document, "g", "calm", "calm", 0.5, edge_id="gone"), "no longer"),
        (lambda document: set_moods_field(document, "g", "every", 0), "above 0"),
        (lambda document: set_moods_field(document, "g", "pick", "best"), "does not fit"),
        (lambda document: set_moods_field(document, "g", "shares", None), "no field"),
        (lambda document: add_mood_transition(document, "g", "not a name"), "cannot be the name"),
        (lambda document: add_share(document, "g", "gone"), "Only a top state"),
    ],
)
def test_what_cannot_be_is_refused(moody: Document, edit: Callable[[Document], Document], words: str) -> None:
    with pytest.raises(EditRefused, match=words):
        edit(moody)


def test_a_transition_to_several_states_or_when_one_is_done_is_refused() -> None:
    for edge in ({"event": "x", "targets": ["alert", "angry"]}, {"event": "done", "targets": ["alert"]}):
        nodes = {**NODES, "calm": {"kind": "state", "transitions": ["e"]}}
        with pytest.raises(EditRefused, match="leads to several, or waits"):
            make_moods(document_of(machine(nodes, {"e": edge})), "g")


STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("cell"),
            st.integers(0, 5),
            st.integers(0, 5),
            st.floats(0, 1).map(lambda value: round(value, 3)),
            st.booleans(),
        ),
        st.tuples(st.just("add")),
        st.tuples(st.just("remove"), st.integers(0, 5)),
        st.tuples(st.just("transition")),
    ),
    max_size=12,
)


def stepped(document: Document, step: tuple[Any, ...]) -> Document:
    machine_now = graph(document)
    states = machine_now.children
    match step:
        case ("cell", start, to, value, on_edge):
            edges = machine_now.transitions
            edge = edges[start % len(edges)] if on_edge and edges else None
            where = (states[start % len(states)], states[to % len(states)])
            value = 1 if len(states) == 1 else value
            return set_mood_cell(document, "g", *where, value, edge_id=edge)
        case ("add",):
            return add_mood(document, "g", REGISTRY)[0]
        case ("remove", place) if len(states) > 1:
            return remove(document, "g", [states[place % len(states)]])
        case ("transition",):
            return add_mood_transition(document, "g", "shot")[0]
    return document


@settings(max_examples=120, deadline=None)
@given(steps=STEPS)
def test_after_any_edits_all_columns_have_the_sum_1_and_undo_gives_the_same_documents(
    steps: list[tuple[Any, ...]],
) -> None:
    history: History[Document] = History(make_moods(plain(), "g"))
    documents = [history.document]
    for step in steps:
        changed = stepped(history.document, step)
        if history.commit("Step", changed):
            documents.append(changed)
        now = graph(history.document)
        matrices = [moods(history.document).matrix, *(now.edges[key].matrix for key in now.transitions)]
        for matrix in matrices:
            assert {*matrix} == {*now.children} == {*moods(history.document).shares}
            assert sums(matrix) == pytest.approx([1] * len(matrix))
            assert all(0 <= value <= 1 for column in matrix.values() for value in column.values())
    assert errors(history.document) == []
    for before in reversed(documents[:-1]):
        history.undo()
        assert history.document == before
    for after in documents[1:]:
        history.redo()
        assert history.document == after
