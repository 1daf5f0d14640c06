"""Run the stand-ins of a game's own actions.

| stand-in | each tick, entered on tick e |
|---|---|
| mapped | what the built-in action does with the parameters mapped to it |
| timed, n ticks | RUNNING on e … e+n−1, its result on e+n; n = 0: at once |
| clicked | RUNNING until the user clicked, then what was clicked |
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.action_declarations import (
    ActionDeclaration,
    ClickedStandIn,
    MappedStandIn,
    ParameterOf,
    TimedStandIn,
)
from graphs.kinds.declarations.parameter import Parameter, literal_value
from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import Status
from runtime.basics.time_ticks import duration_to_ticks_exact
from runtime.basics.values import Value
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary


class ResultStandIn(Action):
    """Give one result at once."""

    stands_in = True

    def __init__(self, result: Status) -> None:
        self._result = result

    def tick(self, context: ActionContext) -> Status:
        """Return the result."""
        return self._result


class TimedResultStandIn(Action):
    """Give one result after a time."""

    stands_in = True
    state_fields = {"since": "int"}

    def __init__(self, result: Status, seconds: float) -> None:
        self._result = result
        self._seconds = seconds

    def enter(self, context: ActionContext) -> None:
        """Begin to count."""
        context.state.since = context.tick

    def tick(self, context: ActionContext) -> Status:
        """Return RUNNING until the time is over, then the result."""
        since = context.state.since
        assert isinstance(since, int)
        over = context.tick - since >= _ticks(self._seconds, context.rate)
        return self._result if over else Status.RUNNING


class ClickedResultStandIn(Action):
    """Run until `Session.answer_stand_in` writes a result into the field `answer`."""

    stands_in = True
    awaits_answer = True
    state_fields = {"answer": "int"}

    def tick(self, context: ActionContext) -> Status:
        """Return the answer, RUNNING while there is none."""
        answer = context.state.answer
        assert isinstance(answer, int)
        return Status(answer) if answer else Status.RUNNING


class MappedAction(Action):
    """Run another action with arguments of its own making."""

    stands_in = True

    def __init__(
        self, action: Action, constants: Mapping[str, Value], taken: Mapping[str, tuple[str, bool]]
    ) -> None:
        """Run `action`; `taken` maps its parameters to (the name of the game's, whether a float is wanted).

        A constant is the value of a parameter that is not taken, or that was left out.
        """
        self.state_fields = action.state_fields
        self._action = action
        self._constants = dict(constants)
        self._taken = dict(taken)

    def enter(self, context: ActionContext) -> None:
        """Enter the other action."""
        self._action.enter(self._mapped(context))

    def tick(self, context: ActionContext) -> Status:
        """Tick the other action and return its result."""
        return self._action.tick(self._mapped(context))

    def halt(self, context: ActionContext) -> None:
        """Halt the other action."""
        self._action.halt(self._mapped(context))

    def _mapped(self, context: ActionContext) -> ActionContext:
        arguments = dict(self._constants)
        for name, (source, as_float) in self._taken.items():
            value = context.argument(source)
            if value is not None:
                is_int = isinstance(value, int) and not isinstance(value, bool)
                arguments[name] = float(value) if as_float and is_int else value  # type: ignore[arg-type]
        return cast(ActionContext, _MappedContext(context, arguments))


class _MappedContext:
    """Be the context of the action stood in for, but with other arguments."""

    __slots__ = ("_arguments", "_context")

    def __init__(self, context: ActionContext, arguments: Mapping[str, Value]) -> None:
        self._context = context
        self._arguments = arguments

    def argument(self, name: str) -> Value:
        return self._arguments[name]

    def request_again(self) -> bool:
        return False

    def __getattr__(self, name: str) -> object:
        return getattr(self._context, name)


def library_with_stand_ins(library: ActionLibrary, registry: Registry) -> ActionLibrary:
    """Return a library in which every declared action that has no behavior runs as its stand-in.

    An action without a stand-in, or whose stand-in names an action without a behavior, stays without.
    """
    added: dict[str, Action] = {}
    for declaration in registry.actions.values():
        if library.get(declaration.id) is None:
            action = _stand_in(declaration, library, registry)
            if action is not None:
                added[declaration.id] = action
    return library.extended(added) if added else library


def _stand_in(declaration: ActionDeclaration, library: ActionLibrary, registry: Registry) -> Action | None:
    match declaration.stand_in:
        case TimedStandIn(result, seconds):
            status = Status.SUCCESS if result == "success" else Status.FAILURE
            return TimedResultStandIn(status, seconds) if seconds > 0 else ResultStandIn(status)
        case ClickedStandIn():
            return ClickedResultStandIn()
        case MappedStandIn(name, params):
            action, target = library.get(name), registry.actions.get(name)
            return None if action is None or target is None else _mapped(action, target, params)
        case _:
            return None


def _mapped(
    action: Action, target: ActionDeclaration, params: Mapping[str, JsonValue | ParameterOf]
) -> MappedAction:
    constants: dict[str, Value] = {}
    taken: dict[str, tuple[str, bool]] = {}
    for parameter in target.parameters:
        given = params.get(parameter.name)
        if isinstance(given, ParameterOf):
            taken[parameter.name] = (given.name, parameter.type in ("float", "seconds"))
            given = None
        constants[parameter.name] = _constant(parameter, parameter.default if given is None else given)
    return MappedAction(action, constants, taken)


def _constant(parameter: Parameter, value: JsonValue) -> Value:
    if parameter.type == "seconds" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return None if value is None else literal_value(parameter, value)


@lru_cache(maxsize=256)
def _ticks(seconds: float, rate: int) -> int:
    return duration_to_ticks_exact(seconds, rate)
