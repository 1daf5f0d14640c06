"""Going to and fro in a run, branching from its past and comparing what came of it (rule 7.3)."""

from __future__ import annotations

import random

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording import recorded_run
from runtime.history.recording.comparison import NotComparable, first_divergence
from runtime.history.recording.recorded_run import InThePast, RecordedRun
from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.recording_file import open_recording, save_recording
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from tests.runtime.session_of import move_player, sample_session

GAME = GameBehaviors(builtin_registry(), builtin_library(), ConditionLibrary())


def tank_run(steps: int) -> tuple[RecordedRun, list[str]]:
    run = RecordedRun(sample_session("tank"))
    hashes = []
    for _ in range(steps):
        move_player(run.session)
        run.step()
        hashes.append(run.session.state_hash())
    return run, hashes


def seek(run: RecordedRun, tick: int) -> int:
    """Go to just after a tick and return how many steps that took."""
    return sum(1 for _ in run.go_to(tick))


def test_7_3_the_session_is_exact_wherever_it_is_brought_and_goes_on_to_the_same_end():
    run, hashes = tank_run(280)
    chance = random.Random(11)
    for tick in (279, 0, *(chance.randrange(280) for _ in range(8))):
        seek(run, tick)
        assert run.session.tick == tick + 1
        assert run.session.state_hash() == hashes[tick]
    while run.is_past:
        run.step()
    assert run.session.state_hash() == hashes[-1]
    assert run.recording.end_tick == 280


def test_7_3_the_start_of_the_run_is_minus_one():
    run, _ = tank_run(50)
    seek(run, -1)
    assert run.session.tick == 0
    assert run.session.state_hash() == sample_session("tank").state_hash()


def test_7_3_a_step_forwards_in_the_past_makes_one_step_again_and_records_nothing():
    run, hashes = tank_run(120)
    seek(run, 60)
    assert seek(run, 61) == 1
    assert run.step().tick == 62
    assert run.session.state_hash() == hashes[62]
    assert run.recording.end_tick == 120


def test_7_3_one_comes_back_to_the_end_from_the_last_key_frame_and_goes_on():
    run, hashes = tank_run(150)
    seek(run, 20)
    last = run.recording.key_frames.before(149)
    assert last is not None
    assert seek(run, 149) == 150 - max(last.tick, 21)
    assert seek(run, 149) == 0
    assert run.session.state_hash() == hashes[-1]
    run.step()
    assert run.recording.end_tick == 151


def test_7_3_a_branch_begins_with_what_was_asked_there_and_the_other_run_is_kept():
    run, hashes = tank_run(200)
    seek(run, 99)
    run.session.set_pose("player", (1.0, 1.0))
    with pytest.raises(InThePast, match="tick 100"):
        run.step()
    left = run.branch()
    assert run.takes == [left]
    frame = run.step()
    assert [type(each).__name__ for each in frame.inputs] == ["SetPose"]
    for _ in range(99):
        run.step()
    assert (left.end_tick, run.recording.end_tick) == (200, 200)
    difference = first_divergence(left, run.recording)
    assert difference is not None
    assert (difference.tick, difference.part) == (100, "inputs")
    seek(run, 50)
    assert run.session.state_hash() == hashes[50]
    seek(run, 199)
    assert not run.is_past


def test_7_3_inputs_applied_while_held_in_the_past_are_noticed_too():
    run, _ = tank_run(250)
    seek(run, 199)
    assert len(run.recording.notes(200).inputs) == 1
    run.session.set_pose("player", (1.0, 1.0))
    run.session.apply_inputs()
    with pytest.raises(InThePast):
        run.step()


def test_7_3_going_elsewhere_in_the_past_drops_what_was_asked_there():
    run, hashes = tank_run(120)
    seek(run, 60)
    run.session.set_pose("player", (1.0, 1.0))
    seek(run, 70)
    assert run.session.state_hash() == hashes[70]


