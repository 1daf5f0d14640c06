"""Build the row of each kind of behavior-tree node from its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from graphs.expressions.typed import VariableRead
from graphs.expressions.types import ENTITY, FLOAT, INT, Type, Value, fits_type
from graphs.model import TreeNode
from runtime.behavior_trees.branching import IfElseRow, SwitchRow, TryRecoverRow
from runtime.behavior_trees.claiming import NO_SCOPE, ClaimRow, ReleaseRow
from runtime.behavior_trees.leaves import BlockRow, ConditionRow, FixedRow, LogRow, WaitRow
from runtime.behavior_trees.limiting_decorators import PassThroughRow, ProbabilityRow, RunLimitRow
from runtime.behavior_trees.parallel import ParallelRow
from runtime.behavior_trees.random_composites import RandomCompositeRow
from runtime.behavior_trees.repeat import LoopRow
from runtime.behavior_trees.result_decorators import ResultMapRow
from runtime.behavior_trees.sequence_and_selector import OrderedCompositeRow
from runtime.behavior_trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.utility_selector import UtilitySelectorRow
from runtime.program.code import ControlValue, Expression
from runtime.program.code_builder import CodeBuilder, Place
from runtime.program.state_layout import StateLayout
from runtime.status import Status

RowFields = dict[str, Any]
"""Fields that every row shares, gathered before its kind's own are known."""

EndStatus = Literal[Status.SUCCESS, Status.FAILURE]
Refusal = Literal[Status.FAILURE, Status.SKIPPED]


@dataclass(slots=True)
class NodeSource:
    """Hold what a row is built from: the node, its children, its parameters as compiled values."""

    code: CodeBuilder
    node: TreeNode
    children: tuple[TreeNode, ...]
    fields: RowFields
    values: dict[str, ControlValue]
    place: Place

    def inner(self, field: str) -> Place:
        """Return the place of one field of the node."""
        return Place(self.place.graph, self.place.node, field)

    def choice(self, name: str) -> Value:
        """Return the constant value of a parameter that is never an expression."""
        return self.values[name].constant

    def ints(self, count: int = 1) -> int:
        """Reserve int slots of running memory."""
        return self.code.layout.allocate("int", count)

    def bytes_(self, count: int = 1) -> int:
        """Reserve byte slots of running memory."""
        return self.code.layout.allocate("byte", count)

    def refusal(self) -> Refusal:
        """Return what the parameter `refused` names."""
        return Status.SKIPPED if self.choice("refused") == "skipped" else Status.FAILURE


def build_row(source: NodeSource) -> TreeRow:
    """Return the row of a node; problems are noted with the code builder."""
    return _BUILDERS[source.node.kind](source)


def _ordered(source: NodeSource) -> TreeRow:
    memory = source.choice("memory")
    ending: EndStatus = Status.FAILURE if source.node.kind == "sequence" else Status.SUCCESS
    guards = [child.guard is not None and child.guard.abort in ("lower", "both") for child in source.children]
    tested = source.bytes_(len(guards)) if source.node.kind == "selector" and any(guards) else -1
    return OrderedCompositeRow(
        **source.fields,
        ending=ending,
        reactive=memory == "none",
        keep=memory == "keep",
        place=source.code.lasting_int() if memory == "keep" else _place_of_none(source.code.layout),
        tried=source.bytes_(),
        tested=tested,
    )


def _place_of_none(layout: StateLayout) -> int:
    """Reserve an int slot for a child's place that holds -1 while the node does not run."""
    place = layout.allocate("int")
    layout.initial_ints[place] = -1
    return place


def _random(source: NodeSource) -> TreeRow:
    weights = [child.slot.weight if child.slot is not None else None for child in source.children]
    ending: EndStatus = Status.FAILURE if source.node.kind == "random_sequence" else Status.SUCCESS
    given = any(weight is not None for weight in weights)
    return RandomCompositeRow(
        **source.fields,
        ending=ending,
        weights=tuple(float(1 if weight is None else weight) for weight in weights) if given else None,
        place=source.ints(),
        tried=source.bytes_(),
        draws=source.code.draw_counter(source.place.node),
        order=source.ints(len(weights)),
    )


def _parallel(source: NodeSource) -> TreeRow:
    decide: Literal["each", "end"] = "end" if source.choice("decide") == "end" else "each"
    row = ParallelRow(
        **source.fields,
        success=source.values["success"],
        failure=source.values["failure"],
        decide=decide,
        finished=source.bytes_(len(source.children)),
        needed=source.ints(2),
    )
    for name, threshold in (("success", row.success), ("failure", row.failure)):
        number, count = threshold.constant, len(source.children)
        if isinstance(number, int) and not 1 <= number <= count:
            said = f"The threshold {number} is not from 1 to the {count} children."
            source.code.refuse(source.inner(f"params.{name}"), said)
    return row


