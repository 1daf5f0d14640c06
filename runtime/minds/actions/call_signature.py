"""Read what a function, or a class of parameters, declares, and give it its arguments at run time."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from graphs.kinds.declarations.parameter import Parameter
from runtime.basics.context import EvaluationError
from runtime.basics.values import Value
from runtime.minds.actions.action import ActionContext
from runtime.minds.actions.parameter_types import (
    NO_DEFAULT,
    RegistrationError,
    TypedParameter,
    typed_parameter,
)

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class CallSignature:
    """Hold the parameters of a function in order, and whether it takes the context first."""

    takes_context: bool
    typed: tuple[TypedParameter, ...]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Return the parameters as declared."""
        return tuple(each.parameter for each in self.typed)

    def arguments(self, value_of: Callable[[str], Value]) -> dict[str, Value]:
        """Return the arguments by name; raise `EvaluationError` for nobody where somebody is wanted."""
        return {each.parameter.name: _argument(each, value_of(each.parameter.name)) for each in self.typed}


def signature_of(function: Callable[..., object], context_type: type) -> CallSignature:
    """Return what a function declares; its first parameter may be the context, annotated `context_type`.

    Raises
    ------
    RegistrationError
        For a parameter without a type, with a type that parameters cannot have, or for `*args` and `**more`.
    """
    hints = _hints(function)
    typed: list[TypedParameter] = []
    takes_context = False
    for place, parameter in enumerate(inspect.signature(function).parameters.values()):
        annotation = hints.get(parameter.name)
        if annotation is context_type and place == 0:
            takes_context = True
            continue
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise RegistrationError(
                f"The parameter {parameter.name!r} cannot be given by name; write it plain."
            )
        if annotation is None:
            raise RegistrationError(
                f"The parameter {parameter.name!r} has no type; write one, as in 'times: int'."
            )
        if getattr(annotation, "__name__", "") in ("ActionContext", "ConditionContext"):
            raise RegistrationError(
                f"{parameter.name!r} is a context; here it is {context_type.__name__}, the first parameter."
            )
        default = NO_DEFAULT if parameter.default is parameter.empty else parameter.default
        typed.append(typed_parameter(parameter.name, annotation, default))
    return CallSignature(takes_context, tuple(typed))


def fields_of(declared: type) -> CallSignature:
    """Return the parameters that the annotations of a class declare, in order, its defaults included.

    They are read once: the module of the class need not be there any more when the class is used again.
    Raises `RegistrationError` as `signature_of` does.
    """
    return _read_fields(cast(Hashable, declared))


def typed_arguments(context: ActionContext, declared: type[Given]) -> Given:
    """Return the arguments of this tick as an object of the class that declares the parameters.

    For actions written as classes: `given = typed_arguments(context, Salvo.parameters)`. Raises
    `EvaluationError`, which fails the action, for nobody where somebody is wanted.
    """
    given = declared.__new__(declared)
    for name, value in fields_of(declared).arguments(context.argument).items():
        object.__setattr__(given, name, value)
    return given


@lru_cache(maxsize=1024)
def _read_fields(declared: Hashable) -> CallSignature:
    of_class = cast(type, declared)
    return CallSignature(
        True,
        tuple(
            typed_parameter(name, annotation, _default(of_class, name))
            for name, annotation in _hints(of_class).items()
        ),
    )


def _default(declared: type, name: str) -> object:
    if is_dataclass(declared):
        found = next(field.default for field in fields(declared) if field.name == name)
        return NO_DEFAULT if found is MISSING else found
    return getattr(declared, name, NO_DEFAULT)


def _argument(typed: TypedParameter, value: Value) -> Value:
    if value is None:
        if typed.left_out is NO_DEFAULT:
            name = typed.parameter.name
            what = "nobody" if typed.parameter.type in ("entity", "point") else "nothing"
            raise EvaluationError(f"The argument {name} is {what}.")
        value = cast(Value, typed.left_out)
    if typed.as_float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _hints(declared: object) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(declared, include_extras=True)
    except Exception as error:
        raise RegistrationError(
            f"The types of {getattr(declared, '__name__', declared)} cannot be read: {error}. "
            "Import what they name at the top of the file."
        ) from None
