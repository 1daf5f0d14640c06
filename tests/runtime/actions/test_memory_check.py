"""The debug mode of actions: nothing may be kept outside the declared fields (rule 3.12)."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import pytest

from graphs.kinds.actions.steering_actions import STEERING_ACTIONS
from graphs.kinds.declarations.parameter import Parameter
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.memory_check import CheckedAction, MemoryOutsideState, checked_library
from runtime.minds.actions.registration import action
from runtime.minds.actions.stand_ins import library_with_stand_ins
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from tests.runtime.actions.game_session import MIND, doing, errors, field_with, game_of, lone, tree_document

PATHS = {"round": {"waypoints": ["w1", "w2"], "mode": "open"}}
WAYPOINTS = {"w1": {"at": [5, 5]}, "w2": {"at": [9, 5]}}

GIVEN = {"point": "other", "entity": "other", "path": "round"}
"""A value for each type of parameter that has no default."""


def value_for(parameter: Parameter) -> Any:
    return GIVEN[parameter.type]


def long_run(node: dict[str, Any], registry=None, library=None, ticks=150) -> list[str]:
    """Run a mind that halts and enters its node now and then; return what went wrong."""
    world = field_with({"paths": PATHS, "waypoints": WAYPOINTS})
    nodes = {
        "r": {"kind": "parallel", "params": {"failure": "all"}, "children": ["a", "b"]},
        "a": {"kind": "repeat", "children": ["b2"]},
        "b2": {**node, "guard": {"test": "go", "abort": "self", "refused": "skipped"}},
        "b": {"kind": "wait", "params": {"seconds": 100}},
    }
    document = tree_document(nodes, variables={"go": {"type": "bool", "default": True}})
    game = game_of()
    session = Session.open(
        world, {MIND: document}, registry or game.registry, checked_library(library or builtin_library())
    )
    found = []
    for tick in range(ticks):
        if tick % 40 == 30:
            session.write_variable("me", "go", False)
        elif tick % 40 == 35:
            session.write_variable("me", "go", True)
        found += [error.message for error in session.step().brains["me"].errors]
    return found


@pytest.mark.parametrize(
    "declaration",
    [each for each in STEERING_ACTIONS if each.id != "hold_slot"],  # needs a squad: tested with squads
    ids=lambda each: each.id,
)
def test_3_12_no_built_in_action_keeps_anything_on_its_object(declaration):
    params = {
        parameter.name: value_for(parameter) for parameter in declaration.parameters if parameter.required
    }
    assert long_run(doing(declaration.id, **params)) == []


@pytest.mark.parametrize(
    "stand_in",
    [
        None,
        {"result": "success", "after": 0.2},
        {"result": "failure"},
        {"action": "arrive", "params": {"target": {"parameter": "who"}}},
    ],
)
def test_3_12_no_stand_in_keeps_anything_on_its_object(stand_in):
    import json

    action_fields: dict[str, Any] = {"parameters": [{"name": "who", "type": "entity"}]}
    if stand_in is not None:
        action_fields["stand_in"] = stand_in
    manifest = {"format": "mindloom-kinds", "version": 1, "actions": {"own": action_fields}}
    registry = registry_with([manifest_from_bytes(json.dumps(manifest).encode())], game_of().registry)
    library = library_with_stand_ins(builtin_library(), registry)
    assert long_run(doing("own", who="other"), registry, library) == []


class Keeper(Action):
    """Keep something in one of many ways."""

    count = 0
    shared: list[int] = []

    def __init__(self, how: str) -> None:
        self.how = how
        self.seen: list[Any] = [{"inner": set()}]
        self.table = {"a": deque([1])}
        self.array = np.zeros(3)
        self.other = Inner()

    def tick(self, context: ActionContext) -> Status:
        match self.how:
            case "attribute":
                self.last = context.tick
            case "deleted":
                del self.table
            case "nested":
                self.seen[0]["inner"].add(1)
            case "deque":
                self.table["a"].append(1)
            case "array":
                self.array[1] = 2.0
            case "inner object":
                self.other.value += 1
            case "slot":
                self.other.slotted.number += 1
            case "class":
                type(self).count += 1
            case "class list":
                Keeper.shared.append(1)
            case "nothing":
                _ = [*self.seen, self.how]
        return Status.SUCCESS


class Slotted:
    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0


class Inner:
    def __init__(self) -> None:
        self.value = 0
        self.slotted = Slotted()
        self.around = self


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ("attribute", "self.last"),
        ("deleted", "self.table"),
        ("nested", "self.seen"),
        ("deque", "self.table"),
        ("array", "self.array"),
        ("inner object", "self.other"),
        ("slot", "self.other"),
        ("class", "Keeper.count"),
        ("class list", "Keeper.shared"),
    ],
)
def test_3_12_what_an_action_keeps_is_named(how, where):
    checked = checked_library(ActionLibrary({"keeper": Keeper(how)})).get("keeper")
    assert isinstance(checked, CheckedAction)
    with pytest.raises(MemoryOutsideState) as error:
        checked.tick(FakeContext())  # type: ignore[arg-type]
    assert error.value.where == where
    assert str(error.value).startswith(f"Keeper keeps something in {where}, which all agents share")


def test_3_12_an_action_that_only_reads_passes():
    checked = checked_library(ActionLibrary({"keeper": Keeper("nothing")})).get("keeper")
    assert checked is not None
    assert checked.tick(FakeContext()) == Status.SUCCESS  # type: ignore[arg-type]


class FakeContext:
    tick = 7


SEEN: list[int] = []
LAST = 0


@action()
def in_module_list(context: ActionContext) -> None:
    SEEN.append(context.tick)


@action()
def in_global(context: ActionContext) -> None:
    global LAST
    LAST = context.tick + 1


@action()
def in_default(context: ActionContext) -> None:
    in_default.number = 1  # type: ignore[attr-defined]


def closed():
    kept: dict[str, int] = {}

    @action()
    def in_closure(context: ActionContext) -> None:
        kept["tick"] = context.tick

    return in_closure


@pytest.mark.parametrize(
    ("function", "where"),
    [
        (in_module_list, "the module's SEEN"),
        (in_global, "the module's LAST"),
        (in_default, "in_default.number"),
        (closed(), "the variable kept around in_closure"),
    ],
)
def test_3_12_what_a_function_keeps_fails_its_node_and_is_recorded_with_its_name(function, where):
    name = function.__name__
    session = lone(game_of(function), doing(name))
    (error,) = errors(session)
    assert error.message.startswith(f"{name} raised MemoryOutsideState: {name} keeps something in {where},")


def test_3_12_enter_and_halt_are_checked_too():
    class Sneaky(Action):
        def enter(self, context: ActionContext) -> None:
            self.entered = True

        def halt(self, context: ActionContext) -> None:
            self.halted = True

    checked = CheckedAction(Sneaky())
    with pytest.raises(MemoryOutsideState, match=r"self\.entered"):
        checked.enter(FakeContext())  # type: ignore[arg-type]
    with pytest.raises(MemoryOutsideState, match=r"self\.halted"):
        checked.halt(FakeContext())  # type: ignore[arg-type]


def test_a_checked_action_says_of_itself_what_the_action_says():
    class Marked(Action):
        state_fields = {"n": "int"}
        resumable = False
        stands_in = True
        awaits_answer = True

    checked = CheckedAction(Marked())
    assert checked.state_fields == {"n": "int"}
    assert (checked.resumable, checked.stands_in, checked.awaits_answer) == (False, True, True)
    assert checked.code_name == "Marked"
