"""Work out the defaults of variables that are expressions: once, from other defaults (rule 2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from graphs.checks.rules.default_values import typed_defaults
from graphs.checks.rules.scopes import type_of_variable
from graphs.expressions.errors import ExpressionError
from graphs.expressions.typed import TypedExpression, VariableRead
from graphs.expressions.types import Value, declared_value
from graphs.model.variables_and_events import Variable
from runtime.basics.context import EvaluationContext, EvaluationError
from runtime.minds.expressions.evaluate import TreeWalk


class _DefaultWalk(TreeWalk):
    """Evaluate with the defaults known so far in place of variables."""

    def __init__(self, known: Mapping[str, Value]) -> None:
        # What is checked reads nothing but variables.
        super().__init__({}, cast(EvaluationContext, None))
        self._known = known

    def value(self, node: TypedExpression) -> Value:
        return self._known[node.slot_key] if isinstance(node, VariableRead) else super().value(node)


def with_plain_defaults(variables: Mapping[str, Variable]) -> Mapping[str, Variable]:
    """Return the variables with values in place of expressions; one that fails gets its type's own."""
    return _worked_out(variables)[0]


def failing_defaults(variables: Mapping[str, Variable]) -> Mapping[str, str]:
    """Return why defaults cannot be worked out, by the names of their variables."""
    return _worked_out(variables)[1]


def _worked_out(variables: Mapping[str, Variable]) -> tuple[Mapping[str, Variable], Mapping[str, str]]:
    typed = typed_defaults(variables)
    if not typed:
        return variables, {}
    known = {
        name: declared_value(None if name in typed else variable.default, type_of_variable(variable))
        for name, variable in variables.items()
    }
    found, problems = dict(variables), {}
    for name, default in typed.items():
        try:
            if isinstance(default, ExpressionError):
                raise EvaluationError(str(default))
            known[name] = _DefaultWalk(known).value(default)
        except EvaluationError as error:
            problems[name] = error.message
        value = known[name]
        plain = [*value] if isinstance(value, tuple) else value
        found[name] = variables[name].model_copy(update={"default": plain})
    return found, problems
