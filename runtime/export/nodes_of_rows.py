"""Make nodes of behavior trees of their rows: the reverse of what a tree's compiler does, for pictures.

A parameter that a row keeps under its own name is taken from there; the others are told by the row's page.
"""

from __future__ import annotations

from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model.graph_parts import END_FIELDS
from runtime.basics.status import Status
from runtime.export.code_texts import arguments_of, block_rows, bound, value_of
from runtime.export.expression_texts import text_of
from runtime.export.forms import value_to_json
from runtime.minds.program.code import ControlValue, Expression
from runtime.minds.program.row_fields import Given, declared_fields
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import GuardCode, PreconditionCode, ServiceCode, TreeRow

Told = dict[str, Any]
"""Fields of a node, or its parameters, by name."""


def node_of(row: TreeRow, kind: NodeKind | None, slot: Told | None) -> Told:
    """Return the node that a row was compiled from; `slot` is what its parent knows of it."""
    told: Told = {"kind": row.kind, "disabled": row.disabled, "slot": slot, "params": _parameters(row, kind)}
    told["children"] = () if calls_graph(row) else tuple(each.node for each in row.child_rows)
    if row.guard is not None:
        told["guard"] = _guard(row.guard)
    told["preconditions"] = tuple(map(_precondition, row.preconditions))
    told["services"] = tuple(map(_service, row.services))
    told |= ends_of(row, row)
    own: Any = row
    fields = kind.fields if kind is not None and not row.disabled else ()
    if "test" in fields:
        told["test"] = text_of(own.test)
    if "actions" in fields:
        told["actions"] = block_rows(own.block)
    if "action" in fields:
        told |= {"action": own.action_id, "params": arguments_of(own.arguments)}
    if "graph" in fields:
        told |= {"graph": row.child_rows[0].graph, "arguments": bound(own.bindings)}
    return told


def calls_graph(row: Row) -> bool:
    """Tell whether a row calls another graph: it binds the parameters of that."""
    return hasattr(row, "bindings")


def ends_of(row: TreeRow, owner: Row) -> Told:
    """Return the lines at the ends of a node that are its own, or those of the state whose activity it is."""
    return {
        name: block_rows(getattr(each, name)) for each in row.ends if each.row is owner for name in END_FIELDS
    }


def _guard(guard: GuardCode) -> Told:
    lower = "both" if guard.tested_while_running else "lower"
    abort = lower if guard.aborts_lower else "self" if guard.tested_while_running else "none"
    return {"test": text_of(guard.test), "abort": abort, "refused": guard.refused.name.lower()}


def _precondition(each: PreconditionCode) -> Told:
    verdicts = {Status.SKIPPED: "skip", Status.SUCCESS: "succeed", Status.FAILURE: "fail"}
    return {"test": text_of(each.test), "gives": "while" if each.lasting else verdicts[each.gives]}


def _service(each: ServiceCode) -> Told:
    told: Told = {"every": value_of(each.every), "actions": block_rows(each.block)}
    if each.jitter is not None:
        told["jitter"] = value_of(each.jitter)
    return told | ({"guard": text_of(each.guard)} if each.guard is not None else {})


def _parameters(row: TreeRow, kind: NodeKind | None) -> Told:
    if row.disabled or kind is None:
        return {}
    declared = declared_fields(type(row))
    names = (each.name for each in kind.parameters if isinstance(declared.get(each.name), Given))
    found = {name: getattr(row, name) for name in names}
    found |= {name: value for name, value in row.parameters().items() if kind.parameter(name) is not None}
    return {name: told for name, value in found.items() if (told := plain(value)) is not None}


def plain(value: object) -> JsonValue:
    """Return what a row holds as a document has it: expressions as their texts."""
    if isinstance(value, ControlValue):
        return value_of(value)
    if isinstance(value, Expression):
        return text_of(value)
    if isinstance(value, Status):
        return value.name.lower()
    return value_to_json(value) if isinstance(value, (bool, int, float, str, tuple)) else None


def slots_of(row: TreeRow) -> list[Told | None]:
    """Return what a node knows of each of its children: weights, scores, cases, those that decide."""
    found = [{name: plain(value) for name, value in slot.items()} for slot in row.slots()]
    return [*found] or [None] * len(row.child_rows)
