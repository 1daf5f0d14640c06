"""A game that embeds minds: what it supplies, senses, posts, saves; what it is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.embedding import (
    ActionContext,
    ConditionContext,
    EmbeddingError,
    GameMinds,
    Mind,
    Status,
    action,
    condition,
)
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.export_problem import ExportProblem
from runtime.minds.actions.registration import registrations_in
from tests.runtime.lone_brain import document, machine, tree

said: list[str] = []


@action(state={"count": "int"})
def walk(context: ActionContext, steps: int = 3) -> Status:
    """Walk so many steps."""
    assert isinstance(context.state.count, int)
    context.state.count += 1
    return Status.SUCCESS if context.state.count >= steps else Status.RUNNING


@action(instant=True)
def say(context: ActionContext, words: str) -> bool:
    """Say something."""
    said.append(f"{context.agent}: {words}")
    return True


@condition()
def is_dark(context: ConditionContext) -> bool:
    """Tell that it is night."""
    return context.tick >= 3


SUPPLIED = (walk, say, is_dark)
REGISTRY = builtin_registry().extended(
    actions=[each.declaration for each in registrations_in({"a": walk, "b": say})],  # type: ignore[misc]
    conditions=[item.declaration for item in registrations_in({"c": is_dark})],  # type: ignore[misc]
)

GUARD = document(
    {
        "g": machine(
            {
                "day": {"activity": {"action": "walk", "params": {"steps": 2}}, "name": "Day"},
                "night": {"entry": ['do say(words = "dark")', "raise rest after 0.05"], "name": "Night"},
                "rest": {"name": "Rest", "entry": ["calm = true", "send hello(who = self) to all"]},
            },
            {
                "d": {"from": "day", "guard": "is_dark()", "to": "night"},
                "r": {"from": "night", "event": "rest", "to": "rest"},
                "n": {"from": "rest", "event": "noise", "guard": "event.loudness > fear", "to": "night"},
            },
        )
    },
    variables={
        "fear": {"type": "float", "default": 1},
        "near": {"type": "entity"},
        "calm": {"type": "bool", "scope": "world"},
        "hit": {"type": "trigger"},
    },
    events={
        "noise": {"payload": {"loudness": "float"}},
        "rest": {},
        "hello": {"payload": {"who": "entity"}},
    },
)


def mind_of(source: Any = GUARD, supplied: Any = SUPPLIED, rate: int = 60, names: bool = True) -> Mind:
    made = export_document(source, REGISTRY, ExportOptions(rate=rate))
    told = made.names_text().encode() if names else None
    return Mind.from_bytes(made.text().encode(), supplied, names=told)


def game(names: tuple[str, ...] = ("a",)) -> GameMinds:
    minds, mind = GameMinds(seed=3), mind_of()
    said.clear()
    for name in names:
        minds.add(name, mind)
    return minds


def ticks(minds: GameMinds, count: int) -> None:
    for _ in range(count):
        minds.tick()


def test_a_mind_does_what_the_game_supplies():
    minds = game()
    guard = minds["a"]
    ticks(minds, 3)
    assert (guard.active_states, said) == (("Day",), [])
    ticks(minds, 1)
    assert (guard.active_states, said) == (("Night",), ["a: dark"])
    ticks(minds, 3)
    assert guard.active_states == ("Rest",)
    assert minds.shared() == {"calm": True}


def test_events_and_variables_reach_the_mind_and_are_refused_where_they_do_not_fit():
    minds = game()
    guard = minds["a"]
    ticks(minds, 8)
    guard.set("fear", 2)
    guard.post("noise", loudness=2)
    ticks(minds, 1)
    assert guard.active_states == ("Rest",)
    guard.post("noise", loudness=2.5)
    ticks(minds, 1)
    assert guard.active_states == ("Night",)
    assert guard.get("fear") == 2.0
    for said_wrong, words in (
        (lambda: guard.set("feer", 1.0), "no variable 'feer'; it has fear, hit, near"),
        (lambda: guard.set("fear", "much"), "'fear' is a float and cannot take 'much'"),
        (lambda: guard.post("noise", volume=1.0), "'noise' carries loudness: float"),
        (lambda: guard.post("noise", loudness="x"), "noise.loudness is a float"),
        (lambda: minds.set_shared("calm", 3), "'calm' is a bool and cannot take 3"),
        (lambda: minds.add("a", guard.mind), "There is an agent 'a' already"),
        (lambda: minds["b"], "There is no agent 'b'"),
    ):
        with pytest.raises(EmbeddingError, match=words):
            said_wrong()


def test_what_one_mind_sends_the_others_have_in_their_next_tick():
    listener = document(
        {"g": tree({"root": {"kind": "condition", "test": "received(hello) and last(hello).who == friend"}})},
        variables={"friend": {"type": "entity", "default": "a"}},
        events={"hello": {"payload": {"who": "entity"}}},
    )
    minds = game()
    other = minds.add("b", mind_of(listener))
    heard = []
    for _ in range(10):
        minds.tick()
        heard.append(other.status)
    assert heard.count(Status.SUCCESS) == 1


@pytest.mark.parametrize("names", [True, False])
def test_a_saved_game_goes_on_as_the_straight_one(names):
    minds, mind = GameMinds(seed=3), mind_of(names=names)
    for name in ("a", "b"):
        minds.add(name, mind)
    ticks(minds, 4)
    saved = json.loads(json.dumps(minds.save()))
    assert saved["agents"]["a"]["delayed"][0]["event"]["name"] == "rest"

    def play(one: GameMinds) -> list[Any]:
        told: list[Any] = []
        for tick in range(12):
            if tick == 6:
                one["b"].post("noise", loudness=4.0)
            one.tick()
            told.append([(each.frame.outcomes, dict(each.variables)) for each in one if each.frame])
        return told

    straight = play(minds)
    minds.restore(saved)
    assert play(minds) == straight
    fresh = GameMinds(seed=99)
    for name in ("a", "b"):
        fresh.add(name, mind)
    fresh.restore(saved)
    assert play(fresh) == straight


def test_what_was_saved_of_something_else_or_is_damaged_is_refused():
    minds = game()
    ticks(minds, 2)
    saved: dict[str, Any] = json.loads(json.dumps(minds.save()))
    other = GameMinds()
    other.add("a", mind_of(rate=30))
    with pytest.raises(EmbeddingError, match="saved of another mind"):
        other.restore(saved)
    for damage in ("ints", "bytes", "check", "posted"):
        broken = json.loads(json.dumps(saved))
        broken["agents"]["a"][damage] = "00"
        with pytest.raises(EmbeddingError, match="damaged"):
            minds.restore(broken)
    with pytest.raises(EmbeddingError, match="'a' is not on both sides"):
        minds.restore({**saved, "agents": {}})


def test_what_is_not_supplied_or_does_not_fit_is_refused_when_loading():
    with pytest.raises(ExportProblem, match="The action 'walk' has no behavior here"):
        mind_of(supplied=(say, is_dark))
    with pytest.raises(EmbeddingError, match="The condition 'is_dark' is not supplied"):
        mind_of(supplied=(walk, say))

    @action(name="walk")
    def wander_off(context: ActionContext, far: float = 1.0) -> Status:
        return Status.SUCCESS

    with pytest.raises(EmbeddingError, match=r"'walk' takes .steps: int. in the export and .far: float."):
        mind_of(supplied=(wander_off, say, is_dark))
    with pytest.raises(EmbeddingError, match="is no action and no condition"):
        mind_of(supplied=(walk, say, is_dark, len))
    with pytest.raises(EmbeddingError, match="for 30 ticks per second, the others are for 60"):
        game().add("b", mind_of(rate=30))


def test_a_watched_mind_tells_what_it_visited_and_mistakes_end_nothing():
    @action(name="walk")
    def stumble(context: ActionContext, steps: int = 3) -> Status:
        raise ZeroDivisionError("oh")

    minds = GameMinds()
    guard = minds.add("a", mind_of(supplied=(stumble, say, is_dark)))
    guard.watched = True
    minds.tick()
    assert next((visit.result, "oh" in visit.reason) for visit in guard.visits()) == ("FAILURE", True)
    assert "oh" in guard.errors[0].message
    minds.remove("a")
    assert len(minds) == 0


def test_entities_are_asked_of_the_game():
    places: Mapping[str, Any] = {"thief": {"position": (1.0, 2.0)}}
    source = document(
        {"g": tree({"root": {"kind": "condition", "test": "near.position.x < 2"}})},
        variables={"near": {"type": "entity", "default": "thief"}},
    )
    minds = GameMinds(lambda entity, field: places[entity][field])
    agent = minds.add("a", mind_of(source))
    minds.tick()
    assert agent.status is Status.SUCCESS
    agent.set("near", "ghost")
    minds.tick()
    assert agent.status.name == "FAILURE"
    assert "ghost" in agent.errors[0].message


CLAIMING = document(
    {
        "g": tree(
            {
                "root": {"kind": "sequence", "children": ["get", "use"]},
                "get": {"kind": "claim", "params": {"variable": "tokens"}},
                "use": {"kind": "wait", "params": {"seconds": 0.1}},
            }
        )
    },
    variables={"tokens": {"type": "int", "scope": "world", "default": 2}},
)


@pytest.mark.parametrize("names", [True, False])
def test_3_16_the_minds_of_a_game_share_their_claims(names):
    minds = GameMinds()
    for name, named in (("a", names), ("b", True), ("c", names), ("d", True)):
        minds.add(name, mind_of(CLAIMING, (), names=named))
    minds.tick()
    assert [mind.status.name for mind in minds] == ["RUNNING", "RUNNING", "FAILURE", "FAILURE"]
    assert (minds.holders("tokens"), minds.shared()) == (("a", "b"), {"tokens": 0})
    saved = json.loads(json.dumps(minds.save()))
    minds.remove("a")
    assert (minds.holders("tokens"), minds.shared()) == (("b",), {"tokens": 1})
    minds.tick()
    assert minds.holders("tokens") == ("b", "c")
    minds.add("a", mind_of(CLAIMING, (), names=names))
    minds.restore(saved)
    assert (minds.holders("tokens"), minds.shared()) == (("a", "b"), {"tokens": 0})
    ticks(minds, 6)
    assert minds.holders("tokens") == ("c", "d"), "a and b end in this tick, before c and d ask"
