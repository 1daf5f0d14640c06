"""What the check of worlds says of squads, fighting circles and tokens."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.worlds.checks.world_check import check_world_document
from tests.runtime.worlds.world_builder import document

AGENTS = {name: {"at": [2 + n, 3]} for n, name in enumerate("abcd")}


def problems(**fields: Any) -> list[tuple[str, str]]:
    found = check_world_document(document(agents=AGENTS, **fields))
    assert all(problem.remedy for problem in found)
    return [(problem.where, problem.message) for problem in found]


def test_a_squad_a_circle_and_tokens_in_order_have_no_problems():
    squad = {"members": ["a", "b"], "leader": "b", "roles": {"a": "scout"}, "mind": "m"}
    assert problems(squads={"red": squad}, circles={"ring": {"around": "c"}}, tokens={"key": 2}) == []


@pytest.mark.parametrize(
    ("squad", "where", "message"),
    [
        ({"members": []}, "members", "The squad has no members."),
        ({"members": ["a", "x"]}, "members.1", "There is no agent 'x'."),
        ({"members": ["a", "b", "a"]}, "members.2", "a is in the squad twice."),
        ({"members": ["a"], "leader": "b"}, "leader", "The leader 'b' is no member."),
        ({"members": ["a"], "roles": {"b": "scout"}}, "roles.b", "'b' has a role and is no member."),
        (
            {"members": ["a", "b", "c"], "formation": {"size": 1}},
            "formation.size",
            "The formation has 1 places beside the leader, for 2 members.",
        ),
        (
            {"members": ["a", "b", "c"], "formation": {"shape": "own", "slots": [[1, 0]]}},
            "formation.slots",
            "The formation has 1 places beside the leader, for 2 members.",
        ),
        (
            {"members": ["a"], "formation": {"spacing": -1}},
            "formation.spacing",
            "The spacing is -1; expected 0 to 10000.",
        ),
    ],
)
def test_what_is_wrong_with_a_squad(squad, where, message):
    assert problems(squads={"red": squad}) == [(f"squads.red.{where}", message)]


def test_an_agent_in_two_squads():
    squads = {"red": {"members": ["a", "b"]}, "blue": {"members": ["b", "c"]}}
    assert problems(squads=squads) == [("squads.blue.members.0", "b is in the squad red already.")]


def test_a_squad_with_the_id_of_something_else():
    found = problems(
        squads={"a": {"members": ["b"]}, "ring": {"members": ["c"]}}, circles={"ring": {"around": "d"}}
    )
    assert found == [
        ("squads.a", "The id 'a' is taken in agents already."),
        ("squads.ring", "The id 'ring' is taken in circles already."),
    ]


@pytest.mark.parametrize(
    ("circle", "where", "message"),
    [
        ({"around": "x"}, "around", "There is no entity 'x' to stand around."),
        ({"around": "a", "radius": -1}, "radius", "The radius is -1; expected 0 to 10000."),
        ({"around": "a", "slots": 0}, "slots", "The budget of slots is 0; expected 1 to 1000."),
        ({"around": "a", "attacks": -1}, "attacks", "The budget of attacks is -1; expected 0 to 1e+06."),
    ],
)
def test_what_is_wrong_with_a_circle(circle, where, message):
    assert problems(circles={"ring": circle}) == [(f"circles.ring.{where}", message)]


def test_a_budget_of_tokens_below_nothing():
    assert problems(tokens={"key": -1}) == [("tokens.key", "The budget is -1; expected 0 to 1e+06.")]
