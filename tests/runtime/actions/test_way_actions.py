"""Minds that open doors, switch links, go to the nearest of several, and say what areas cost them."""

from __future__ import annotations

import math
from typing import Any

from graphs.kinds.actions.ways import WAY_ACTIONS as DECLARATIONS
from graphs.kinds.actions.ways import WAY_CONDITIONS as DECLARED_CONDITIONS
from graphs.model import Document
from graphs.worlds.checks.world_mind_check import check_minds
from runtime.minds.actions.ways import WAY_ACTIONS, WAY_CONDITIONS
from runtime.session.session import Session
from tests.runtime.actions.game_session import tree_document
from tests.runtime.session_of import session_of
from tests.runtime.worlds.world_builder import box

WALL = {"w1": box(9.8, 0, 10.2, 6), "w2": box(9.8, 8, 10.2, 14)}
GATE = {"gate": box(9.8, 6, 10.2, 8)}


NUMBER = {"n": {"type": "int"}}
NOTED = {"kind": "set", "actions": ["n = 1"]}


def act(action: str, **params: Any) -> dict[str, Any]:
    return {"kind": "action", "action": action, "params": params}


def tree(*nodes: dict[str, Any], **fields: Any) -> Document:
    named = {f"n{place}": node for place, node in enumerate(nodes)}
    root = {"kind": "sequence", "children": list(named)}
    return tree_document({"r": root, **named}, **fields)


def running(mind: Document, agent: dict[str, Any] | None = None, **world: Any) -> Session:
    agents = {"me": {"at": [2, 7], "radius": 0.4, "mind": "me", **(agent or {})}}
    return session_of(agents, {"me": mind}, **{"version": 4, **world})


def place_after(session: Session, steps: int) -> tuple[float, float]:
    for _ in range(steps):
        session.step()
    return session.world.pose("me").position


def errors_of(session: Session) -> list[str]:
    frame = session.step()
    return [error.message for error in frame.brains["me"].errors]


def test_all_that_is_declared_has_a_behavior():
    assert set(WAY_ACTIONS) == {each.id for each in DECLARATIONS}
    assert set(WAY_CONDITIONS) == {each.id for each in DECLARED_CONDITIONS}


def test_11_6_a_mind_opens_a_door_waits_for_it_and_walks_through():
    mind = tree(
        act("open_door", door="gate"),
        {"kind": "wait_until", "test": "door_is_open(gate)"},
        act("go_to", target=[18, 7]),
        variables={"gate": {"type": "entity", "default": "gate"}},
    )
    session = running(mind, walls=WALL, doors=GATE)
    assert math.dist(place_after(session, 500), (18, 7)) < 0.6


def test_11_6_an_event_sent_to_all_opens_a_door():
    mind = tree({"kind": "raise", "actions": ["send alarm to all"]}, events={"alarm": {}})
    doors = {"gate": {**GATE["gate"], "opens_on": "alarm"}}
    session = running(mind, walls=WALL, doors=doors)
    place_after(session, 40)
    assert session.world.entity_field("gate", "door:open") is True


def test_11_6_an_event_posted_to_all_by_the_user_opens_a_door():
    mind = tree({"kind": "wait", "params": {"seconds": 100}}, events={"alarm": {}})
    session = running(mind, doors={"gate": {**GATE["gate"], "opens_on": "alarm"}})
    session.post_event(None, "alarm")
    place_after(session, 40)
    assert session.world.entity_field("gate", "door:open") is True


def test_a_door_that_is_none_is_an_error_of_the_agent():
    session = running(tree(act("open_door", door="me")), doors=GATE)
    assert errors_of(session) == ["There is no door 'me' in this world. Known doors: gate."]


