"""The published schema of cases: current, described, of one mind with the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from graphs.basics.json_text import to_canonical_json
from graphs.files.schema import models_in
from runtime.trials.cases.case_file import CaseFile
from runtime.trials.cases.case_schema import CASE_DESCRIPTIONS, CASE_TITLES, case_schema

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
VALIDATOR: Any = Draft202012Validator(case_schema())
CASES = [*sorted(Path(__file__).parent.glob("*.case.json")), *sorted(RESOURCES.rglob("*.case.json"))]


def test_the_published_schema_is_current_and_a_schema() -> None:
    published = (RESOURCES / "schemas" / "case.schema.json").read_text(encoding="utf-8")
    assert published == to_canonical_json(VALIDATOR.schema)
    Draft202012Validator.check_schema(VALIDATOR.schema)


def test_every_field_is_described_and_every_description_has_a_field() -> None:
    fields = {
        each.__name__: {info.alias or name for name, info in each.model_fields.items()}
        for each in models_in(CaseFile)
        if each.__module__ == CaseFile.__module__
    }
    assert {name: set(texts) for name, texts in CASE_DESCRIPTIONS.items()} == fields
    assert set(CASE_TITLES) <= set(fields)


def test_every_case_fits() -> None:
    for path in CASES:
        errors = [error.message for error in VALIDATOR.iter_errors(json.loads(path.read_bytes()))]
        assert errors == [], path.name


CASE: dict[str, Any] = {"format": "mindloom-case", "version": 1, "document": "a.mind.json", "ticks": [{}]}


@pytest.mark.parametrize(
    "change",
    [
        {"tikcs": []},
        {"version": 2},
        {"leaves": {"a": "RRQ"}},
        {"leaves": {"a": {"results": ""}}},
        {"conditions": {"seen": "maybe"}},
        {"ticks": [{"repeat": 0}]},
        {"ticks": [{"expect": {"result": "done"}}]},
        {"ticks": [{"expect": {"outcomes": {"a": "sucess"}}}]},
        {"ticks": [{"expect": {"counts": {"a": {"enter": -1}}}}]},
        {"mind": {"format": "mindloom"}},
    ],
    ids=str,
)
def test_slips_of_the_pen_are_found_by_the_schema_too(change: dict[str, Any]) -> None:
    assert list(VALIDATOR.iter_errors(CASE)) == []
    assert list(VALIDATOR.iter_errors({**CASE, **change}))
