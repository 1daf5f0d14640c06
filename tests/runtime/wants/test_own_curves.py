"""Agents have curves and sets of fuzzy inputs of their own (rule 10.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.files.document_file import document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.file_references import load_referenced_files
from graphs.projects.linking import link_document
from runtime.embedding import EmbeddingError, GameMinds, Mind
from runtime.export.export_document import export_document
from runtime.history.recording.recorded_run import Recorder
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.program.problems import CompileError
from runtime.trials.cases.case_file import case_from_bytes, case_to_bytes
from runtime.trials.cases.case_runner import run_case
from runtime.trials.cases.recorded_case import WhatMustHold, record_case
from tests.runtime.session_of import session_of
from tests.runtime.wants.random_wants import document

NODES = {"root": {"kind": "set", "actions": ["urge = curve urge(5)", "hurt = health is hurt"]}}
SETS = {"hurt": {"shape": "triangle", "at": [20, 40, 80]}}
GAME = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())
OUTPUT = {"heal": {"sets": {"yes": {"shape": "linear"}}, "number": "centroid"}}
BOB = document(
    curves={"urge": {"shape": "linear", "high": 10}},
    sheets={"s": {"inputs": {"health": {"high": 100, "sets": SETS}}, "outputs": OUTPUT}},
    variables={name: {"type": "float", "default": 60} for name in ("urge", "hurt", "health")},
    graphs={"g": {"kind": "behavior_tree", "root": "root", "nodes": NODES}},
)
OWN = {
    "urge": {"shape": "linear", "high": 20},
    "health.hurt": {"shape": "triangle", "at": [0, 60, 61]},
}


def values(agents: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    session = session_of(agents, {"bob.mind.json": BOB})
    session.step()
    return {name: (session.variables(name)["urge"], session.variables(name)["hurt"]) for name in agents}


def test_10_2_an_agent_of_a_world_has_curves_of_its_own_that_change_no_other():
    agents = {"bob": {"mind": "bob.mind.json"}, "jim": {"mind": "bob.mind.json", "curves": OWN}}
    assert values(agents) == {"bob": (0.5, 0.5), "jim": (0.25, 1.0)}


@pytest.mark.parametrize(
    ("name", "curve", "said"),
    [
        ("urgent", {}, "the mind has none that can be another. Name one of heal.yes, health.hurt, urge."),
        ("heal.yes", {}, "the mind has none that can be another"),
        ("urge", {"low": 1, "high": 1}, "is damaged: The axis ends where it begins, or before."),
    ],
)
def test_10_2_a_curve_that_the_mind_has_not_or_that_is_damaged_is_refused(name, curve, said):
    with pytest.raises(CompileError) as caught:
        values({"jim": {"mind": "bob.mind.json", "curves": {name: curve}}})
    assert said in str(caught.value)


def test_10_2_an_edit_that_takes_a_curve_away_that_an_agent_has_of_its_own_is_refused_by_its_name():
    session = session_of({"jim": {"mind": "bob.mind.json", "curves": OWN}}, {"bob.mind.json": BOB})
    session.step()
    nodes = {"root": {"kind": "set", "actions": ["hurt = health is hurt"]}}
    graphs = {"g": {"kind": "behavior_tree", "root": "root", "nodes": nodes}}
    fields = {"sheets": BOB.sheets, "variables": BOB.variables, "curves": {}}
    less = BOB.model_copy(update={**fields, "graphs": document(graphs=graphs).graphs})
    with pytest.raises(CompileError) as caught:
        session.compiled_with({"bob.mind.json": less})
    assert "Agent jim has a curve urge of its own, but the mind has none" in str(caught.value)


def test_10_2_a_case_of_a_run_has_the_curves_that_the_agent_had_in_its_world():
    session = session_of({"jim": {"mind": "bob.mind.json", "curves": OWN}}, {"bob.mind.json": BOB})
    recorder = Recorder(session)
    recorder.step()
    hold = WhatMustHold(variables=frozenset({"urge", "hurt"}))
    case = record_case(recorder.recording, session.at_start(), "jim", range(1), "bob.mind.json", hold)
    read = case_from_bytes(case_to_bytes(case))
    assert run_case(read, BOB, GAME).passed
    assert not run_case(read.model_copy(update={"curves": {}}), BOB, GAME).passed


def test_10_2_a_case_with_a_curve_that_the_mind_has_not_is_refused():
    data = {"format": "mindloom-case", "version": 1, "document": "bob.mind.json", "ticks": [{}]}
    case = case_from_bytes(json.dumps({**data, "curves": {"urgent": {}}}).encode())
    (problem,) = run_case(case, BOB, GAME).problems
    assert problem.where == "curves.urgent"
    assert "the mind has none that can be another" in problem.message


def test_2_2_a_graph_of_another_file_reads_the_curve_of_its_file_or_that_of_the_agent(tmp_path):
    moves = document(
        curves={"urge": {"high": 10}},
        graphs={
            "g": {
                "kind": "behavior_tree",
                "root": "r",
                "parameters": {"felt": {"type": "float", "direction": "out"}},
                "nodes": {"r": {"kind": "set", "actions": ["felt = curve urge(5)"]}},
            }
        },
    )
    (tmp_path / "moves.mind.json").write_bytes(document_to_bytes(moves))
    call = {"kind": "subtree", "graph": "moves.mind.json#g", "arguments": {"felt": {"variable": "urge"}}}
    user = document(
        variables={name: {"type": "float"} for name in ("urge", "hurt")},
        graphs={"g": {"kind": "behavior_tree", "root": "r", "nodes": {"r": call}}},
    )
    files = load_referenced_files(user, tmp_path / "bob.mind.json")
    linked = link_document(files)
    assert linked.refusals == {}
    own = {"curves": {"urge": {"high": 20}}}
    agents: dict[str, Any] = {"bob": {"mind": "bob.mind.json"}, "jim": {"mind": "bob.mind.json", **own}}
    session = session_of(agents, {"bob.mind.json": linked.document})
    session.step()
    assert [session.variables(agent)["urge"] for agent in ("bob", "jim")] == [0.5, 0.25]


def test_10_2_a_game_gives_an_agent_curves_of_its_own():
    minds = GameMinds()
    mind = Mind.from_bytes(export_document(BOB, builtin_registry()).text().encode())
    bob = minds.add("bob", mind)
    jim = minds.add("jim", mind, curves={"urge": [(0, 0), (20, 1)]})
    minds.tick()
    assert (bob.get("urge"), jim.get("urge")) == (0.5, 0.25)
    jim.restart()
    minds.tick()
    assert jim.get("urge") == 0.25
    damaged: list[dict[str, Any]] = [{"urgent": [(0, 0)]}, {"urge": []}, {"urge": [(1, 0), (0, 1)]}]
    for wrong in damaged:
        with pytest.raises(EmbeddingError):
            minds.add("joe", mind, curves=wrong)
    assert "joe" not in [agent.agent for agent in minds]