def _utility(source: NodeSource) -> TreeRow:
    scores: list[Expression] = []
    for position, child in enumerate(source.children):
        text = child.slot.score if child.slot is not None else None
        child_place = Place(source.place.graph, source.node.children[position], "slot.score")
        if text is None:
            source.code.refuse(child_place, "A child of a utility selector needs a score.", "Give it one.")
            continue
        score = source.code.expression(text, child_place, FLOAT)
        if score is not None:
            scores.append(score)
    return UtilitySelectorRow(
        **source.fields,
        scores=tuple(scores),
        every_tick=source.choice("reconsider") == "tick",
        next_on_failure=source.choice("on_failure") == "next",
        inertia=source.values["inertia"],
        chosen=source.ints(),
        added=source.code.layout.slot_for(FLOAT),
    )


def _if_else(source: NodeSource) -> TreeRow:
    return IfElseRow(**source.fields, reactive=source.choice("reactive") is True, branch=source.ints())


def _switch(source: NodeSource) -> TreeRow:
    name = source.node.params.get("variable")
    variable = source.code.expression(str(name), source.inner("params.variable")) if name else None
    if variable is None:
        return FixedRow(**source.fields, result=Status.FAILURE)
    cases: list[Value] = []
    default = -1
    for position, child in enumerate(source.children):
        slot = child.slot
        if slot is not None and slot.default:
            default = position
        case = slot.case if slot is not None else None
        cases.append(_case(case, variable.typed.type))
        if case is not None and cases[-1] is None:
            place = Place(source.place.graph, source.node.children[position], "slot.case")
            source.code.refuse(place, f"The case {case!r} is not {variable.typed.type.phrase}.")
    return SwitchRow(
        **source.fields, variable=variable, cases=tuple(cases), default=default, chosen=source.ints()
    )


def _case(case: object, declared: Type) -> Value:
    if isinstance(case, (bool, int, float, str)) and fits_type(case, declared):
        return case
    return None


def _try_recover(source: NodeSource) -> TreeRow:
    return TryRecoverRow(
        **source.fields, attempts=source.values["attempts"], recovering=source.bytes_(), left=source.ints()
    )


def _result_map(source: NodeSource) -> TreeRow:
    maps = {
        "inverter": (Status.FAILURE, Status.SUCCESS),
        "force_success": (Status.SUCCESS, Status.SUCCESS),
        "force_failure": (Status.FAILURE, Status.FAILURE),
    }
    on_success, on_failure = maps[source.node.kind]
    return ResultMapRow(**source.fields, on_success=on_success, on_failure=on_failure)


def _loop(source: NodeSource) -> TreeRow:
    again_on, ends_with, counted_out = _LOOPS[source.node.kind]
    count = source.values.get("count")
    return LoopRow(
        **source.fields,
        again_on=again_on,
        ends_with=ends_with,
        counted_out=counted_out,
        count=None if count == ControlValue() else count,
        same_tick=source.choice("pace") == "same_tick",
        limit=source.ints(),
        done=source.ints(),
    )


_LOOPS = {
    "repeat": (Status.SUCCESS, Status.FAILURE, Status.SUCCESS),
    "retry": (Status.FAILURE, Status.SUCCESS, Status.FAILURE),
    "until_success": (Status.FAILURE, Status.SUCCESS, Status.FAILURE),
    "until_failure": (Status.SUCCESS, Status.SUCCESS, Status.FAILURE),
}


def _timed(source: NodeSource) -> TreeRow:
    kind = TimeoutRow if source.node.kind == "timeout" else DelayRow
    return kind(**source.fields, seconds=source.values["seconds"], due=source.ints())


def _cooldown(source: NodeSource) -> TreeRow:
    return CooldownRow(
        **source.fields,
        seconds=source.values["seconds"],
        refused=source.refusal(),
        length=source.ints(),
        ready=source.ints(),
    )


def _rate_limit(source: NodeSource) -> TreeRow:
    between: dict[Value, Refusal | None] = {"failure": Status.FAILURE, "skipped": Status.SKIPPED}
    return RateLimitRow(
        **source.fields,
        seconds=source.values["seconds"],
        between=between.get(source.choice("between")),
        next_start=source.ints(),
        last=source.bytes_(),
    )


