"""Gather how rows are written in exports, by op and by class: the fields of every row, and its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields

from graphs.basics.json_text import JsonValue
from graphs.files.schema import JsonObject
from runtime.export.declared_forms import declared_forms
from runtime.export.forms import parts_of, read_fields, record_schema, write_fields
from runtime.export.reading import Reading
from runtime.export.row_checks import check_of
from runtime.export.writing import Writing
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.leaves import OutcomeAnswer, RunRow, ValueAnswer
from runtime.minds.decisions.question_row import DisabledRow
from runtime.minds.decisions.questions import (
    FirstOfQuestion,
    RandomQuestion,
    RangesQuestion,
    SwitchQuestion,
    TableQuestion,
    TestQuestion,
    TreeQuestion,
)
from runtime.minds.machines.machine_rows import StateRow, TransitionRow
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.program.rows import Row
from runtime.minds.trees.action_leaf import ActionRow
from runtime.minds.trees.tree_rows import COMPOSITES_AND_LEAVES, DECORATORS

HEAD = frozenset({"row", "op", "kind", "end", "parent", "machine", "stream", "rank"})
"""The names of the fields that every row has; `stream` only one that can draw, `rank` only an action."""

_HEAD_ATTRIBUTES = frozenset(
    {
        "index",
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

DERIVED = frozenset(
    {
        *("may_run", "may_skip", "interpreted", "may_refuse", "claims", "action", "fields"),
        *("child_rows", "known_table", "machine", "owner"),
    }
)
"""Attributes of rows that follow from others, and are not written."""


class RowForm:
    """Say how the rows of one class are written in an export, as the class declares."""

    def __init__(self, made: type[Row]) -> None:
        about = made.about
        self.made, self.op, self.help, self.kinds = made, about.op, about.help, about.kinds
        self.fields = declared_forms(made)
        self.check = check_of(made)
        known = {field.attribute for field in self.fields} | DERIVED | _HEAD_ATTRIBUTES
        forgotten = {field.name for field in fields(made)} - known
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


_MADE: tuple[type[Row], ...] = (
    *(*COMPOSITES_AND_LEAVES, RunRow, *DECORATORS),
    *(TickedMachineRow, StateRow, TransitionRow),
    *(DecisionTreeRow, TestQuestion, RangesQuestion, SwitchQuestion, FirstOfQuestion, TableQuestion),
    *(RandomQuestion, TreeQuestion, DisabledRow, OutcomeAnswer, ValueAnswer),
)

ROW_FORMS: Mapping[str, RowForm] = {made.about.op: RowForm(made) for made in _MADE}
"""All forms by op."""

FORM_OF: Mapping[type[Row], RowForm] = {form.made: form for form in ROW_FORMS.values()}
"""All forms by the class of their rows."""
