"""Say what does not fit the document model in the words of the file, not of the program."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from graphs.basics.json_text import JsonValue


@dataclass(frozen=True, slots=True)
class ModelProblem:
    """Hold one place that does not fit: a path into the JSON such as `graphs.g1.nodes.s1.kind`, and why."""

    where: str
    message: str


_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
    "list_type": "a list",
    "none_required": "null",
    "union_tag_not_found": 'an object with "kind"',
}


def model_problems(error: ValidationError, value: JsonValue) -> tuple[ModelProblem, ...]:
    """Return what does not fit, one problem per place; `value` is the parsed JSON that was validated.

    A value that may be one of several forms gives several errors at one place; they become one problem that
    names all forms.
    """
    expected: dict[str, list[str]] = {}
    found: dict[str, object] = {}
    for detail in error.errors(include_url=False, include_context=True):
        where, inner = _place(detail, value)
        words = _words(detail)
        expected.setdefault(where, [])
        if words not in expected[where]:
            expected[where].append(words)
        found.setdefault(where, inner)
    # Of several forms, the one that got furthest is the one that was meant.
    deepest = [one for one in expected if not any(other.startswith(f"{one}.") for other in expected)]
    return tuple(ModelProblem(where, _message(where, expected[where], found[where])) for where in deepest)


def _place(detail: ErrorDetails, value: JsonValue) -> tuple[str, object]:
    """Return the path of an error in the file, without the names of forms tried, and the value there."""
    parts: list[str] = []
    current: object = value
    for part in detail["loc"]:
        if isinstance(current, dict) and part in current:
            current = current[str(part)]
        elif isinstance(current, list) and isinstance(part, int) and part < len(current):
            current = current[part]
        else:
            continue
        parts.append(str(part))
    if detail["type"] == "missing":
        parts.append(str(detail["loc"][-1]))
    if detail["type"] in ("union_tag_invalid", "union_tag_not_found") and isinstance(current, dict):
        parts.append("kind")
        current = current.get("kind")
    return ".".join(parts), current


def _words(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    kind = detail["type"]
    if kind == "missing":
        return "missing"
    if kind == "literal_error":
        return f"one of {context.get('expected', '').replace(' or ', ', ')}"
    if kind == "union_tag_invalid":
        return f"one of {context.get('expected_tags', '')}"
    if kind in ("too_long", "too_short"):
        count = context.get("max_length", context.get("min_length"))
        return f"a list of {count} numbers"
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"{context['ge']} or more" if "ge" in context else f"{context.get('le')} or less"
    if kind == "json_invalid":
        return f"JSON that can be read; {context.get('error', '')}"
    return _EXPECTED.get(kind, detail["msg"])


def _message(where: str, expected: list[str], found: object) -> str:
    name = where.rpartition(".")[2]
    if "missing" in expected:
        return f"The field {name!r} is missing."
    if any(words.startswith("JSON that can be read") for words in expected):
        return f"This is not text that can be read: {expected[0].partition('; ')[2]}."
    if {"a whole number", "a number"} <= set(expected):
        expected = [words for words in expected if words != "a whole number"]
    shown = json.dumps(found, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return f"Expected {' or '.join(expected)}; found {shown}."
