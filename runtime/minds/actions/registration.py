"""Declare a game's own actions and conditions in Python: one declaration gives parameters and behavior.

    @action(title="Knock", icon="action")
    def knock(context: ActionContext, door: EntityId, times: int = 3) -> Status: ...

    @condition()
    def is_open(context: ConditionContext, door: EntityId) -> bool: ...

The decorators leave what they decorate as it is and note beside it what was declared; nothing is global.
`registrations_in` finds what a module declares. Parameters are read from the annotations and defaults of the
function, or of the class's `parameters` (`runtime.minds.actions.parameter_types` lists the types).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar, get_args

from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS, RESERVED_NAMES, is_name
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.node_kind import Family
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.titles import placeholders
from graphs.projects.manifest_reading import title_of
from runtime.minds.actions.action import Action, ActionContext, FieldType
from runtime.minds.actions.call_signature import fields_of, signature_of
from runtime.minds.actions.condition import Condition, ConditionContext
from runtime.minds.actions.function_actions import FunctionAction, FunctionCondition, GeneratorAction
from runtime.minds.actions.parameter_types import RegistrationError

Decorated = TypeVar("Decorated", bound=Callable[..., object])

_NOTE = "_mindloom_registration"

_FUNCTIONS = frozenset({*PURE_FUNCTIONS, *EVENT_FUNCTIONS, *RANDOM_DRAWS})


@dataclass(frozen=True, slots=True)
class ActionRegistration:
    """Hold an action: what is declared, what it does, and the code it was read from."""

    declaration: ActionDeclaration
    action: Action
    source: Callable[..., object]


@dataclass(frozen=True, slots=True)
class ConditionRegistration:
    """Hold a condition: what is declared, how it is answered, and the code it was read from."""

    declaration: ConditionDeclaration
    condition: Condition
    source: Callable[..., object]


Registration = ActionRegistration | ConditionRegistration


def action(
    *,
    name: str = "",
    title: str = "",
    summary: str = "",
    icon: str = "action",
    family: Family = "act",
    instant: bool = False,
    title_template: str = "",
    line_template: str = "",
    state: Mapping[str, FieldType] | None = None,
) -> Callable[[Decorated], Decorated]:
    """Register a function, or a class derived from `Action`, as an action.

    `name` is what documents write; left out, it is the function's, or the class's in small letters. `summary`
    and help are read from the docstring. `instant` ones end in the tick they start and may stand in action
    blocks. `state` are fields a function keeps in `context.state`; a class has them in `state_fields`.

    Raises
    ------
    RegistrationError
        When decorating, for what no action can be declared with.
    """

    def decorate(target: Decorated) -> Decorated:
        if inspect.isclass(target):
            made, parameters = _class_action(target, state)
        else:
            made, parameters = _function_action(target, state or {})
        _check_fields(made.state_fields)
        if instant and (made.state_fields or not made.resumable):
            raise RegistrationError("An instant action ends in the tick it starts: no state, no yield.")
        first, rest = _texts(target, summary)
        chosen = name or _name_of(target)
        _check_name("action", chosen, frozenset())
        _check_template(title_template, parameters)
        _check_template(line_template, parameters)
        shown = title or title_of(chosen)
        declaration = ActionDeclaration(
            id=chosen,
            title=shown,
            summary=first or f"{shown.rstrip('.')}.",
            icon=icon,
            family=family,
            parameters=parameters,
            instant=instant,
            title_template=title_template,
            line_template=line_template,
            help=rest,
        )
        return _noted(target, ActionRegistration(declaration, made, target))

    return decorate


def condition(*, name: str = "", title: str = "", summary: str = "") -> Callable[[Decorated], Decorated]:
    """Register a function that returns True or False as a condition.

    `name` is what expressions write; left out, it is the function's. `summary` and help are read from the
    docstring.

    Raises
    ------
    RegistrationError
        When decorating, for what no condition can be declared with.
    """

    def decorate(target: Decorated) -> Decorated:
        if inspect.isclass(target) or _is_generator(target) or inspect.iscoroutinefunction(target):
            raise RegistrationError("A condition is a plain function that returns True or False.")
        answering = FunctionCondition(target, signature_of(target, ConditionContext))
        first, rest = _texts(target, summary)
        chosen = name or _name_of(target)
        _check_name("condition", chosen, _FUNCTIONS)
        shown = title or title_of(chosen)
        declaration = ConditionDeclaration(
            id=chosen,
            title=shown,
            summary=first or f"{shown.rstrip('.')}.",
            parameters=answering.parameters,
            help=rest,
        )
        return _noted(target, ConditionRegistration(declaration, answering, target))

    return decorate


def registrations_in(names: Mapping[str, object]) -> tuple[Registration, ...]:
    """Return what the values of a namespace, such as `vars(module)`, declare, in their order, each once."""
    found: dict[int, Registration] = {}
    for value in names.values():
        note = vars(value).get(_NOTE) if inspect.isclass(value) or inspect.isfunction(value) else None
        if isinstance(note, (ActionRegistration, ConditionRegistration)):
            found.setdefault(id(note), note)
    return tuple(found.values())


def _noted(target: Decorated, registration: Registration) -> Decorated:
    setattr(target, _NOTE, registration)
    return target


def _class_action(
    target: type, state: Mapping[str, FieldType] | None
) -> tuple[Action, tuple[Parameter, ...]]:
    if not issubclass(target, Action):
        raise RegistrationError(f"The class {target.__name__} is no action; derive it from Action.")
    if state is not None:
        raise RegistrationError("A class declares its fields as 'state_fields'.")
    declared = getattr(target, "parameters", None)
    if declared is not None and not inspect.isclass(declared):
        raise RegistrationError("'parameters' is a class whose annotations declare the parameters.")
    try:
        made = target()
    except Exception as error:
        raise RegistrationError(
            f"{target.__name__} cannot be made without arguments: {error}. All agents share one such object."
        ) from error
    return made, fields_of(declared).parameters if declared is not None else ()


def _function_action(
    target: Callable[..., object], state: Mapping[str, FieldType]
) -> tuple[Action, tuple[Parameter, ...]]:
    if not inspect.isfunction(target):
        raise RegistrationError("An action is a function, or a class derived from Action.")
    if inspect.iscoroutinefunction(target) or inspect.isasyncgenfunction(target):
        raise RegistrationError(f"{target.__name__} is async; an action runs in the tick. Use yield to wait.")
    signature = signature_of(target, ActionContext)
    made = GeneratorAction if _is_generator(target) else FunctionAction
    return made(target, signature, state), signature.parameters


def _is_generator(target: Callable[..., object]) -> bool:
    return inspect.isgeneratorfunction(target)


def _name_of(target: Callable[..., object]) -> str:
    name = target.__name__
    if inspect.isclass(target):
        short = name.removesuffix("Action") or name
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", short).lower()
    return name


def _texts(target: Callable[..., object], summary: str) -> tuple[str, str]:
    """Return the first paragraph of the docstring, or `summary`, and what else it says."""
    own = target.__doc__ if not inspect.isclass(target) else vars(target).get("__doc__")
    first, _, rest = inspect.cleandoc(own or "").partition("\n\n")
    return summary or " ".join(first.split()), rest.strip()


def _check_name(sort: str, name: str, taken: frozenset[str]) -> None:
    if not is_name(name) or name in RESERVED_NAMES:
        raise RegistrationError(
            f"{name!r} cannot be the name of the {sort}; use letters, digits and underscores, a letter first."
        )
    if name in taken:
        raise RegistrationError(f"{name!r} is a built-in function; give the {sort} another name.")


def _check_template(template: str, parameters: tuple[Parameter, ...]) -> None:
    known = [parameter.name for parameter in parameters]
    for placeholder in placeholders(template):
        if placeholder not in known:
            listed = ", ".join(known) or "none"
            raise RegistrationError(f"{{{placeholder}}} is no parameter of the action; known are {listed}.")


def _check_fields(fields: Mapping[str, FieldType]) -> None:
    for name, kind in fields.items():
        if kind not in get_args(FieldType):
            known = ", ".join(get_args(FieldType))
            raise RegistrationError(f"The field {name!r} is of type {kind!r}; expected one of {known}.")
        if not name.isidentifier() or name.startswith("_"):
            raise RegistrationError(f"{name!r} cannot be the name of a field of 'context.state'.")
