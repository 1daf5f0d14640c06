"""Looking at the past of a run in the editor, and branching from it (rule 7.3)."""

from __future__ import annotations

import numpy as np
import pytest

from editor.documents.open.sample_files import sample_paths
from editor.running.run_controller import RunController, RunState
from graphs.files.document_file import load_document
from graphs.model import Document
from graphs.worlds.minds.world_choice import choose_world
from runtime.history.recording.recording import Recording
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.window_builders import REGISTRY

TICKS = 200


@pytest.fixture
def run(qtbot):
    run = RunController(REGISTRY, builtin_library())
    tank = next(path for path in sample_paths() if path.name.startswith("tank"))
    run.load(choose_world(load_document(tank), tank))
    run.advance(TICKS)
    yield run
    run.unload()
    run.deleteLater()


def looked_at(run: RunController, tick: int) -> None:
    run.look_at(tick)
    run.time.finish()


def state_of(run: RunController) -> str:
    assert run.session is not None
    return run.session.state_hash()


def shown(run: RunController) -> tuple[object, ...]:
    view = run.view
    assert view is not None
    rows = range(len(view.program.rows))
    return (
        *(bytes(view.outcome), bytes(view.last_result), tuple(view.last_tick), view.tick, view.visits),
        *([view.active_since(row) for row in rows], dict(view.candidates)),
    )


def test_a_past_tick_shows_what_was_shown_then_with_its_log(qtbot):
    run = RunController(REGISTRY, builtin_library())
    tank = next(path for path in sample_paths() if path.name.startswith("tank"))
    run.load(choose_world(load_document(tank), tank))
    then = {}
    for tick in range(120):
        run.advance(1)
        then[tick] = (shown(run), state_of(run))
    for tick in (100, 3, 57, 58, 0, 119):
        looked_at(run, tick)
        assert run.tick == tick + 1
        assert (shown(run), state_of(run)) == then[tick]
    run.unload()
    run.deleteLater()


def test_looking_back_pauses_and_shows_what_was_recorded_at_once(run, qtbot):
    run.run()
    with qtbot.waitSignal(run.time.arrived):
        run.look_at(50)
        assert run.state is RunState.PAUSED
        assert run.tick == 51
        assert run.view is not None
        assert run.view.tick == 50
    assert run.time.is_past
    assert not run.time.is_seeking


def test_one_tick_back_and_one_on_come_to_the_same(run):
    before = shown(run)
    run.step_back()
    run.time.finish()
    assert run.tick == TICKS - 1
    run.step_tick()
    assert run.tick == TICKS
    assert shown(run) == before
    assert not run.time.is_past


def test_the_logs_are_not_doubled_when_the_past_is_run_through_again(run):
    before = list(run.transitions.entries)
    assert before
    looked_at(run, 0)
    run.advance(TICKS - 1)
    assert list(run.transitions.entries) == before
    run.advance(1)
    assert run.tick == TICKS + 1


def test_what_is_done_in_the_past_begins_a_branch_and_keeps_the_other_run(run):
    looked_at(run, 99)
    said: list[str] = []
    run.edit_taken.connect(said.append)
    run.session.set_pose("player", (2.0, 2.0))
    run.advance(5)
    assert run.tick == 105
    assert run.time.recording.end_tick == 105
    assert [take.end_tick for take in run.time.takes] == [TICKS]
    assert said == ["A new branch begins at tick 100. The run until now is kept."]
    assert all(entry.tick < 105 for entry in run.transitions.entries)


def test_an_edit_in_the_past_is_the_first_input_of_a_branch(run):
    looked_at(run, 99)
    name, document = next(iter(run.session.segments[-1].minds.documents.items()))
    run.document_edited(name, _with_another_default(document))
    run.apply_edits_now()
    run.advance(1)
    assert [type(each).__name__ for each in run.time.recording.notes(100).inputs] == ["SwapMinds"]
    assert [take.end_tick for take in run.time.takes] == [TICKS]
    assert [segment.first_tick for segment in run.time.recording.segments] == [0, 100]


def _with_another_default(document: Document) -> Document:
    changed = document.variables["d"].model_copy(update={"default": 7.5})
    return document.model_copy(update={"variables": {**document.variables, "d": changed}})


def test_another_target_during_a_seek_takes_its_place(run):
    run.look_at(20)
    run.look_at(150)
    run.time.finish()
    assert run.tick == 151


def test_what_lies_outside_the_recording_is_brought_inside(run):
    looked_at(run, 10_000)
    assert run.tick == TICKS
    looked_at(run, -7)
    assert run.tick == 0
    assert run.view is not None


def test_stopping_begins_another_recording(run):
    looked_at(run, 50)
    run.stop()
    assert run.tick == 0
    assert run.time.recording.end_tick == 0
    assert not run.time.is_past


def test_running_on_from_the_past_comes_to_the_end_and_goes_on(run):
    looked_at(run, 100)
    run.advance(TICKS)
    assert run.tick == 101 + TICKS
    assert run.time.recording.end_tick == 101 + TICKS
    assert run.time.takes == ()


def test_7_3_what_cannot_be_run_again_is_looked_at_as_it_was_recorded_and_left_as_it_is(run, qtbot):
    """Of a file whose run had lost its start no tick can be made exact."""
    recording, session = run.time.recording, run.session
    late = Recording(recording.cast, recording.segments, start=150)
    ticks = range(150, TICKS)
    for code in range(1, len(recording.table)):
        assert late.table.code_of(recording.table[code]) == code
    late.take_stretch(
        np.array([[recording.code(agent, tick) for agent in recording.cast.minds] for tick in ticks]),
        np.array([recording.block_of(tick).poses_at(tick) for tick in ticks]),
        {tick: recording.notes(tick) for tick in ticks},
    )
    run.show_recording(late, session.at_start())
    refused: list[str] = []
    run.refused.connect(lambda _said, why: refused.append(why))
    for tick in (150, 180, TICKS - 1):
        looked_at(run, tick)
        assert (run.time.shown_tick, run.view.tick) == (tick, tick)
    assert run.time.is_past
    refused.clear()
    run.step_tick()
    run.branch()
    looked_at(run, 160)
    assert run.time.shown_tick == 160
    assert len(refused) == 3
    assert all("No state from before tick" in why and "to spare memory" in why for why in refused)
    assert run.time.takes == ()
