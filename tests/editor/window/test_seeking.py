"""Going to where the selection acts or changes, and playing a stretch over and over."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import samples_folder
from editor.window.parts.past import WindowSeeking
from runtime.basics.status import StateOutcome


@pytest.fixture
def opened(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.stop()
    window.run.advance(5)
    window.session.select({"chase"})
    return window


def outcome(window):
    view = window.run.view
    return view.outcome[window.part(WindowSeeking).until.row_of(window.session.graph_id, "chase")]


def frames(window, most=4000):
    """Let frames pass as the timer does, without waiting for it."""
    for _ in range(most):
        if not window.run.is_running:
            return
        window.run._step()
    raise AssertionError("it was never held")


def test_the_world_runs_until_the_selected_state_is_entered_and_is_held_there(opened):
    window = opened
    assert window.commands.run("run.to_selection")
    assert window.run.is_running
    position = window.run.session.world.pose("tank_1").position
    window.run.session.set_pose("player", (position[0] + 3.0, position[1]))
    frames(window)
    assert outcome(window) in (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED)
    assert window.part(WindowSeeking).until.wish is None


def test_a_recorded_change_is_looked_at_and_the_way_back_leads_to_the_one_before(opened):
    window = opened
    window.commands.run("run.to_selection")
    position = window.run.session.world.pose("tank_1").position
    window.run.session.set_pose("player", (position[0] + 3.0, position[1]))
    frames(window)
    entered = window.run.time.shown_tick
    window.run.advance(10)
    ticks: list[int] = []
    while not ticks or ticks[-1] != entered:
        assert window.commands.run("run.previous_change")
        window.run.time.finish()
        ticks.append(window.run.time.shown_tick)
        assert len(ticks) < 10
    assert ticks == sorted(ticks, reverse=True)
    assert outcome(window) == StateOutcome.ENTERED
    window.run.look_at(0)
    window.run.time.finish()
    window.commands.run("run.next_change")
    window.run.time.finish()
    assert window.run.time.shown_tick == entered


def test_pausing_gives_up_what_was_waited_for(opened):
    opened.commands.run("run.to_selection")
    opened.run.pause()
    assert opened.part(WindowSeeking).until.wish is None


def test_nothing_is_run_to_that_does_not_run(opened):
    opened.session.select(set())
    opened.commands.refresh()
    assert not opened.commands.action("run.to_selection").isEnabled()
    assert not opened.part(WindowSeeking).until.go("gone", "chase", "acts")


def test_a_stretch_is_played_over_and_over_until_that_is_switched_off(opened):
    window = opened
    window.run.advance(55)
    window.timeline.model.choose(20, 30)
    assert window.commands.run("run.loop")
    for _ in range(3):
        window.run.time.finish()
        assert window.run.time.shown_tick == 20
        assert window.run.is_running
        for _ in range(10):
            window.run._step()
        assert window.run.time.shown_tick == 30 or window.run.time.is_seeking
    assert window.run.time.recording.end_tick == 60
    window.commands.run("run.loop")
    assert not window.part(WindowSeeking).loop.is_on
    assert not window.run.is_running


def test_the_user_who_pauses_ends_the_loop(opened):
    window = opened
    window.run.advance(55)
    window.timeline.model.choose(20, 40)
    window.commands.run("run.loop")
    window.run.time.finish()
    window.run._step()
    window.run.pause()
    assert not window.part(WindowSeeking).loop.is_on
