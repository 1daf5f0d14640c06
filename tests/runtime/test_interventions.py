"""Forced results and entered states as inputs of a session: recorded, kept, run again exactly (7.4)."""

from __future__ import annotations

import random

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.status import RESULT_MASK, Status
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import recording_to_bytes
from runtime.history.recording.rerun import run_again
from runtime.history.why.tick_steps import TickSteps
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.program.orders import orders_of
from runtime.records.reasons import sentence_of
from runtime.session.inputs import EnterState, ForceResult
from runtime.session.session import Session
from tests.runtime.interventions import intervene
from tests.runtime.lone_brain import document, tree
from tests.runtime.recording.whole_counts import recording_from_bytes
from tests.runtime.session_of import move_player, sample_session, session_of

GAME = GameBehaviors(builtin_registry(), builtin_library(), ConditionLibrary())


def intervened_run(name: str, ticks: int) -> tuple[RecordedRun, list[str]]:
    run = RecordedRun(sample_session(name))
    chance = random.Random(f"{name} 7.4")
    hashes = []
    for _ in range(ticks):
        move_player(run.session)
        intervene(run.session, chance)
        run.step()
        hashes.append(run.session.state_hash())
    return run, hashes


@pytest.mark.parametrize("name", ["soldier", "stealth_guard"])
def test_7_4_a_run_with_interventions_is_exact_wherever_it_is_sought(name):
    run, hashes = intervened_run(name, 120)
    kinds = {type(each) for _, notes in run.recording.all_notes() for each in notes.inputs}
    assert kinds & {EnterState, ForceResult}
    chance = random.Random(3)
    for tick in (*(chance.randrange(120) for _ in range(5)), 119):
        for _ in run.go_to(tick):
            pass
        assert run.session.state_hash() == hashes[tick]


def test_7_4_interventions_are_kept_in_files_and_run_again_from_them():
    run, hashes = intervened_run("tank", 80)
    opened = recording_from_bytes(recording_to_bytes(run.recording, run.session), GAME)
    kept = [each for _, notes in opened.recording.all_notes() for each in notes.inputs]
    assert kept == [item for _, notes in run.recording.all_notes() for item in notes.inputs]
    for _ in run_again(opened.recording, opened.session, 79, 79):
        pass
    assert opened.session.state_hash() == hashes[-1]


def waiting_session() -> Session:
    nodes = {
        "root": {"kind": "selector", "children": ["a", "w"]},
        "a": {"kind": "wait", "params": {"seconds": 60}},
        "w": {"kind": "wait", "params": {"seconds": 60}},
    }
    return session_of({"me": {"mind": "m.mind.json"}}, {"m.mind.json": document({"g": tree(nodes)})})


def test_7_4_a_force_that_waits_is_restored_with_the_session_and_hashed():
    session = waiting_session()
    session.step()
    plain = session.state_hash()
    session.force_result("me", "w", Status.FAILURE)
    saved = session.snapshot()
    assert session.state_hash() != plain
    again = waiting_session()
    again.restore(saved)
    assert orders_of(again.brains["me"]) == orders_of(session.brains["me"])
    again.force_result("me", "w", None)
    again.apply_inputs()
    assert again.state_hash() == plain
    session.force_result("me", "a", Status.FAILURE)
    frame = session.step()
    assert frame.inputs == (
        ForceResult("me", "w", Status.FAILURE),
        ForceResult("me", "a", Status.FAILURE),
    )
    assert [outcome & RESULT_MASK for outcome in frame.brains["me"].outcomes] == [3, 3, 3]


def test_7_4_what_cannot_be_forced_or_entered_is_refused_when_it_is_asked_for():
    session = waiting_session()
    with pytest.raises(ValueError, match="no node at 'gone'"):
        session.force_result("me", "gone", Status.SUCCESS)
    with pytest.raises(ValueError, match="not with RUNNING"):
        session.force_result("me", "a", Status.RUNNING)
    with pytest.raises(ValueError, match="no state at 'a'"):
        session.enter_state("me", "a")
    with pytest.raises(ValueError, match="no state"):
        session.enter_state("nobody", "a")


def test_7_4_a_forced_tick_can_be_gone_through_visit_by_visit():
    session = waiting_session()
    run = RecordedRun(session)
    run.step()
    session.force_result("me", "a", Status.FAILURE)
    run.step()
    steps = TickSteps(run.recording, waiting_session(), "me", 1)
    told = [(step.row, step.kind, sentence_of(step.reason)) for step in steps.steps if step.row == 1]
    assert told == [(1, "exit", ""), (1, "visit", "forced")]
    assert [steps.at(place).outcomes[1] for place in range(len(steps.steps) + 1)][-1] == Status.FAILURE
