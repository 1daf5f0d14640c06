"""The published JSON Schema of worlds is current, described throughout, and takes the samples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from graphs.basics.json_text import to_canonical_json
from graphs.files.schema import field_description
from graphs.worlds.model import ground_and_squads, world_file
from graphs.worlds.model.world_schema import WORLD_DESCRIPTIONS, WORLD_TITLES, world_schema

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
VALIDATOR = Draft202012Validator(world_schema())


def test_the_published_schema_is_current_and_a_schema() -> None:
    published = RESOURCES / "schemas" / "world.schema.json"
    current = to_canonical_json(world_schema())
    assert published.read_text(encoding="utf-8") == current, f"run mindloom schema world > {published}"
    Draft202012Validator.check_schema(world_schema())


def test_every_field_of_every_part_of_a_world_has_a_description() -> None:
    for name in WORLD_DESCRIPTIONS:
        model = getattr(world_file, name, None) or getattr(ground_and_squads, name)
        fields = {info.alias or key for key, info in model.model_fields.items()}
        assert set(WORLD_DESCRIPTIONS[name]) == fields
        assert all(field_description(model, field, WORLD_DESCRIPTIONS) for field in fields)
    parts = set(world_schema()["$defs"])  # type: ignore[arg-type]
    assert parts - {"JsonValue"} == set(WORLD_DESCRIPTIONS) - {"WorldDocument"}
    assert set(WORLD_TITLES) <= set(WORLD_DESCRIPTIONS)


@pytest.mark.parametrize(
    "path", sorted((RESOURCES / "samples").glob("*.world.json")), ids=lambda each: each.name
)
def test_sample_worlds_fit_the_schema(path: Path) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(path.read_bytes()))] == []


@pytest.mark.parametrize(
    "change",
    [{"size": [1]}, {"version": 5}, {"agents": {"a": {}}}, {"agents": {"a": {"at": [0, 0], "stop": "fly"}}},
     {"walls": {"w": {"polygon": [[0, 0], [1]]}}}, {"seed": "7"}],
    ids=str,
)  # fmt: skip
def test_broken_worlds_are_refused(change: dict[str, object]) -> None:
    world = {"format": "mindloom-world", "version": 1, "size": [20, 10]}
    assert list(VALIDATOR.iter_errors(world)) == []
    assert list(VALIDATOR.iter_errors({**world, **change})) != []
