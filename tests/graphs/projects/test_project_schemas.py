"""The published schemas of projects and manifests: current, described, of one mind with the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from graphs.basics.json_text import to_canonical_json
from graphs.files.schema import models_in
from graphs.projects.manifest_file import Manifest
from graphs.projects.project_file import PROJECT_FILE_NAME, ProjectFile
from graphs.projects.schemas import (
    MANIFEST_DESCRIPTIONS,
    MANIFEST_TITLES,
    PROJECT_DESCRIPTIONS,
    PROJECT_TITLES,
    manifest_schema,
    project_schema,
)
from tests.graphs.projects.outpost_files import OUTPOST, manifest_value, project_value

SCHEMAS = Path(__file__).resolve().parents[3] / "resources" / "schemas"
PROJECT = Draft202012Validator(project_schema())
MANIFEST = Draft202012Validator(manifest_schema())


@pytest.mark.parametrize(("name", "validator"), [("project", PROJECT), ("manifest", MANIFEST)])
def test_the_published_schema_is_current_and_a_schema(name: str, validator: Any) -> None:
    published = (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
    assert published == to_canonical_json(validator.schema)
    Draft202012Validator.check_schema(validator.schema)


@pytest.mark.parametrize(
    ("model", "titles", "descriptions"),
    [
        (ProjectFile, PROJECT_TITLES, PROJECT_DESCRIPTIONS),
        (Manifest, MANIFEST_TITLES, MANIFEST_DESCRIPTIONS),
    ],
)
def test_every_field_is_described_and_every_description_has_a_field(
    model: Any, titles: Any, descriptions: Any
) -> None:
    fields = {
        each.__name__: {info.alias or name for name, info in each.model_fields.items()}
        for each in models_in(model)
    }
    assert {name: set(texts) for name, texts in descriptions.items()} == fields
    assert set(titles) == set(fields)


def test_the_example_fits() -> None:
    for validator, name in ((PROJECT, PROJECT_FILE_NAME), (MANIFEST, "outpost.kinds.json")):
        value = json.loads((OUTPOST / name).read_text(encoding="utf-8"))
        assert list(validator.iter_errors(value)) == []


@pytest.mark.parametrize(
    ("validator", "value"),
    [
        (PROJECT, project_value(manifest=[])),
        (PROJECT, project_value(version=2)),
        (PROJECT, project_value(severities={"W301": "loud"})),
        (MANIFEST, manifest_value(actions={"go": {"parametres": []}})),
        (MANIFEST, manifest_value(actions={"go": {"stand_in": {"result": "maybe"}}})),
        (MANIFEST, manifest_value(actions={"go": {"parameters": [{"type": "int"}]}})),
    ],
)
def test_slips_of_the_pen_are_found_by_the_schema_too(validator: Any, value: Any) -> None:
    assert list(validator.iter_errors(value))
