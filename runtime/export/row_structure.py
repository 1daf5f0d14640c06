"""Check how the rows of an export lie in each other, before anything in them is read.

Rows stand in pre-order: what is below a row are the rows behind it up to its `end`. A row's parent is always
a row that it lies below, so that nothing can go round in circles.
"""

from __future__ import annotations

from graphs.basics.json_text import JsonValue
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import NO_SOURCE, TEXT, require_object, whole
from runtime.export.row_forms import ROW_FORMS, RowForm
from runtime.minds.compile.compiler import DEEPEST, MOST_ROWS
from runtime.minds.machines.machine_rows import MachineRow
from runtime.minds.program.rows import UNKNOWN_STREAM, Row

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
    for index, one in enumerate(data):
        path = f"rows[{index}]"
        form = form_of(one, path)
        row = _with_head(form, require_object(one, path), index, len(data), path)
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
    for name in ("row", "kind", "end", "parent", "machine"):
        if name not in data:
            raise ExportProblem(path, f"The field {name!r} is missing.", EXPORT_AGAIN)
    if data["row"] != index or isinstance(data["row"], bool):
        raise expected(f"the number {index}", data["row"], f"{path}.row")
    kind = TEXT.read(data["kind"], f"{path}.kind", NO_SOURCE)
    if form.kinds and kind not in form.kinds:
        raise expected(f"one of {', '.join(form.kinds)}", kind, f"{path}.kind")
    row.index, row.kind = index, kind
    row.end = whole(index + 1, count).read(data["end"], f"{path}.end", NO_SOURCE)
    row.parent = _row_or_none(data["parent"], count, f"{path}.parent")
    row.enclosing_machine = _row_or_none(data["machine"], count, f"{path}.machine")
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
