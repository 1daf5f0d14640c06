"""The published JSON Schema: current, described throughout, and of one mind with the reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from graphs.basics.json_text import JsonTextError, parse_json, to_canonical_json
from graphs.files.document_file import FileProblem, document_from_bytes
from graphs.files.field_descriptions import DEFINITION_TITLES, FIELD_DESCRIPTIONS
from graphs.files.schema import document_schema, field_description, models_in
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from tests.graphs.builders import documents_of, machine, tree
from tests.graphs.example_document import EXAMPLE
from tests.graphs.random_documents import Json, document_values

ROOT = Path(__file__).resolve().parents[3]
PUBLISHED = ROOT / "resources" / "schemas" / "document.schema.json"
NASTY = ROOT / "tests" / "graphs" / "nasty_files"

FULL = Draft202012Validator(document_schema(builtin_registry()))
PLAIN = Draft202012Validator(document_schema())


def test_the_published_schema_is_current_and_a_schema() -> None:
    published, current = PUBLISHED.read_text(encoding="utf-8"), document_schema(builtin_registry())
    assert published == to_canonical_json(current), f"run mindloom schema document > {PUBLISHED}"
    for validator in (FULL, PLAIN, Draft202012Validator(document_schema(Registry()))):
        Draft202012Validator.check_schema(validator.schema)


def test_every_field_has_a_description_and_every_model_a_title() -> None:
    models = models_in(Document)
    assert {model.__name__ for model in models} >= set(DEFINITION_TITLES)
    missing = [
        f"{model.__name__}.{name}"
        for model in models
        for name, info in model.model_fields.items()
        if not field_description(model, info.alias or name, FIELD_DESCRIPTIONS)
    ]
    assert missing == []


def test_no_description_is_of_a_field_that_is_gone() -> None:
    families: dict[str, Any] = {
        base.__name__: base for model in models_in(Document) for base in model.__mro__
    }
    stale = [
        f"{name}.{field}"
        for name, fields in FIELD_DESCRIPTIONS.items()
        for field in fields
        if field not in {info.alias or key for key, info in families[name].model_fields.items()}
    ]
    assert stale == []


@pytest.mark.parametrize("path", sorted((ROOT / "resources" / "samples").glob("*.mind.json")), ids=str)
def test_samples_fit_the_schema(path: Path) -> None:
    assert _refusals(FULL, json.loads(path.read_bytes())) == []


def test_the_example_fits_the_schema() -> None:
    assert _refusals(FULL, json.loads(EXAMPLE)) == []


@given(document_values())
def test_whatever_loads_fits_the_plain_schema(value: Json) -> None:
    assert _refusals(PLAIN, value) == []


@given(st.data())
def test_the_schema_and_the_reader_refuse_the_same(data: st.DataObject) -> None:
    value = json.loads(EXAMPLE)
    target = value
    for _ in range(data.draw(st.integers(0, 5))):
        keys = [*target] if isinstance(target, dict) else [*range(len(target))]
        nested = [key for key in keys if isinstance(target[key], (dict, list))]
        if not nested:
            break
        target = target[data.draw(st.sampled_from(nested))]
    # No floats: 1.0 is an integer to a schema, and none to the reader.
    junk = data.draw(
        st.sampled_from([None, True, 3, "text", [], ["s1"], [1, 2], {}, {"expr": "x"}, {"kind": "wait"}])
    )
    if isinstance(target, dict):
        target[data.draw(st.sampled_from([*target, "extra", "title", "guard", "initial", "kind"]))] = junk
    else:
        target.append(junk)
    loads = _loads(json.dumps(value).encode())
    assert loads == (_refusals(PLAIN, value) == [])


@pytest.mark.parametrize("path", sorted(NASTY.iterdir()), ids=lambda path: path.name)
def test_of_nasty_files_that_are_json_the_schema_refuses_what_the_reader_refuses(path: Path) -> None:
    try:
        value = parse_json(path.read_bytes(), 150)
    except JsonTextError:
        return
    assert (_refusals(PLAIN, value) == []) == path.name.startswith("loads_")


WRONG_PARAMETERS: list[tuple[str, dict[str, object]]] = [
    ("a text for seconds", {"kind": "wait", "params": {"seconds": "2"}}),
    ("less than the least", {"kind": "wait", "params": {"seconds": -1}}),
    ("no such choice", {"kind": "sequence", "params": {"memory": "perhaps"}}),
    ("a list for a speed", {"kind": "action", "action": "arrive", "params": {"speed": [1]}}),
    ("an expression with more in it", {"kind": "wait", "params": {"seconds": {"expr": "1", "unit": "s"}}}),
    ("an expression where none is worked out", {"kind": "sequence", "params": {"memory": {"expr": "1"}}}),
]


@pytest.mark.parametrize(
    "node", [each[1] for each in WRONG_PARAMETERS], ids=[item[0] for item in WRONG_PARAMETERS]
)
def test_parameters_of_known_kinds_are_held_to_their_declaration(node: dict[str, object]) -> None:
    value = _value(documents_of({"g": tree({"r": node})}))
    assert _refusals(PLAIN, value) == []
    assert _refusals(FULL, value) != []


RIGHT_PARAMETERS: list[dict[str, object]] = [
    {"kind": "wait", "params": {"seconds": 2}},
    {"kind": "wait", "params": {"seconds": {"expr": "2 * x"}}},
    {"kind": "action", "action": "arrive", "params": {"target": [1, 2.5], "speed": None}},
    {"kind": "action", "action": "dance", "params": {"speed": [1]}},
    {"kind": "from_the_future", "params": {"seconds": "2"}},
    {"kind": "sequence", "params": {"memory": "none", "glow": []}},
]


@pytest.mark.parametrize("node", RIGHT_PARAMETERS, ids=str)
def test_right_parameters_and_unknown_kinds_and_actions_are_taken(node: dict[str, object]) -> None:
    assert _refusals(FULL, _value(documents_of({"g": tree({"r": node})}))) == []


def test_the_action_of_an_activity_is_held_to_its_declaration() -> None:
    def activity(speed: object) -> Any:
        node = {"kind": "state", "activity": {"action": "arrive", "params": {"speed": speed}}}
        return _value(documents_of({"m": machine({"s": node})}))

    assert _refusals(FULL, activity(2)) == []
    assert _refusals(FULL, activity({"expr": "fast"})) == []
    assert _refusals(FULL, activity("fast")) != []


CHANGES: list[tuple[str, Callable[[Any], object]]] = [
    ("newer version", lambda value: value.update(version=6)),
    ("no format", lambda value: value.pop("format")),
    ("edge target as text", lambda value: value["graphs"]["g1"]["edges"]["t1"].update(targets="s2")),
    ("point of three", lambda value: value["graphs"]["g1"]["layout"]["s1"].update(at=[1, 2, 3])),
    ("variable without type", lambda value: value["variables"]["health"].pop("type")),
]


@pytest.mark.parametrize("change", [each[1] for each in CHANGES], ids=[item[0] for item in CHANGES])
def test_broken_files_are_refused_by_schema_and_reader(change: Callable[[Any], object]) -> None:
    value = json.loads(EXAMPLE)
    change(value)
    assert _refusals(FULL, value) != []
    assert not _loads(json.dumps(value).encode())


def _refusals(validator: Any, value: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def _value(document: Document) -> Any:
    return document.model_dump(mode="json", exclude_defaults=True)


def _loads(data: bytes) -> bool:
    try:
        document_from_bytes(data)
    except FileProblem:
        return False
    return True
