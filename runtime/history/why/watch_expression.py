"""Evaluate an expression that is in no document on a running agent: for breakpoints and watches."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.checks.rules.scopes import document_scope
from graphs.expressions import typed as nodes
from graphs.expressions.checker import check_expression
from graphs.expressions.scope import Scope
from graphs.expressions.typed import walk_typed
from graphs.expressions.types import Type, Value, ValueType
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.variables_and_events import POLLED_OR_EVENTLESS, matching_events
from runtime.basics.context import Slot
from runtime.minds.brain.brain import Brain
from runtime.minds.expressions.explain import Explanation, PartOutcome
from runtime.minds.machines.machine_rows import StateRow, TransitionRow
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Instance, Program

_READS = (
    *(nodes.ConditionCall, nodes.ContextRead, nodes.EntityField, nodes.VariableRead),
    *(nodes.EventField, nodes.EventName, nodes.LastField, nodes.Received),
)


@dataclass(frozen=True, slots=True)
class ReadValue:
    """Hold something that an expression reads, as it is written there, and its value."""

    text: str
    value: Value


@dataclass(frozen=True, slots=True)
class ValueInPlace:
    """Hold what an expression comes to, None with `has_value` False where it fails, and what it reads."""

    value: Value
    has_value: bool
    reads: tuple[ReadValue, ...]


def watch_expression(
    text: str, document: Document, registry: Registry, program: Program, expected: Type | None = None
) -> Expression:
    """Return an expression over the agent and world variables of a document, for agents that run `program`.

    Raises `ExpressionError`, with a remedy, for a text that does not parse or has another type.
    """
    typed = check_expression(text, document_scope(document, registry), expected)
    slots = {f"agent:{name}": slot for name, slot in program.variables.items()}
    slots |= {f"world:{name}": slot for name, slot in program.world_variables.items()}
    return Expression(text, typed, slots)


def expression_in_place(text: str, scope: Scope, program: Program, instance: Instance) -> Expression:
    """Return an expression that is in a graph of the document that `program` runs.

    `scope` is what it may name there, `instance` the use of the graph that is looked at. Raises
    `ExpressionError` for a text that does not parse.
    """
    slots: dict[str, Slot] = {f"agent:{name}": slot for name, slot in program.variables.items()}
    slots |= {f"world:{name}": slot for name, slot in program.world_variables.items()}
    return Expression(text, check_expression(text, scope), {**slots, **instance.slots})


def value_in_place(expression: Expression, brain: Brain, row: int | None) -> ValueInPlace:
    """Return what an expression of the element at `row` comes to between two ticks, with all that it reads.

    The payload of an event is that of the last one of the tick shown which the transition takes; without
    one, what reads it has no value. None for `row` is an expression of no element. It changes nothing.
    Raises LookupError for what the program has no place for.
    """
    trial = brain.copy_for_trial()
    _stand_at(trial, row)
    found = expression.explanation(trial)
    reads: dict[str, ReadValue] = {}
    _note_reads(found, expression.text, reads)
    return ValueInPlace(found.value, found.outcome is PartOutcome.VALUE, tuple(reads.values()))


def _stand_at(trial: Brain, row: int | None) -> None:
    """Let a brain read as it would at a row: with the state around it, and the event it takes."""
    trial.state_row = trial.event = None
    element = trial.program.rows[row] if row is not None else None
    if isinstance(element, StateRow):
        trial.state_row = element
    elif isinstance(element, TransitionRow):
        trial.state_row = element.source
        wanted = [name for name in element.events if name not in POLLED_OR_EVENTLESS]
        arrived = reversed(trial.events_now)
        trial.event = next((event for event in arrived if matching_events(wanted, (event.name,))), None)


def _note_reads(part: Explanation, text: str, reads: dict[str, ReadValue]) -> None:
    if isinstance(part.node, _READS):
        if part.outcome is PartOutcome.VALUE:
            source = text[part.start : part.end]
            reads.setdefault(source, ReadValue(source, part.value))
        if not isinstance(part.node, nodes.ConditionCall | nodes.EntityField):
            return
    for inner in part.parts:
        _note_reads(inner, text, reads)


def value_on(expression: Expression, brain: Brain) -> Value:
    """Return what an expression comes to on an agent between two ticks; raise `EvaluationError`.

    It changes nothing: a trigger that it reads is not consumed by it.
    """
    return expression.run(brain.copy_for_trial())


def reads_values_only(expression: Expression) -> bool:
    """Tell whether it reads variables and times alone, no triggers: such a reading changes nothing."""
    slots = (
        expression.slots[node.slot_key]
        for node in walk_typed(expression.typed)
        if isinstance(node, nodes.VariableRead)
    )
    return expression.readings is not None and all(slot.type.kind is not ValueType.TRIGGER for slot in slots)
