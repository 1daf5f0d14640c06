"""Gather how rows are written in exports, by op and by class: the fields of every row, and its own.

Rows are told in pre-order: what is below a row are the rows behind it up to its `end`. That is checked before
anything in them is read. A row's parent is always a row that it lies below, so nothing can go in circles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields

from graphs.basics.json_text import JsonObject, JsonValue
from runtime.export.declared_forms import declared_forms
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import (
    NO_SOURCE,
    TEXT,
    parts_of,
    read_fields,
    record_schema,
    require_object,
    whole,
    write_fields,
)
from runtime.export.row_checks import check_of
from runtime.export.writing_and_reading import Reading, Writing
from runtime.minds.compile.compiler import DEEPEST, MOST_ROWS
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
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.program.rows import UNKNOWN_STREAM, Row
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.tree_rows import COMPOSITES_AND_LEAVES, DECORATORS

HEAD = frozenset({"op", "kind", "end", "parent", "machine", "stream", "rank"})
"""The names of fields that rows of all ops have; `stream` only one that can draw, `rank` only an action."""

_HEAD_ATTRIBUTES = frozenset(
    {"index", "kind", "path", "graph", "node", "parent", "enclosing_machine", "end", "stream", "children"}
)

DERIVED = frozenset(
    {
        *("may_run", "may_skip", "interpreted", "may_refuse", "claims", "action", "fields"),
        *("child_rows", "eventless_from", "known_table", "machine", "owner"),
    }
)
"""Attributes of rows that follow from others, and are not written."""


_OF_BRANCHES = ("cases", "cells", "tests")
"""Lists with one item for each branch, of which the default branch has none."""


class RowForm:
    """Say how the rows of one class are written in an export, as the class declares."""

    def __init__(self, made: type[Row]) -> None:
        about = made.about
        self.made, self.op, self.help, self.kinds = made, about.op, about.help, about.kinds
        self.fields = declared_forms(made)
        self.check = check_of(made)
        names = [field.name for field in self.fields if field.name in _OF_BRANCHES]
        self._of_branches = names[0] if names else ""
        known = {field.attribute for field in self.fields} | DERIVED | _HEAD_ATTRIBUTES
        forgotten = {field.name for field in fields(made)} - known
        assert not forgotten, f"{self.op} forgets {', '.join(sorted(forgotten))}"

    def write(self, row: Row, out: Writing) -> dict[str, JsonValue]:
        """Return the fields of a row but its head."""
        data = write_fields(self.fields, row, out)
        listed, default = data.get(self._of_branches), data.get("default")
        if isinstance(listed, list) and isinstance(default, int) and listed[default] is None:
            data[self._of_branches] = listed[:default] + listed[default + 1 :]
        return data

    def read(self, row: Row, data: JsonValue, path: str, source: Reading) -> None:
        """Fill an empty row; its head is there."""
        for field in fields(row):
            if field.name in _HEAD_ATTRIBUTES:
                continue
            if field.default is not MISSING:
                setattr(row, field.name, field.default)
        given = self._with_default(require_object(data, path))
        read_fields(self.fields, given, path, source, lambda name, value: setattr(row, name, value), HEAD)

    def _with_default(self, data: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return the fields of a row with null for the default branch where a list leaves it out."""
        default, below = data.get("default"), data.get("branches", data.get("children"))
        listed = data.get(self._of_branches, [])
        if not (self._of_branches and isinstance(below, list) and isinstance(listed, list)):
            return data
        if not isinstance(default, int) or len(listed) != len(below) - 1 or default > len(listed):
            return data
        return {**data, self._of_branches: [*listed[:default], None, *listed[default:]]}

    def schema(self) -> JsonObject:
        """Return the schema of the rows."""
        schema = record_schema(self.fields, self.op, self.help)
        properties, required = schema["properties"], schema["required"]
        assert isinstance(properties, dict)
        assert isinstance(required, list)
        kind: JsonObject = {"enum": [*self.kinds]} if self.kinds else {"type": "string"}
        properties |= {
            "op": {"const": self.op},
            "end": {
                "type": "integer",
                "minimum": 1,
                "description": "One behind the last row below it; the next row where it is left out.",
            },
            "parent": {"type": "integer", "minimum": 0, "description": "The row above it; not of the root."},
            "machine": {
                "type": "integer",
                "minimum": 0,
                "description": "The machine that events raised here go to; left out for none.",
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
        if self.made is StateRow:
            properties["kind"] = {**kind, "description": "The kind of the state."}
            required.append("kind")
        schema["required"] = ["op", *required]
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


MOST_STREAM = 2**32 - 1


def empty_rows(data: JsonValue) -> list[Row]:
    """Return the rows of an export with nothing but their heads; raise `ExportProblem`."""
    if not isinstance(data, list) or not data:
        raise expected("a list of rows", data, "rows")
    if len(data) > MOST_ROWS:
        said = f"There are {len(data)} rows; at most {MOST_ROWS} can run."
        raise ExportProblem("rows", said, EXPORT_AGAIN)
    rows: list[Row] = []
    open_: list[int] = []
    for index, each in enumerate(data):
        path = f"rows[{index}]"
        form = form_of(each, path)
        row = _with_head(form, require_object(each, path), index, len(data), path)
        while open_ and rows[open_[-1]].end <= index:
            open_.pop()
        _check_place(row, rows, open_, path)
        open_.append(index)
        rows.append(row)
    for row in rows:
        if not _lies_in_machine(row, rows):
            raise ExportProblem(f"rows[{row.index}].machine", "It lies in no such machine.", EXPORT_AGAIN)
    return rows


def _lies_in_machine(row: Row, rows: list[Row]) -> bool:
    """Tell whether the machine that a row names is around it; a machine names itself."""
    machine = row.enclosing_machine
    if isinstance(row, MachineRow) or machine < 0:
        return machine == row.index or (machine < 0 and not isinstance(row, MachineRow))
    return isinstance(rows[machine], MachineRow) and machine < row.index < rows[machine].end


def form_of(data: JsonValue, path: str) -> RowForm:
    """Return the form of a row."""
    op = require_object(data, path).get("op")
    if not isinstance(op, str) or op not in ROW_FORMS:
        raise expected("the op of a row", op, f"{path}.op")
    return ROW_FORMS[op]


def _with_head(form: RowForm, data: dict[str, JsonValue], index: int, count: int, path: str) -> Row:
    row: Row = object.__new__(form.made)
    kind = form.kinds[0] if form.kinds else form.op
    if "kind" in data or form.made is StateRow:
        kind = TEXT.read(data.get("kind"), f"{path}.kind", NO_SOURCE)
        if form.kinds and kind not in form.kinds:
            raise expected(f"one of {', '.join(form.kinds)}", kind, f"{path}.kind")
    row.index, row.kind = index, kind
    row.end = whole(index + 1, count).read(data.get("end", index + 1), f"{path}.end", NO_SOURCE)
    row.parent = _row_or_none(data.get("parent"), count, f"{path}.parent")
    row.enclosing_machine = _row_or_none(data.get("machine"), count, f"{path}.machine")
    row.stream = UNKNOWN_STREAM
    if "stream" in data:
        row.stream = whole(0, MOST_STREAM).read(data["stream"], f"{path}.stream", NO_SOURCE)
    row.path = row.graph = row.node = ""
    row.children = ()
    return row


def _row_or_none(data: JsonValue, count: int, path: str) -> int:
    return -1 if data is None else whole(0, count - 1).read(data, path, NO_SOURCE)


def _check_place(row: Row, rows: list[Row], open_: list[int], path: str) -> None:
    if not open_:
        if row.index or row.parent >= 0:
            raise ExportProblem(path, "Only the first row lies below no other.", EXPORT_AGAIN)
    elif row.parent not in open_ or row.end > rows[open_[-1]].end:
        raise ExportProblem(path, "It does not lie below its parent.", EXPORT_AGAIN)
    if len(open_) > DEEPEST:
        raise ExportProblem(path, f"More than {DEEPEST} rows lie in each other.", EXPORT_AGAIN)
