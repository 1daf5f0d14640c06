"""`*.kinds.json`: what a game declares reaches the registry; what does not fit is refused with its place."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.checks.rules.scopes import document_scope
from graphs.expressions.scope import ENTITY_FIELDS
from graphs.expressions.types import ENTITY, FLOAT, VECTOR, enum_type
from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import (
    ClickedStandIn,
    MappedStandIn,
    ParameterOf,
    TimedStandIn,
)
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry, ValueShape
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from graphs.projects.project_registry import project_registry
from tests.graphs.builders import document_of, machine, tree
from tests.graphs.projects.outpost_files import (
    OUTPOST,
    manifest,
)

BASE = builtin_registry()
GAME = project_registry(load_project(OUTPOST / PROJECT_FILE_NAME))


def codes(document: Document, registry: Registry = GAME) -> list[tuple[str, str]]:
    return [
        (problem.code, problem.place.field)
        for problem in check_document(document, registry)
        if problem.severity != "note"
    ]


def test_actions_reach_the_registry_with_all_fields_of_their_parameters() -> None:
    action = GAME.actions["move_to_cover"]
    assert action.title == "Move to cover"
    assert action.parameters == (
        Parameter("threat", "entity", help="Who to hide from."),
        Parameter("speed", "float", 3, minimum=0, unit="u/s"),
        Parameter("stance", "enum", "crouch", choices=("stand", "crouch", "prone")),
    )
    assert action.stand_in == MappedStandIn(
        "flee", {"target": ParameterOf("threat"), "speed": ParameterOf("speed")}
    )
    assert GAME.actions["reload"].stand_in == TimedStandIn("success", 0.5)
    assert GAME.actions["seek"] is BASE.actions["seek"]
    assert "move_to_cover" not in BASE.actions


def test_a_manifest_action_titles_its_nodes() -> None:
    document = document_of(
        tree({"r": {"kind": "action", "action": "move_to_cover", "params": {"threat": {"expr": "foe"}}}})
    )
    node = document.graphs["g"].nodes["r"]
    assert node_title(node, "behavior_tree", GAME) == "Cover from foe"


def test_conditions_have_a_default_answer() -> None:
    assert GAME.conditions["has_ammo"].stand_in is True
    assert registry_with([manifest(conditions={"sees": {}})], BASE).conditions["sees"].stand_in is False


def test_a_stand_in_left_out_waits_for_a_click_unless_the_action_is_instant() -> None:
    found = registry_with([manifest(actions={"dance": {}, "beep": {"instant": True}})], BASE).actions
    assert found["dance"].stand_in == ClickedStandIn()
    assert found["beep"].stand_in == TimedStandIn("success", 0.0)


def test_events_types_variables_and_entity_fields_reach_the_scope_of_every_document() -> None:
    scope = document_scope(empty_document(), GAME)
    assert scope.events["grenade_thrown"] == {"at": VECTOR, "by": ENTITY}
    stance = enum_type(("stand", "crouch", "prone"))
    assert scope.entity_fields == {**ENTITY_FIELDS, "armor": FLOAT, "stance": stance}
    assert GAME.value_types["stance"].values == stance.values
    assert GAME.variables["alarm"].variable.scope == "world"
    assert GAME.events["grenade_thrown"].payload["at"] == ValueShape("vector")


def test_a_document_uses_what_the_game_declares_without_declaring_it() -> None:
    document = document_of(
        machine(
            {"a": {"kind": "state", "transitions": ["t", "u"]}, "b": {"kind": "state", "transitions": ["v"]}},
            {
                "t": {"event": "grenade_thrown", "guard": "event.by.armor > 1", "targets": ["b"]},
                "u": {"guard": "has_ammo(rounds = 2) and foe.stance == 'prone'", "targets": ["b"]},
                "v": {"guard": "not has_ammo()", "targets": ["a"]},
            },
        ),
        variables={"foe": {"type": "entity"}},
    )
    assert codes(document) == []
    assert sorted(set(codes(document, BASE))) == [("E036", "event"), ("E102", "guard"), ("E103", "guard")]


def test_a_wrong_use_of_what_the_game_declares_is_found() -> None:
    document = document_of(
        machine(
            {"a": {"kind": "state", "transitions": ["t", "u"]}, "b": {"kind": "state", "transitions": ["v"]}},
            {
                "t": {"event": "grenade_thrown", "guard": "event.speed > 1", "targets": ["b"]},
                "u": {"guard": "foe.stance == 'flying'", "targets": ["b"]},
                "v": {"guard": "has_ammo('many')", "targets": ["a"]},
            },
        ),
        variables={"foe": {"type": "entity"}},
    )
    assert [field for _, field in codes(document)] == ["guard", "guard", "guard"]


@pytest.mark.parametrize(
    ("variable", "field"),
    [
        ({"type": "int", "scope": "world", "max": 9}, None),
        ({"type": "float", "scope": "world"}, "variables.alarm.type"),
        ({"type": "int"}, "variables.alarm.scope"),
    ],
)
def test_a_shared_variable_is_declared_as_in_the_game(variable: Any, field: str | None) -> None:
    document = document_of(tree({"r": "succeed"}), variables={"alarm": variable})
    assert codes(document) == ([("E062", field)] if field else [])


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"at": "vector", "by": "entity"}, None),
        ({"at": "float", "by": "entity"}, "events.grenade_thrown.payload.at"),
        ({"at": "vector"}, "events.grenade_thrown.payload"),
        ({"at": "vector", "by": "entity", "x": "int"}, "events.grenade_thrown.payload.x"),
    ],
)
def test_an_event_of_the_game_is_declared_again_only_alike(payload: Any, field: str | None) -> None:
    document = document_of(tree({"r": "succeed"}), events={"grenade_thrown": {"payload": payload}})
    assert codes(document) == ([("E062", field)] if field else [])


def test_later_manifests_use_the_types_of_earlier_ones() -> None:
    first = manifest(types={"mood": {"values": ["calm", "angry"]}})
    second = manifest(entity_fields={"mood": {"type": "mood"}})
    found = registry_with([first, second], BASE)
    assert found.entity_fields["mood"].shape == ValueShape("enum", ("calm", "angry"))
    with pytest.raises(FileProblem, match="There is no type 'mood'"):
        registry_with([second, first], BASE)


def test_without_a_project_there_are_the_built_in_kinds() -> None:
    assert project_registry(None) is BASE
