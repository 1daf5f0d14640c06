"""Every technique of steering is an action with help, and runs in trees, machines and decision trees."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.help_pages import action_page, page_markdown
from graphs.model import Document
from tests.graphs.builders import document_of, machine
from tests.runtime.actions.game_session import tree_document
from tests.runtime.session_of import session_of

REGISTRY = builtin_registry()

TECHNIQUES = {
    "STEER-02": "seek",
    "STEER-03": "flee",
    "STEER-04": "pursue",
    "STEER-05": "evade",
    "STEER-06": "arrive",
    "STEER-07": "leave",
    "STEER-08": "align",
    "STEER-09": "face",
    "STEER-10": "wander",
    "STEER-11": "follow_path",
    "STEER-12": "avoid_agents",
    "STEER-13": "avoid_walls",
    "STEER-17": "match_velocity",
    "STEER-18": "follow_waypoints",
    "STEER-19": "avoid_obstacles",
    "STEER-20": "roam",
    "NAV-16": "go_to",
    "FLOCK-01": "flock",
    "PROJ-03": "throw_at",
    "PROJ-06": "fire",
}
"""Which action each row of the catalogue is; STEER-14 and STEER-15 are how an agent combines them."""


@pytest.mark.parametrize(("technique", "action"), TECHNIQUES.items())
def test_a_technique_is_an_action_whose_help_names_it(technique, action):
    page = page_markdown(action_page(action), REGISTRY)
    assert page is not None
    assert technique in page


def arguments_of(action: str) -> dict[str, Any]:
    """Return arguments for what must be given, and nothing else."""
    values: dict[str, Any] = {"path": "round", "text": "!", "source": "bell"}
    return {
        parameter.name: {"expr": "foe"} if parameter.type in ("point", "entity") else values[parameter.name]
        for parameter in REGISTRY.actions[action].parameters
        if parameter.required
    }


def minds_of(action: str) -> dict[str, Document]:
    acting = {"action": action, "params": arguments_of(action)}
    variables = {"foe": {"type": "entity", "default": "you"}}
    activity = machine({"s": {"kind": "state", "name": "S", "activity": acting}})
    decided = {"kind": "decision_tree", "nodes": {"r": {"kind": "action", **acting}}, "root": "r"}
    return {
        "tree": tree_document({"r": {"kind": "action", **acting}}, variables=variables),
        "machine": document_of(activity, variables=variables),
        "decision": document_of({**decided, "title": "D"}, variables=variables),
    }


STEERING = [action for action in TECHNIQUES.values() if action not in ("fire", "throw_at")]
STEERING += ["stop", "look_where_you_go", "separation", "alignment", "cohesion", "aim_at"]


@pytest.mark.parametrize("action", STEERING)
def test_the_same_action_steers_alike_in_every_kind_of_graph(action):
    ways = {}
    for kind, mind in minds_of(action).items():
        agents = {
            "me": {"at": [6, 5], "heading": 60, "mind": "m.mind.json"},
            "you": {"at": [9, 7]},
        }
        world: dict[str, Any] = {
            "waypoints": {"a": {"at": [8, 5]}, "b": {"at": [8, 9]}},
            "paths": {"round": {"waypoints": ["a", "b"]}},
        }
        session = session_of(agents, {"m.mind.json": mind}, **world)
        frames = [session.step().brains["me"]]
        asked = session.world.filed_requests[session.world._agent_row("me")]
        assert [request.behavior for request in asked] == [{"aim_at": "face"}.get(action, action)]
        frames += [session.step().brains["me"] for _ in range(8)]
        assert [error.message for frame in frames for error in frame.errors] == []
        ways[kind] = session.world.pose("me")
    if action not in ("wander", "roam"):  # which draw from the stream of their own node
        assert ways["tree"] == ways["machine"] == ways["decision"]
