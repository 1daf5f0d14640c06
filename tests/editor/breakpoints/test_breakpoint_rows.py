"""What a list says of a breakpoint: what it is on, what it may stop at, what is wrong with it."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import samples_folder
from editor.panels.run.breakpoint_editor import condition_problem, moments_of, new_breakpoints, row_of
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.why.breakpoints import Breakpoint

REGISTRY = builtin_registry()
TANK = "tank.mind.json"


@pytest.fixture(scope="module")
def tank():
    return load_document(samples_folder() / TANK)


def row(document, **fields):
    known = {TANK: document}
    return row_of(Breakpoint(**{"mind": TANK, "moment": "enter", **fields}), known.get, REGISTRY)


def test_a_state_a_transition_and_a_node_are_named_with_their_moments(tank):
    state = row(tank, graph="tank", element="chase")
    assert (state.title, state.place, state.moments) == (
        "Chase",
        "Tank with dead zones · tank.mind.json",
        ("enter", "exit"),
    )
    edge = row(tank, moment="taken", graph="tank", element="moving_finding")
    assert edge.title == "MovingToTarget → FindingNewTarget"
    assert edge.moments == ("taken", "considered")
    assert (state.missing, edge.missing) == ("", "")


def test_what_is_gone_is_marked(tank):
    assert "has it no more" in row(tank, graph="tank", element="gone").missing
    assert "neither open nor run" in row(tank, mind="other.mind.json", graph="g", element="n").missing
    assert "no variable nobody" in row(tank, moment="change", name="nobody").missing
    assert row(tank, moment="change", name="d").missing == ""
    assert "no event bang" in row(tank, moment="event", name="bang").missing


def test_a_moment_that_cannot_be_is_told(tank):
    assert "Choose another moment" in row(tank, moment="success", graph="tank", element="chase").missing


def test_a_condition_is_checked_against_the_variables(tank):
    assert condition_problem("d < 3 and visible", tank, REGISTRY) == ""
    assert condition_problem("", tank, REGISTRY) == ""
    assert "visble" in condition_problem("visble", tank, REGISTRY)
    assert condition_problem("d +", tank, REGISTRY)
    assert condition_problem("d + 1", tank, REGISTRY)
    assert row(tank, graph="tank", element="chase", condition="visble").problem


def test_everything_can_be_added(tank):
    groups = dict(new_breakpoints(TANK, tank, "tank", "chase"))
    assert [each.moment for _, each in groups["When the selection"]] == ["enter", "exit"]
    assert {words for words, _ in groups["When a variable changes"]} == set(tank.variables)
    assert {words for words, _ in groups["When an event arrives"]} == set(tank.events)
    assert [item.moment for _, item in groups[""]] == ["error"]
    assert "When the selection" not in dict(new_breakpoints(TANK, tank, "tank", ""))


def test_5_4_questions_of_decision_trees_stop_where_they_are_asked():
    document = load_document(samples_folder() / "attack_or_flee.mind.json")
    assert moments_of(document, "attack_or_flee", "near") == ("enter",)