def test_7_3_a_branch_at_the_very_start_shares_nothing_but_the_start():
    run, _ = tank_run(30)
    seek(run, -1)
    left = run.branch()
    assert run.recording.end_tick == 0
    run.session.set_pose("player", (1.0, 1.0))
    run.step()
    assert (run.recording.first_tick, run.recording.end_tick, left.end_tick) == (0, 1, 30)
    seek(run, -1)
    assert run.session.state_hash() == sample_session("tank").state_hash()


def test_7_3_a_branch_at_the_end_leaves_nothing():
    run, _ = tank_run(30)
    assert run.branch() is run.recording
    assert run.takes == []


def test_7_3_the_first_difference_names_the_tick_the_agent_and_what_each_did():
    run, _ = tank_run(250)
    seek(run, 20)
    left = run.branch()
    agent = next(iter(run.session.brains))
    names = run.session.variables(agent)
    run.session.write_variable(agent, "health", 0.0 if "health" in names else 1.0)
    while run.recording.end_tick < 250:
        run.step()
    same_inputs_until = first_divergence(left, run.recording)
    assert same_inputs_until is not None
    assert same_inputs_until.tick == 21
    assert same_inputs_until.part == "inputs"
    assert same_inputs_until.first == "none"
    assert same_inputs_until.second == "WriteVariable"
    assert first_divergence(left, left) is None


def test_7_3_runs_of_other_worlds_do_not_compare():
    tank, _ = tank_run(3)
    other = RecordedRun(sample_session("soldier"))
    with pytest.raises(NotComparable):
        first_divergence(tank.recording, other.recording)


def test_7_3_a_tick_that_lies_ahead_of_the_recording_is_refused():
    run, _ = tank_run(10)
    with pytest.raises(TickNotRecorded, match="it holds ticks 0 to 9"):
        seek(run, 10)


def test_7_3_a_take_left_behind_is_taken_up_again_and_goes_on_exactly():
    run, hashes = tank_run(150)
    seek(run, 80)
    run.branch()
    run.session.set_pose("player", (1.0, 1.0))
    for _ in range(40):
        run.step()
    other = run.session.state_hash()
    branch = run.recording
    assert run.take_up(0) is branch
    assert run.takes == [branch]
    seek(run, 149)
    assert run.session.state_hash() == hashes[-1]
    assert not run.is_past
    move_player(run.session)
    run.step()
    assert run.recording.end_tick == 151
    run.take_up(0)
    seek(run, branch.end_tick - 1)
    assert run.session.state_hash() == other


def test_7_3_what_was_read_from_a_file_is_gone_through_branched_and_gone_on_with(tmp_path):
    run, hashes = tank_run(130)
    file = tmp_path / "run.trace"
    save_recording(file, run.recording, run.session)
    opened = open_recording(file, GAME)
    again = RecordedRun(opened.session, recording=opened.recording)
    assert again.is_past
    for tick in (100, 7, 129):
        seek(again, tick)
        assert again.session.state_hash() == hashes[tick]
    again.step()
    assert again.recording.end_tick == 131
    seek(again, 50)
    left = again.branch()
    again.session.set_pose("player", (1.0, 1.0))
    again.step()
    assert (left.end_tick, again.recording.end_tick) == (131, 52)


def test_7_3_going_through_a_long_file_leaves_states_to_run_on_from(tmp_path, monkeypatch):
    monkeypatch.setattr(recorded_run, "MOST_TICKS", 20)
    run, hashes = tank_run(70)
    file = tmp_path / "run.trace"
    save_recording(file, run.recording, run.session)
    opened = open_recording(file, GAME)
    again = RecordedRun(opened.session, recording=opened.recording)
    assert seek(again, 69) == 70
    assert opened.recording.key_frames.ticks == (0, 20, 40, 60)
    assert seek(again, 45) == 6
    assert again.session.state_hash() == hashes[45]
