"""`*.kinds.json`: what a game declares reaches the registry; what does not fit is refused with its place."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.scope import ENTITY_FIELDS
from graphs.expressions.types import ENTITY, FLOAT, VECTOR, enum_type
from graphs.files.document_file import FileProblem
from graphs.kinds.builtin import builtin_registry
from graphs.kinds.game_declarations import ValueShape
from graphs.kinds.parameter import Parameter
from graphs.kinds.registry import Registry
from graphs.kinds.stand_ins import ClickedStandIn, MappedStandIn, ParameterOf, TimedStandIn
from graphs.kinds.titles import node_title
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from graphs.projects.project_registry import project_registry
from graphs.validation.check import check_document
from graphs.validation.scopes import document_scope
from tests.graphs.builders import document_of, machine, tree
from tests.graphs.projects.outpost_files import (
    MANIFEST,
    OUTPOST,
    manifest,
    manifest_value,
    project_value,
    write,
)

BASE = builtin_registry()
GAME = project_registry(load_project(OUTPOST / PROJECT_FILE_NAME))


def refusal(**sections: Any) -> FileProblem:
    with pytest.raises(FileProblem) as caught:
        registry_with([manifest(**sections)], BASE)
    assert caught.value.path == MANIFEST
    assert caught.value.remedy
    return caught.value


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


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("actions", "reload", {}),
        ("conditions", "has_ammo", {}),
        ("events", "noise", {}),
        ("variables", "alarm", {"type": "int"}),
        ("types", "mood", {"values": ["calm"]}),
        ("entity_fields", "armor", {"type": "float"}),
    ],
)
def test_what_two_manifests_declare_is_refused_naming_the_other(section: str, name: str, value: Any) -> None:
    first = manifest_from_bytes(
        json.dumps(manifest_value(**{section: {name: value}})).encode(), Path("a.kinds.json")
    )
    with pytest.raises(FileProblem) as caught:
        registry_with([first, manifest(**{section: {name: value}})], BASE)
    assert caught.value.path == MANIFEST
    assert caught.value.where == f"{section}.{name}"
    assert "is declared in a.kinds.json too." in caught.value.message


ENTITY_PARAMETER = {"name": "who", "type": "entity"}


def acting(**fields: Any) -> dict[str, Any]:
    """Return the section `actions` with one action `go`."""
    return {"actions": {"go": fields}}


def with_parameter(**fields: Any) -> dict[str, Any]:
    return acting(parameters=[{"name": "x", "type": "float", **fields}])


@pytest.mark.parametrize(
    ("sections", "where", "message"),
    [
        ({"actions": {"seek": {}}}, "actions.seek", "The action 'seek' is built in."),
        ({"actions": {"2nd": {}}}, "actions.2nd", "'2nd' cannot be the name of an action."),
        ({"conditions": {"distance": {}}}, "conditions.distance", "The condition 'distance' is built in."),
        ({"conditions": {"received": {}}}, "conditions.received", "The condition 'received' is built in."),
        ({"conditions": {"not": {}}}, "conditions.not", "'not' cannot be the name of a condition."),
        ({"events": {"tick.now": {}}}, "events.tick.now", "'tick.now' cannot be an event's name."),
        (
            {"events": {"hit": {"payload": {"x": "point"}}}},
            "events.hit.payload.x",
            "There is no type 'point'.",
        ),
        (
            {"events": {"hit": {"payload": {"x": "trigger"}}}},
            "events.hit.payload.x",
            "There is no type 'trigger'.",
        ),
        (
            {"events": {"hit": {"payload": {"x": "enum"}}}},
            "events.hit.payload.x",
            "An enum needs its values.",
        ),
        (
            {"events": {"hit": {"payload": {"a b": "int"}}}},
            "events.hit.payload.a b",
            "cannot name what an event",
        ),
        ({"variables": {"v": {"type": "flaot"}}}, "variables.v.type", "There is no type 'flaot'."),
        ({"variables": {"v": {"type": "int", "default": "x"}}}, "variables.v.default", "is not an int."),
        (
            {"variables": {"v": {"type": "trigger"}}},
            "variables.v.scope",
            "The trigger 'v' is of scope world.",
        ),
        ({"variables": {"time": {"type": "int"}}}, "variables.time", "cannot be the name of a variable"),
        ({"variables": {"v": {"type": "int", "scope": "graph"}}}, "variables.v.scope", 'found "graph"'),
        ({"types": {"float": {"values": ["a"]}}}, "types.float", "The type 'float' is built in."),
        ({"types": {"mood": {"values": []}}}, "types.mood.values", "An enum needs at least one value."),
        ({"types": {"mood": {"values": ["a", "a"]}}}, "types.mood.values", "A value is listed twice."),
        ({"types": {"mood": {}}}, "types.mood.values", "The field 'values' is missing."),
        ({"entity_fields": {"team": {"type": "string"}}}, "entity_fields.team", "is built in"),
        ({"entity_fields": {"a": {"type": "enum"}}}, "entity_fields.a.type", "An enum needs its values."),
        (acting(title_template="Go to {place}"), "actions.go.title_template", "{place} is no parameter"),
        (acting(icon="sprinkles", parameters=3), "actions.go.parameters", "Expected a list; found 3."),
        (acting(family="fun"), "actions.go.family", 'found "fun"'),
        (
            acting(parameters=[{"type": "int"}]),
            "actions.go.parameters.0.name",
            "The field 'name' is missing.",
        ),
        (
            with_parameter(name="a b"),
            "actions.go.parameters.0.name",
            "'a b' cannot be the name of a parameter.",
        ),
        (
            acting(parameters=[ENTITY_PARAMETER, ENTITY_PARAMETER]),
            "actions.go.parameters.1.name",
            "'who' is declared twice.",
        ),
        (with_parameter(type="number"), "actions.go.parameters.0.type", "There is no type 'number'."),
        (with_parameter(type="threshold"), "actions.go.parameters.0.type", "There is no type 'threshold'."),
        (with_parameter(type="enum"), "actions.go.parameters.0.choices", "An enum needs at least one value."),
        (with_parameter(choices=["a"]), "actions.go.parameters.0.choices", "Only an enum has choices."),
        (
            with_parameter(default="fast"),
            "actions.go.parameters.0.default",
            'X is "fast"; expected a number.',
        ),
        (with_parameter(default=9, max=3), "actions.go.parameters.0.default", "X is 9; the most is 3."),
        (with_parameter(default={"expr": "1"}), "actions.go.parameters.0.default", "A default is a literal"),
        (with_parameter(min=3, max=1), "actions.go.parameters.0.min", "The range runs from 3 to 1."),
        (with_parameter(type="string", max=1), "actions.go.parameters.0.max", "'x' is no number"),
        (
            acting(stand_in={"action": "sek"}),
            "actions.go.stand_in.action",
            "There is no built-in action 'sek'.",
        ),
        (acting(stand_in={"action": "go"}), "actions.go.stand_in.action", "is an action of the game itself"),
        (
            acting(stand_in={"action": "seek"}),
            "actions.go.stand_in.params",
            "Seek needs a value for 'target'.",
        ),
        (
            acting(stand_in={"action": "stop", "params": {"gently": True}}),
            "actions.go.stand_in.params.gently",
            "Stop has no parameter 'gently'.",
        ),
        (
            acting(stand_in={"action": "seek", "params": {"target": {"parameter": "who"}}}),
            "actions.go.stand_in.params.target.parameter",
            "The action has no parameter 'who'.",
        ),
        (
            with_parameter() | {"x": 1},
            "x",
            "The field 'x' is not known here.",
        ),
        (
            acting(
                parameters=[{"name": "far", "type": "bool"}],
                stand_in={"action": "seek", "params": {"target": {"parameter": "far"}}},
            ),
            "actions.go.stand_in.params.target.parameter",
            "'far' is of type bool, but 'target' takes point.",
        ),
        (
            acting(
                parameters=[{**ENTITY_PARAMETER, "optional": True}],
                stand_in={"action": "seek", "params": {"target": {"parameter": "who"}}},
            ),
            "actions.go.stand_in.params.target.parameter",
            "'who' may be left out, but 'target' is needed.",
        ),
        (
            acting(stand_in={"action": "wander", "params": {"weight": -1}}),
            "actions.go.stand_in.params.weight",
            "Weight is -1; the least is 0.",
        ),
        (
            acting(stand_in={"action": "wander", "params": {"weight": {"expr": "1"}}}),
            "actions.go.stand_in.params.weight",
            "Weight takes no expression in a stand-in.",
        ),
        (
            acting(stand_in={"action": "stop", "result": "success"}),
            "actions.go.stand_in",
            "both an action and",
        ),
        (acting(stand_in={"after": 2}), "actions.go.stand_in.after", "A time is given, but no result."),
        (acting(stand_in={"result": "success", "after": -1}), "actions.go.stand_in.after", "less than 0 s"),
        (
            acting(stand_in={"result": "success", "after": 1e6}),
            "actions.go.stand_in.after",
            "longer than a day",
        ),
        (with_parameter(min=10**350), "actions.go.parameters.0.min", "The number is too large."),
        (with_parameter(default=10**350), "actions.go.parameters.0.default", "expected a number"),
        (acting(stand_in={"result": "maybe"}), "actions.go.stand_in.result", 'found "maybe"'),
        (acting(stand_in={"params": {"a": 1}}), "actions.go.stand_in.params", "but no action"),
        (
            acting(instant=True, stand_in={"result": "success", "after": 1}),
            "actions.go.stand_in.after",
            "An instant action ends in the tick it starts.",
        ),
        (
            acting(instant=True, stand_in={"action": "stop"}),
            "actions.go.stand_in.action",
            "Stop takes time, but the action is instant.",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(sections: Any, where: str, message: str) -> None:
    problem = refusal(**sections)
    assert problem.where == where
    assert message in problem.message


def test_several_slips_are_counted() -> None:
    problem = refusal(actions={"seek": {}, "flee": {}, "wander": {}})
    assert problem.remedy.endswith("2 more places do not fit.")


def test_a_manifest_that_is_not_there_is_located_in_the_project(tmp_path: Path) -> None:
    write(tmp_path, {PROJECT_FILE_NAME: project_value(manifests=["gone.kinds.json"])})
    with pytest.raises(FileProblem) as caught:
        project_registry(load_project(tmp_path))
    assert caught.value.path == tmp_path / PROJECT_FILE_NAME
    assert caught.value.where == "manifests.0"
    assert "There is no file 'gone.kinds.json'" in caught.value.message


def test_a_problem_in_a_manifest_names_the_manifest(tmp_path: Path) -> None:
    write(tmp_path, {PROJECT_FILE_NAME: project_value(manifests=["a.kinds.json"]), "a.kinds.json": "{"})
    with pytest.raises(FileProblem) as caught:
        project_registry(load_project(tmp_path))
    assert caught.value.path == tmp_path / "a.kinds.json"
    assert caught.value.where == "line 1, column 2"


def test_without_a_project_there_are_the_built_in_kinds() -> None:
    assert project_registry(None) is BASE


NUMBERS = st.integers(-3, 3) | st.sampled_from([10**350, -(10**350)]) | st.floats(allow_nan=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=10,
)
NAMES = st.sampled_from(["a", "b", "seek", "not", "distance", "x y", "target", "float"]) | st.text(max_size=4)
TYPES = st.sampled_from(["int", "float", "enum", "vector", "trigger", "point", "a"]) | st.text(max_size=4)
LITERALS = JSON | st.fixed_dictionaries({"parameter": NAMES | JSON}) | st.just({"expr": "1"})


def part(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects with some of these fields, each mostly right and sometimes any JSON."""
    return st.fixed_dictionaries({}, optional={name: one | JSON for name, one in fields.items()})


