"""Evaluate an expression that stands in no document on a running agent: for breakpoints and watches."""

from __future__ import annotations

from graphs.expressions.checker import check_expression
from graphs.expressions.types import Type, Value
from graphs.kinds.registry import Registry
from graphs.model import Document
from graphs.validation.scopes import document_scope
from runtime.brains.brain import Brain
from runtime.program.code import Expression
from runtime.program.program import Program


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


def value_on(expression: Expression, brain: Brain) -> Value:
    """Return what an expression comes to on an agent between two ticks; raise `EvaluationError`.

    It changes nothing: a trigger that it reads is not consumed by it.
    """
    return expression.run(brain.copy_for_trial())
