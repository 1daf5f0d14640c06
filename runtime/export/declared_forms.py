"""Make the forms of rows and their parts of what their classes declare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import ENTITY, FLOAT, INT
from runtime.basics.context import Slot
from runtime.basics.status import Status
from runtime.export.code_forms import (
    ANYTHING,
    ARGUMENTS,
    BINDINGS,
    COUNT,
    END,
    FIRST_VALUES,
    FRACTION,
    REFUSED,
    RESULT,
    SECONDS,
    THRESHOLD,
    variable,
)
from runtime.export.export_problem import expected
from runtime.export.expression_forms import NUMBER, TEST, expression
from runtime.export.forms import (
    BOOL,
    DRAWS,
    TEXT,
    VALUE,
    Field,
    Form,
    from_zero,
    many,
    memory,
    named,
    number,
    optional,
    or_none,
    record,
    row_link,
    whole,
    words,
)
from runtime.export.line_forms import BLOCK
from runtime.export.writing_and_reading import Reading, Writing
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.leaves import TreeOutcome
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.decisions.questions import RandomQuestion, TreeQuestion
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow, WeightedGroup
from runtime.minds.program.code import NamedSlot
from runtime.minds.program.row_fields import (
    NO_DEFAULT,
    Declared,
    Draws,
    Given,
    Meaning,
    Part,
    Remembered,
    Sort,
    declared_fields,
)
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import GuardCode, PreconditionCode, TreeRow


def declared_forms(made: type) -> tuple[Field, ...]:
    """Return the fields of the rows or parts of a class. What a question leads to is told last."""
    declared = declared_fields(made)
    names = list(declared)
    if issubclass(made, QuestionRow):
        names.sort(key=("branches", "labels").__contains__)
    return tuple(_field(name, declared[name]) for name in names)


def part_form(made: Any) -> Form[Any]:
    """Return the form of the parts of a class."""
    about = made.about
    form = record(about.title, about.help, made, declared_forms(made))
    if made is GuardCode or made is PreconditionCode:
        form = replace(form, read=_reading_tests(form))
    return named(about.name, form) if about.name else form


def _reading_tests(form: Form[Any]) -> Callable[[JsonValue, str, Reading], Any]:
    def read(data: JsonValue, path: str, source: Reading) -> Any:
        code = form.read(data, path, source)
        if code.held >= 0:
            source.claims.claim("byte", code.held, len(code.test.triggers), f"{path}.held")
        if isinstance(code, GuardCode):
            fits = (code.last_test >= 0) == code.aborts_lower
            source.require(fits, path, "Only a guard that aborts lower siblings remembers its last test.")
        else:
            fits = code.gives is not Status.RUNNING
            source.require(fits, path, "A precondition gives no RUNNING.")
        return code

    return read


def _field(attribute: str, declared: Declared) -> Field:
    name = attribute if isinstance(declared, Draws) else declared.name or attribute
    if isinstance(declared, Given):
        form = SORTS[declared.sort]
        only_named = declared.for_people is not NO_DEFAULT
        stripped = declared.for_people if only_named else None
        form = optional(form) if declared.optional else form
        return Field(name, attribute, form, declared.help, only_named, stripped)
    if isinstance(declared, Part):
        form = part_form(declared.of)
        form = many(form) if declared.many else optional(form) if declared.optional else form
        return Field(name, attribute, form, declared.help)
    if isinstance(declared, Draws):
        name, form = "draws", or_none(DRAWS) if declared.can_lack else DRAWS
    else:
        form = _memory_form(declared)
    return Field(name, attribute, form, declared.help)


def _memory_form(declared: Remembered) -> Form[Any]:
    if declared.is_slot:
        return _ADDED
    if declared.meaning is Meaning.STATES:
        return _PLACES
    if isinstance(declared.names, str):
        return or_none(whole(0))
    form = memory(declared.buffer, lambda row: declared.count(_children(row)))
    return or_none(form) if declared.can_lack else form


def _children(row: Row) -> int:
    return len(row.child_rows) if isinstance(row, TreeRow) else 0


# -- links and lists that rows alone have ---------------------------------------------------------


def _read_owner(data: JsonValue, path: str, source: Reading) -> StateRow | MachineRow:
    row = source.row_at(data, path)
    if isinstance(row, (StateRow, MachineRow)):
        return row
    raise expected("the number of a state or machine", data, path)


_OWNER: Form[Any] = Form(row_link(Row, "state or machine").schema, lambda row, out: row.index, _read_owner)
_NODE: Form[Any] = row_link(TreeRow, "node that can be ticked")


def _read_place(data: JsonValue, path: str, source: Reading) -> tuple[StateRow, int]:
    if not isinstance(data, list) or len(data) != 2:
        raise expected("a state and a byte", data, path)
    state = row_link(StateRow, "state").read(data[0], path, source)
    return state, memory("byte").read(data[1], path, source)


_PLACES: Form[Any] = many(
    Form(
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
            "minItems": 2,
            "maxItems": 2,
            "description": "The row of a state and the byte that is 1 if it is remembered.",
        },
        lambda place, out: [place[0].index, place[1]],
        _read_place,
    )
)


def _read_group(data: JsonValue, path: str, source: Reading) -> WeightedGroup:
    if isinstance(data, int) and not isinstance(data, bool) and 0 <= data < len(source.groups):
        return source.groups[data]
    raise expected(f"the number of one of the {len(source.groups)} groups", data, path)


_GROUP: Form[Any] = Form(
    {"type": "integer", "minimum": 0, "description": "The number of a weighted group."},
    lambda group, out: out.group(group),
    _read_group,
)


def _write_call(call: tuple[QuestionRow, Any], out: Writing) -> JsonValue:
    bindings = BINDINGS.write(call[1], out)
    return {"row": call[0].index, **({"bindings": bindings} if bindings else {})}


def _read_call(data: JsonValue, path: str, source: Reading) -> tuple[QuestionRow, Any]:
    if not isinstance(data, dict) or set(data) | {"bindings"} != {"bindings", "row"}:
        raise expected("a row and its bindings", data, path)
    row = row_link(TreeQuestion, "question to a tree").read(data["row"], f"{path}.row", source)
    return row, BINDINGS.read(data.get("bindings", []), f"{path}.bindings", source)


_CALLS: Form[Any] = many(
    many(
        Form(
            {
                "type": "object",
                "properties": {"bindings": BINDINGS.schema, "row": {"type": "integer", "minimum": 0}},
                "required": ["row"],
                "additionalProperties": False,
            },
            _write_call,
            _read_call,
            BINDINGS.parts,
        )
    )
)


def _read_bound(data: JsonValue, path: str, source: Reading) -> tuple[float, bool]:
    if not isinstance(data, dict) or set(data) | {"closed"} != {"closed", "upto"}:
        raise expected("an end of an interval", data, path)
    upto = number().read(data["upto"], f"{path}.upto", source)
    return upto, BOOL.read(data.get("closed", False), f"{path}.closed", source)


_BOUNDS: Form[Any] = many(
    Form(
        {
            "type": "object",
            "properties": {"closed": {"type": "boolean"}, "upto": {"type": "number"}},
            "required": ["upto"],
            "additionalProperties": False,
        },
        lambda bound, out: {"closed": True, "upto": bound[0]} if bound[1] else {"upto": bound[0]},
        _read_bound,
    )
)


def _added(data: JsonValue, path: str, source: Reading) -> Slot:
    return Slot("float", memory("float").read(data, path, source), FLOAT)


_ADDED: Form[Slot] = Form(memory("float").schema, lambda slot, out: slot.index, _added)


_VARIABLE: Form[Any] = Form(
    variable().schema,
    lambda named, out: out.variable(named.slot),
    lambda data, path, source: NamedSlot(
        (found := source.variable_at(data, path)).name,
        found.slot,
    ),
)


SORTS: dict[Sort, Form[Any]] = {
    Sort.VARIABLE: _VARIABLE,
    Sort.ARGUMENTS: ARGUMENTS,
    Sort.BINDINGS: BINDINGS,
    Sort.BLOCK: BLOCK,
    Sort.BOOL: BOOL,
    Sort.BOUNDS: _BOUNDS,
    Sort.CALLS: _CALLS,
    Sort.CASES: many(VALUE),
    Sort.CHILDREN: many(whole(0)),
    Sort.CELLS: many(optional(many(TEST))),
    Sort.COUNT: COUNT,
    Sort.COUNT_OR_NONE: optional(COUNT),
    Sort.DECISION: words("each", "end", "all_ended"),
    Sort.DECISION_TREE: row_link(DecisionTreeRow, "decision tree"),
    Sort.END: END,
    Sort.ENDS: many(END),
    Sort.EXPRESSION: expression(),
    Sort.EXPRESSIONS: many(expression()),
    Sort.FIRST_VALUES: FIRST_VALUES,
    Sort.FRACTION: FRACTION,
    Sort.GROUP: _GROUP,
    Sort.NODE: _NODE,
    Sort.NODES: many(_NODE),
    Sort.NUMBER: expression(*NUMBER),
    Sort.OWNER: _OWNER,
    Sort.PLACE: expression(INT, ENTITY),
    Sort.POSITION: from_zero(whole(0)),
    Sort.PRIORITY: from_zero(whole(-(2**53), 2**53)),
    Sort.RANDOM_QUESTIONS: many(row_link(RandomQuestion, "random question")),
    Sort.REFUSAL: REFUSED,
    Sort.REFUSAL_OR_NONE: optional(REFUSED),
    Sort.RESULT: RESULT,
    Sort.ROW: row_link(Row, "row"),
    Sort.ROWS: many(row_link(Row, "row")),
    Sort.ROW_OR_NONE: or_none(whole(0)),
    Sort.SCORES: many(expression(*NUMBER)),
    Sort.SECONDS: SECONDS,
    Sort.STATES: many(row_link(StateRow, "state")),
    Sort.TEST: TEST,
    Sort.TESTS: many(optional(TEST)),
    Sort.TEXT: TEXT,
    Sort.TEXTS: many(TEXT),
    Sort.THRESHOLD: THRESHOLD,
    Sort.TRANSITIONS: many(row_link(TransitionRow, "transition")),
    Sort.VALUE: ANYTHING,
    Sort.WEIGHTS: optional(many(number(0.0))),
    Sort.WEIGHTS_OF_BRANCHES: many(number(0.0)),
}
"""How a value of each sort is written."""
SORTS[Sort.CHOICE_DECISION] = part_form(TreeOutcome)

GROUP_FIELDS = declared_forms(WeightedGroup)
"""The fields of a weighted group."""
