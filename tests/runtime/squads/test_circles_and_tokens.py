"""Fighting circles and tokens: budgets, rounds, queues (rules 11.35 to 11.37)."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from runtime.session.session import Session
from runtime.worlds.squads.budgets import Budget
from tests.runtime.actions.game_session import tree_document
from tests.runtime.session_of import session_of
from tests.runtime.squads.test_squads import act, field, run

CIRCLE = {"around": "hero", "radius": 2.5, "slots": 8, "attacks": 4}


def then_wait(*nodes: dict[str, Any], **fields: Any) -> Any:
    """Return a mind that does these one after the other, and then nothing."""
    named = {f"n{place}": node for place, node in enumerate(nodes)}
    rest = {"kind": "wait", "params": {"seconds": 1000}}
    root = {"kind": "sequence", "children": [*named, "rest"]}
    return tree_document({"r": root, **named, "rest": rest}, version=5, **fields)


def fight(weights: dict[str, float], *, wait: bool = False, circle: Any = CIRCLE, **world: Any) -> Session:
    """Open a world in which each asks for a place of its weight; the hero looks along +x at (10, 7)."""
    minds = {
        f"m{weight}": then_wait(act("request_slot", weight=weight, wait=wait), act("hold_slot"))
        for weight in weights.values()
    }
    agents: dict[str, Any] = {"hero": {"at": [10, 7]}}
    for place, (name, weight) in enumerate(weights.items()):
        agents[name] = {"at": [2 + 1.5 * place, 2], "mind": f"m{weight}", "radius": 0.3}
    return session_of(agents, minds, circles={"ring": circle}, **world)


def fighting(session: Session) -> list[str]:
    return [name for name in session.agent_ids if field(session, name, "slot:request:ring") == "granted"]


def test_11_36_weights_of_three_three_and_two_fill_a_circle_of_eight():
    session = fight({"a": 3, "b": 3, "c": 2, "d": 1})
    run(session, 0.1)

    assert fighting(session) == ["a", "b", "c"]
    assert field(session, "d", "slot:request:") == ("refused: asked ring for 1, of 8 there is 0 left")


def test_11_36_after_four_and_four_one_more_is_refused():
    session = fight({"a": 4, "b": 4, "c": 1})
    run(session, 0.1)

    assert fighting(session) == ["a", "b"]


def test_11_36_of_nine_grunts_the_ninth_waits_until_one_dies():
    names = "abcdefghi"
    session = fight(dict.fromkeys(names, 1), wait=True)
    run(session, 0.1)
    assert fighting(session) == [*"abcdefgh"]
    assert field(session, "i", "slot:request:") == "waiting"

    session.world.change_health("c", -1000)
    session.step()

    assert fighting(session) == [*"abdefghi"]


def test_11_36_the_places_lie_on_the_circle_and_turn_with_whom_it_is_around():
    session = fight(dict.fromkeys("abcdefgh", 1))
    run(session, 0.1)
    turns = [math.radians(45 * n) for n in range(8)]
    expected = sorted((round(10 + 2.5 * math.cos(t), 6), round(7 + 2.5 * math.sin(t), 6)) for t in turns)

    assert sorted(_rounded(session, name) for name in "abcdefgh") == [
        pytest.approx(each) for each in expected
    ]

    first = next(name for name in "abcdefgh" if _rounded(session, name) == (12.5, 7.0))
    session.world.set_pose("hero", (10, 7), 90)
    assert _rounded(session, first) == (10.0, 9.5)


def test_11_36_the_places_of_a_circle_that_does_not_turn_stay_where_they_are():
    session = fight({"a": 1}, circle={**CIRCLE, "turns": False})
    run(session, 0.1)
    before = field(session, "a", "slot:place")

    session.world.set_pose("hero", (10, 7), 90)

    assert field(session, "a", "slot:place") == pytest.approx(before)


def test_11_36_those_who_have_a_place_go_there_and_stay_with_it():
    session = fight(dict.fromkeys("abcd", 1))
    run(session, 6)

    gaps = [
        math.dist(field(session, name, "position"), field(session, name, "slot:place")) for name in "abcd"
    ]

    assert max(gaps) < 0.1


def test_11_36_the_nearest_circle_with_room_is_taken():
    near, far = {**CIRCLE, "slots": 1}, {**CIRCLE, "around": "other"}
    session = session_of(
        {
            "hero": {"at": [10, 7]},
            "other": {"at": [18, 12]},
            "a": {"at": [8, 7], "mind": "m"},
            "b": {"at": [8, 5], "mind": "m"},
        },
        {"m": then_wait(act("request_slot"))},
        circles={"near": near, "far": far},
    )
    run(session, 0.1)

    assert [field(session, name, "slot:of") for name in "ab"] == ["near", "far"]


def test_11_36_a_circle_around_who_is_gone_lets_all_go():
    session = fight({"a": 1})
    run(session, 0.1)

    session.world.take_out("hero")
    session.step()

    assert field(session, "a", "slot:around") is None


def attack_session() -> Session:
    """Open a world of six who stand in the circle, and each ask for an attack once."""
    mind = tree_document(
        {
            "r": {"kind": "sequence", "children": ["slot", "attack", "got", "enough", "end", "rest"]},
            "slot": act("request_slot"),
            "attack": act("request_attack"),
            "got": {"kind": "set", "actions": ["attacks = true"]},
            "enough": {"kind": "wait_until", "test": "received(enough)"},
            "end": act("end_attack"),
            "rest": {"kind": "wait", "params": {"seconds": 1000}},
        },
        variables={"attacks": {"type": "bool"}},
        events={"enough": {}},
        version=5,
    )
    agents: dict[str, Any] = {"hero": {"at": [10, 7]}}
    agents |= {name: {"at": [2 + n, 2], "mind": "m"} for n, name in enumerate("abcdef")}
    return session_of(agents, {"m": mind}, circles={"ring": CIRCLE})


def attacking(session: Session) -> list[str]:
    return [name for name in "abcdef" if field(session, name, "attack:request") == "granted"]


def test_11_37_an_attack_budget_of_four_is_restored_when_the_round_is_over():
    session = attack_session()
    run(session, 0.1)
    assert attacking(session) == [*"abcd"]

    for name in "abc":
        session.post_event(name, "enough")
    run(session, 0.1)
    assert attacking(session) == ["d"]

    session.post_event("d", "enough")
    run(session, 0.1)
    assert attacking(session) == ["e", "f"]


def test_11_37_who_leaves_the_circle_attacks_no_more():
    session = attack_session()
    run(session, 0.1)

    session.world.change_health("a", -1000)
    session.step()

    assert attacking(session) == [*"bcd"]


def test_11_37_without_a_place_no_attack_is_granted():
    mind = then_wait(act("request_attack"))
    session = session_of(
        {"a": {"mind": "m"}, "b": {}}, {"m": mind}, circles={"ring": {**CIRCLE, "around": "b"}}
    )
    session.watch(["a"])

    sentences = [visit.sentence for _ in range(2) for visit in session.step().brains["a"].visits]

    assert "a stands in no fighting circle, and asks for an attack" in sentences


def askers(*, wait: bool = True, seconds: float = 1000.0) -> Session:
    """Open a world in which four ask for one of two tokens, and keep it for so many seconds."""
    mind = tree_document(
        {
            "r": {"kind": "sequence", "children": ["ask", "use", "back", "rest"]},
            "ask": act("request_token", token="grenade", wait=wait),
            "use": {"kind": "wait", "params": {"seconds": seconds}},
            "back": act("release_token", token="grenade"),
            "rest": {"kind": "wait", "params": {"seconds": 1000}},
        },
        version=5,
    )
    return session_of({name: {"mind": "m"} for name in "dbca"}, {"m": mind}, tokens={"grenade": 2})


def holders(session: Session) -> list[str]:
    return [name for name in "abcd" if field(session, name, "token:held:grenade")]


def test_11_35_of_four_who_ask_for_two_tokens_the_same_two_get_one():
    for watched in ((), "abcd"):
        session = askers()
        session.watch(watched)
        run(session, 0.1)
        assert holders(session) == ["a", "b"]
        assert field(session, "c", "token:left:grenade") == 0


def test_11_39_who_waits_gets_it_in_the_order_of_asking():
    session = askers(seconds=0.5)
    run(session, 0.4)
    assert holders(session) == ["a", "b"]

    run(session, 0.3)
    assert holders(session) == ["c", "d"]


def test_11_35_who_died_waits_no_more_and_gives_back():
    session = askers()
    run(session, 0.1)

    session.world.change_health("c", -1000)
    session.world.change_health("a", -1000)
    session.step()

    assert holders(session) == ["b", "d"]


def test_11_39_who_is_halted_while_it_waits_stands_in_the_queue_no_more():
    waiting = tree_document(
        {
            "r": {"kind": "sequence", "children": ["limit", "rest"]},
            "limit": {"kind": "force_success", "children": ["t"]},
            "t": {"kind": "timeout", "params": {"seconds": 0.2}, "children": ["ask"]},
            "ask": act("request_token", token="key", wait=True),
            "rest": {"kind": "wait", "params": {"seconds": 1000}},
        },
        version=5,
    )
    keeper = then_wait(act("request_token", token="key"))
    session = session_of(
        {"a": {"mind": "keeper"}, "b": {"mind": "waiting"}},
        {"keeper": keeper, "waiting": waiting},
        tokens={"key": 1},
    )
    run(session, 0.1)
    assert field(session, "b", "token:request:key") == "waiting"

    run(session, 0.2)
    session.world.change_health("a", -1000)
    session.step()

    assert field(session, "b", "token:request:key") == ""


def test_an_unknown_token_is_refused_with_those_there_are():
    session = session_of(
        {"a": {"mind": "m"}}, {"m": then_wait(act("request_token", token="gun"))}, tokens={"grenade": 2}
    )
    session.watch(["a"])

    sentences = [visit.sentence for _ in range(2) for visit in session.step().brains["a"].visits]

    assert "there is no token 'gun'; known: grenade" in sentences


@pytest.mark.parametrize("in_rounds", [False, True])
def test_a_budget_never_gives_more_than_it_has_and_serves_in_order(in_rounds):
    source = random.Random(7)
    budget = Budget(6.0, in_rounds)
    for _ in range(2000):
        agent, weight = source.choice("abcdefgh"), source.choice((0.5, 1.0, 2.0, 3.0))
        if agent in budget.held or source.random() < 0.3:
            budget.let_go(agent)
        elif budget.has_room(weight):
            budget.take(agent, weight)
        elif agent not in budget.waiting:
            budget.waiting[agent] = weight
        queue = [*budget.waiting]
        served = []
        while (found := budget.next_waiting()) is not None:
            budget.take(*found)
            served.append(found[0])
        assert served == queue[: len(served)]
        assert sum(budget.held.values()) <= 6.0
        assert budget.left >= 0.0


def _rounded(session: Session, agent: str) -> tuple[float, float]:
    x, y = field(session, agent, "slot:place")
    return round(x, 6), round(y, 6)
