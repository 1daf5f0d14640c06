"""Check that a game's functions can take what documents leave out: optional arguments without a default."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator

from graphs.expressions.typed import ConditionCall, Constant, walk_typed
from runtime.embedding.embedding_error import EmbeddingError
from runtime.export.game_needs import code_of_all
from runtime.minds.actions.action import ActionContext
from runtime.minds.actions.action_lines import DoLine
from runtime.minds.actions.call_signature import signature_of
from runtime.minds.actions.condition import ConditionContext
from runtime.minds.actions.parameter_types import NO_DEFAULT
from runtime.minds.actions.registration import ActionRegistration, registrations_in
from runtime.minds.program.code import ControlValue, Expression
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow


def check_left_out(rows: tuple[Row, ...], supplied: Iterable[Callable[..., object]]) -> None:
    """Raise `EmbeddingError` where a call leaves out what a supplied function has no default for."""
    left_out = frozenset(_left_out(rows))
    for target in supplied:
        for one in registrations_in({"": target}):
            if not inspect.isfunction(one.source):
                continue
            acts = isinstance(one, ActionRegistration)
            signature = signature_of(one.source, ActionContext if acts else ConditionContext)
            sort, name = "action" if acts else "condition", one.declaration.id
            for place, typed in enumerate(signature.typed):
                key = typed.parameter.name if acts else str(place)
                if typed.left_out is NO_DEFAULT and (sort, name, key) in left_out:
                    raise EmbeddingError(
                        f"The export leaves out {typed.parameter.name!r} of the {sort} {name!r}. "
                        f"Type it '| None' here{_or_default(typed.parameter.type)}."
                    )


def _or_default(type_name: str) -> str:
    return "" if type_name in ("entity", "point") else ", or give it a default"


def _left_out(rows: tuple[Row, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield what is left out: actions with names of parameters, conditions with places of arguments."""
    for row in rows:
        if isinstance(row, ActionRow):
            yield from (
                ("action", row.action_id, name) for name, value in row.arguments if _is_nothing(value)
            )
    for code in code_of_all(rows):
        if isinstance(code, DoLine):
            yield from (("action", code.name, name) for name, one in code.arguments if _is_nothing(one))
        elif isinstance(code, Expression):
            for part in walk_typed(code.typed):
                if isinstance(part, ConditionCall):
                    for place, given in enumerate(part.arguments):
                        if isinstance(given, Constant) and given.value is None:
                            yield "condition", part.condition, str(place)


def _is_nothing(value: ControlValue) -> bool:
    if value.expression is None:
        return value.constant is None
    typed = value.expression.typed
    return isinstance(typed, Constant) and typed.value is None
