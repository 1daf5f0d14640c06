"""Make nodes of behavior trees of their rows: the reverse of what a tree's compiler does, for pictures.

A parameter that a row keeps under its own name is taken from there; the others are below, by kind of row.
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
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.program.code import ControlValue
from runtime.minds.program.row_fields import Given, declared_fields
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import GuardCode, PreconditionCode, ServiceCode, TreeRow
from runtime.minds.trees.branching import SwitchRow, TryRecoverRow
from runtime.minds.trees.claiming import ClaimRow, PlaceRow
from runtime.minds.trees.for_each import ForEachRow
from runtime.minds.trees.leaves import ActionRow, BlockRow, ConditionRow, FixedRow
from runtime.minds.trees.parallel import ParallelRow, SimpleParallelRow
from runtime.minds.trees.repeat import LoopRow
from runtime.minds.trees.result_decorators import RunLimitRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.subtree import CallRow
from runtime.minds.trees.timing_decorators import CooldownRow, RateLimitRow
from runtime.minds.trees.utility_selector import UtilitySelectorRow

Told = dict[str, Any]
"""Fields of a node, or its parameters, by name."""


def node_of(row: TreeRow, kind: NodeKind | None, slot: Told | None) -> Told:
    """Return the node that a row was compiled from; `slot` is what its parent knows of it."""
    told: Told = {"kind": row.kind, "disabled": row.disabled, "slot": slot, "params": _parameters(row, kind)}
    told["children"] = () if isinstance(row, CallRow) else tuple(each.node for each in row.child_rows)
    if row.guard is not None:
        told["guard"] = _guard(row.guard)
    told["preconditions"] = tuple(map(_precondition, row.preconditions))
    told["services"] = tuple(map(_service, row.services))
    told |= ends_of(row, row)
    if isinstance(row, ConditionRow):
        told["test"] = text_of(row.test)
    elif isinstance(row, BlockRow):
        told["actions"] = block_rows(row.block)
    elif isinstance(row, ActionRow):
        told |= {"action": row.action_id, "params": arguments_of(row.arguments)}
    elif isinstance(row, CallRow):
        told |= {"graph": row.child_rows[0].graph, "arguments": bound(row.bindings)}
    return told


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
    found = {name: _plain(getattr(row, name)) for name in names}
    found |= {name: value for name, value in _others(row).items() if kind.parameter(name) is not None}
    return {name: value for name, value in found.items() if value is not None}


def _plain(value: object) -> JsonValue:
    if isinstance(value, ControlValue):
        return value_of(value)
    if isinstance(value, Status):
        return value.name.lower()
    return value if isinstance(value, (bool, int, float, str)) else None


def _others(row: TreeRow) -> Told:
    match row:
        case OrderedCompositeRow():
            memory = "none" if row.reactive else "keep" if row.keep else "resume"
            return {"memory": memory, "yield": row.yields}
        case ParallelRow():
            chosen = {"success": "chosen"} if row.chosen else {}
            return {"ended": "again" if row.again else "wait", **chosen}
        case SimpleParallelRow():
            finish = "delayed" if row.delayed else "immediate"
            return {"finish": finish, "ended": "again" if row.again else "wait"}
        case UtilitySelectorRow():
            failed = "next" if row.next_on_failure else "fail"
            return {"reconsider": "tick" if row.every_tick else "enter", "on_failure": failed}
        case LoopRow():
            pace = "same_tick" if row.same_tick else "tick"
            return {"pace": pace, "on_failure": "count" if row.any_end else "end"}
        case TryRecoverRow():
            return {"pace": "same_tick" if row.same_tick else "tick"}
        case _:
            return _of_decorators(row)


def _of_decorators(row: TreeRow) -> Told:
    match row:
        case ForEachRow():
            told: Told = {"list": row.listed.name if row.listed is not None else None, "item": row.item.name}
            return {**told, "query": row.query or "none", "on_failure": "next" if row.goes_on else "stop"}
        case CooldownRow():
            return {"after": _results(row.after, "end")}
        case RateLimitRow():
            return {"between": "running" if row.waits else _plain(row.between) or "last"}
        case RunLimitRow():
            return {"counts": _results(row.counted, "all"), "afterwards": _plain(row.afterwards) or "last"}
        case FixedRow():
            return {"status": row.result.name.lower()}
        case SwitchRow():
            return {"variable": text_of(row.variable)}
        case PlaceRow():
            until = "parent" if isinstance(row, ClaimRow) and row.scope >= 0 else "released"
            return {"variable": row.variable, "until": until}
        case CallRow(child_rows=(DecisionTreeRow(pace=pace),)):
            return {"every": value_of(pace.every), "commit": "until_done" if pace.commit else "none"}
        case _:
            return {}


def _results(results: tuple[Status, ...] | None, both: str) -> str:
    return "any" if results is None else results[0].name.lower() if len(results) == 1 else both


def slots_of(row: TreeRow) -> list[Told | None]:
    """Return what a node knows of each of its children: weights, scores, cases, those that decide."""
    found: list[Told | None] = [None] * len(row.child_rows)
    if isinstance(row, UtilitySelectorRow):
        found = [{"score": text_of(score)} for score in row.scores]
    elif isinstance(row, SwitchRow):
        cases = enumerate(row.cases)
        found = [{"case": value_to_json(case), "default": place == row.default} for place, case in cases]
    elif isinstance(row, ParallelRow):
        found = [{"chosen": True} if place in row.chosen else None for place in range(len(found))]
    weights = getattr(row, "weights", None)
    return [{"weight": weight} for weight in weights] if weights is not None else found
