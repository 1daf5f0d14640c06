"""Functions and classes register as actions and conditions: one declaration for both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from graphs.kinds.declarations.parameter import Parameter
from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.condition import ConditionContext
from runtime.minds.actions.parameter_types import EntityId, Range, RegistrationError, Seconds
from runtime.minds.actions.registration import (
    ActionRegistration,
    ConditionRegistration,
    action,
    condition,
    registrations_in,
)

HALF_A_SECOND = Seconds(0.5)


def declared_by(target: object) -> ActionRegistration:
    (found,) = registrations_in({"it": target})
    assert isinstance(found, ActionRegistration)
    return found


@action(title_template="Knock at {door}", family="act", icon="action")
def knock_twice(
    context: ActionContext,
    door: EntityId,
    times: Annotated[int, Range(1, 9), "How often."] = 2,
    pause: Seconds = HALF_A_SECOND,
    way: Literal["softly", "hard"] = "softly",
) -> None:
    """Knock at a door.

    The door need not be near.
    """


def test_a_function_declares_an_action_by_its_name_annotations_and_docstring():
    declaration = declared_by(knock_twice).declaration
    assert declaration.id == "knock_twice"
    assert declaration.title == "Knock twice"
    assert declaration.summary == "Knock at a door."
    assert declaration.help == "The door need not be near."
    assert declaration.title_template == "Knock at {door}"
    assert not declaration.instant
    assert declaration.stand_in is None
    assert declaration.parameters == (
        Parameter("door", "entity"),
        Parameter("times", "int", 2, "How often.", minimum=1, maximum=9),
        Parameter("pause", "seconds", 0.5),
        Parameter("way", "enum", "softly", choices=("softly", "hard")),
    )


def test_a_decorated_function_stays_as_it_is():
    @action()
    def double(number: int = 1) -> bool:
        return number == 2

    assert double(2) is True


@action(name="volley", summary="Fire some shots.")
class SalvoAction(Action):
    """Say something else."""

    class parameters:  # noqa: N801 - read as an attribute
        target: EntityId
        shots: int = 3

    state_fields = {"fired": "int"}

    def tick(self, context: ActionContext) -> Status:
        return Status.SUCCESS


def test_a_class_declares_an_action_with_its_parameters_and_fields():
    found = declared_by(SalvoAction)
    assert found.declaration.id == "volley"
    assert found.declaration.summary == "Fire some shots."
    assert found.declaration.parameters == (Parameter("target", "entity"), Parameter("shots", "int", 3))
    assert isinstance(found.action, SalvoAction)
    assert found.action.state_fields == {"fired": "int"}


def test_a_class_is_named_in_small_letters_without_the_word_action():
    @action()
    class MoveToCoverAction(Action):
        pass

    found = declared_by(MoveToCoverAction).declaration
    assert (found.id, found.title, found.summary) == ("move_to_cover", "Move to cover", "Move to cover.")


def test_a_dataclass_can_hold_the_parameters():
    @dataclass(frozen=True)
    class WalkParameters:
        to: EntityId
        speed: float = 2.0

    @action()
    class Walk(Action):
        parameters = WalkParameters

    assert declared_by(Walk).declaration.parameters == (
        Parameter("to", "entity"),
        Parameter("speed", "float", 2.0),
    )


def test_a_class_derived_from_a_registered_one_is_not_registered():
    class Louder(SalvoAction):
        pass

    assert registrations_in({"it": Louder}) == ()


def test_a_condition_declares_its_parameters():
    @condition(title="Is open")
    def is_open(context: ConditionContext, door: EntityId, wide: bool = False) -> bool:
        """Whether a door is open."""
        return True

    (found,) = registrations_in({"it": is_open})
    assert isinstance(found, ConditionRegistration)
    declaration = found.declaration
    assert (declaration.id, declaration.title, declaration.summary) == (
        "is_open",
        "Is open",
        "Whether a door is open.",
    )
    assert declaration.parameters == (Parameter("door", "entity"), Parameter("wide", "bool", False))
    assert declaration.stand_in is None


def test_registrations_are_found_in_order_and_once():
    names = {"a": knock_twice, "other": 5, "b": SalvoAction, "again": knock_twice, "plain": len}
    assert [each.declaration.id for each in registrations_in(names)] == ["knock_twice", "volley"]


def no_type(times=3): ...


def star(*times: int): ...


def wrong_context(context: ConditionContext): ...


def late_context(times: int, context: ActionContext): ...


async def later(): ...


def yielding() -> Iterator[None]:
    yield


class NoAction: ...


class Needy(Action):
    def __init__(self, world: object) -> None:
        raise AssertionError


class ListedParameters(Action):
    parameters = ["target"]


@pytest.mark.parametrize(
    ("target", "options", "message"),
    [
        (no_type, {}, "'times' has no type"),
        (star, {}, "'times' cannot be given by name"),
        (wrong_context, {}, "'context' is a context; here it is ActionContext"),
        (late_context, {}, "'context' is a context"),
        (later, {}, "later is async"),
        (NoAction, {}, "NoAction is no action; derive it from Action"),
        (Needy, {}, "Needy cannot be made without arguments"),
        (ListedParameters, {}, "'parameters' is a class"),
        (SalvoAction, {"state": {"n": "int"}}, "state_fields"),
        (yielding, {"instant": True}, "no state, no yield"),
        (SalvoAction, {"instant": True}, "no state, no yield"),
        (knock_twice, {"name": "knock twice"}, "'knock twice' cannot be the name of the action"),
        (knock_twice, {"name": "self"}, "'self' cannot be the name"),
        (knock_twice, {"title_template": "At {window}"}, "{window} is no parameter"),
        (knock_twice, {"state": {"n": "number"}}, "The field 'n' is of type 'number'; expected one of bool"),
        (knock_twice, {"state": {"_n": "int"}}, "'_n' cannot be the name of a field"),
        (len, {}, "An action is a function, or a class"),
    ],
)
def test_what_cannot_be_an_action_says_why(target, options, message):
    with pytest.raises(RegistrationError) as error:
        action(**options)(target)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("target", "options", "message"),
    [
        (yielding, {}, "plain function"),
        (later, {}, "plain function"),
        (NoAction, {}, "plain function"),
        (no_type, {}, "has no type"),
        (knock_twice, {}, "'context' is a context; here it is ConditionContext"),
        (lambda: True, {}, "cannot be the name of the condition"),
        (lambda: True, {"name": "distance"}, "'distance' is a built-in function"),
        (lambda: True, {"name": "received"}, "'received' is a built-in function"),
    ],
)
def test_what_cannot_be_a_condition_says_why(target, options, message):
    with pytest.raises(RegistrationError) as error:
        condition(**options)(target)
    assert message in str(error.value)


def test_types_that_cannot_be_read_say_so():
    def unread(times: Missing) -> None: ...  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(RegistrationError, match="types of unread cannot be read: name 'Missing'"):
        action()(unread)
