"""Squads, fighting circles and tokens are made and changed, and follow the things that they name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphs.edits.history import History
from graphs.worlds.edits.adding import add_agent
from graphs.worlds.edits.copying import duplicate_elements, paste_elements
from graphs.worlds.edits.references import references_to, rename_element
from graphs.worlds.edits.reshaping import remove_elements
from graphs.worlds.edits.squads import (
    add_circle,
    add_member,
    add_slot,
    add_token,
    leader_of,
    make_squad,
    move_slot,
    remove_circle,
    remove_member,
    remove_slot,
    remove_squad,
    remove_token,
    rename_circle,
    rename_squad,
    rename_token,
    replace_member,
    set_circle_field,
    set_leader,
    set_role,
    set_shape,
    set_squad_field,
    set_token,
    squad_of,
)
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import document, refusal, survives_the_file

ADA, BEN = Element("agents", "ada"), Element("agents", "ben")


def field() -> WorldDocument:
    """Return a world of six agents, three of them a squad, with a circle around one who is in none."""
    at = {"ada": [4, 4], "ben": [6, 4], "cleo": [8, 4], "dan": [10, 4], "eve": [12, 4], "hero": [15, 9]}
    made = document(
        version=4,
        agents={agent: {"at": place} for agent, place in at.items()},
        squads={
            "red": {
                "members": ["ada", "ben", "cleo"],
                "leader": "ben",
                "roles": {"ben": "scout"},
                "mind": "red.mind.json",
                "variables": {"foe": "hero", "mood": "hero"},
                "formation": {"shape": "wedge", "size": 2},
            }
        },
        circles={"ring": {"around": "hero"}},
        tokens={"grenade": 2},
    )
    assert check_world(made) == ()
    return made


def test_picked_agents_become_a_squad_that_the_first_of_them_leads():
    world, squad_id = make_squad(field(), ["dan", "eve", "dan"])
    assert (squad_id, world.squads[squad_id].members) == ("squad_1", ("dan", "eve"))
    assert leader_of(world.squads[squad_id]) == "dan"
    assert squad_of(world, "eve") == "squad_1"
    assert check_world(world) == ()
    assert survives_the_file(world)


def test_a_new_squad_has_a_place_for_each_follower():
    world = document(version=4, agents={f"a{index}": {"at": [index + 1, 3]} for index in range(9)})
    world, squad_id = make_squad(world, sorted(world.agents))
    assert world.squads[squad_id].formation.size == 8
    assert check_world(world) == ()


def test_a_member_that_joins_finds_a_place_where_all_were_taken():
    world = add_member(field(), "red", "dan")
    assert world.squads["red"].members == ("ada", "ben", "cleo", "dan")
    assert world.squads["red"].formation.size == 3
    assert check_world(world) == ()


def test_a_member_that_joins_own_places_gets_one_behind_the_last():
    world = set_shape(field(), "red", "own", [(-1, 1), (-1, -1)])
    world = add_member(world, "red", "dan")
    assert world.squads["red"].formation.slots == ((-1, 1), (-1, -1), (-2.5, 1))


def test_a_member_that_leaves_takes_its_lead_and_its_role_along():
    squad = remove_member(field(), "red", "ben").squads["red"]
    assert (squad.members, squad.leader, squad.roles) == (("ada", "cleo"), None, {})


def test_another_agent_takes_a_members_place_lead_and_role():
    squad = replace_member(field(), "red", "ben", "eve").squads["red"]
    assert (squad.members, squad.leader, squad.roles) == (("ada", "eve", "cleo"), "eve", {"eve": "scout"})


def test_leader_role_and_fields_are_set_and_taken_back():
    world = set_leader(field(), "red", None)
    assert leader_of(world.squads["red"]) == "ada"
    world = set_role(set_role(world, "red", "ben", ""), "red", "cleo", " medic ")
    assert world.squads["red"].roles == {"cleo": "medic"}
    world = set_squad_field(world, "red", "formation.spacing", 2.5)
    assert world.squads["red"].formation.spacing == 2.5
    assert set_squad_field(world, "red", "formation.spacing", None).squads["red"].formation.spacing == 1.5


def test_own_places_begin_with_those_of_the_shape_before_and_are_kept():
    own = set_shape(field(), "red", "own", [(-1.5, 1.5), (-1.5, -1.5)])
    assert own.squads["red"].formation.slots == ((-1.5, 1.5), (-1.5, -1.5))
    moved = move_slot(own, "red", 1, (-3, 0.5))
    assert moved.squads["red"].formation.slots == ((-1.5, 1.5), (-3, 0.5))
    back = set_shape(set_shape(moved, "red", "line"), "red", "own", [(9, 9)])
    assert back.squads["red"].formation.slots == ((-1.5, 1.5), (-3, 0.5))
    assert add_slot(moved, "red", (2, 2)).squads["red"].formation.slots[2] == (2, 2)
    assert remove_slot(moved, "red", 0).squads["red"].formation.slots == ((-3, 0.5),)


def test_squads_circles_and_tokens_keep_their_places_when_renamed():
    world = rename_squad(field(), "red", "crimson")
    world = rename_token(rename_circle(world, "ring", "arena"), "grenade", "bomb")
    assert (list(world.squads), list(world.circles), world.tokens) == (["crimson"], ["arena"], {"bomb": 2})


def test_circles_and_tokens_are_added_set_and_removed():
    world, circle = add_circle(field(), "ada")
    world, token = add_token(world)
    assert (circle, world.circles[circle].around, token, world.tokens[token]) == (
        "circle_1",
        "ada",
        "token_1",
        1,
    )
    world = set_token(set_circle_field(world, circle, "slots", 6), token, 3)
    assert (world.circles[circle].slots, world.tokens[token]) == (6, 3)
    assert remove_token(remove_circle(world, circle), token) == field()
    assert remove_squad(field(), "red").squads == {}


def test_squads_and_circles_follow_an_agent_that_is_renamed():
    world = rename_element(field(), BEN, "bert")
    squad = world.squads["red"]
    assert (squad.members, squad.leader, squad.roles) == (("ada", "bert", "cleo"), "bert", {"bert": "scout"})
    world = rename_element(world, Element("agents", "hero"), "boss", {"red.mind.json": frozenset({"foe"})})
    assert world.circles["ring"].around == "boss"
    assert world.squads["red"].variables == {"foe": "boss", "mood": "hero"}


def test_the_places_that_name_a_member_are_found():
    assert references_to(field(), BEN) == (
        "squads.red.members.1",
        "squads.red.leader",
        "squads.red.roles.ben",
    )
    assert references_to(field(), Element("agents", "hero")) == ("circles.ring.around",)


def test_squads_lose_agents_that_are_removed_and_go_with_the_last():
    world = remove_elements(field(), [BEN])
    assert (world.squads["red"].members, world.squads["red"].leader) == (("ada", "cleo"), None)
    world = remove_elements(world, [ADA, Element("agents", "cleo"), Element("agents", "hero")])
    assert (world.squads, world.circles) == ({}, {})


def test_a_squad_copied_as_a_whole_is_a_squad_again_and_a_part_of_it_is_none():
    whole = [ADA, BEN, Element("agents", "cleo")]
    world, copies = duplicate_elements(field(), whole, 0, 4)
    assert [copy.id for copy in copies] == ["ada_1", "ben_1", "cleo_1"]
    copied = world.squads["red_1"]
    assert (copied.members, copied.leader) == (("ada_1", "ben_1", "cleo_1"), "ben_1")
    assert copied.roles == {"ben_1": "scout"}
    assert world.squads["red"] == field().squads["red"]
    assert check_world(world) == ()
    part, _ = duplicate_elements(field(), whole[:2], 0, 4)
    assert list(part.squads) == ["red"]


def test_a_fragment_brings_no_squad_of_agents_that_it_has_not():
    text = (
        '{"format": "mindloom-world-fragment", "agents": {"zoe": {"at": [2, 2]}},'
        ' "squads": {"red": {"members": ["ada"]}}}'
    )
    world, _ = paste_elements(field(), text)
    assert "zoe_1" in world.agents
    assert list(world.squads) == ["red"]


def test_a_new_agent_gets_no_id_of_a_squad():
    world = rename_squad(field(), "red", "agent_1")
    assert add_agent(world, (2, 10))[1].id == "agent_2"


def test_each_edit_is_one_step_back():
    history = History(field())
    history.commit("Make", make_squad(field(), ["dan", "eve"])[0])
    history.commit("Leader", set_leader(history.document, "squad_1", "eve"))
    assert history.document.squads["squad_1"].leader == "eve"
    history.undo()
    history.undo()
    assert history.document == field()
    history.redo()
    assert history.document.squads["squad_1"].leader is None


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda world: make_squad(world, []), "A squad has at least one member."),
        (lambda world: make_squad(world, ["dan", "ada"]), "ada is in the squad red already."),
        (lambda world: make_squad(world, ["nobody"]), "The agent nobody is no longer in the world."),
        (lambda world: add_member(world, "red", "ada"), "ada is in the squad red already."),
        (lambda world: add_member(world, "blue", "dan"), "The squad blue is no longer in the world."),
        (lambda world: remove_member(world, "red", "dan"), "dan is no member of red."),
        (
            lambda world: remove_member(make_squad(world, ["dan"])[0], "squad_1", "dan"),
            "dan is the last member of squad_1.",
        ),
        (lambda world: set_leader(world, "red", "dan"), "dan is no member of red."),
        (lambda world: set_role(world, "red", "dan", "scout"), "dan is no member of red."),
        (lambda world: set_squad_field(world, "red", "formation.spacing", -1), "The spacing is -1"),
        (lambda world: set_squad_field(world, "red", "formation.size", 1), "The formation has 1 places"),
        (lambda world: set_shape(world, "red", "square"), ""),
        (lambda world: add_slot(world, "red", (1, 1)), "The places of a wedge follow from its shape."),
        (
            lambda world: move_slot(set_shape(world, "red", "own"), "red", 0, (1, 1)),
            "This place is no longer",
        ),
        (lambda world: rename_squad(world, "red", "hero"), "hero is the id of something else already."),
        (lambda world: rename_squad(world, "red", "ring"), "ring is the id of something else already."),
        (lambda world: rename_squad(world, "red", "a b"), "'a b' cannot be an id."),
        (lambda world: rename_circle(world, "ring", "red"), "red is the id of a squad or circle already."),
        (lambda world: rename_token(world, "grenade", ""), "A token needs an id."),
        (lambda world: add_token(world, "grenade"), "There is a token 'grenade' already."),
        (lambda world: set_token(world, "grenade", -1), "The budget is -1"),
        (lambda world: add_circle(world, "nobody"), "There is no entity 'nobody' to stand around."),
        (lambda world: set_circle_field(world, "ring", "around", "nobody"), "There is no entity 'nobody'"),
        (lambda world: set_circle_field(world, "ring", "slots", 0), "The budget of slots is 0"),
        (lambda world: rename_element(world, ADA, "red"), "red is the id of a squad already."),
    ],
)
def test_what_cannot_be_is_refused(edit: Callable[[WorldDocument], object], reason: str):
    refused = refusal(lambda: edit(field()))
    assert refused.reason.startswith(reason)
    assert refused.remedy
