"""Every door through which an event is posted refuses a word that the mind does not have."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from graphs.basics.frozen import JsonValue
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes
from runtime.embedding import EmbeddingError, GameMinds, Mind
from runtime.export.export_document import export_document
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.exported_minds import exported_minds
from runtime.session.session import Session
from runtime.trials.cases.case_file import case_from_bytes
from runtime.trials.cases.case_runner import run_case
from tests.runtime.lone_brain import document, machine

EVENTS = {"noise": {"payload": {"loudness": "float"}}, "unused": {}}
MIND = document(
    {"g": machine({"a": {}, "b": {}}, {"t": {"from": "a", "event": "noise", "to": "b"}})}, events=EVENTS
)
DEAF = document({"g": machine({"a": {}})})

Payload = dict[str, float | str]
Door = Callable[[str, Payload], None]
"""Post an event with its payload; raise what says why it was refused."""


class RefusedByTheCase(Exception):
    """Say what a case was refused for."""


def world() -> WorldDocument:
    """Return a world in which one agent knows the events and another does not."""
    agents = {"a": {"at": [2, 2], "mind": "m"}, "deaf": {"at": [5, 5], "mind": "d"}}
    value = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": agents}
    return world_from_bytes(json.dumps(value).encode())


def session() -> Session:
    """Return a session of that world."""
    return Session.open(world(), {"m": MIND, "d": DEAF}, builtin_registry(), builtin_library())


def exported_session() -> Session:
    """Return a session of that world whose agents think with exports."""
    registry = builtin_registry()
    exports = {
        "m": ProgramFiles(export_document(MIND, registry).data),
        "d": ProgramFiles(export_document(DEAF, registry).data),
    }
    minds = exported_minds(world(), exports, builtin_library())
    return Session(world(), {}, registry, builtin_library(), compiled=minds)


def embedded(name: str, payload: Payload) -> None:
    """Post to a mind in a game."""
    minds = GameMinds()
    text = export_document(MIND, builtin_registry()).text()
    minds.add("a", Mind.from_bytes(text.encode())).post(name, **payload)
    minds.tick()


def in_a_case(name: str, payload: Payload) -> None:
    """Post in a tick of a case."""
    mind: JsonValue = json.loads(MIND.model_dump_json(exclude_defaults=True))
    post: JsonValue = [{"event": name, "payload": dict(payload)}]
    value = {"format": "mindloom-case", "version": 1, "title": "x", "mind": mind, "ticks": [{"post": post}]}
    case = case_from_bytes(json.dumps(value).encode())
    assert case.mind is not None
    game = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())
    result = run_case(case, case.mind, game)
    if result.problems:
        raise RefusedByTheCase(str(result.problems[0]))


DOORS: list[tuple[str, Door, type[Exception]]] = [
    ("session, to one agent", lambda name, fields: session().post_event("a", name, fields), ValueError),
    ("session, to all agents", lambda name, fields: session().post_event(None, name, fields), ValueError),
    ("exports in a world", lambda name, fields: exported_session().post_event("a", name, fields), ValueError),
    ("exports, to all", lambda name, fields: exported_session().post_event(None, name, fields), ValueError),
    ("embedding", embedded, EmbeddingError),
    ("case", in_a_case, RefusedByTheCase),
]

doors = pytest.mark.parametrize(("door", "error"), [row[1:] for row in DOORS], ids=[row[0] for row in DOORS])


@doors
def test_an_unknown_event_is_refused_with_the_nearest_one(door: Door, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"event 'noize'.*Use 'noise'\."):
        door("noize", {})


@doors
def test_an_unknown_field_of_the_payload_is_refused(door: Door, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"noise'? carries "):
        door("noise", {"volume": 1.0})


@doors
def test_a_known_event_is_taken(door: Door, error: type[Exception]) -> None:
    door("noise", {"loudness": 2.0})


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(ValueError, match=r"noise\.loudness is a float and cannot take 'x'\."):
        session().post_event("a", "noise", {"loudness": "x"})


def test_an_event_that_only_another_mind_knows_is_unknown_to_this_one() -> None:
    with pytest.raises(ValueError, match=r"event 'noise'\. None is declared\."):
        session().post_event("deaf", "noise")


def test_an_agent_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no agent 'def' with a mind\. Use 'deaf'\."):
        session().post_event("def", "noise")


def test_what_goes_to_all_reaches_those_that_do_not_know_it_too() -> None:
    """A broadcast is like the world's own events, which ask nobody whether they are declared."""
    run = session()
    run.post_event(None, "noise", {"loudness": 2})
    found = run.step().events
    assert {(each.agent, each.name, each.payload) for each in found} == {
        ("a", "noise", (("loudness", 2.0),)),
        ("deaf", "noise", (("loudness", 2.0),)),
    }


def test_a_world_posts_hits_and_noises_without_asking() -> None:
    """What a sensor or a shot posts is the world's own, also to a mind that declares no such event."""
    value = json.loads(world().model_dump_json(exclude_defaults=True))
    value["agents"]["deaf"]["sensors"] = [{"kind": "hearing", "raises": {"noise": "heard"}}]
    run = Session.open(
        world_from_bytes(json.dumps(value).encode()),
        {"m": MIND, "d": DEAF},
        builtin_registry(),
        builtin_library(),
    )
    run.step()
    run.make_noise((5.0, 6.0))
    assert [(event.agent, event.name) for step in range(2) for event in run.step().events] == [
        ("deaf", "noise")
    ]
