"""What does not fit in a manifest is refused with its place and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import FileProblem
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from graphs.projects.project_registry import project_registry
from tests.graphs.builders import REGISTRY
from tests.graphs.projects.outpost_files import (
    MANIFEST,
    manifest,
    manifest_value,
    project_value,
    write,
)


def refusal(**sections: Any) -> FileProblem:
    with pytest.raises(FileProblem) as caught:
        registry_with([manifest(**sections)], REGISTRY)
    assert caught.value.path == MANIFEST
    assert caught.value.remedy
    return caught.value


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
        registry_with([first, manifest(**{section: {name: value}})], REGISTRY)
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
