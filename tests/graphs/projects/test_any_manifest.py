"""Whatever a manifest says is declared or refused, never a crash."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.checks.rules.scopes import document_scope
from graphs.files.document_file import FileProblem
from graphs.model.document import empty_document
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from tests.graphs.builders import REGISTRY
from tests.graphs.projects.outpost_files import (
    manifest,
)

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
    return st.fixed_dictionaries({}, optional={name: key | JSON for name, key in fields.items()})


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
        document_scope(empty_document(), registry_with([manifest(**sections)], REGISTRY))


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_manifest_or_refused(data: bytes) -> None:
    with pytest.raises(FileProblem):
        manifest_from_bytes(data)
