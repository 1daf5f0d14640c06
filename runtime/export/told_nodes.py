"""Make nodes of behavior trees and decision trees of their rows, for pictures: the reverse of compiling.

A parameter that a row keeps under its own name is taken from there; the others are told by the row's page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model.graph_parts import END_FIELDS
from runtime.basics.status import Status
from runtime.export.told_code import Told, arguments_of, block_rows, bound, text_of, told, told_fields
from runtime.minds.decisions import questions
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.program.code import Expression
from runtime.minds.program.row_fields import Given, declared_fields
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import GuardCode, PreconditionCode, ServiceCode, TreeRow
from runtime.minds.trees.leaves import ActionRow


def calls_graph(row: Row) -> bool:
    """Tell whether a row calls another graph: it binds the parameters of that."""
    return hasattr(row, "bindings")


# -- behavior trees -------------------------------------------------------------------------------------


def node_of(row: TreeRow, kind: NodeKind | None, slot: Told | None) -> Told:
    """Return the node that a row was compiled from; `slot` is what its parent knows of it."""
    node: Told = {"kind": row.kind, "disabled": row.disabled, "slot": slot, "params": _parameters(row, kind)}
    node["children"] = () if calls_graph(row) else tuple(each.node for each in row.child_rows)
    if row.guard is not None:
        node["guard"] = _guard(row.guard)
    node["preconditions"] = tuple(map(_precondition, row.preconditions))
    node["services"] = tuple(map(_service, row.services))
    node |= ends_of(row, row)
    own: Any = row
    fields = kind.fields if kind is not None and not row.disabled else ()
    if "test" in fields:
        node["test"] = text_of(own.test)
    if "actions" in fields:
        node["actions"] = block_rows(own.block)
    if "action" in fields:
        node |= action_of(own)
    if "graph" in fields:
        node |= {"graph": row.child_rows[0].graph, "arguments": bound(own.bindings)}
    return node


def action_of(row: ActionRow) -> Told:
    """Return the action that a row does."""
    return {"action": row.action_id, "params": arguments_of(row.arguments)}


def ends_of(row: TreeRow, owner: Row) -> Told:
    """Return the lines at the ends of a node that are its own, or those of the state whose activity it is."""
    own = (told_fields(each, *END_FIELDS) for each in row.ends if each.row is owner)
    return next(own, {})


def _guard(guard: GuardCode) -> Told:
    lower = "both" if guard.tested_while_running else "lower"
    abort = lower if guard.aborts_lower else "self" if guard.tested_while_running else "none"
    return {**told_fields(guard, "test", "refused"), "abort": abort}


def _precondition(each: PreconditionCode) -> Told:
    verdicts = {Status.SKIPPED: "skip", Status.SUCCESS: "succeed", Status.FAILURE: "fail"}
    return {"test": text_of(each.test), "gives": "while" if each.lasting else verdicts[each.gives]}


def _service(each: ServiceCode) -> Told:
    return {**told_fields(each, "every", "jitter", "guard"), "actions": block_rows(each.block)}


def _parameters(row: TreeRow, kind: NodeKind | None) -> Told:
    if row.disabled or kind is None:
        return {}
    declared = declared_fields(type(row))
    own = (each.name for each in kind.parameters if isinstance(declared.get(each.name), Given))
    others = {name: told(value) for name, value in row.parameters().items() if kind.parameter(name)}
    return told_fields(row, *own) | {name: value for name, value in others.items() if value is not None}


def slots_of(row: TreeRow) -> list[Told | None]:
    """Return what a node knows of each of its children: weights, scores, cases, those that decide."""
    found = [{name: told(value) for name, value in slot.items()} for slot in row.slots()]
    return [*found] or [None] * len(row.child_rows)


# -- decision trees -------------------------------------------------------------------------------------

_OF_BRANCHES = {"cases": "case", "tests": "test", "weights": "weight"}
"""What rows have for each of their branches, and how branches call it."""


def question_of(row: Row) -> Told:
    """Return the fields of a question or a leaf; the graph that it calls is left to the caller."""
    if isinstance(row, ActionRow):
        return {"kind": row.kind, **action_of(row)}
    own: Any = row
    if calls_graph(row):
        return {"kind": row.kind, "arguments": bound(own.bindings)}
    node = {"kind": row.kind, **told_fields(row, "test", "value", "outcome", "inputs", "timeout")}
    if isinstance(row, questions.RangesQuestion | questions.SwitchQuestion):
        node["value"] = {"expr": node["value"]}
    if isinstance(row, questions.TableQuestion):
        node["policy"] = "unique" if row.unique else "first"
    if isinstance(row, QuestionRow):
        node["branches"] = tuple(_branch(row, place) for place in range(len(row.branches)))
    return node


def _branch(row: QuestionRow, place: int) -> Told:
    branch: Told = {"child": row.branches[place].node, "else": place == getattr(row, "default", None)}
    for attribute, name in _OF_BRANCHES.items():
        if attribute in declared_fields(type(row)):
            branch[name] = told(getattr(row, attribute)[place])
    match row:
        case questions.TestQuestion():
            branch["when"] = place == row.on_true
        case questions.RangesQuestion() if place < len(row.bounds):
            branch["upto"], branch["closed"] = row.bounds[place]
        case questions.TableQuestion(cells=cells) if (own := cells[place]) is not None:
            branch["row"] = _cells(own, row.inputs)
    return branch


def _cells(cells: Sequence[Expression], inputs: Sequence[Expression]) -> tuple[str, ...]:
    """Return the cells of a row of a table below the inputs that they are about."""
    waiting, found = [*map(text_of, cells)], []
    for text in map(text_of, inputs):
        heads = (head for head in (f"({text}) ", f"{text} ") if waiting and waiting[0].startswith(head))
        head = next(heads, "")
        found.append(waiting.pop(0).removeprefix(head) if head else "")
    return tuple(found)
