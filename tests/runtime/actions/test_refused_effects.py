"""What a world refuses to do stands in the frame, with the node that asked for it (rule 9.3)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.action import ActionContext
from runtime.minds.actions.registration import action
from tests.runtime.actions.game_session import doing, errors, game_of, lone, session_with, tree_document


@action(instant=True)
def ask_for(context: ActionContext, effect: str, target: str = "") -> None:
    given: dict[str, Value] = {"target": target} if target else {}
    if target == "words":
        given["target"] = ("north", "east")  # type: ignore[assignment]
    context.effect(effect, given)


def test_9_3_an_effect_that_the_world_does_not_know_is_recorded_in_the_same_frame():
    nodes = {
        "r": {"kind": "sequence", "children": ["a", "b"]},
        "a": doing("ask_for", effect="open_door"),
        "b": {"kind": "succeed"},
    }
    session = session_with(game_of(ask_for), tree_document(nodes))
    frame = session.step().brains["me"]
    assert frame.status == Status.SUCCESS
    (error,) = frame.errors
    assert error.message == "This world has no effect 'open_door'."
    assert session.programs["me"].rows[error.row].node == "a"
    assert len(session.step().brains["me"].errors) == 1


def test_9_3_a_shot_at_nobody_is_recorded_and_others_are_fired():
    both = {"kind": "set", "actions": ['do ask_for(effect = "fire", target = "ghost")', "do fire()"]}
    session = lone(game_of(ask_for), both)
    (error,) = errors(session)
    assert error.message == "Fire has no target: there is no entity 'ghost'."
    assert error.row == 0
    assert len(session.world.projectiles) == 1


def test_9_3_arguments_that_the_world_cannot_use_are_recorded_and_the_step_goes_on():
    session = lone(game_of(ask_for), doing("ask_for", effect="fire", target="words"))
    (error,) = errors(session)
    assert error.message.startswith("The effect fire failed: TypeError")
    assert "Traceback" in error.detail
    assert session.tick == 1


def test_9_1_a_request_that_the_world_cannot_use_is_recorded_and_the_step_goes_on():
    @action()
    def lost(context: ActionContext, behavior: str) -> Status:
        context.request(behavior, {})
        return Status.RUNNING

    for behavior in ("seek", "fly"):
        session = lone(game_of(lost), doing("lost", behavior=behavior))
        (error,) = errors(session)
        assert behavior in error.message.lower()


@pytest.mark.parametrize("agents", [("me",), ("me", "twin")])
def test_9_3_each_agent_gets_its_own_refusals(agents):
    twin = {"at": [12, 8], "mind": "m.mind.json"}
    more: dict[str, Any] = {"twin": twin} if len(agents) > 1 else {}
    document = tree_document({"r": doing("ask_for", effect="sing")})
    session = session_with(game_of(ask_for), document, **more)
    frame = session.step()
    assert {agent: len(brain.errors) for agent, brain in frame.brains.items()} == dict.fromkeys(agents, 1)