def _run_limit(source: NodeSource) -> TreeRow:
    counts = source.choice("counts")
    afterwards: dict[Value, Refusal | None] = {"failure": Status.FAILURE, "skipped": Status.SKIPPED}
    counted = {"success": (Status.SUCCESS,), "failure": (Status.FAILURE,)}
    return RunLimitRow(
        **source.fields,
        count=source.values.get("count", ControlValue(constant=1)),
        counted=counted.get(str(counts), (Status.SUCCESS, Status.FAILURE)),
        afterwards=afterwards.get(source.choice("afterwards")),
        done=source.code.lasting_int(),
        last=source.code.lasting_byte(),
    )


def _probability(source: NodeSource) -> TreeRow:
    return ProbabilityRow(
        **source.fields,
        chance=source.values["chance"],
        refused=source.refusal(),
        hit=source.bytes_(),
        draws=source.code.draw_counter(source.place.node),
    )


def _pass_through(source: NodeSource) -> TreeRow:
    return PassThroughRow(**source.fields)


def _condition(source: NodeSource) -> TreeRow:
    test = source.code.condition(source.node.test or "", source.inner("test"))
    if test is None:
        return FixedRow(**source.fields, result=Status.FAILURE)
    otherwise = Status.FAILURE if source.node.kind == "condition" else Status.RUNNING
    reads_triggers = bool(test.triggers)
    return ConditionRow(**source.fields, test=test, otherwise=otherwise, interpreted=reads_triggers)


def _block(source: NodeSource) -> TreeRow:
    return BlockRow(**source.fields, block=source.code.block(source.node.actions, source.inner("actions")))


def _place(source: NodeSource) -> Expression | None:
    """Return what reads the variable that a claim names: a counter of the world, or an entity."""
    inner = source.inner("params.variable")
    place = source.code.expression(str(source.node.params.get("variable") or ""), inner)
    if place is None:
        return None
    read = place.typed
    counts = isinstance(read, VariableRead) and read.type == INT and place.slots[read.slot_key].shared
    if counts or (isinstance(read, VariableRead) and read.type == ENTITY):
        return place
    said = f"A place is counted by a world variable of type int, or is an entity; {place.text} is neither."
    source.code.refuse(inner, said, "Name a variable that is.")
    return None


def _claim(source: NodeSource) -> TreeRow:
    place = _place(source)
    if place is None:
        return FixedRow(**source.fields, result=Status.FAILURE)
    scope = source.fields["index"] if source.choice("until") == "parent" else NO_SCOPE
    held = source.code.layout.allocate("object")
    return ClaimRow(**source.fields, place=place, held=held, scope=scope)


def _release(source: NodeSource) -> TreeRow:
    place = _place(source)
    if place is None:
        return FixedRow(**source.fields, result=Status.FAILURE)
    return ReleaseRow(**source.fields, place=place)


def _log(source: NodeSource) -> TreeRow:
    return LogRow(**source.fields, message=source.values["message"])


def _wait(source: NodeSource) -> TreeRow:
    return WaitRow(
        **source.fields,
        seconds=source.values["seconds"],
        jitter=source.values["jitter"],
        due=source.ints(),
        draws=source.code.draw_counter(source.place.node),
    )


def _fixed(source: NodeSource) -> TreeRow:
    results = {"succeed": Status.SUCCESS, "fail": Status.FAILURE}
    named = {
        "success": Status.SUCCESS,
        "failure": Status.FAILURE,
        "running": Status.RUNNING,
        "skipped": Status.SKIPPED,
    }
    if source.node.kind in results:
        return FixedRow(**source.fields, result=results[source.node.kind])
    # A status that is none was refused where it was read.
    return FixedRow(**source.fields, result=named.get(str(source.choice("status")), Status.FAILURE))


_BUILDERS: Mapping[str, Callable[[NodeSource], TreeRow]] = {
    "sequence": _ordered,
    "selector": _ordered,
    "random_sequence": _random,
    "random_selector": _random,
    "parallel": _parallel,
    "utility_selector": _utility,
    "if_else": _if_else,
    "switch": _switch,
    "try_recover": _try_recover,
    "inverter": _result_map,
    "force_success": _result_map,
    "force_failure": _result_map,
    "repeat": _loop,
    "retry": _loop,
    "until_success": _loop,
    "until_failure": _loop,
    "timeout": _timed,
    "delay": _timed,
    "cooldown": _cooldown,
    "rate_limit": _rate_limit,
    "run_limit": _run_limit,
    "run_once": _run_limit,
    "probability": _probability,
    "breakpoint": _pass_through,
    "fixed_status": _fixed,
    "condition": _condition,
    "wait_until": _condition,
    "set": _block,
    "raise": _block,
    "claim": _claim,
    "release": _release,
    "log": _log,
    "wait": _wait,
    "succeed": _fixed,
    "fail": _fixed,
}

BUILT_KINDS = frozenset(_BUILDERS)
"""Kinds whose rows are built here; action and the calls are built by the tree compiler."""
