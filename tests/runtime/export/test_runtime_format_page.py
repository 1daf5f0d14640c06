"""What the help page on the runtime format says is so: its numbers and names; nothing is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from graphs.expressions.functions import PURE_FUNCTIONS
from runtime.basics import angles
from runtime.export.declared_forms import GROUP_FIELDS
from runtime.export.export_schema import runtime_schema
from runtime.export.row_forms import HEAD, ROW_FORMS
from tests.runtime.export import plain_angles
from tests.runtime.export.page_parts import (
    AGENT,
    FUNCTIONS,
    SEED,
    STREAM,
    angles_table,
    draws_table,
    functions_table,
)

PAGE = (Path(__file__).parents[3] / "resources" / "help" / "runtime-format.md").read_text(encoding="utf-8")


def test_the_draws_on_the_page_are_those_of_its_formula():
    assert draws_table() in PAGE
    rows = re.findall(
        r"^\| (\d) \| (\d+) \| (\S+) \| (\d) \| (true|false) \| place (\d) \|$", PAGE, re.MULTILINE
    )
    assert len(rows) == 4
    for n, u, between, die, chance, place in rows:
        drawn = _u(int(n))
        assert drawn == int(u)
        assert -1.0 + drawn / 2**32 * 2.0 == float(between)
        assert 1 + drawn * 6 // 2**32 == int(die)
        assert (drawn / 2**32 < 0.5) == (chance == "true")
        assert [1 / 6, 3 / 6, 1][int(place)] > drawn / 2**32


def test_1_6_the_worked_angles_on_the_page_are_those_of_its_formula():
    assert angles_table() in PAGE
    section_of_angles = PAGE.split("### Sines and arc tangents", 1)[1].split("**What a failure does**", 1)[0]
    of_angles, of_vectors = section_of_angles.split("| y | x | atan2(y, x) |", 1)
    row = re.compile(r"^\| (-?[\dinf][^|]*) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)
    assert (len(row.findall(of_angles)), len(row.findall(of_vectors))) == (28, 28)
    for angle, cosine, sine in row.findall(of_angles):
        assert repr(plain_angles.direction(float(angle))) == f"({cosine}, {sine})"
    for y, x, tangent in row.findall(of_vectors):
        assert repr(plain_angles.atan2(float(y), float(x))) == tangent


def test_1_6_the_numbers_of_the_formula_on_the_page_are_those_of_the_code():
    block = re.search(r"```\ndirection\(a\):(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    written = {float(each) for each in re.findall(r"\d+\.\d+(?:e-\d+)?", block.group(1))}
    constant = re.compile(r"_[SCA]\d+|.*RADIANS|.*_DEGREES|ARC_OF_HALF")
    names = [name for name in vars(angles) if constant.fullmatch(name)]
    assert len(names) == 28
    assert written == {abs(getattr(angles, name)) for name in names} | {0.5, 0.4375, 0.6875}


def _u(n: int) -> int:
    """Draw by the formula of the page alone."""
    mask = 2**32 - 1

    def fmix(h: int) -> int:
        h &= mask
        h ^= h >> 16
        h = h * 0x85EBCA6B & mask
        h ^= h >> 13
        h = h * 0xC2B2AE35 & mask
        return h ^ h >> 16

    agent = 0x811C9DC5
    for byte in AGENT.encode():
        agent = (agent ^ byte) * 0x01000193 & mask
    return fmix(fmix(fmix(fmix(SEED) ^ agent) + 0x9E3779B9 * STREAM) ^ (n * 0x27D4EB2F & mask))


def test_the_page_names_every_op_and_every_field_of_it():
    for op, form in ROW_FORMS.items():
        assert f"`{op}`" in PAGE, op
        for field in form.fields:
            known = field.only_named or f"`{field.name}`" in PAGE or f"`{field.name}." in PAGE
            assert known or field.name == "row", f"{op}.{field.name}"
    assert all(field.only_named or f"`{field.name}`" in PAGE for field in GROUP_FIELDS)
    assert all(f"`{name}`" in PAGE for name in HEAD)


def test_the_page_names_every_line_every_node_and_every_function():
    schemas: Any = runtime_schema()["$defs"]
    lines = schemas["line"]["properties"]["op"]["enum"]
    nodes = schemas["typed"]["properties"]["node"]["enum"]
    for name in (*lines, *nodes):
        assert f"`{name}`" in PAGE, name
    assert set(FUNCTIONS) == set(PURE_FUNCTIONS)
    assert functions_table() in PAGE


def _places(schema: Any, name: str = "") -> set[tuple[str, str]]:
    """Return the fields of a schema that name a place in memory, each with the array it lies in."""
    if isinstance(schema, list):
        return {each for part in schema for each in _places(part, name)}
    if not isinstance(schema, dict):
        return set()
    words = schema.get("description", "")
    found = re.fullmatch(r"A place in the agent's (\w+) memory\.|The first (byte), .*|The (byte) .*", words)
    own = {(name, next(filter(None, found.groups())))} if found else set()
    inner = {key: part for key, part in schema.items() if key not in ("properties", "description")}
    parts = [(name, part) for part in inner.values()] + [*schema.get("properties", {}).items()]
    return own.union(*(_places(part, key) for key, part in parts))


def test_the_page_tells_which_array_every_place_lies_in():
    kinds: Any = runtime_schema()["$defs"]
    rows = [schema for kind, schema in kinds.items() if kind not in ("line", "typed")]
    places = {each for schema in rows for each in _places(schema)}
    sentence = next(line for line in PAGE.splitlines() if line.startswith("- Of the fields that name"))
    floats, objects, of_bytes, _ = sentence.split(";")
    buffers = ("byte", "float", "int", "object")
    names = {buffer: {name for name, at in places if at == buffer} for buffer in buffers}
    assert set(re.findall(r"`(\w+)`", of_bytes)) - {"byte"} == names["byte"]
    assert set(re.findall(r"`(\w+)`", floats)) - {"float"} == names["float"]
    assert set(re.findall(r"`(\w+)`", objects)) - {"object"} == names["object"]
    assert not names["int"] & (names["byte"] | names["float"] | names["object"])
    assert {"place", "draws", "due"} <= names["int"]
