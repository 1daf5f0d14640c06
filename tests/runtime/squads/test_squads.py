"""Squads that run: places, members who come and go, orders, minds of squads (rules 11.30 to 11.34)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from graphs.worlds.checks.world_mind_check import check_minds, surroundings_of
from graphs.worlds.minds.world_minds import mind_files
from runtime.session.session import Session
from runtime.worlds.squads.squad_store import Squads
from runtime.worlds.squads.squads_part import SquadsPart
from tests.graphs.builders import document_of, machine
from tests.runtime.actions.game_session import tree_document
from tests.runtime.session_of import session_of

NAMES = ("b", "c", "d", "e", "f", "g")
STILL = tree_document({"r": {"kind": "wait", "params": {"seconds": 1000}}})


def act(action: str, **params: Any) -> dict[str, Any]:
    return {"kind": "action", "action": action, "params": params}


HOLD = tree_document({"r": act("hold_slot")}, version=5)


def circle_squad(**fields: Any) -> dict[str, Any]:
    """Return a squad that a leads, with six members in a circle around it."""
    formation = {"shape": "circle", "spacing": 3, "size": 6}
    return {"members": ["a", *NAMES], "formation": formation, **fields}


def squad_session(squad: dict[str, Any], mind: Any = HOLD, **more: Any) -> Session:
    """Open a world in which everyone but a thinks with `mind`."""
    agents: dict[str, Any] = {name: {"at": [10 + 0.5 * n, 4], "mind": "m"} for n, name in enumerate(NAMES)}
    agents["a"] = {"at": [10, 7], "heading": 0}
    minds = {"m": mind, **more.pop("minds", {})}
    agents |= more.pop("agents", {})
    return session_of(agents, minds, squads={"red": squad}, **more)


def run(session: Session, seconds: float) -> None:
    for _ in range(round(seconds * 60)):
        session.step()


def field(session: Session, agent: str, name: str) -> Any:
    return session.world.entity_field(agent, name)


def squads_of(session: Session) -> Squads:
    part = session.world.parts.find(SquadsPart)
    assert part is not None
    return part.squads


def place(session: Session, agent: str) -> tuple[float, float]:
    x, y = field(session, agent, "slot:place")
    return round(x, 6), round(y, 6)


def test_11_31_a_circle_of_six_has_a_place_every_60_degrees():
    session = squad_session(circle_squad())

    places = {place(session, name) for name in NAMES}

    turns = [math.radians(60 * n) for n in range(6)]
    assert places == {(round(10 + 3 * math.cos(t), 6), round(7 + 3 * math.sin(t), 6)) for t in turns}


def test_11_32_each_place_goes_to_the_nearest_who_is_left_and_is_kept():
    session = squad_session(circle_squad())
    order = sorted(NAMES, key=lambda name: _index(session, name))
    first = min(NAMES, key=lambda name: math.dist(field(session, name, "position"), (13, 7)))

    run(session, 3)

    assert order[0] == first
    assert sorted(NAMES, key=lambda name: _index(session, name)) == order


def test_11_33_who_leaves_frees_a_place_and_those_behind_move_up_by_one():
    session = squad_session(circle_squad())
    order = sorted(NAMES, key=lambda name: _index(session, name))

    session.world.change_health(order[2], -1000)
    session.step()

    kept = [name for name in order if name != order[2]]
    assert [_index(session, name) for name in kept] == [0, 1, 2, 3, 4]
    assert field(session, order[2], "squad:id") == ""


def test_11_33_a_seventh_member_is_refused_and_told_why():
    ask = tree_document({"r": act("request_slot", of="red")}, version=5)
    session = squad_session(circle_squad(), agents={"z": {"at": [2, 2], "mind": "z"}}, minds={"z": ask})
    session.watch(["z"])

    reasons = [visit.sentence for _ in range(2) for visit in session.step().brains["z"].visits]

    assert reasons[-1] == "asked red for a place, all 6 beside its leader are taken"
    assert field(session, "z", "squad:id") == ""


def test_11_33_who_waits_gets_the_place_that_becomes_free():
    ask = tree_document({"r": act("request_slot", of="red", wait=True)}, version=5)
    session = squad_session(circle_squad(), agents={"z": {"at": [2, 2], "mind": "z"}}, minds={"z": ask})
    run(session, 0.5)
    assert field(session, "z", "squad:id") == ""

    session.world.change_health("d", -1000)
    session.step()

    assert field(session, "z", "squad:id") == "red"
    assert field(session, "z", "slot:of") == "red"
    assert _index(session, "z") == 5


def test_11_30_after_the_leader_the_first_follower_leads():
    session = squad_session(circle_squad())
    order = sorted(NAMES, key=lambda name: _index(session, name))

    session.world.change_health("a", -1000)
    session.step()

    assert field(session, order[3], "squad:leader") == order[0]
    assert field(session, order[0], "slot:around") is None
    assert _index(session, order[1]) == 0


def _index(session: Session, agent: str) -> int:
    """Return which place of the squad an agent has, told by where it is."""
    squad = squads_of(session).by_id["red"]
    return squad.followers.index(agent)


@pytest.mark.parametrize(
    ("formation", "offsets"),
    [
        ({"shape": "line", "spacing": 2}, [(0, 2), (0, -2), (0, 4), (0, -4)]),
        ({"shape": "wedge", "spacing": 2}, [(-2, 2), (-2, -2), (-4, 4), (-4, -4)]),
        ({"shape": "column", "spacing": 2}, [(-2, 0), (-4, 0), (-6, 0), (-8, 0)]),
        ({"shape": "grid", "spacing": 2}, [(-2, 1), (-2, -1), (-4, 1), (-4, -1)]),
        ({"shape": "circle", "spacing": 2}, [(2, 0), (0, 2), (-2, 0), (0, -2)]),
        ({"shape": "own", "slots": [[1, 1], [-1, 2]]}, [(1, 1), (-1, 2)]),
    ],
)
def test_11_31_the_shapes_of_formations(formation, offsets):
    squad = {"members": ["a", "b", "c", "d", "e"][: 1 + len(offsets)], "formation": {"size": 4, **formation}}
    session = squad_session(squad)
    followers = squads_of(session).by_id["red"].followers

    found = [field(session, name, "slot:offset") for name in followers]

    assert found == [pytest.approx(offset) for offset in offsets]


def test_11_32_followers_come_within_a_tenth_of_their_places_while_the_leader_walks():
    """N17a: a leader on a looping path, six followers at radius 3, speeds 2 and 4."""
    waypoints = {
        f"p{n}": {"at": [15 + 8 * math.cos(n * math.pi / 12), 15 + 8 * math.sin(n * math.pi / 12)]}
        for n in range(24)
    }
    walk = tree_document({"r": act("follow_path", path="way", speed=2)})
    session = squad_session(
        circle_squad(),
        agents={
            "a": {"at": [23, 15], "heading": 90, "radius": 0.3, "mind": "walk"},
            **{
                name: {"at": [20 + n, 10], "mind": "m", "radius": 0.3, "limits": {"max_speed": 4}}
                for n, name in enumerate(NAMES)
            },
        },
        minds={"walk": walk},
        size=[30, 30],
        waypoints=waypoints,
        paths={"way": {"waypoints": [*waypoints]}},
    )
    run(session, 8)

    worst, way = 0.0, 0.0
    for _ in range(600):
        before = field(session, "a", "position")
        session.step()
        way += math.dist(before, field(session, "a", "position"))
        gaps = [
            math.dist(field(session, name, "position"), field(session, name, "slot:place")) for name in NAMES
        ]
        worst = max(worst, *gaps)

    assert way > 15
    assert worst < 0.1


def test_11_31_the_leader_changes_the_formation_and_each_place_goes_to_the_nearest():
    lead = document_of(
        machine({"s": {"kind": "state", "entry": ['do set_formation(shape = "column", spacing = 1.0)']}}),
        version=5,
    )
    agents = {"a": {"at": [10, 7], "mind": "lead"}}
    session = squad_session(circle_squad(), agents=agents, minds={"lead": lead})

    run(session, 0.1)

    places = sorted(place(session, name) for name in NAMES)
    assert places == [(10.0 - n, 7.0) for n in range(6, 0, -1)]


def test_11_31_a_follower_that_sets_the_formation_fails():
    setting = tree_document({"r": act("set_formation", shape="line")}, version=5)
    session = squad_session(circle_squad(), setting)
    session.watch(["b"])

    (visit,) = session.step().brains["b"].visits

    assert visit.sentence == "b leads no squad"


ORDERS: dict[str, dict[str, object]] = {"take_cover": {}}


def member_mind(work: float) -> Any:
    """Return a mind that acknowledges an order after so many seconds."""
    return tree_document(
        {
            "r": {"kind": "sequence", "children": ["wait", "work", "tell"]},
            "wait": {"kind": "wait_until", "test": "received(take_cover)"},
            "work": {"kind": "wait", "params": {"seconds": work}},
            "tell": act("acknowledge"),
        },
        events=ORDERS,
        version=5,
    )


def ordering_mind(**params: Any) -> Any:
    return tree_document(
        {
            "r": {"kind": "sequence", "children": ["order", "done", "rest"]},
            "order": act("order", event="take_cover", **params),
            "done": {"kind": "set", "actions": ["done = true"]},
            "rest": {"kind": "wait", "params": {"seconds": 1000}},
        },
        variables={"done": {"type": "bool"}},
        events=ORDERS,
        version=5,
    )


def test_11_34_an_order_reaches_those_of_its_role_and_waits_for_all_of_them():
    session = squad_session(
        circle_squad(roles={"b": "scout", "c": "scout"}),
        member_mind(0.5),
        agents={"a": {"at": [10, 7], "mind": "lead"}},
        minds={"lead": ordering_mind(role="scout", wait=True)},
    )
    got = [(event.agent, event.name) for _ in range(20) for event in session.step().events]

    assert got == [("b", "take_cover"), ("c", "take_cover")]
    assert session.variables("a")["done"] is False
    assert field(session, "a", "squad:all_acknowledged:") is False

    session.world.change_health("c", -1000)
    run(session, 0.5)

    assert field(session, "b", "squad:acknowledged") is True
    assert session.variables("a")["done"] is True


def test_11_34_an_order_to_nobody_fails():
    session = squad_session(
        circle_squad(),
        agents={"a": {"at": [10, 7], "mind": "lead"}},
        minds={"lead": ordering_mind(role="medic")},
    )
    session.watch(["a"])

    sentences = [visit.sentence for visit in session.step().brains["a"].visits]

    assert "nobody of the squad is there to get take_cover" in sentences


def minded(**fields: Any) -> Session:
    """Open a world with a squad whose own mind orders its members."""
    squad = circle_squad(mind="lead", name="Red squad", **fields)
    return squad_session(squad, member_mind(0.1), minds={"lead": ordering_mind(wait=True)})


def test_11_38_the_mind_of_a_squad_thinks_without_a_body_and_orders_the_members():
    session = minded()

    run(session, 0.5)

    assert "red" in session.brains
    assert session.variables("red")["done"] is True
    assert field(session, "a", "squad:id") == "red"
    assert field(session, "red", "squad:commands") == "red"


def test_11_38_what_a_mind_asks_of_itself_is_asked_of_its_leader():
    session = minded()

    assert field(session, "red", "position") == field(session, "a", "position")
    assert field(session, "red", "team") == ""
    session.world.take_out("a")
    session.step()
    assert field(session, "red", "position") == field(
        session, field(session, "red", "squad:leader"), "position"
    )


def test_11_38_no_body_meets_it_and_no_sensor_sees_it():
    eyes = [{"kind": "proximity", "params": {"looks_for": "anyone", "radius": 1000}, "writes": {}}]
    session = squad_session(
        circle_squad(mind="lead"),
        member_mind(0.1),
        agents={"z": {"at": [2, 2], "sensors": eyes}},
        minds={"lead": ordering_mind(wait=True)},
    )
    run(session, 1)

    seen = {each.entity_id for sensor in session.world.sensors_now("z") for each in sensor.candidates}
    row = session.agent_ids.index("red")
    assert seen == {"a", *NAMES}
    assert session.world.agents.radius[row] == 0
    assert (session.world.agents.position[row] < 0).all()
    assert not session.world.has_entity("red")


def test_11_38_a_mind_that_would_walk_is_told_that_it_has_no_body():
    walk = tree_document({"r": act("wander")})
    session = squad_session(circle_squad(mind="walk"), minds={"walk": walk})

    errors = session.step().brains["red"].errors

    assert [error.message for error in errors] == [
        "The mind of the squad red has no body to steer: order its members."
    ]


def test_a_run_that_goes_on_from_a_snapshot_is_the_same_in_squads():
    session, other = minded(), minded()
    run(session, 0.1)
    saved = session.snapshot()
    run(session, 1)
    other.restore(saved)
    run(other, 1)

    assert other.state_hash() == session.state_hash()


def test_an_order_is_known_to_raise_its_event_and_a_squads_mind_belongs_to_its_world():
    session = minded()
    lead, member = (session.segments[-1].minds.documents[name] for name in ("lead", "m"))

    assert surroundings_of(session.document, "m", [lead]).raised >= {"take_cover"}
    assert mind_files(session.document) == ("m", "lead")
    assert check_minds(session.document, {"lead": lead, "m": member}, session.registry) == ()
    (missing,) = check_minds(session.document, {"m": member}, session.registry)
    assert missing.where == "squads.red.mind"


def test_an_event_to_the_team_passes_over_who_is_gone():
    tell = document_of(machine({"s": {"kind": "state", "entry": ["send bye to team"]}}), events={"bye": {}})
    hear = tree_document({"r": {"kind": "wait_until", "test": "received(bye)"}}, events={"bye": {}})
    session = session_of(
        {"z": {"mind": "tell"}, "b": {"mind": "hear"}, "c": {"mind": "hear"}}, {"tell": tell, "hear": hear}
    )
    session.world.take_out("b")
    session.step()

    assert [event.agent for event in session.step().events] == ["c"]
