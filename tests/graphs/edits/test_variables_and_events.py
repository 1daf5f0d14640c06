"""Declarations: added, changed, removed, and renamed wherever they are named."""

from __future__ import annotations

import pytest

from graphs.checks.checker import check_document
from graphs.edits.events import rename_event_in_text
from graphs.edits.refusal import EditRefused
from graphs.model import StateMachineGraph, StateNode, TreeNode
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, documents_of, machine, tree
from tests.graphs.example_document import example_document

EXAMPLE = example_document()


def test_renaming_a_variable_reaches_every_expression() -> None:
    document = edits.rename_variable(EXAMPLE, "health", "vigor")
    document = edits.rename_variable(document, "last_noise", "heard_at")
    document = edits.rename_variable(document, "base_speed", "pace")
    machine_ = document.graphs["g1"]
    assert isinstance(machine_, StateMachineGraph)
    assert machine_.edges["t9"].guard == "vigor <= 0"
    assert machine_.edges["t1"].actions == ("heard_at = event.at",)
    activity = machine_.nodes["s1"].activity
    assert activity is not None
    assert activity.arguments == {"speed": {"expr": "2 * pace"}}
    leaf = document.graphs["g2"].nodes["n2"]
    assert isinstance(leaf, TreeNode)
    assert leaf.guard is not None
    assert leaf.guard.test == "vigor > 30"
    assert list(document.variables) == ["pace", "vigor", "heard_at"]
    assert [each for each in check_document(document, REGISTRY) if each.severity == "error"] == []
    assert document.graphs["g2"].nodes["n3"] is EXAMPLE.graphs["g2"].nodes["n3"]


def test_renaming_reaches_parameters_that_name_a_variable() -> None:
    nodes = {"r": {"kind": "switch", "children": ["n"], "params": {"variable": "mood"}}, "n": "wait"}
    document = documents_of({"g": tree(nodes)}, variables={"mood": {"type": "int"}})
    renamed = edits.rename_variable(document, "mood", "temper")
    assert renamed.graphs["g"].nodes["r"].params == {"variable": "temper"}


def test_a_graph_with_a_name_of_its_own_is_left_alone() -> None:
    document, _ = edits.add_variable(EXAMPLE, "health", "float", graph_id="g2")
    renamed = edits.rename_variable(document, "health", "vigor")
    assert renamed.graphs["g2"] is document.graphs["g2"]
    inner = edits.rename_variable(document, "health", "vigor", graph_id="g2")
    assert inner.graphs["g1"] is document.graphs["g1"]
    assert list(inner.graphs["g2"].variables) == ["vigor"]


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("base_speed", "There is a variable 'base_speed' already."),
        ("and", "'and' cannot be a variable's name."),
        ("time", "'time' cannot be a variable's name."),
        ("two words", "'two words' cannot be a variable's name."),
        ("speed", "Walk the round has a variable 'speed' of its own."),
    ],
)
def test_a_name_that_cannot_be_is_refused(new: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.rename_variable(EXAMPLE, "health", new)
    assert caught.value.reason == reason


def test_a_variable_is_added_changed_and_removed() -> None:
    document, name = edits.add_variable(EXAMPLE, "health", "enum")
    assert name == "health_2"
    assert document.variables[name].values == ("first", "second")
    document = edits.set_variable_field(document, name, "values", ["calm", "angry"])
    document = edits.set_variable_field(document, name, "default", "angry")
    document = edits.set_variable_field(document, name, "type", "bool")
    assert (document.variables[name].default, document.variables[name].values) == (None, ())
    assert edits.remove_variable(document, name).variables == EXAMPLE.variables
    with pytest.raises(EditRefused, match="no longer there"):
        edits.remove_variable(EXAMPLE, "gone")


def test_an_int_keeps_default_and_range_as_float() -> None:
    document, _ = edits.add_variable(EXAMPLE, "ammo", "int")
    for path, value in (("default", 3), ("max", 9)):
        document = edits.set_variable_field(document, "ammo", path, value)
    document = edits.set_variable_field(document, "ammo", "type", "float")
    assert (document.variables["ammo"].default, document.variables["ammo"].max) == (3, 9)


def test_renaming_a_parameter_reaches_its_callers() -> None:
    document = edits.rename_parameter(EXAMPLE, "g2", "speed", "pace")
    assert list(document.graphs["g2"].parameters) == ["pace"]
    assert document.graphs["g2"].nodes["n2"].params["speed"] == {"expr": "pace"}
    caller = document.graphs["g1"].nodes["s1"]
    assert isinstance(caller, StateNode)
    assert caller.activity is not None
    assert caller.activity.arguments == {"pace": {"expr": "2 * base_speed"}}


def test_renaming_an_event_reaches_transitions_and_texts() -> None:
    document = documents_of(
        {
            "g": machine(
                {"a": {"kind": "state", "transitions": ["t"], "entry": ["raise noise(at = here) after 2"]}},
                {
                    "t": {
                        "event": ["noise", "done"],
                        "guard": 'received(noise) and text == "noise"',
                        "targets": ["a"],
                    }
                },
            ),
            "h": tree({"r": {"kind": "condition", "test": "last(noise).at.x > noise"}}),
        },
        events={"noise": {"payload": {"at": "vector"}}},
        variables={"noise": {"type": "float"}, "here": {"type": "vector"}, "text": {"type": "string"}},
    )
    renamed = edits.rename_event(document, "noise", "sound.loud")
    graph = renamed.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.edges["t"].event == ("sound.loud", "done")
    assert graph.edges["t"].guard == 'received(sound.loud) and text == "noise"'
    assert graph.nodes["a"].entry == ("raise sound.loud(at = here) after 2",)
    leaf = renamed.graphs["h"].nodes["r"]
    assert isinstance(leaf, TreeNode)
    assert leaf.test == "last(sound.loud).at.x > noise"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("send noise to all", "send x.y to all"),
        ("raise noise.loud(a = 1)", "raise noise.loud(a = 1)"),
        ("noise = received(noise)", "noise = received(x.y)"),
        ("cancel noise", "cancel noise"),
        ('"', '"'),
    ],
)
def test_only_names_of_events_are_renamed(text: str, expected: str) -> None:
    assert rename_event_in_text(text, "noise", "x.y") == expected


@pytest.mark.parametrize("name", ["tick", "done.now", "always", "error.x", "", "a..b", "two words"])
def test_names_that_mean_something_else_are_refused_for_events(name: str) -> None:
    with pytest.raises(EditRefused, match="cannot be an event's name"):
        edits.add_event(EXAMPLE, name)


def test_the_payload_of_an_event_is_declared_field_by_field() -> None:
    document, name = edits.add_event(EXAMPLE, "noise")
    assert name == "noise_2"
    document = edits.set_payload_field(document, name, "at", "vector")
    assert document.events[name].payload == {"at": "vector"}
    assert edits.set_payload_field(document, name, "at", None).events[name].payload == {}
    with pytest.raises(EditRefused, match="cannot name what an event carries"):
        edits.set_payload_field(document, name, "name", "string")
    assert "noise" not in edits.remove_event(EXAMPLE, "noise").events


def test_a_graph_that_is_called_cannot_be_removed() -> None:
    with pytest.raises(EditRefused, match="Guard runs this graph"):
        edits.remove_graph(EXAMPLE, "g2")
    document = edits.remove_graph(EXAMPLE, "g1")
    assert (list(document.graphs), document.root) == (["g2"], None)
