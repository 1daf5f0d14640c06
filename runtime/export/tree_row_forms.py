"""Make the forms of the rows of behavior trees of what their pages declare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import ENTITY, FLOAT, INT
from runtime.basics.context import Slot
from runtime.export.action_checks import checked_action
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
)
from runtime.export.expression_forms import NUMBER, TEST, expression
from runtime.export.forms import (
    BOOL,
    DRAWS,
    TEXT,
    VALUE,
    Field,
    Form,
    many,
    memory,
    number,
    optional,
    or_none,
    row_link,
    whole,
    words,
)
from runtime.export.line_forms import BLOCK
from runtime.export.node_code_forms import GUARD, SERVICES
from runtime.export.reading import Reading
from runtime.export.row_forms import RowForm
from runtime.minds.decisions.leaves import RunRow
from runtime.minds.program.row_fields import Declared, Draws, Given, Remembered, Sort, declared_fields
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.claiming import NO_SCOPE, ClaimRow
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.tree_rows import COMPOSITES_AND_LEAVES, DECORATORS

CHILDREN = Field(
    "children", "child_rows", many(row_link(TreeRow, "node that can be ticked")), "Its children in order."
)
FRAME = (
    Field("disabled", "disabled", BOOL, "It is SKIPPED, whatever is in it."),
    Field("guard", "guard", optional(GUARD), "What must hold before it is entered."),
    Field("services", "services", SERVICES, "What is done besides while it is active."),
)
"""The fields of every node that can be ticked."""

DERIVED = frozenset({"may_run", "may_skip", "interpreted", "may_refuse", "claims", "action", "fields"})


def _children(row: Row) -> int:
    assert isinstance(row, TreeRow)
    return len(row.child_rows)


def _added(data: JsonValue, path: str, source: Reading) -> Slot:
    return Slot("float", memory("float").read(data, path, source), FLOAT)


_ADDED: Form[Slot] = Form(memory("float").schema, lambda slot, out: slot.index, _added)

SORTS: Mapping[Sort, Form[Any]] = {
    Sort.ARGUMENTS: ARGUMENTS,
    Sort.BINDINGS: BINDINGS,
    Sort.BLOCK: BLOCK,
    Sort.BOOL: BOOL,
    Sort.CASES: many(VALUE),
    Sort.COUNT: COUNT,
    Sort.COUNT_OR_NONE: optional(COUNT),
    Sort.DECISION: words("each", "end"),
    Sort.END: END,
    Sort.ENDS: many(END),
    Sort.EXPRESSION: expression(),
    Sort.FIRST_VALUES: FIRST_VALUES,
    Sort.FRACTION: FRACTION,
    Sort.PLACE: expression(INT, ENTITY),
    Sort.REFUSAL: REFUSED,
    Sort.REFUSAL_OR_NONE: optional(REFUSED),
    Sort.RESULT: RESULT,
    Sort.ROW_OR_NONE: or_none(whole(0)),
    Sort.SCORES: many(expression(*NUMBER)),
    Sort.SECONDS: SECONDS,
    Sort.TEST: TEST,
    Sort.TEXT: TEXT,
    Sort.THRESHOLD: THRESHOLD,
    Sort.VALUE: ANYTHING,
    Sort.WEIGHTS: optional(many(number(0.0))),
}
"""How a value of each sort is written."""


def tree_form(made: type[TreeRow]) -> RowForm:
    """Return the form of the rows of a page."""
    own = (_field(attribute, declared) for attribute, declared in declared_fields(made).items())
    about = made.about
    fields = (CHILDREN, *FRAME, *own)
    return RowForm(about.op, made, RowFamily.TREE_NODE, about.help, about.kinds, fields, DERIVED, _check)


def _field(attribute: str, declared: Declared) -> Field:
    if isinstance(declared, Given):
        return Field(declared.name or attribute, attribute, SORTS[declared.sort], declared.help)
    if isinstance(declared, Draws):
        return Field("draws", attribute, DRAWS, "Counts its draws.")
    return Field(declared.name or attribute, attribute, _memory_form(declared), declared.help)


def _memory_form(declared: Remembered) -> Form[Any]:
    if declared.is_slot:
        return _ADDED
    form = memory(declared.buffer, lambda row: declared.count(_children(row)))
    return or_none(form) if declared.can_lack else form


def _check(row: Any, path: str, source: Reading) -> None:
    count, about = _children(row), row.about
    fits = row.disabled or (count >= about.least and (about.most is None or count <= about.most))
    source.require(fits, path, f"It cannot have {count} children.")
    said = row.misfit()
    source.require(not said, path, said)
    if isinstance(row, ActionRow):
        row.action = checked_action(row.action_id, row.arguments, False, path, source)
        source.require(not row.child_rows, path, "An action has no children.")
    if isinstance(row, ClaimRow) and row.scope != NO_SCOPE:
        scope = source.row_at(row.scope, path)
        inside = isinstance(scope, TreeRow) and scope.index <= row.index < scope.end
        source.require(inside, path, "Its scope is no node that it stands in.")


TREE_FORMS = tuple(tree_form(row) for row in (*COMPOSITES_AND_LEAVES, RunRow, *DECORATORS))
"""The forms of everything that a behavior tree consists of."""