def test_11_5_a_mind_switches_a_link_on_and_knows_when_it_is_on_it():
    shut = {**WALL, "w3": box(9.8, 5, 10.2, 9)}
    nodes = {
        "r": {"kind": "sequence", "children": ["switch", "both", "noted"]},
        "noted": NOTED,
        "switch": act("switch_link", link="ladder"),
        "both": {"kind": "parallel", "params": {"success": 1}, "children": ["go", "on"]},
        "go": act("go_to", target=[18, 7]),
        "on": {"kind": "wait_until", "test": "on_link()"},
    }
    mind = tree_document(nodes, variables=NUMBER)
    links = {"ladder": {"start": [8, 7], "end": [12, 7], "kind": "ladder", "active": False}}
    session = running(mind, walls=shut, links=links)
    for _ in range(400):
        session.step()
        if session.variables("me")["n"] == 1:
            break
    assert session.world.entity_field("me", "link:") == "ladder"


def test_11_9_a_mind_goes_to_the_nearest_by_the_way_there():
    sources = {"far": {"at": [4, 13], "tags": ["kit"]}, "behind": {"at": [6, 7], "tags": ["kit"]}}
    mind = tree(act("go_to_nearest", among="kit"), NOTED, variables=NUMBER)
    session = running(mind, walls={"w": box(4.8, 0, 5.2, 13.9)}, sources=sources)
    assert math.dist(place_after(session, 400), (4, 13)) < 0.6
    assert session.variables("me")["n"] == 1
    near = running(mind, sources=sources)
    assert math.dist(place_after(near, 300), (6, 7)) < 0.6


def test_11_9_it_fails_with_a_reason_where_there_is_none():
    nodes = {
        "r": {"kind": "selector", "children": ["go", "noted"]},
        "go": act("go_to_nearest", among="kit"),
        "noted": NOTED,
    }
    session = running(tree_document(nodes, variables=NUMBER))
    place_after(session, 10)
    assert session.variables("me")["n"] == 1
    assert math.dist(session.world.pose("me").position, (2, 7)) < 0.1


FEARFUL = tree_document(
    {"r": act("go_to", target=[18, 7])}, variables={"fear": {"type": "float", "default": 0.0}}
)
SWAMP = {"z": box(6, 2, 12, 13.9)}


def test_11_3_what_an_area_costs_may_be_an_expression_of_the_mind():
    costs = {"area_costs": {"z": "1 + 4 * fear"}}
    calm = running(FEARFUL, costs, zones=SWAMP)
    afraid = running(FEARFUL, {**costs, "variables": {"fear": 1.0}}, zones=SWAMP)
    ways = [[place_after(session, 1)[1] for _ in range(400)] for session in (calm, afraid)]
    assert min(ways[0]) > 6.5
    assert min(ways[1]) < 2.1


def test_11_3_an_expression_without_a_value_leaves_the_zone_its_own_cost():
    zones = {"z": {**SWAMP["z"], "cost": 5}}
    session = running(FEARFUL, {"area_costs": {"z": "1 / fear"}}, zones=zones)
    assert min(place_after(session, 1)[1] for _ in range(400)) < 2.1


def test_an_expression_that_the_mind_cannot_answer_is_told():
    session = running(FEARFUL, zones=SWAMP)
    me = session.document.agents["me"].model_copy(update={"area_costs": {"z": "feer * 2"}})
    world = session.document.model_copy(update={"agents": {"me": me}})
    [problem] = check_minds(world, {"me": FEARFUL}, session.registry)
    assert problem.where == "agents.me.area_costs.z"
    assert "feer" in problem.message


def test_1_5_a_session_resumes_in_the_middle_of_a_door():
    mind = tree(act("open_door", door="gate"), act("go_to", target=[18, 7]))
    doors = {"gate": {**GATE["gate"], "slide": [0, 2], "seconds": 1}}
    session = running(mind, walls=WALL, doors=doors, zones={"z": {**SWAMP["z"], "cost": 2}})
    place_after(session, 20)
    saved, told = session.snapshot(), []
    for _ in range(2):
        session.restore(saved)
        place_after(session, 200)
        told.append(session.world.state_bytes())
    assert told[0] == told[1]
