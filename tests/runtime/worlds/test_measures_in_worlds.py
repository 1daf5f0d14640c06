"""Measures in a world's file: checked, and following the agents they are of."""

from __future__ import annotations

from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.checks.world_mind_check import check_minds
from graphs.worlds.edits.references import references_to, rename_element
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import world_from_bytes, world_to_bytes
from tests.runtime.batches.batch_builders import GUARD, guard_world


def problems(**measures):
    world = guard_world(2, measures=measures)
    return [
        (problem.where, problem.message, problem.severity)
        for problem in check_minds(world, {"guard.mind.json": GUARD}, builtin_registry())
    ]


def test_measures_that_can_be_taken_are_no_problem():
    assert not problems(
        health={"of": "health"},
        worn={"kind": "events", "of": "worn_out", "agent": "g1"},
        low={"kind": "first", "of": "health < 50", "agent": "g2"},
        calm={"kind": "time_in", "of": "Calm"},
    )


def test_measures_that_cannot_be_taken_are_warned_of():
    ((where, said, severity),) = problems(a={"of": "helth"})
    assert (where, severity) == ("measures.a.of", "warning")
    assert "helth" in said
    assert problems(a={"of": "health", "agent": "g9"})[0][:2] == (
        "measures.a.agent",
        "There is no agent 'g9'.",
    )
    assert problems(a={"of": "health", "agent": "player"})[0][1] == "player has no mind to ask."
    assert problems(a={"kind": "events", "of": "wurn"})[0][1] == "The mind declares no event 'wurn'."
    assert problems(a={"kind": "share", "of": "health"})[0][0] == "measures.a.of"


def test_a_measure_follows_its_agent_to_another_id():
    world = guard_world(2, measures={"a": {"of": "health", "agent": "g1"}, "b": {"of": "health"}})
    renamed = rename_element(world, Element("agents", "g1"), "boss")
    assert renamed.measures["a"].agent == "boss"
    assert renamed.measures["b"] is world.measures["b"]
    assert "measures.a.agent" in references_to(world, Element("agents", "g1"))
    assert world_from_bytes(world_to_bytes(renamed)) == renamed
