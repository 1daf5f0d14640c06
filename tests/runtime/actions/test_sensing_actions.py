"""The actions and conditions of the senses: what they ask for, what comes of it, and what they answer."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.kinds.actions.sensing import INTERESTS
from graphs.kinds.actions.sensing import SENSING_ACTIONS as DECLARATIONS
from graphs.kinds.actions.sensing import SENSING_CONDITIONS as DECLARED_CONDITIONS
from graphs.worlds.kinds.emitter_kinds import INTEREST_PRIORITIES
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.builtin_conditions import SENSING_CONDITIONS, builtin_conditions
from runtime.minds.actions.condition import HostConditionContext
from runtime.minds.actions.sensing import SENSING_ACTIONS, side_of_round
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from runtime.worlds.world import World
from tests.graphs.builders import document_of, machine
from tests.runtime.actions.test_steering_actions import LoneContext
from tests.runtime.session_of import session_of
from tests.runtime.worlds.sensing.sensing_world import agent, sensor
from tests.runtime.worlds.world_builder import box, no_variables, world


def field(**fields: Any) -> World:
    listening = (sensor("hearing"), sensor("awareness"), sensor("smell", looks_for="anyone"))
    return world(agents={"t": {"at": [5, 5]}, "p": agent(9, 5, *listening)}, **fields)


def act(running: World, action: str, **arguments: Value) -> Status:
    """Let `t` tick an action once, and the world do what it asked for."""
    context = LoneContext(running, action, **arguments)
    status = SENSING_ACTIONS[action].tick(context)
    for effect in context.effects:
        assert running.apply_effect(effect) is None
    running.step()
    return status


def told(running: World) -> dict[str, Any]:
    """Return what `p` is told in the next step, by the name of the event."""
    events = running.sense(running.tick, no_variables).events
    running.step()
    return {event.name: event.payload for event in events if event.agent_id == "p"}


def test_everything_declared_has_a_behavior():
    assert set(SENSING_ACTIONS) == {declaration.id for declaration in DECLARATIONS}
    assert set(SENSING_CONDITIONS) == {declaration.id for declaration in DECLARED_CONDITIONS}
    assert all(builtin_library().get(declaration.id) for declaration in DECLARATIONS)
    assert all(builtin_conditions().get(declaration.id) for declaration in DECLARED_CONDITIONS)


def test_the_interests_that_can_be_chosen_are_those_with_a_priority():
    assert tuple(INTEREST_PRIORITIES) == INTERESTS


def test_make_noise_is_heard_in_the_next_step():
    running = field()
    assert act(running, "make_noise", loudness=9.0, tag="hey") is Status.SUCCESS
    assert told(running)["heard"] == {
        "at": (5.0, 5.0), "source": "t", "distance": 4.0, "loudness": 5.0, "tag": "hey"
    }  # fmt: skip
    assert told(running) == {}


def test_a_noise_can_be_made_elsewhere():
    running = field()
    act(running, "make_noise", at=(9.0, 8.0))
    assert told(running)["heard"]["at"] == (9.0, 8.0)
    act(running, "make_noise", at="p")
    assert told(running)["heard"]["at"] == (9.0, 5.0)


def test_attract_is_noticed_in_the_next_step():
    running = field()
    act(running, "attract", interest="flare", at=(8.0, 8.0))
    assert told(running)["noticed"] == {
        "at": (8.0, 8.0), "source": "t", "interest": "flare", "priority": 10
    }  # fmt: skip


def test_emote_shows_until_its_time_is_over():
    running = field()
    act(running, "emote", text="?!", seconds=0.1)
    shown = []
    for _ in range(8):
        shown.append(running.entity_field("t", "emote"))
        running.step()
    assert shown == ["?!"] * 6 + ["", ""]


def test_an_emote_takes_the_place_of_another_and_nothing_takes_it_away():
    running = field()
    act(running, "emote", text="a")
    act(running, "emote", text="b much too long to show")
    assert running.entity_field("t", "emote") == "b much too l"
    act(running, "emote", text="")
    assert running.entity_field("t", "emote") == ""


def test_forget_interest_lets_everything_matter_again():
    running = world(
        agents={"t": agent(5, 5, sensor("awareness"))},
        sources={"s": {"at": [6, 5], "kind": "interest", "params": {"every": 1 / 60}}},
    )
    running.sense(0, no_variables)
    assert running.sense(1, no_variables).events == ()
    act(running, "forget_interest")
    assert [event.name for event in running.sense(2, no_variables).events] == ["noticed"]


def test_a_source_rings_when_it_is_rung_and_is_silent_when_switched_off():
    bell = {"at": [8, 5], "params": {"every": 0, "loudness": 20}}
    running = field(sources={"bell": bell})
    assert told(running) == {}
    act(running, "ring_source", source="bell")
    assert told(running)["heard"]["source"] == "bell"
    assert told(running) == {}
    assert running.entity_field("bell", "switched_on") is True
    act(running, "switch_source", source="bell", on=False)
    assert running.entity_field("bell", "switched_on") is False


@pytest.mark.parametrize(
    ("action", "arguments", "refusal"),
    [
        ("ring_source", {"source": "p"}, "Nothing rings at 'p'"),
        ("switch_source", {"source": "p"}, "nothing to switch at 'p'"),
        ("leave_scent", {}, "t has no scent to leave"),
        ("forget_interest", {}, "t has no awareness sensor"),
    ],
)
def test_what_cannot_be_done_says_why(action, arguments, refusal):
    running = field()
    context = LoneContext(running, action, **arguments)
    SENSING_ACTIONS[action].tick(context)
    found = running.apply_effect(context.effects[0])
    assert found is not None
    assert refusal in found


@pytest.mark.parametrize("action", ["ring_source", "switch_source", "look_at"])
def test_what_is_lost_fails(action):
    arguments: dict[str, Value] = {"target" if action == "look_at" else "source": None}
    with pytest.raises((EvaluationError, AssertionError)):
        act(field(), action, **arguments)


def test_look_at_turns_and_never_ends():
    running = world(agents={"t": {"at": [5, 5]}, "p": {"at": [5, 9]}})
    context = LoneContext(running, "look_at", target="p")
    for _ in range(90):
        context.requests.clear()
        assert SENSING_ACTIONS["look_at"].tick(context) is Status.RUNNING
        running.set_requests("t", tuple(context.requests))
        running.step()
    assert running.pose("t").heading == pytest.approx(90, abs=1)


def test_look_around_looks_left_right_and_ahead_again():
    running = world(agents={"t": {"at": [5, 5], "heading": 100}})
    context = LoneContext(running, "look_around", angle=50.0, seconds=4.0)
    SENSING_ACTIONS["look_around"].enter(context)
    headings = []
    for tick in range(240):
        context.seconds_running = tick / 60
        context.requests.clear()
        assert SENSING_ACTIONS["look_around"].tick(context) is Status.RUNNING
        running.set_requests("t", tuple(context.requests))
        running.step()
        headings.append(running.pose("t").heading)
    assert headings[59] == pytest.approx(150, abs=1)
    assert headings[179] == pytest.approx(50, abs=1)
    assert headings[239] == pytest.approx(100, abs=1)
    context.seconds_running = 4.0
    assert SENSING_ACTIONS["look_around"].tick(context) is Status.SUCCESS


@pytest.mark.parametrize(("share", "side"), [(0, 1), (0.24, 1), (0.25, -1), (0.74, -1), (0.75, 0), (1, 0)])
def test_the_sides_of_a_round(share, side):
    assert side_of_round(share) == side


# -- conditions ----------------------------------------------------------------------------------


class WorldHost:
    """Answer conditions from a world alone."""

    tick, rate = 0, 60

    def __init__(self, running: World) -> None:
        self._world = running

    def entity_field(self, entity: str | None, name: str) -> Value:
        return self._world.entity_field(entity, name)


def ask(running: World, name: str, *arguments: Value) -> bool:
    context = HostConditionContext(WorldHost(running), "t")  # type: ignore[arg-type]
    return SENSING_CONDITIONS[name](context, arguments)


@pytest.mark.parametrize(
    ("at", "seen"),
    [((9, 5), True), ((15, 5), True), ((15.01, 5), False), ((8, 7.9), True), ((8, 8.1), False)],
)
def test_can_see_is_a_cone_with_a_range(at, seen):
    running = world(agents={"t": {"at": [5, 5]}, "p": {"at": list(at)}})
    assert ask(running, "can_see", "p", 10.0, 45.0) is seen
    assert ask(running, "can_see", "p", 20.0, 180.0) is True


@pytest.mark.parametrize(("see_through", "seen"), [(False, False), (True, True)])
def test_walls_end_sight_unless_they_are_see_through(see_through, seen):
    wall = {**box(6.5, 4, 7, 6), "see_through": see_through}
    running = world(walls={"w": wall}, agents={"t": {"at": [5, 5], "heading": 180}, "p": {"at": [9, 5]}})
    assert ask(running, "clear_line", "p") is seen
    assert ask(running, "can_see", "p", 10.0, 180.0) is seen


def test_in_zone_asks_of_the_agent_or_another():
    running = world(
        agents={"t": {"at": [5, 5]}, "p": {"at": [9, 5]}},
        zones={"pond": {"polygon": box(8, 4, 10, 6)["polygon"]}},
    )
    assert ask(running, "in_zone", "pond", None) is False
    assert ask(running, "in_zone", "pond", "p") is True
    with pytest.raises(EvaluationError, match="no zone 'lake'"):
        ask(running, "in_zone", "lake", None)


def test_has_tag_asks_what_a_thing_is():
    running = world(
        agents={"t": {"at": [5, 5]}, "p": {"at": [9, 5], "tags": ["magic"]}},
        sources={"jar": {"at": [2, 2], "tags": ["brain"]}},
        waypoints={"w": {"at": [3, 3]}},
    )
    answers = [
        ask(running, "has_tag", who, tag) for who in ("p", "jar", "w", "t") for tag in ("magic", "brain")
    ]
    assert answers == [True, False, False, True, False, False, False, False]


def test_nobody_cannot_be_asked_about():
    for name, arguments in (("clear_line", (None,)), ("has_tag", (None, "x")), ("switched_on", (None,))):
        with pytest.raises(EvaluationError, match="nobody"):
            ask(field(), name, *arguments)


# -- in a session --------------------------------------------------------------------------------


def test_a_machine_makes_noise_emotes_and_another_hears_it():
    """Action lines run instant actions; conditions stand in guards; the event carries its fields."""
    crier = document_of(
        machine(
            {
                "calm": {"kind": "state", "name": "Calm", "transitions": ["t"]},
                "loud": {
                    "entry": ['do make_noise(loudness = 12, tag = "hey")', 'do emote(text = "!")'],
                    "kind": "state",
                    "name": "Loud",
                },
            },
            {"t": {"guard": 'can_see(foe, 10, 180) and not has_tag(foe, "ghost")', "targets": ["loud"]}},
        ),
        variables={"foe": {"type": "entity"}},
    )
    listener = document_of(
        machine(
            {
                "idle": {"kind": "state", "name": "Idle", "transitions": ["t"]},
                "alert": {"kind": "state", "name": "Alert"},
            },
            {
                "t": {
                    "actions": ["where = event.at"],
                    "event": "noise",
                    "guard": 'event.tag == "hey"',
                    "targets": ["alert"],
                }
            },
        ),
        variables={"where": {"type": "vector"}},
        events={
            "noise": {
                "payload": {
                    "at": "vector", "source": "entity", "distance": "float",
                    "loudness": "float", "tag": "string",
                }
            }
        },
    )  # fmt: skip
    session: Session = session_of(
        {
            "a": {"mind": "crier.mind.json", "variables": {"foe": "b"}},
            "b": {
                "mind": "listener.mind.json",
                "sensors": [{"kind": "hearing", "raises": {"noise": "heard"}}],
            },
        },
        {"crier.mind.json": crier, "listener.mind.json": listener},
    )
    for _ in range(4):
        session.step()
    assert session.world.entity_field("a", "emote") == "!"
    assert session.variables("b")["where"] == (2.0, 7.0)


def test_the_user_makes_a_noise_that_is_an_input_of_the_step():
    session = session_of({"b": {"sensors": [{"kind": "hearing"}]}}, {})
    session.make_noise((3.0, 7.0), 9.0, "click")
    frame = session.step()
    assert [type(each).__name__ for each in frame.inputs] == ["MakeNoise"]
    noise = session.world.signals.noises.recent[0]
    assert (noise.at, noise.loudness, noise.tag, noise.maker) == ((3.0, 7.0), 9.0, "click", None)
