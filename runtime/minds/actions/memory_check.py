"""Find actions that remember something outside their declared fields: the debug mode of rule 3.12.

An action object is shared by all agents, and no snapshot holds what it keeps. `checked_library` wraps every
action of a library; each call compares what the object, its class and its functions hold before and after.
What has changed raises `MemoryOutsideState`, which fails the node and is in the trace with its name.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from types import CellType, FunctionType
from typing import TypeVar

import numpy as np

from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary

Result = TypeVar("Result")

Print = tuple[object, ...]
"""What a value holds, as nested tuples that compare by content."""

DEEPEST = 12
"""Levels of a value that are looked into."""


class MemoryOutsideState(RuntimeError):
    """Name what an action has changed outside its declared fields."""

    def __init__(self, code_name: str, where: str) -> None:
        super().__init__(
            f"{code_name} keeps something in {where}, which all agents share and no snapshot holds; "
            "declare a field in state_fields and keep it in context.state"
        )
        self.where = where


class CheckedAction(Action):
    """Run another action and raise `MemoryOutsideState` for what it keeps outside its fields."""

    def __init__(self, action: Action) -> None:
        self.state_fields = action.state_fields
        self.resumable = action.resumable
        self.stands_in = action.stands_in
        self.awaits_answer = action.awaits_answer
        self._action = action

    @property
    def code_name(self) -> str:
        """Return the name of the code that is checked."""
        return self._action.code_name

    def enter(self, context: ActionContext) -> None:
        """Enter the action, checked."""
        self._checked(lambda: self._action.enter(context))

    def tick(self, context: ActionContext) -> Status:
        """Tick the action, checked."""
        return self._checked(lambda: self._action.tick(context))

    def halt(self, context: ActionContext) -> None:
        """Halt the action, checked."""
        self._checked(lambda: self._action.halt(context))

    def _checked(self, call: Callable[[], Result]) -> Result:
        before = _places(self._action)
        result = call()
        after = _places(self._action)
        for where in sorted(before.keys() | after.keys()):
            if before.get(where) != after.get(where):
                raise MemoryOutsideState(self.code_name, where)
        return result


def checked_library(library: ActionLibrary) -> ActionLibrary:
    """Return the library with every action checked each time it is entered, ticked or halted.

    For tests and debugging; it makes each call many times slower. A generator's own frame is not looked at:
    such an action says by itself that it is not resumable.
    """
    actions: dict[str, Action] = {}
    for name in library:
        found = library.get(name)
        if found is not None:
            actions[name] = CheckedAction(found)
    return ActionLibrary(actions)


def _places(action: Action) -> Mapping[str, Print]:
    """Return what lies in every place where an action could keep something, by the name of the place."""
    places: dict[str, Print] = {}
    for name, value in _attributes(action):
        places[f"self.{name}"] = _print(value, ())
        if isinstance(value, FunctionType):
            places.update(_function_places(value))
    for owner in type(action).__mro__:
        if owner in (Action, object):
            continue
        for name, value in vars(owner).items():
            if isinstance(value, FunctionType):
                places.update(_function_places(value))
            elif not (name.startswith("__") and name.endswith("__")):
                places[f"{owner.__name__}.{name}"] = _print(value, ())
    return places


def _function_places(function: FunctionType) -> Iterator[tuple[str, Print]]:
    """Yield the attributes, defaults, closure and globals of a function that it could keep something in."""
    name = function.__name__
    for attribute, value in vars(function).items():
        yield f"{name}.{attribute}", _print(value, ())
    yield f"the defaults of {name}", _print((function.__defaults__, function.__kwdefaults__), ())
    for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield f"the variable {variable} around {name}", _print(_content(cell), ())
    for word in function.__code__.co_names:
        value = function.__globals__.get(word)
        if isinstance(value, (bool, int, float, str, list, dict, set, bytearray, deque)):
            yield f"the module's {word}", _print(value, ())


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _attributes(value: object) -> Iterator[tuple[str, object]]:
    yield from getattr(value, "__dict__", {}).items()
    for owner in type(value).__mro__:
        slots = vars(owner).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                yield name, getattr(value, name)


def _print(value: object, around: tuple[int, ...]) -> Print:
    """Return what a value holds; `around` are the ids of the values it was reached through."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return (type(value).__name__, value)
    if id(value) in around or len(around) >= DEEPEST:
        return ("again", id(value))
    inside = (*around, id(value))
    if isinstance(value, np.ndarray):
        return ("array", value.shape, value.tobytes())
    if isinstance(value, (list, tuple, deque)):
        return ("list", id(type(value)), *(_print(part, inside) for part in value))
    if isinstance(value, Mapping):
        return ("mapping", *((_print(key, inside), _print(part, inside)) for key, part in value.items()))
    if isinstance(value, (set, frozenset)):
        return ("set", frozenset(_print(part, inside) for part in value))
    if isinstance(value, bytearray):
        return ("bytes", bytes(value))
    if isinstance(value, type) or inspect.isroutine(value) or inspect.ismodule(value):
        return ("code", id(value))
    parts = sorted(_attributes(value), key=lambda item: item[0])
    return ("object", id(value), *((name, _print(part, inside)) for name, part in parts))
