"""The published schema takes every export, and refuses what is damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from graphs.basics.json_text import to_canonical_json
from runtime.export.export_document import ExportOptions
from runtime.export.export_schema import runtime_schema
from tests.runtime.export.exported_sessions import DOCUMENTS, exported_text

PUBLISHED = Path(__file__).parents[3] / "resources" / "schemas" / "runtime.schema.json"


CHECK = Draft202012Validator(json.loads(PUBLISHED.read_text(encoding="utf-8")))


def test_the_published_schema_is_the_one_of_the_forms():
    assert PUBLISHED.read_text(encoding="utf-8") == to_canonical_json(runtime_schema())
    Draft202012Validator.check_schema(runtime_schema())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_export_of_a_sample_is_valid(name):
    for names in (True, False):
        data = json.loads(exported_text(name, ExportOptions(names=names)))
        assert [error.message for error in CHECK.iter_errors(data)] == []


def damaged(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an export damaged in the ways that a schema can see."""
    copies = [json.loads(json.dumps(data)) for _ in range(6)]
    copies[0]["version"] = 3
    copies[1]["rows"][0]["op"] = "dance"
    del copies[2]["memory"]["ints"]
    copies[3]["rows"][0]["glow"] = True
    copies[4]["rows"][1]["parent"] = "above"
    copies[5]["rows"] = []
    return copies


def test_damaged_exports_are_invalid():
    data = json.loads(exported_text("tank.mind.json", ExportOptions()))
    assert CHECK.is_valid(data)
    assert [CHECK.is_valid(each) for each in damaged(data)] == [False] * 6
