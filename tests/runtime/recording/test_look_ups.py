"""Looking things up in a recording gives what following the frames gives (rule 7.2)."""

from __future__ import annotations

import pytest

from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome, TransitionOutcome
from runtime.history.recording.agent_view import AgentView, view_at
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.row_history import NEVER, last_tick_with, next_change, row_history
from runtime.minds.program.rows import RowFamily
from tests.runtime.recording.whole_counts import statistics_of
from tests.runtime.session_of import move_player, sample_session

WITH_WORLDS = ("tank", "soldier", "alarm_guard", "attack_or_flee", "light_bulb")
TICKS = 330


@pytest.fixture(scope="module", params=WITH_WORLDS)
def run(request):
    """Return a recorder after a run, its frames, and for some ticks the view made by merging all frames."""
    recorder = Recorder(sample_session(request.param))
    session = recorder.session
    agent = next(iter(session.brains))
    view = AgentView(session.brains[agent].program, agent)
    frames, shown = [], {}
    for tick in range(TICKS):
        move_player(session)
        frames.append(recorder.step())
        view.merge(frames[-1])
        if tick in (0, 1, 37, 128, 255, 256, TICKS - 1):
            rows = range(len(view.program.rows))
            shown[tick] = {
                "outcome": bytes(view.outcome),
                "last_result": bytes(view.last_result),
                "last_tick": list(view.last_tick),
                "taken": [view.taken_tick(row) for row in rows],
                "since": [view.active_since(row) for row in rows],
                "ended": view.ended,
                "errors": dict(view.errors),
            }
    return recorder.recording, agent, frames, shown


def test_7_3_the_view_of_a_past_tick_is_the_one_that_was_shown_then(run):
    recording, agent, _, shown = run
    for tick, before in shown.items():
        view = view_at(recording, agent, tick)
        rows = range(len(view.program.rows))
        assert {
            "outcome": bytes(view.outcome),
            "last_result": bytes(view.last_result),
            "last_tick": list(view.last_tick),
            "taken": [view.taken_tick(row) for row in rows],
            "since": [view.active_since(row) for row in rows],
            "ended": view.ended,
            "errors": dict(view.errors),
        } == before


def test_7_2_the_history_of_a_row_is_its_byte_in_every_frame(run):
    recording, agent, frames, _ = run
    program = recording.program(agent, 0)
    for row in range(len(program.rows)):
        expected = [
            frame.brains[agent].outcomes[row] if agent in frame.brains and frame.brains[agent].outcomes else 0
            for frame in frames
        ]
        history = row_history(recording, agent, row, 0)
        assert history.tolist() == expected
        changes = [tick for tick in range(1, TICKS) if expected[tick] != expected[tick - 1]]
        for at in (0, 100, TICKS - 1):
            later = [tick for tick in changes if tick > at]
            earlier = [tick for tick in changes if tick < at]
            assert next_change(recording, agent, row, at) == (later[0] if later else NEVER)
            assert next_change(recording, agent, row, at, forwards=False) == (
                earlier[-1] if earlier else NEVER
            )
            wanted = frozenset({1, 2})
            having = [tick for tick in range(at + 1) if expected[tick] in wanted]
            assert last_tick_with(recording, agent, row, wanted, at) == (having[-1] if having else NEVER)


def test_7_2_statistics_are_the_sums_over_the_frames(run):
    recording, agent, frames, _ = run
    program = recording.program(agent, 0)
    counted = statistics_of(recording, [agent], program, 10, 300)
    ticked = [frame.brains[agent] for frame in frames[10:300] if agent in frame.brains]
    assert counted.ticks == len(ticked)
    for row in program.rows:
        values = [brain.outcomes[row.index] for brain in ticked if brain.outcomes]
        if row.family is RowFamily.STATE:
            entered = (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED)
            assert counted.entered(row.index) == sum(value in entered for value in values)
            assert counted.visits(row.index) == sum(value != 0 for value in values)
        elif row.family is RowFamily.TRANSITION:
            assert counted.taken[row.index] == values.count(TransitionOutcome.TAKEN)
        elif row.family is RowFamily.TREE_NODE:
            wins = sum(value & RESULT_MASK == NodeOutcome.SUCCESS for value in values)
            ends = wins + sum(value & RESULT_MASK == NodeOutcome.FAILURE for value in values)
            assert counted.with_result(row.index, NodeOutcome.SUCCESS) == wins
            assert counted.success_rate(row.index) == (wins / ends if ends else None)
            assert counted.halts(row.index) == sum(value & HALTED != 0 for value in values)
    reached = {row for row in range(len(program.rows)) if counted.visits(row)}
    assert reached
