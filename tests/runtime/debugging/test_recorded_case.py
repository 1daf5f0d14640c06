"""A stretch of a run recorded as a behavior test holds without the world, and fails when the mind changes."""

from __future__ import annotations

import random

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import StateMachineGraph
from runtime.history.recording.recorded_run import Recorder
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.program.rows import row_path
from runtime.trials.cases.case_file import case_from_bytes, case_to_bytes
from runtime.trials.cases.case_runner import run_case
from runtime.trials.cases.recorded_case import WhatMustHold, record_case
from tests.runtime.interventions import intervene
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import move_player, sample_session, session_of

GAME = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())
WITH_WORLDS = ("tank", "soldier", "alarm_guard", "attack_or_flee", "light_bulb", "card_duel", "wolf", "water")


def recorded(name: str, ticks: int = 230) -> Recorder:
    recorder = Recorder(sample_session(name))
    for _ in range(ticks):
        move_player(recorder.session)
        recorder.step()
    return recorder


@pytest.mark.parametrize("name", WITH_WORLDS)
def test_a_recorded_case_holds_on_the_mind_it_was_recorded_of(name):
    recorder = recorded(name)
    session = recorder.session
    minds = recorder.recording.segments[0].minds.documents
    for agent in list(session.brains)[:2]:
        rows = frozenset(row_path(row) for row in session.programs[agent].rows)
        variables = frozenset(session.programs[agent].variables)
        for ticks in (range(40), range(110, 200)):
            case = record_case(
                recorder.recording,
                session.at_start(),
                agent,
                ticks,
                "mind.mind.json",
                WhatMustHold(rows=rows, variables=variables),
            )
            read = case_from_bytes(case_to_bytes(case))
            file = recorder.recording.cast.minds[agent].partition("#")[0]
            result = run_case(read, minds[file], GAME)
            assert result.passed, [
                (tick.tick, comparison)
                for tick in result.ticks
                for comparison in tick.comparisons
                if not comparison.holds
            ][:3] or result.problems


def test_a_recorded_case_fails_when_a_threshold_of_the_mind_is_another():
    recorder = recorded("tank")
    agent = next(iter(recorder.session.brains))
    taken = [
        tick
        for tick in range(230)
        if (one := recorder.recording.outcome(agent, tick)) is not None and one.taken and tick > 20
    ]
    first = taken[0]
    case = record_case(
        recorder.recording, recorder.session.at_start(), agent, range(first - 5, first + 5), "tank.mind.json"
    )
    document = next(iter(recorder.recording.segments[0].minds.documents.values()))
    graphs = {}
    for key, graph in document.graphs.items():
        if isinstance(graph, StateMachineGraph):
            edges = {name: edge.model_copy(update={"guard": "false"}) for name, edge in graph.edges.items()}
            graphs[key] = graph.model_copy(update={"edges": edges})
    changed = document.model_copy(update={"graphs": {**document.graphs, **graphs}})
    assert run_case(case, document, GAME).passed
    assert not run_case(case, changed, GAME).passed


def test_equal_ticks_are_told_once():
    recorder = recorded("light_bulb", 100)
    agent = next(iter(recorder.session.brains))
    case = record_case(recorder.recording, recorder.session.at_start(), agent, range(100), "l.mind.json")
    assert sum(tick.repeat for tick in case.ticks) == 100
    assert len(case.ticks) < 100


@pytest.mark.parametrize("name", ["soldier", "stealth_guard"])
def test_7_4_a_case_of_a_run_that_was_stepped_into_repeats_that_and_holds(name):
    recorder = Recorder(sample_session(name))
    for tick in range(90):
        move_player(recorder.session)
        intervene(recorder.session, random.Random(f"{name} {tick}"), 0.3)
        recorder.step()
    session = recorder.session
    minds = recorder.recording.segments[0].minds.documents
    told = 0
    for agent in list(session.brains)[:2]:
        rows = frozenset(row_path(row) for row in session.programs[agent].rows)
        for ticks in (range(40), range(50, 90)):
            case = record_case(
                recorder.recording, session.at_start(), agent, ticks, "m.mind.json", WhatMustHold(rows=rows)
            )
            read = case_from_bytes(case_to_bytes(case))
            told += sum(bool(tick.force or tick.enter) for tick in read.ticks)
            result = run_case(read, minds[recorder.recording.cast.minds[agent].partition("#")[0]], GAME)
            assert result.passed, [
                (tick.tick, comparison)
                for tick in result.ticks
                for comparison in tick.comparisons
                if not comparison.holds
            ][:3] or result.problems
    assert told


def test_3_16_a_recorded_case_knows_what_other_agents_have_claimed():
    steps = [
        {"kind": "wait", "params": {"seconds": 0.05}},
        {"kind": "until_success", "children": ["spot"]},
        {"kind": "until_success", "children": ["token"]},
        {"kind": "wait", "params": {"seconds": 0.1}},
    ]
    named = {f"n{place}": step for place, step in enumerate(steps)}
    nodes = {
        "root": {"kind": "sequence", "children": [*named]},
        **named,
        "spot": {"kind": "claim", "params": {"variable": "spot"}},
        "token": {"kind": "claim", "params": {"variable": "tokens"}},
    }
    made = document(
        {"g": tree(nodes)},
        variables={
            "spot": {"type": "entity", "default": "rock"},
            "tokens": {"type": "int", "scope": "world", "default": 1},
        },
    )
    recorder = Recorder(session_of({name: {"mind": "m"} for name in "abc"}, {"m": made}))
    for tick in range(60):
        if tick == 20:
            recorder.session.write_world_variable("tokens", 0)
        if tick == 30:
            recorder.session.write_world_variable("tokens", 2)
        recorder.step()
    for agent in "abc":
        for ticks in (range(60), range(13, 45)):
            case = record_case(
                recorder.recording,
                recorder.session.at_start(),
                agent,
                ticks,
                "m",
                WhatMustHold(rows=frozenset((*nodes,))),
            )
            result = run_case(case_from_bytes(case_to_bytes(case)), made, GAME)
            assert result.passed, result
            told = [tick.entities for tick in case.ticks if tick.entities]
            assert told
