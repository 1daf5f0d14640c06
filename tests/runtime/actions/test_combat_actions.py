"""The actions and conditions of fights: what they ask for, what they refuse, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest

from graphs.kinds.actions.combat import COMBAT_ACTIONS as DECLARATIONS
from graphs.kinds.actions.combat import COMBAT_CONDITIONS as DECLARED_CONDITIONS
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.builtin_conditions import COMBAT_CONDITIONS, builtin_conditions
from runtime.minds.actions.combat import COMBAT_ACTIONS
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from runtime.worlds.flight.projectiles import GRENADE, STONE, ThrownObject
from runtime.worlds.world import World
from tests.graphs.builders import document_of, machine
from tests.runtime.actions.game_session import asking, tree_document
from tests.runtime.actions.test_steering_actions import LoneContext
from tests.runtime.session_of import session_of
from tests.runtime.worlds.world_builder import ask, box, world

S, F, R = Status.SUCCESS, Status.FAILURE, Status.RUNNING


def field(**fields: Any) -> World:
    return world(agents={"t": {"at": [3, 5]}, "p": {"at": [9, 5], "limits": {"max_speed": 8}}}, **fields)


def running_away(velocity: tuple[float, float]) -> World:
    """Return a field in which `p` moves with `velocity`."""
    made = field()
    made.agents.velocity[made.agents.ids.index("p")] = velocity
    return made


def act(context: LoneContext, action: str) -> Status:
    """Tick the action once and let the world do what it asked for."""
    status = COMBAT_ACTIONS[action].tick(context)
    for effect in context.effects:
        assert context.world.apply_effect(effect) is None
    return status


def test_everything_declared_has_a_behavior():
    assert set(COMBAT_ACTIONS) == {declaration.id for declaration in DECLARATIONS}
    assert set(COMBAT_CONDITIONS) == {declaration.id for declaration in DECLARED_CONDITIONS}
    assert all(builtin_library().get(declaration.id) for declaration in DECLARATIONS)
    assert all(builtin_conditions().get(declaration.id) for declaration in DECLARED_CONDITIONS)


# -- fire ----------------------------------------------------------------------------------------


def test_fire_asks_for_one_bullet_and_succeeds():
    context = LoneContext(field(), "fire", target="p", damage=3.0)
    assert act(context, "fire") == S
    assert [effect.name for effect in context.effects] == ["fire"]
    (bullet,) = context.world.projectiles
    assert (bullet.damage, bullet.shooter) == (3.0, "t")


def test_fire_needs_no_target():
    context = LoneContext(field(), "fire")
    assert act(context, "fire") == S
    assert context.world.projectiles[0].velocity == pytest.approx((12, 0))


@pytest.mark.parametrize("velocity", [(0, 0), (0, 3), (0, -6), (2, 2), (-3, 5)])
def test_a_bullet_that_leads_meets_its_target(velocity):
    moving = running_away(velocity)
    moving.set_requests("p", (ask("seek", target=(9 + 100 * velocity[0], 5 + 100 * velocity[1])),))
    moving.agents.max_speed[moving.agents.ids.index("p")] = max(math.hypot(*velocity), 1e-9)
    context = LoneContext(moving, "fire", target="p", lead=True)
    assert act(context, "fire") == S
    hits = [event for _ in range(90) for event in moving.step() if event.name == "hit"]
    assert [event.agent_id for event in hits] == ["p"]


def test_who_outruns_the_bullet_fails_it_with_the_reason():
    context = LoneContext(running_away((13, 0)), "fire", target="p", lead=True)
    assert act(context, "fire") == F
    assert context.reason == "the target outruns a shot of 12 units/s"
    assert context.effects == []


def test_a_lost_target_is_told():
    with pytest.raises(EvaluationError, match="ghost"):
        act(LoneContext(field(), "fire", target="ghost"), "fire")


# -- throw_at ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arc", ["flat", "lob"])
def test_a_throw_comes_down_at_its_target(arc):
    context = LoneContext(field(), "throw_at", target=(12.0, 9.0), arc=arc)
    assert act(context, "throw_at") == S
    (thing,) = context.world.projectiles
    assert thing.landing == pytest.approx((12, 9))
    assert (thing.blast_radius, thing.damage, thing.due) == (3, 40, -1)


def test_the_lob_is_the_higher_one():
    heights = []
    for arc in ("flat", "lob"):
        context = LoneContext(field(), "throw_at", target=(12.0, 9.0), arc=arc)
        act(context, "throw_at")
        heights.append(context.world.projectiles[0].climb)
    assert heights[0] < heights[1]


def test_out_of_reach_a_throw_fails_and_says_what_it_takes():
    context = LoneContext(field(size=(60, 14)), "throw_at", target=(43.0, 5.0))
    assert act(context, "throw_at") == F
    assert context.reason == "40.0 units are out of reach at 14 units/s; it takes 19.6"


def test_exactly_in_reach_it_is_thrown():
    from runtime.formulas.ballistics import furthest_throw

    reach = furthest_throw(14, 9.8, -1)
    context = LoneContext(field(size=(60, 14)), "throw_at", target=(3.0 + reach, 5.0))
    assert act(context, "throw_at") == S


def test_a_fuse_and_a_bounce_are_handed_on():
    context = LoneContext(field(), "throw_at", target="p", fuse=2.0, bounce=0.5)
    assert act(context, "throw_at") == S
    (thing,) = context.world.projectiles
    assert (thing.due, thing.bounce, thing.lasting) == (120, 0.5, True)


def test_a_throw_that_leads_comes_down_where_its_target_is_then():
    context = LoneContext(running_away((0, 3)), "throw_at", target="p", lead=True)
    assert act(context, "throw_at") == S
    (thing,) = context.world.projectiles
    assert thing.landing == pytest.approx((9, 5 + 3 * thing.landing_in))


def test_a_ball_is_thrown_in_place_of_a_new_thing():
    there = field(projectiles={"ball": {"at": [15, 10]}})
    context = LoneContext(there, "throw_at", target=(8.0, 8.0), object="ball")
    assert act(context, "throw_at") == S
    assert [each.id for each in there.projectiles] == ["ball"]
    assert there.projectiles[0].landing == pytest.approx((8, 8))
    with pytest.raises(EvaluationError, match="rock"):
        act(LoneContext(field(), "throw_at", target=(8.0, 8.0), object="rock"), "throw_at")


# -- aim_at, strike, heal ------------------------------------------------------------------------


def turn(running: World, limit: int = 300, **arguments: Value) -> tuple[Status, World]:
    context = LoneContext(running, "aim_at", **arguments)
    status = R
    for _ in range(limit):
        context.requests.clear()
        status = COMBAT_ACTIONS["aim_at"].tick(context)
        running.set_requests("t", tuple(context.requests))
        running.step()
        if status is not R:
            break
    return status, running


def test_aim_at_turns_to_a_place_and_succeeds():
    status, running = turn(field(), target=(3.0, 9.0))
    assert status is S
    assert running.pose("t").heading == pytest.approx(90, abs=2.5)


def test_aim_at_turns_ahead_of_what_moves():
    moving = running_away((0.0, 6.0))
    context = LoneContext(moving, "aim_at", target="p")
    assert COMBAT_ACTIONS["aim_at"].tick(context) == R
    # |(6, 6 t)| = 12 t: t = 1/√3, so that it is aimed at 30°
    aimed = context.requests[0].arguments["target"]
    assert aimed == pytest.approx((9, 5 + 6 / math.sqrt(3)))


def test_aim_at_holds_until_halted_and_fails_where_it_is_outrun():
    status, _ = turn(field(), limit=120, target="p", hold=True)
    assert status is R
    context = LoneContext(running_away((13, 0)), "aim_at", target="p")
    assert COMBAT_ACTIONS["aim_at"].tick(context) == F
    assert "outruns" in context.reason
    still = LoneContext(running_away((13, 0)), "aim_at", target="p", shot_speed=0.0)
    assert COMBAT_ACTIONS["aim_at"].tick(still) == S


@pytest.mark.parametrize(("reach", "result"), [(5.0, S), (4.999, F)])
def test_a_strike_reaches_from_edge_to_edge(reach, result):
    context = LoneContext(field(), "strike", target="p", reach=reach)
    assert act(context, "strike") == result
    assert context.world.entity_field("p", "health") == (90 if result is S else 100)
    if result is F:
        assert context.reason == "the target is 5.00 units away, the reach is 4.999"


def test_heal_gives_health_to_oneself_or_another():
    there = world(agents={"t": {"at": [3, 5], "fields": {"health": 20}}, "p": {"at": [9, 5]}})
    assert act(LoneContext(there, "heal", amount=30.0), "heal") == S
    assert there.entity_field("t", "health") == 50
    assert act(LoneContext(there, "heal", target="p", amount=30.0), "heal") == S
    assert there.entity_field("p", "health") == 100


# -- conditions ----------------------------------------------------------------------------------


class Asking:
    """Be the context of a condition that the agent `t` of a world asks."""

    def __init__(self, running: World) -> None:
        self.world, self.agent, self.tick, self.rate = running, "t", running.tick, running.rate

    def entity_field(self, entity: str, field: str) -> Value:
        return self.world.entity_field(entity, field)

    def position_of(self, point: Value) -> Any:
        return point if isinstance(point, tuple) else self.world.entity_field(point, "position")  # type: ignore[arg-type]


def holds(running: World, condition: str, *given: Value) -> bool:
    declared = next(each for each in DECLARED_CONDITIONS if each.id == condition)
    defaults: tuple[Any, ...] = tuple(each.default for each in declared.parameters)
    return COMBAT_CONDITIONS[condition](Asking(running), (*given, *defaults[len(given) :]))


def test_can_hit_wants_range_and_no_wall_in_between():
    assert holds(field(), "can_hit", "p")
    assert holds(field(), "can_hit", "p", 6.0)
    assert not holds(field(), "can_hit", "p", 5.999)
    assert not holds(field(walls={"w": box(6, 4, 7, 6)}), "can_hit", "p")
    assert holds(field(walls={"w": {**box(6, 4, 7, 6), "height": 0.9}}), "can_hit", "p")
    with pytest.raises(EvaluationError):
        holds(field(), "can_hit", "ghost")


@pytest.mark.parametrize(
    ("target", "arc", "walls", "expected"),
    [
        ((9.0, 5.0), "flat", {}, True),
        ((9.0, 5.0), "flat", {"w": box(6, 4, 6.5, 6)}, False),
        ((9.0, 5.0), "lob", {"w": box(6, 4, 6.5, 6)}, True),
        ((6.2, 5.0), "lob", {"w": box(6, 4, 6.5, 6)}, True),  # on top of the wall, near enough
        ((9.0, 5.0), "lob", {"w": {**box(6, 4, 6.5, 6), "height": 30}}, False),
        ((90.0, 5.0), "lob", {}, False),
    ],
)
def test_can_throw_to_looks_at_the_whole_flight(target, arc, walls, expected):
    there = world(agents={"t": {"at": [3, 5]}}, size=(100, 14), walls=walls)
    assert holds(there, "can_throw_to", target, 14.0, arc) is expected
    context = LoneContext(there, "throw_at", target=target, arc=arc, blast_radius=0.0)
    if act(context, "throw_at") == S:
        ends = [impact.at for _ in range(400) if there.step() is not None for impact in there.impacts]
        came = ends and math.dist(ends[0], target) <= 0.5
        assert came is expected


def test_in_blast_is_where_it_will_explode():
    there = field()
    assert not holds(there, "in_blast")
    there.throw_object((15, 10), (6.4, 5), GRENADE)
    # the blast reaches 3 from 6.4, the agent's edge is at 3.5: inside by 0.1
    assert holds(there, "in_blast")
    there.throw_object((15, 10), (6.4, 5), STONE)
    away = field()
    away.throw_object((15, 10), (6.6, 5), GRENADE)
    assert not holds(away, "in_blast")
    assert holds(away, "in_blast", 0.2)


def test_will_land_near_counts_what_flies_and_not_what_lies():
    there = field(projectiles={"ball": {"at": [4, 5]}})
    assert not holds(there, "will_land_near")
    there.throw_object((15, 10), (7.1, 5), STONE)
    assert not holds(there, "will_land_near")
    assert holds(there, "will_land_near", 4.2)


def test_shot_coming_counts_what_would_hit():
    there = field()
    there.throw_object((9, 5), (3, 5), ThrownObject())
    assert holds(there, "shot_coming", 2.0)
    assert not holds(there, "shot_coming", 0.1)
    aside = field()
    aside.throw_object((9, 8), (3, 8), ThrownObject())
    assert not holds(aside, "shot_coming", 5.0)
    own = field()
    own.throw_object((9, 5), (3, 5), ThrownObject(), thrower="t")
    assert not holds(own, "shot_coming", 5.0)


# -- in graphs -----------------------------------------------------------------------------------


def one_mind(mind: Any, **world_fields: Any) -> Session:
    agents = {
        "me": {"at": [3, 5], "heading": 90, "mind": "m.mind.json"},
        "you": {"at": [9, 5], "fields": {"health": 40}},
    }
    return session_of(agents, {"m.mind.json": mind}, **world_fields)


VARIABLES: Mapping[str, Any] = {"foe": {"type": "entity", "default": "you"}}


@pytest.mark.parametrize("declaration", DECLARATIONS, ids=lambda each: each.id)
def test_every_action_runs_in_a_tree_as_activity_and_in_a_decision_tree(declaration):
    params: dict[str, Any] = {} if declaration.parameter("target") is None else {"target": {"expr": "foe"}}
    if declaration.id == "strike":
        params["reach"] = 20
    action = {"action": declaration.id, "params": params}
    leaf = tree_document({"r": {"kind": "action", **action}}, variables=VARIABLES)
    activity = document_of(
        machine({"s": {"kind": "state", "name": "S", "activity": action}}, initial="s"), variables=VARIABLES
    )
    chosen = {
        "kind": "decision_tree",
        "nodes": {"r": {"kind": "action", **action}},
        "root": "r",
        "title": "D",
    }
    decided = document_of(chosen, variables=VARIABLES)
    for mind in (leaf, activity, decided):
        session = one_mind(mind)
        session.watch(["me"])
        steps = 1 if declaration.id == "remove" else 30  # whoever is gone is a lost entity from then on
        frames = [session.step().brains["me"] for _ in range(steps)]
        assert [error for frame in frames for error in frame.errors] == []
        health, flown = session.world.entities.health.of("you"), session.world.flying.state()[1]
        asked = session.world.filed_requests[session.world._agent_row("me")]
        assert flown or asked or health != 40 or session.world.gone or declaration.id == "heal"


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("can_hit(foe)", S),
        ("can_hit(foe, 5)", F),
        ("can_hit(target = foe, range = 7)", S),
        ("can_throw_to(foe.position)", S),
        ('can_throw_to(foe.position, 3, "lob")', F),
        ("in_blast()", F),
        ("in_blast(1) or will_land_near(2) or shot_coming()", F),
        ("foe.health == 40 and self.health == 100", S),
        ("foe.height == 0 and foe.landing == foe.position and foe.landing_in == 0", S),
    ],
)
def test_2_4_conditions_and_fields_are_part_of_the_language(test, expected):
    session = one_mind(tree_document({"r": asking(test)}, variables=VARIABLES))
    frame = session.step().brains["me"]
    assert (frame.status, frame.errors) == (expected, ())


def test_3_15_the_reason_of_a_failure_is_in_the_visits_and_in_the_error_of_a_line():
    leaf = {"kind": "action", "action": "strike", "params": {"target": {"expr": "foe"}}}
    session = one_mind(tree_document({"r": leaf}, variables=VARIABLES))
    session.watch(["me"])
    visits = session.step().brains["me"].visits
    assert "the target is 5.00 units away, the reach is 1" in [visit.sentence for visit in visits]
    lines = {"kind": "set", "actions": ["do throw_at(target = vec(19, 5), speed = 2.0)"]}
    session = one_mind(tree_document({"r": lines}))
    errors = session.step().brains["me"].errors
    assert "gave FAILURE: 16.0 units are out of reach at 2 units/s" in errors[0].message


def test_a_hit_and_a_death_reach_the_minds_of_both():
    events = {
        "hit": {"payload": {"damage": "float", "health": "float"}},
        "died": {},
        "struck": {"payload": {"died": "bool"}},
    }
    shooter = tree_document(
        {
            "r": {"kind": "sequence", "children": ["f", "w", "got"]},
            "f": {
                "kind": "action",
                "action": "fire",
                "params": {"target": {"expr": "foe"}, "damage": 50, "speed": 600},
            },
            "w": {"kind": "wait_until", "test": "received(struck)"},
            "got": {"kind": "set", "actions": ["killed = last(struck).died"]},
        },
        variables={**VARIABLES, "killed": {"type": "bool"}},
        events=events,
    )
    victim = tree_document(
        {
            "r": {"kind": "sequence", "children": ["w", "note"]},
            "w": {"kind": "wait_until", "test": "received(hit) and received(died)"},
            "note": {"kind": "set", "actions": ["left = self.health", "hurt = last(hit).damage"]},
        },
        variables={"left": {"type": "float", "default": 1}, "hurt": {"type": "float"}},
        events=events,
    )
    agents = {
        "me": {"at": [3, 5], "mind": "a.mind.json"},
        "you": {"at": [9, 5], "mind": "b.mind.json", "fields": {"health": 40}},
    }
    session = session_of(agents, {"a.mind.json": shooter, "b.mind.json": victim})
    for _ in range(8):
        session.step()
    assert session.variables("me")["killed"] is True
    assert session.variables("you") == {"left": 0.0, "hurt": 50.0}
