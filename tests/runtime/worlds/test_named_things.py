"""What minds name of their world is found in parameters, expressions and lines, and has to be there."""

from __future__ import annotations

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import empty_document
from graphs.worlds.checks.named_things import names_in_mind
from graphs.worlds.checks.world_mind_check import check_minds
from graphs.worlds.model.ground_and_squads import FightingCircle, Layer, LayerSource, Squad
from graphs.worlds.model.world_file import WorldDocument
from graphs.worlds.model.world_problem import WorldProblem
from tests.runtime.worlds.edits.edited_world import document

REGISTRY = builtin_registry()
FILE = "m.mind.json"


def tree(**node: object) -> Document:
    """Return a mind of one tree with one node, an action unless `kind` says otherwise."""
    made = TreeNode.model_validate({"kind": "action", **node})
    graph = BehaviorTreeGraph(kind="behavior_tree", root="n", nodes={"n": made})
    return empty_document().model_copy(update={"graphs": {"g": graph}, "root": "g"})


def asking(test: str) -> Document:
    return tree(kind="condition", test=test)


def doing(line: str) -> Document:
    return tree(kind="set", actions=[line])


def doing_by_name(action: str, **params: object) -> Document:
    return tree(action=action, params=params)


def world(**parts: object) -> WorldDocument:
    agent = {"at": [2, 2], "mind": FILE}
    return document(agents={"ada": agent, "ben": {**agent, "at": [4, 4]}}).model_copy(
        update={
            "squads": {"red": Squad(members=("ada",))},
            "circles": {"ring": FightingCircle(around="ada")},
            **parts,
        }
    )


def found(mind: Document, **parts: object) -> list[WorldProblem]:
    return list(check_minds(world(**parts), {FILE: mind}, REGISTRY))


@pytest.mark.parametrize(
    ("mind", "place"),
    [
        (doing_by_name("request_slot", of="rad"), "g.n.request_slot.of"),
        (doing_by_name("order", event="go", squad="rad"), "g.n.order.squad"),
        (asking('in_squad("rad")'), "g.n.in_squad.squad"),
        (asking('in_squad(squad="rad") and true'), "g.n.in_squad.squad"),
        (doing('do release_slot(of="rad")'), "g.n.release_slot.of"),
    ],
)
def test_an_unknown_squad_is_a_warning_that_says_where_and_which_is_meant(mind, place):
    [problem] = found(mind)
    assert (problem.where, problem.severity) == ("agents.ada.mind", "warning")
    assert f"names 'rad' in {place}, and this world has no such" in problem.message
    assert problem.remedy == "Use 'red'."


@pytest.mark.parametrize(
    ("mind", "word"),
    [
        (asking('influence(self, "fear") > 1'), "layer"),
        (asking('owner(self, "fear") == "red"'), "layer"),
        (asking('impact_in(self, "fear") > 1'), "zone"),
        (asking('tokens_left(self, "fear") > 1'), "token"),
        (doing_by_name("request_token", token="fear"), "token"),
        (doing_by_name("open_door", door="fear"), "door"),
        (doing_by_name("open_door", door="ben"), "door"),
        (doing_by_name("switch_link", link="fear"), "link"),
        (tree(kind="score_places", params={"by": "influence", "name": "fear"}), "layer"),
        (tree(kind="keep_places", params={"by": "area", "name": "fear"}), "zone"),
    ],
)
def test_what_is_not_in_the_section_that_is_meant_is_missed(mind, word):
    [problem] = found(mind)
    assert problem.message.endswith(f"this world has no such {word}.")


@pytest.mark.parametrize(
    "mind",
    [
        doing_by_name("request_slot", of="ring"),
        doing_by_name("request_slot", of="red"),
        doing_by_name("request_slot"),
        doing_by_name("request_slot", of={"expr": "where"}),
        asking("in_squad(where)"),
        asking('in_squad("red")'),
        asking("in_squad()"),
        asking("in_squad("),
        tree(kind="score_places", params={"by": "distance", "name": "fear"}),
    ],
)
def test_what_is_there_left_out_or_decided_by_an_expression_is_left_alone(mind):
    assert found(mind) == []


def test_one_thing_is_told_once_for_all_agents_of_a_mind():
    mind = asking('in_squad("rad") or in_squad("rad")')
    assert len(names_in_mind(mind, REGISTRY)) == 2
    assert len(found(mind)) == 1


class TestWhatNoMindUses:
    door = {"gate": {"polygon": [[5, 5], [6, 5], [6, 6]]}}

    def told(self, mind: Document, **parts: object) -> list[str]:
        return [problem.where for problem in found(mind, **parts)]

    @pytest.mark.parametrize(
        ("more", "mind", "is_told"),
        [
            ({}, asking("true"), True),
            ({}, doing_by_name("close_door", door="gate"), True),
            ({}, doing_by_name("open_door", door="gate"), False),
            ({}, doing("do open_door(door=which)"), False),
            ({}, doing_by_name("open_door", door={"expr": "which"}), False),
            ({"open": True}, asking("true"), False),
            ({"opens_on": "alarm"}, asking("true"), False),
        ],
    )
    def test_a_closed_door_that_nothing_opens(self, more, mind, is_told):
        doors = document(doors={"gate": {**self.door["gate"], **more}}).doors
        assert self.told(mind, doors=doors) == (["doors.gate"] if is_told else [])

    @pytest.mark.parametrize(
        ("mind", "is_told"),
        [
            (asking("true"), True),
            (asking('tokens_left(self, "grenade") > 0'), True),
            (doing_by_name("request_token", token="grenade"), False),
            (doing_by_name("request_token", token={"expr": "which"}), False),
        ],
    )
    def test_a_token_that_nothing_asks_for(self, mind, is_told):
        assert self.told(mind, tokens={"grenade": 2}) == (["tokens.grenade"] if is_told else [])

    @pytest.mark.parametrize(
        ("mind", "is_told"),
        [
            (asking("true"), True),
            (asking('influence(self, "fear") > 1'), False),
            (tree(kind="score_places", params={"by": "influence", "name": "fear"}), False),
        ],
    )
    def test_a_layer_that_nothing_reads(self, mind, is_told):
        layers = {"fear": Layer(sources=(LayerSource(who="ada"),))}
        assert self.told(mind, layers=layers) == (["layers.fear"] if is_told else [])

    def test_a_cost_of_an_agent_reads_a_layer(self):
        layers = {"fear": Layer(sources=(LayerSource(who="ada"),))}
        there = world(layers=layers)
        ada = there.agents["ada"].model_copy(update={"area_costs": {"z": '1 + influence(self, "fear")'}})
        told = self.told(asking("true"), layers=layers, agents={"ada": ada})
        assert "layers.fear" not in told

    def test_nothing_is_said_while_a_mind_is_missing_or_calls_another_file(self):
        parts = {"tokens": {"grenade": 2}}
        assert [each.where for each in check_minds(world(**parts), {}, REGISTRY, tells_missing=False)] == []
        assert self.told(tree(kind="subtree", graph="other.mind.json#g"), **parts) == []