PARAMETER = part(
    name=NAMES,
    type=TYPES,
    default=LITERALS,
    min=NUMBERS,
    max=NUMBERS,
    choices=st.lists(NAMES, max_size=2),
    optional=st.booleans(),
)
STAND_IN = part(
    action=st.sampled_from(["seek", "stop", "wander", "fire", "a"]),
    params=st.dictionaries(NAMES, LITERALS, max_size=2),
    result=st.sampled_from(["success", "failure"]),
    after=NUMBERS,
)
ACTION = part(
    title=st.text(max_size=4),
    title_template=st.sampled_from(["{a}", "{", "{a|b} {c}"]),
    instant=st.booleans(),
    parameters=st.lists(PARAMETER, max_size=2),
    stand_in=STAND_IN,
)


@given(
    part(
        actions=st.dictionaries(NAMES, ACTION | JSON, max_size=2),
        conditions=st.dictionaries(NAMES, part(parameters=st.lists(PARAMETER, max_size=2)), max_size=2),
        events=st.dictionaries(NAMES, part(payload=st.dictionaries(NAMES, TYPES, max_size=2)), max_size=2),
        variables=st.dictionaries(NAMES, part(type=TYPES, default=JSON, values=st.lists(NAMES)), max_size=2),
        types=st.dictionaries(NAMES, part(values=st.lists(NAMES, max_size=2)), max_size=2),
        entity_fields=st.dictionaries(
            NAMES, part(type=TYPES, values=st.lists(NAMES, max_size=2)), max_size=2
        ),
    )
)
def test_whatever_a_manifest_says_it_is_declared_or_refused(sections: Any) -> None:
    with contextlib.suppress(FileProblem):
        document_scope(empty_document(), registry_with([manifest(**sections)], BASE))


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_manifest_or_refused(data: bytes) -> None:
    with pytest.raises(FileProblem):
        manifest_from_bytes(data)
