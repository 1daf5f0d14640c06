"""Check the defaults of variables that are expressions, and bring them into an order to work them out in.

Files have their variables in the order of their names, so that what a default names is worked out before it,
whatever its place (rule 2.1).
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.checks.rules.scopes import type_of_variable
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.rename import variables_in
from graphs.expressions.scope import Scope, VariableInfo
from graphs.expressions.typed import ContextRead, EntityField, TypedExpression, walk_typed
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.variables_and_events import Variable

TypedDefault = TypedExpression | ExpressionError


def default_scope(variables: Mapping[str, Variable]) -> Scope:
    """Return what defaults may name: the variables beside them, but no triggers."""
    return Scope(
        variables={
            name: VariableInfo(type_of_variable(variable), name)
            for name, variable in variables.items()
            if variable.type != "trigger"
        }
    )


def typed_defaults(variables: Mapping[str, Variable]) -> Mapping[str, TypedDefault]:
    """Return the defaults that are expressions, typed, each behind those it names; else what is wrong."""
    texts = {name: text for name in variables if (text := expression_text(variables[name].default))}
    if not texts:
        return {}
    scope = default_scope(variables)
    named = {name: {*variables_in(text)} & texts.keys() for name, text in texts.items()}
    found: dict[str, TypedDefault] = {}
    while waiting := [name for name in texts if name not in found]:
        ready = [name for name in waiting if not named[name] - found.keys()]
        for name in ready:
            found[name] = _typed(texts[name], variables[name], scope)
        if not ready:
            message = f"The defaults of {', '.join(waiting)} wait for each other."
            circle = ExpressionError(message, 0, 0, "Give one of them a plain value.")
            return {**found, **dict.fromkeys(waiting, circle)}
    return found


def named_in_defaults(variables: Mapping[str, Variable]) -> frozenset[str]:
    """Return the names that defaults read."""
    texts = (expression_text(variable.default) for variable in variables.values())
    return frozenset(name for text in texts if text for name in variables_in(text))


def _typed(text: str, variable: Variable, scope: Scope) -> TypedDefault:
    try:
        typed = check_expression(text, scope, type_of_variable(variable))
    except ExpressionError as error:
        return error
    for part in walk_typed(typed):
        if isinstance(part, (ContextRead, EntityField)):
            message, remedy = "A default sees nothing of the world.", "Use constants and other variables."
            return ExpressionError(message, part.start, part.end, remedy)
    return typed
