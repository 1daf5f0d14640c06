"""The published schema takes every export, and refuses what is damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from graphs.basics.json_text import to_canonical_json
from runtime.export.export_document import ExportOptions
from runtime.export.export_schema import names_schema, runtime_schema
from tests.runtime.export.exported_sessions import DOCUMENTS, exported_files

SCHEMAS = Path(__file__).parents[3] / "resources" / "schemas"
CHECK = Draft202012Validator(runtime_schema())
CHECK_NAMES = Draft202012Validator(names_schema())


def test_the_published_schemas_are_those_of_the_forms():
    for name, schema in (("runtime", runtime_schema()), ("names", names_schema())):
        published = (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
        assert published == to_canonical_json(schema)
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_export_of_a_sample_is_valid(name):
    files = exported_files(name, ExportOptions())
    assert [error.message for error in CHECK.iter_errors(files.program)] == []
    assert [error.message for error in CHECK_NAMES.iter_errors(files.names)] == []


def damaged(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an export damaged in the ways that a schema can see."""
    copies = [json.loads(json.dumps(data)) for _ in range(6)]
    copies[0]["version"] = 3
    copies[1]["rows"][0]["op"] = "dance"
    copies[2]["memory"]["ints"] = -1
    copies[3]["rows"][0]["glow"] = True
    copies[4]["rows"][1]["parent"] = "above"
    copies[5]["rows"] = []
    return copies


def test_damaged_exports_are_invalid():
    data = exported_files("tank.mind.json", ExportOptions()).program
    assert CHECK.is_valid(data)
    assert [CHECK.is_valid(each) for each in damaged(data)] == [False] * 6
