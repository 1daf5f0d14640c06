"""Every edit of a document is declared, by derivation, and so can be called from a script."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import jsonschema
import pytest

import graphs.edits
import graphs.worlds.edits
from graphs.basics.json_text import to_canonical_json
from graphs.edits.edit_calls import MARK
from graphs.model import Document
from graphs.scripts.declared_edits import NAME, NEW_IDS, SORTS, Sort, declared_edits, edits_schema
from graphs.worlds.model.world_file import WorldDocument

PUBLISHED = Path(__file__).resolve().parents[3] / "resources" / "schemas" / "edits.schema.json"
STONES = {
    "with_graph": "takes a graph that is made already",
    "with_mood": "takes a graph that is made already",
    "without_shares": "a part of removing moods",
    "with_frame_copies": "a part of pasting and duplicating",
    "refuse_bad_places": "checks, and returns what it was given",
    "with_references": "takes a function",
    "with_parts_in_place": "checks, and returns what it was given",
    "with_texts": "takes a function",
    "squads_with_references": "takes a function",
    "without_entities": "a part of taking things out of a world",
    "with_parts": "what both edits of parts are made of",
    "wire_usual": "changes a world and a mind together",
    "wire_all_usual": "changes a world and a mind together",
    "let_write": "changes a world and a mind together",
    "with_variable": "a part of wiring a sensor, which changes two documents",
    "with_event": "a part of wiring a sensor, which changes two documents",
}
"""Functions that return a changed document and are what edits are made of."""


def document_functions() -> Iterator[tuple[str, object]]:
    """Yield every public function of the rooms of edits that takes a whole document and returns one."""
    for package in (graphs.edits, graphs.worlds.edits):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for name, function in vars(importlib.import_module(module.name)).items():
                if name.startswith("_") or not inspect.isfunction(function):
                    continue
                if function.__module__ != module.name or not inspect.signature(function).parameters:
                    continue
                hints = get_type_hints(function)
                first = next(iter(inspect.signature(function).parameters))
                made = hints.get("return")
                changed = get_args(made)[0] if get_origin(made) is tuple else made
                if hints.get(first) in (Document, WorldDocument) and changed is hints.get(first):
                    yield name, function


def test_every_edit_can_be_called_from_a_script() -> None:
    found = dict(document_functions())
    edits = {name for name, function in found.items() if getattr(function, MARK, False)}
    declared = {name for sort in SORTS for name in declared_edits(sort)}
    assert found.keys() - edits - STONES.keys() == set(), "mark these with @edit"
    assert edits - declared == set()
    assert declared - edits == set()
    assert len(declared) >= 111


def test_no_name_is_given_twice_and_no_argument_is_called_like_a_key_of_a_step() -> None:
    names = [name for sort in SORTS for name in declared_edits(sort)]
    assert len(names) == len(set(names))
    for sort in SORTS:
        for declared in declared_edits(sort).values():
            assert not {NAME, NEW_IDS} & set(declared.names)
            assert declared.summary.endswith("."), declared.name


def test_the_published_schema_is_that_of_the_declarations() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == to_canonical_json(edits_schema())


def test_the_schema_accepts_steps_and_names_every_edit() -> None:
    schema = json.loads(to_canonical_json(edits_schema()))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    step = {"edit": "rename", "graph_id": "g", "element_id": "a", "name": "Patrol"}
    script = {"format": "mindloom-edits", "version": 1, "edits": [step]}
    assert validator.is_valid(script)
    for broken in ({**step, "edit": "renam"}, {**step, "name": 3}, {**step, "title": "x"}):
        assert not validator.is_valid({**script, "edits": [broken]})
    mapping = schema["properties"]["edits"]["items"]["discriminator"]["mapping"]
    assert set(mapping) == {name for sort in SORTS for name in declared_edits(sort)}


@pytest.mark.parametrize("sort", SORTS)
def test_the_registry_is_no_argument_of_a_step(sort: Sort) -> None:
    for declared in declared_edits(sort).values():
        assert "registry" not in declared.names
        assert declared.takes_registry == ("registry" in inspect.signature(declared.function).parameters)
