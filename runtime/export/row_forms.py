"""Say what the forms of rows have in common: the fields of every row, how one is read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.files.schema import JsonObject
from runtime.export.forms import Field, parts_of, read_fields, record_schema, write_fields
from runtime.export.reading import Reading
from runtime.export.writing import Writing
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.trees.leaves import ActionRow

HEAD = frozenset({"row", "op", "kind", "end", "parent", "machine", "stream", "rank"})
"""The names of the fields that every row has; `stream` only one that can draw, `rank` only an action."""

_HEAD_ATTRIBUTES = frozenset(
    {
        "index",
        "family",
        "kind",
        "path",
        "graph",
        "node",
        "parent",
        "enclosing_machine",
        "end",
        "stream",
        "children",
    }
)

Check = Callable[[Any, str, Reading], None]
"""Raise `ExportProblem` for a row that could fail when it runs; all rows are read by then."""


def no_check(row: Any, path: str, source: Reading) -> None:
    """Have nothing to check."""


@dataclass(frozen=True)
class RowForm:
    """Declare how the rows of one class stand in an export.

    `op` is the name of what an executor does with it. `kinds` are the kinds of nodes that become one, none
    for any. `derived` are attributes that follow from others and are not written.
    """

    op: str
    made: type[Row]
    family: RowFamily
    help: str
    kinds: tuple[str, ...]
    fields: tuple[Field, ...]
    derived: frozenset[str] = frozenset()
    check: Check = no_check

    def __post_init__(self) -> None:
        declared = {one.attribute for one in self.fields} | self.derived | _HEAD_ATTRIBUTES
        forgotten = {one.name for one in fields(self.made)} - declared
        assert not forgotten, f"{self.op} forgets {', '.join(sorted(forgotten))}"

    def write(self, row: Row, out: Writing) -> dict[str, JsonValue]:
        """Return the fields of a row but its head."""
        return write_fields(self.fields, row, out)

    def read(self, row: Row, data: JsonValue, path: str, source: Reading) -> None:
        """Fill an empty row; its head is there."""
        for one in fields(row):
            if one.name in _HEAD_ATTRIBUTES:
                continue
            if one.default is not MISSING:
                setattr(row, one.name, one.default)
        read_fields(self.fields, data, path, source, lambda name, value: setattr(row, name, value), HEAD)

    def schema(self) -> JsonObject:
        """Return the schema of the rows."""
        schema = record_schema(self.fields, self.op, self.help)
        properties, required = schema["properties"], schema["required"]
        assert isinstance(properties, dict)
        assert isinstance(required, list)
        kind: JsonObject = {"enum": [*self.kinds]} if self.kinds else {"type": "string"}
        properties |= {
            "row": {"type": "integer", "minimum": 0, "description": "Its number: its place in the list."},
            "op": {"const": self.op},
            "kind": {**kind, "description": "The kind of the node it was made of."},
            "end": {"type": "integer", "minimum": 1, "description": "One behind the last row below it."},
            "parent": {"type": ["integer", "null"], "description": "The row above it; null for the root."},
            "machine": {
                "type": ["integer", "null"],
                "description": "The machine that events raised here go to; null for none.",
            },
            "stream": {
                "type": "integer",
                "minimum": 0,
                "maximum": 2**32 - 1,
                "description": "Its number in random draws; there if it can draw.",
            },
        }
        if self.made is ActionRow:
            properties["rank"] = {
                "type": "integer",
                "minimum": 0,
                "description": "Its place among all actions: steering is added in this order.",
            }
            required.append("rank")
        schema["required"] = ["row", "op", "kind", "end", "parent", "machine", *required]
        return schema

    def parts(self) -> Mapping[str, JsonObject]:
        """Return the named schemas that the schema refers to."""
        return parts_of(self.fields)
