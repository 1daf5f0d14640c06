"""Canonical bytes, proved on random documents of all three graph kinds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from graphs.basics.json_text import JsonTextError, is_strict, parse_json, to_canonical_json
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes
from graphs.model import Document
from graphs.model.action_rows import rows_to_file
from graphs.structure.file_version import with_file_version
from tests.graphs.invariants import broken_invariants
from tests.graphs.random_documents import (
    CONDITION,
    JSON_VALUES,
    Json,
    document_from_value,
    document_values,
    documents,
)


@given(document_values())
def test_a_random_document_is_sound(value: Json) -> None:
    found = broken_invariants(document_from_value(value))
    assert [each for each in found if " calls " not in each] == []


@given(documents())
def test_saved_and_loaded_is_the_same_document_and_the_same_bytes(document: Document) -> None:
    written = document_to_bytes(document)
    loaded = document_from_bytes(written)
    assert loaded == with_file_version(document)
    assert document_to_bytes(loaded) == written


@given(document_values(), st.randoms(use_true_random=False))
def test_the_order_of_keys_and_the_spacing_of_a_file_do_not_matter(value: Json, random: Any) -> None:
    shuffled = json.dumps(
        _shuffled(value, random), ensure_ascii=random.random() < 0.5, indent=random.choice([None, 7])
    )
    assert document_to_bytes(document_from_bytes(shuffled.encode())) == document_to_bytes(
        document_from_value(value)
    )


@given(documents())
def test_the_writer_of_models_and_the_writer_of_plain_values_agree(document: Document) -> None:
    plain = with_file_version(document).model_dump(mode="json", exclude_defaults=True)
    assert document_to_bytes(document).decode() == to_canonical_json(_with_conditions(plain))


def _with_conditions(value: Any) -> Any:
    """Return a plain value with blocks as files have them: conditions are objects."""
    if isinstance(value, dict):
        return {key: _with_conditions(each) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    is_block = CONDITION["if"] in [str(each).removeprefix("if ").removesuffix(":") for each in value]
    return rows_to_file(value) if is_block else [*map(_with_conditions, value)]


@given(documents())
def test_the_canonical_form_is_what_the_format_says(document: Document) -> None:
    text = document_to_bytes(document).decode()
    assert text.endswith("}\n")
    assert not text.startswith("\ufeff")
    value = json.loads(text, object_pairs_hook=_sorted_pairs)
    assert text == _written_plainly(value, "\n") + "\n"


@given(document_values())
def test_unknown_fields_keep_their_values_and_types_exactly(value: Json) -> None:
    document = document_from_value(value)
    written = json.loads(document_to_bytes(document))
    for path, given_value in _unknown_fields(value, document):
        kept = written
        for step in path:
            kept = kept[step]
        assert _exactly(kept) == _exactly(given_value)


@given(st.one_of(JSON_VALUES, document_values()))
def test_any_json_value_has_one_text_that_parses_to_it(value: object) -> None:
    text = to_canonical_json(value)
    assert _exactly(parse_json(text.encode())) == _exactly(json.loads(json.dumps(value)))
    assert to_canonical_json(parse_json(text.encode())) == text


JSON_LIKE = st.one_of(
    st.binary(max_size=40),
    st.text('[]{}:,"\\ \nu0dD8eE+-.19tfn', max_size=25).map(str.encode),
    st.text("[]{}", max_size=30).map(str.encode),
    JSON_VALUES.map(lambda value: json.dumps(value).encode()),
    st.builds(
        lambda value, escape: json.dumps([value, "@"]).replace("@", escape).encode(),
        JSON_VALUES,
        st.sampled_from([r"\ud800", r"\udc00\ud800", r"\ud83d\ude00", r"\\ud800", r"\\\ud800x", r"\"{[:"]),
    ),
    st.integers(1, 500).map(lambda depth: b"[" * depth + b"]" * depth),
    st.integers(1, 500).map(lambda depth: b'{"a":' * depth + b'"}"' + b"}" * depth),
    st.sampled_from(
        [b"1e999", b"[-1e999]", b"NaN", b"[1, -Infinity]", b"1" * 401, b"1" * 5000, b'{"a":1,"a":1}']
    ),
)


@given(JSON_LIKE, st.integers(1, 200))
def test_the_quick_answer_and_the_parser_agree_on_what_is_strict(data: bytes, depth: int) -> None:
    error = _refusal(parse_json, data, depth)
    assert is_strict(data, depth) == (error is None)
    assert error is None or (error.line >= 1 and error.column >= 1 and error.remedy)


@given(document_values(), st.data())
def test_a_damaged_document_gives_a_document_or_a_located_problem(value: Json, data: st.DataObject) -> None:
    whole = json.dumps(value, indent=1, ensure_ascii=False).encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    damage = data.draw(st.sampled_from([b"", b"\xff", b"{", b"]", b'"', b"0", b"\\", b",", b"null", b"\n"]))
    cut = data.draw(st.integers(0, 3))
    damaged = whole[:at] + damage + whole[at + cut :]
    problem = _refusal(document_from_bytes, damaged)
    if problem is None:
        written = document_to_bytes(document_from_bytes(damaged))
        assert document_to_bytes(document_from_bytes(written)) == written
    else:
        assert problem.where
        assert problem.message
        assert problem.remedy


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1, -float("inf")], {"a": object()}, {1: 2}])
def test_what_has_no_form_in_json_is_not_written(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        to_canonical_json(value)


def _shuffled(value: Any, random: Any) -> Any:
    if isinstance(value, list):
        return [_shuffled(item, random) for item in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    random.shuffle(keys)
    return {key: _shuffled(value[key], random) for key in keys}


def _sorted_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    assert keys == sorted(set(keys))
    return dict(pairs)


def _written_plainly(value: Any, newline: str) -> str:
    """Return the canonical form by the letter of the format: indent 2, a list of scalars on its line."""
    inner = newline + "  "
    if isinstance(value, dict) and value:
        entries = [
            f"{json.dumps(key, ensure_ascii=False)}: {_written_plainly(value[key], inner)}"
            for key in sorted(value)
        ]
        return "{" + inner + f",{inner}".join(entries) + newline + "}"
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        return "[" + inner + f",{inner}".join(_written_plainly(item, inner) for item in value) + newline + "]"
    return json.dumps(value, ensure_ascii=False)


def _refusal(read: Callable[..., object], *arguments: object) -> Any:
    """Return the problem that reading gives, None if it gives none; any other exception goes on."""
    try:
        read(*arguments)
    except (JsonTextError, FileProblem) as problem:
        return problem
    return None


def _exactly(value: Any) -> Any:
    """Return a value that is equal to another one only if their types are too."""
    if isinstance(value, dict):
        return {key: _exactly(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_exactly(entry) for entry in value]
    return type(value), repr(value)


def _unknown_fields(value: Any, model: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Return the place and value of all that the models kept without knowing it."""
    found: list[tuple[tuple[Any, ...], Any]] = []
    if isinstance(model, BaseModel) and isinstance(value, dict):
        found += [((*path, key), value[key]) for key in model.model_extra or {}]
        names = {info.alias or name: name for name, info in type(model).model_fields.items()}
        for key, entry in value.items():
            if key in names:
                found += _unknown_fields(entry, getattr(model, names[key]), (*path, key))
    elif isinstance(model, dict) and isinstance(value, dict):
        for key, entry in value.items():
            found += _unknown_fields(entry, model[key], (*path, key))
    elif isinstance(model, tuple) and isinstance(value, list):
        for place, entry in enumerate(value):
            found += _unknown_fields(entry, model[place], (*path, place))
    return found
