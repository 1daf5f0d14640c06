"""Registered conditions: boolean functions of expressions, answered by the session (rule 2.4)."""

from __future__ import annotations

import math
from typing import Literal

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.condition import ConditionContext, ConditionLibrary
from runtime.minds.actions.parameter_types import EntityId, Point, Vector
from runtime.minds.actions.registration import condition
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session
from tests.runtime.actions.game_session import (
    MIND,
    asking,
    errors,
    field_with,
    game_of,
    lone,
    statuses,
    tree_document,
)

S, F = Status.SUCCESS, Status.FAILURE


@condition()
def near(context: ConditionContext, who: EntityId, distance: float = 5.0, at: Vector = (0.0, 0.0)) -> bool:
    """Whether somebody is near."""
    x, y = context.position_of(who)
    own_x, own_y = context.position_of(context.agent)
    return math.dist((x - at[0], y - at[1]), (own_x, own_y)) <= distance


@pytest.mark.parametrize(
    ("test", "result"),
    [
        ("near(other)", S),
        ("near(other, 3)", F),
        ("near(who = other, distance = 4)", S),
        ("near(other, 2, vec(3, 0))", S),
        ("not near(other, 1) and near(self, 0)", S),
    ],
)
def test_2_4_a_condition_is_a_function_of_expressions_with_defaults(test, result):
    session = lone(game_of(near), asking(test), variables={"other": {"type": "entity", "default": "other"}})
    assert statuses(session, 1) == [result]
    assert session.step().brains["me"].errors == ()


@condition()
def in_mood(mood: Literal["calm", "wild"], place: Point, who: EntityId | None = None) -> bool:
    """Whether the mood is calm and nobody is named."""
    return mood == "calm" and who is None and place == (9.0, 5.0)


def test_2_4_a_condition_without_context_takes_enums_places_and_nobody():
    nobody = {"variables": {"other": {"type": "entity", "default": "other"}}}
    assert statuses(lone(game_of(in_mood), asking('in_mood("calm", other.position)'), **nobody), 1) == [S]
    assert statuses(lone(game_of(in_mood), asking('in_mood("calm", other.position, self)'), **nobody), 1) == [
        F
    ]
    with pytest.raises(CompileError, match="wrong"):
        lone(game_of(in_mood), asking('in_mood("wrong", other.position)'), **nobody)


def test_2_4_a_condition_is_asked_at_most_once_per_tick_and_arguments():
    asked: list[int] = []

    @condition()
    def is_even(number: int) -> bool:
        asked.append(number)
        return number % 2 == 0

    session = lone(game_of(is_even), asking("is_even(2) and not is_even(3) and is_even(2) and is_even(2)"))
    assert statuses(session, 2) == [S, S]
    assert asked == [2, 3, 2, 3]


@condition()
def mistaken(what: str) -> bool:
    if what == "lost":
        raise EvaluationError("Nobody can say.")
    if what == "word":
        return "yes"  # type: ignore[return-value]
    raise ZeroDivisionError("oh")


@pytest.mark.parametrize(
    ("what", "said", "has_traceback"),
    [
        ("lost", "Nobody can say.", False),
        ("word", "The condition mistaken raised TypeError: a condition gives True or False, not 'yes'", True),
        ("crash", "The condition mistaken raised ZeroDivisionError: oh", True),
    ],
)
def test_3_12_a_mistake_in_a_condition_is_recorded_with_the_node_and_its_traceback(what, said, has_traceback):
    session = lone(game_of(mistaken), asking(f'mistaken("{what}")'))
    (error,) = errors(session)
    assert error.message == said
    assert session.programs["me"].rows[error.row].node == "r"
    assert ("Traceback" in error.detail) is has_traceback
    assert session.step().brains["me"].status == F


def test_2_6_nobody_where_somebody_is_wanted_fails_the_condition():
    session = lone(game_of(near), asking("near(friend)"), variables={"friend": {"type": "entity"}})
    (error,) = errors(session)
    assert error.message == "The argument who is nobody."


def test_a_condition_context_has_no_way_to_change_anything():
    from runtime.minds.actions.condition import HostConditionContext

    public = {name for name in dir(HostConditionContext) if not name.startswith("_")}
    assert public == {"agent", "tick", "rate", "entity_field", "position_of"}


@pytest.mark.parametrize(
    "node",
    [
        asking("near(self)"),
        {"kind": "set", "actions": ["n = 1 if near(self) else 2"]},
        {"kind": "succeed", "guard": {"test": "n > 1 and near(self)"}},
        {"kind": "wait", "params": {"seconds": {"expr": "1.0 if near(self) else 2.0"}}},
    ],
)
def test_a_condition_without_behavior_is_refused_by_name_when_compiled(node):
    game = game_of(near)
    document = tree_document({"r": node}, variables={"n": {"type": "int"}})
    world = field_with()
    with pytest.raises(CompileError, match="The condition 'near' has no behavior here") as error:
        Session.open(world, {MIND: document}, game.registry, game.actions)
    (problem,) = error.value.problems
    assert (problem.graph, problem.node) == ("g", "r")
    assert "stand-ins" in problem.remedy
    Session.open(world, {MIND: document}, game.registry, game.actions, conditions=game.conditions)


def test_a_host_of_its_own_answers_whatever_is_declared():
    game = game_of(near)
    document = tree_document({"r": asking("near(self)")})
    program = compile_document(document, game.registry, ActionLibrary({}))
    assert program.stand_in_conditions == {}


def test_a_library_of_conditions_refuses_an_id_twice():
    library = ConditionLibrary({"one": lambda context, arguments: True})
    assert list(library.extended({"two": lambda context, arguments: False})) == ["one", "two"]
    with pytest.raises(ValueError, match="'one' has a behavior already"):
        library.extended({"one": lambda context, arguments: False})


def test_every_built_in_condition_has_a_behavior_and_no_stand_in():
    declared = builtin_registry().conditions
    assert set(builtin_conditions()) == set(declared)
    assert [each.stand_in for each in declared.values()] == [None] * len(declared)
