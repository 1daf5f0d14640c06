"""Recording a run, looking at any tick of it and making ticks exact again (section 7 of the rules)."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from runtime.history.recording.recorded_run import FEWEST_TICKS, MOST_TICKS, Recorder, ticks_between
from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain, RunsDifferently, go_before, run_again, step_again
from runtime.history.recording.tick_block import BLOCK_TICKS
from runtime.records.trace_frame import TraceFrame
from runtime.session.inputs import WriteVariable
from runtime.session.session import Session
from tests.runtime.session_of import move_player, sample_session

WITH_WORLDS = ("tank", "soldier", "alarm_guard", "attack_or_flee", "light_bulb")


class Ticking:
    """A clock that a test moves on by itself: each reading is one millisecond later."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def recorded(name: str, steps: int) -> tuple[Recorder, list[TraceFrame]]:
    recorder = Recorder(sample_session(name), clock=Ticking())
    frames = []
    for _ in range(steps):
        move_player(recorder.session)
        frames.append(recorder.step())
    return recorder, frames


@functools.cache
def long_run(name: str) -> tuple[Recorder, list[TraceFrame], list[str]]:
    """Return a recording of more than a block, with the frame and the hash of the state of each tick."""
    recorder, frames, hashes = Recorder(sample_session(name), clock=Ticking()), [], []
    for _ in range(BLOCK_TICKS + 60):
        move_player(recorder.session)
        frames.append(recorder.step())
        hashes.append(recorder.session.state_hash())
    return recorder, frames, hashes


@pytest.mark.parametrize("name", WITH_WORLDS)
def test_7_3_a_recording_gives_back_outcomes_transitions_status_and_poses_of_every_tick(name):
    recorder, frames, _ = long_run(name)
    recording = recorder.recording
    assert (recording.first_tick, recording.end_tick) == (0, len(frames))
    size = recorder.session.document.size
    for frame in frames:
        again = recording.frame(frame.tick)
        assert again.brains.keys() == frame.brains.keys()
        for agent, brain in frame.brains.items():
            kept = again.brains[agent]
            assert (kept.outcomes, kept.status, kept.ended, kept.taken, kept.errors, kept.expired) == (
                *(brain.outcomes, brain.status, brain.ended, brain.taken, brain.errors, brain.expired),
            )
            assert recording.brain_frame(agent, frame.tick) == kept
        assert again.events == frame.events
        assert again.inputs == frame.inputs
        assert np.abs(again.poses[:, :2] - frame.poses[:, :2]).max() <= max(size) / 131070 * 1.001
        turned = np.abs(again.poses[:, 2] - frame.poses[:, 2] % 360)
        assert np.minimum(turned, 360 - turned).max() <= 0.003


def test_7_1_writes_are_kept_where_the_value_changes_with_the_writer():
    recorder = Recorder(sample_session("tank"))
    agent = next(iter(recorder.session.brains))
    names = [
        name
        for name, slot in recorder.session.brains[agent].program.variables.items()
        if slot.type.kind.value == "int"
    ]
    for value in (1, 1, 2):
        recorder.session.ask(WriteVariable(agent, names[0], value))
        recorder.step()
    kept = [
        (tick, write.value, write.row)
        for tick, notes in recorder.recording.all_notes()
        for who, brain in notes.brains
        for write in brain.writes
        if who == agent and write.variable == names[0] and write.row == -1
    ]
    assert kept == [(0, 1, -1), (2, 2, -1)]


@pytest.mark.parametrize("name", WITH_WORLDS)
def test_7_3_any_tick_is_made_exact_again_and_gone_on_from(name):
    recorder, _, hashes = long_run(name)
    other = recorder.session.at_start()
    chance = random.Random(5)
    for tick in (0, len(hashes) - 1, *(chance.randrange(len(hashes)) for _ in range(8))):
        for _ in run_again(recorder.recording, other, tick, tick):
            pass
        assert other.tick == tick + 1
        assert other.state_hash() == hashes[tick]


def test_7_1_logs_are_made_again_for_an_agent_that_nobody_watched():
    recorder, _ = recorded("tank", 200)
    straight = sample_session("tank")
    straight.watch(straight.agent_ids)
    logged = []
    for _ in range(200):
        move_player(straight)
        logged.append(straight.step())
    other = recorder.session.at_start()
    other.watch(other.agent_ids)
    again = [frame for frame in run_again(recorder.recording, other, 120, 160) if frame.tick >= 120]
    assert [frame.tick for frame in again] == list(range(120, 161))
    for frame in again:
        for agent, brain in frame.brains.items():
            assert brain.visits == logged[frame.tick].brains[agent].visits
            assert brain.candidates == logged[frame.tick].brains[agent].candidates
    assert any(brain.candidates or brain.visits for frame in again for brain in frame.brains.values())


