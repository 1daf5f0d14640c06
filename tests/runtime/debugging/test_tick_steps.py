"""Going through a tick visit by visit, forwards and back."""

from __future__ import annotations

import pytest

from runtime.history.recording.recorded_run import Recorder
from runtime.history.why.tick_steps import TickSteps
from runtime.records.trace_frame import Visit
from tests.runtime.session_of import move_player, sample_session

WITH_WORLDS = ("tank", "soldier", "alarm_guard", "attack_or_flee", "card_duel")
TICKS = 130


@pytest.fixture(scope="module", params=WITH_WORLDS)
def run(request):
    """Return a recorder after a run, an agent, and the frames of a straight run in which it was watched."""
    recorder = Recorder(sample_session(request.param))
    agent = next(iter(recorder.session.brains))
    recorder.session.watch([agent])
    frames = []
    for _ in range(TICKS):
        move_player(recorder.session)
        frames.append(recorder.step())
    return recorder, agent, frames


def test_the_steps_of_a_tick_are_its_visits_and_passages_in_order(run):
    recorder, agent, frames = run
    for tick in range(0, TICKS, 18):
        steps = TickSteps(recorder.recording, recorder.session.at_start(), agent, tick)
        brain = frames[tick].brains[agent]
        visits = [Visit(step.row, step.outcome, step.reason) for step in steps.steps if step.kind == "visit"]
        passages = [(step.row, step.kind) for step in steps.steps if step.kind != "visit"]
        assert visits == list(brain.visits)
        assert passages == list(brain.passages)


def test_the_state_between_two_steps_is_the_same_forwards_and_back(run):
    recorder, agent, frames = run
    busiest = max(range(TICKS), key=lambda tick: len(frames[tick].brains[agent].passages))
    steps = TickSteps(recorder.recording, recorder.session.at_start(), agent, busiest)
    count = len(steps.steps)
    forwards = [steps.at(position) for position in range(count + 1)]
    assert [steps.at(position) for position in reversed(range(count + 1))] == forwards[::-1]
    assert forwards[0].outcomes == bytes(len(steps.program.rows))
    for position, step in enumerate(steps.steps, 1):
        if step.kind == "visit":
            assert forwards[position].outcomes[step.row] & 7 == step.outcome


def test_over_goes_to_the_end_of_the_node_and_out_to_that_of_its_parent(run):
    recorder, agent, frames = run
    busiest = max(range(TICKS), key=lambda tick: len(frames[tick].brains[agent].passages))
    steps = TickSteps(recorder.recording, recorder.session.at_start(), agent, busiest)
    for position in range(len(steps.steps)):
        step = steps.steps[position]
        after = steps.over(position)
        assert after > position
        if step.kind == "enter" and after < len(steps.steps):
            assert steps.steps[after - 1].row == step.row
        outside = steps.out(position + 1)
        parent = steps.program.rows[step.row].parent
        assert outside == len(steps.steps) or steps.steps[outside - 1].row == parent
    assert steps.over(len(steps.steps)) == len(steps.steps)


def test_a_position_that_is_not_there_is_refused(run):
    recorder, agent, _ = run
    steps = TickSteps(recorder.recording, recorder.session.at_start(), agent, 3)
    for position in (-1, len(steps.steps) + 1):
        with pytest.raises(IndexError):
            steps.at(position)


def test_going_through_a_tick_leaves_the_run_alone(run):
    recorder, agent, _ = run
    before = recorder.session.state_hash()
    steps = TickSteps(recorder.recording, recorder.session.at_start(), agent, 50)
    steps.at(0)
    assert recorder.session.state_hash() == before