@pytest.mark.parametrize(
    ("step_seconds", "key_seconds", "ticks"),
    [
        (0.005, 0.001, 13),
        (0.002, 0.001, 33),
        (0.002, 0.04, 167),
        (0.1, 0.001, FEWEST_TICKS),
        (0.0, 10.0, MOST_TICKS),
    ],
)
def test_7_3_key_frames_stand_closer_the_dearer_a_step_is(step_seconds, key_seconds, ticks):
    assert ticks_between(step_seconds, key_seconds) == ticks


def test_7_3_key_frames_stand_closer_where_less_time_may_go_into_running_again():
    assert ticks_between(0.005, 0.001, again=0.03) == 6
    assert ticks_between(0.005, 0.009, again=0.03) == 15


def test_7_3_one_slow_state_does_not_part_key_frames():
    times: list[float] = []
    recorder = Recorder(sample_session("tank"), clock=lambda: times.pop(0) if times else 0.0)
    for taken in (0.001, 5.0, 0.001, 0.001):
        times[:] = [0.0, taken]
        recorder._take_key_frame()
    assert recorder._key_seconds == pytest.approx(0.001)


def test_7_3_the_oldest_block_goes_first_when_there_is_too_much():
    whole, _ = recorded("tank", 5 * BLOCK_TICKS)
    room = whole.recording.byte_count // 2
    recorder = Recorder(sample_session("tank"), clock=Ticking(), limit=room)
    for _ in range(5 * BLOCK_TICKS):
        move_player(recorder.session)
        recorder.step()
        assert recorder.recording.end_tick == recorder.session.tick
    recording = recorder.recording
    assert recording.byte_count <= room
    assert recording.first_tick > 0
    with pytest.raises(TickNotRecorded, match=f"it holds ticks {recording.first_tick} to"):
        recording.frame(recording.first_tick - 1)
    first = recording.first_tick
    assert first % BLOCK_TICKS, "a block was cut"
    assert recording.key_frames.ticks[0] == first, "no tick is held that cannot be made exact"
    for tick in (first, first + 1, recording.end_tick - 1):
        for _ in run_again(recording, recorder.session.at_start(), tick, tick):
            pass
    for tick in range(first, recording.end_tick):
        assert recording.frame(tick).brains == whole.recording.frame(tick).brains
        assert np.array_equal(recording.poses(tick), whole.recording.poses(tick))
        assert recording.notes(tick) == whole.recording.notes(tick)


def test_7_3_two_runs_go_on_from_one_tick_and_neither_shows_in_the_other():
    recorder, frames = recorded("tank", 350)
    prefix = recorder.recording.up_to(300)
    other = recorder.session.at_start()
    for _ in run_again(recorder.recording, other, 300, 300):
        pass
    branch = Recorder(other, recording=prefix)
    other.set_pose("player", (1.0, 1.0))
    for _ in range(40):
        branch.step()
    recorder.step()
    assert branch.recording.end_tick == 341
    assert recorder.recording.end_tick == 351
    for tick in (0, 255, 256, 300):
        assert branch.recording.frame(tick).brains == recorder.recording.frame(tick).brains
    assert not np.array_equal(branch.recording.poses(301), recorder.recording.poses(301))
    for frame in frames:
        assert recorder.recording.first_difference(frame) is None


def test_7_3_a_run_that_depends_on_more_than_its_inputs_says_so_instead_of_showing_something_else():
    recorder, _ = recorded("tank", 60)
    agent = next(iter(recorder.session.brains))
    other = recorder.session.at_start()
    go_before(recorder.recording, other, 30)
    while other.tick < 30:
        step_again(recorder.recording, other, other.tick)
    other.set_pose(agent, (1.0, 1.0))
    with pytest.raises(RunsDifferently) as caught:
        step_again(recorder.recording, other, 30)
    assert caught.value.tick == 30
    assert agent in str(caught.value)


def test_7_3_without_a_state_to_run_on_from_the_reason_is_said():

    recorder, _ = recorded("tank", 5)
    recorder.recording.key_frames.drop_before(100)
    with pytest.raises(CannotRunAgain, match="No state from before tick 3"):
        go_before(recorder.recording, sample_session("tank"), 3)


def test_7_3_ticks_outside_the_recording_are_refused():
    recorder, _ = recorded("tank", 5)
    other: Session = recorder.session.at_start()
    with pytest.raises(TickNotRecorded, match="it holds ticks 0 to 4"):
        go_before(recorder.recording, other, 6)
    with pytest.raises(TickNotRecorded):
        recorder.recording.frame(5)
