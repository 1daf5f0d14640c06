"""An edit during a run is taken up between ticks, once per gesture, and what runs goes on (rule 8.1)."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy

from editor.running.edit_effects import changes_only_looks, edit_words
from editor.running.live_edits import GESTURE_PAUSE
from editor.running.run_controller import RunController, RunState
from editor.window.frame.status_row import OLD_VERSION, EditNote
from graphs.edits.history import History
from graphs.edits.setting import set_field
from graphs.model import Document
from graphs.worlds.minds.world_choice import field_for
from runtime.basics.status import RESULT_MASK, NodeOutcome
from runtime.minds.actions.steering_actions import builtin_library
from runtime.records.trace_frame import SwapRecord
from tests.editor.running.test_run_controller import Clock, frame
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree
from tests.graphs import all_edits as edits

WALK = "walk.mind.json"
GUARD = "guard.mind.json"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def run(qtbot, clock):
    run = RunController(REGISTRY, builtin_library(), clock=clock)
    yield run
    run.unload()
    run.deleteLater()


def live(run: RunController, document: Document, name: str = WALK) -> None:
    run.load(field_for(document, name))
    run.advance(10)
    run.run()


def outcome(run: RunController, node: str) -> int:
    assert run.view is not None
    return run.view.outcome[run.view.program.instances[0].row_of[node]] & RESULT_MASK


def test_8_1_a_gesture_of_many_edits_is_taken_up_once_when_it_is_over(qtbot, run, clock):
    document, graph, _, wait = waiting_tree(5)
    live(run, document)
    taken = QSignalSpy(run.edits.compiled)
    for tenths in range(60, 90):
        document = set_field(document, graph, wait, "params.seconds", tenths / 10)
        run.document_edited(WALK, document)
    assert len(run.session.segments) == 1
    qtbot.waitUntil(lambda: taken.count() == 1, timeout=GESTURE_PAUSE * 20)
    assert len(run.session.segments) == 1
    frame(run, clock, 0.1)
    assert [segment.first_tick for segment in run.session.segments] == [0, 10]
    assert run.session.segments[-1].minds.documents[WALK] is document
    qtbot.wait(GESTURE_PAUSE + 50)
    assert taken.count() == 1


def test_8_2_running_state_stays_on_the_canvas_over_an_edit(qtbot, run, clock):
    document, graph, sequence, wait = waiting_tree(5)
    live(run, document)
    wider, _ = edits.add_node(document, graph, "succeed", REGISTRY, parent=sequence)
    run.document_edited(WALK, wider)
    run.apply_edits_now()
    with qtbot.waitSignal(run.edit_taken) as told:
        frame(run, clock, 0.05)
    assert told.args == ["Kept running"]
    assert outcome(run, wait) == outcome(run, sequence) == NodeOutcome.RUNNING
    assert run.is_running


def test_8_2_a_held_world_shows_an_edit_at_once(qtbot, run):
    document, graph, sequence, wait = waiting_tree(5)
    live(run, document)
    run.pause()
    wider, added = edits.add_node(document, graph, "succeed", REGISTRY, parent=sequence)
    run.document_edited(WALK, wider)
    with qtbot.waitSignals([run.edit_taken, run.frame_shown]):
        run.apply_edits_now()
    assert run.tick == 10
    assert outcome(run, wait) == NodeOutcome.RUNNING
    assert outcome(run, added) == NodeOutcome.NOT_VISITED
    assert run.state is RunState.PAUSED


def test_8_2_what_stopped_is_told(qtbot, run):
    document, graph, _sequence, wait = waiting_tree(5)
    live(run, document)
    run.pause()
    run.document_edited(WALK, edits.toggle_enabled(document, graph, [wait]))
    with qtbot.waitSignal(run.edit_taken) as told:
        run.apply_edits_now()
    assert told.args == ["Kept running: 1 node stopped"]
    assert outcome(run, wait) == NodeOutcome.NOT_VISITED


def test_8_1_undo_during_a_run_is_a_swap_as_well(run, clock):
    document, graph, _, wait = waiting_tree(0.5)
    live(run, document)
    history = History(document)
    history.commit("Longer", set_field(document, graph, wait, "params.seconds", 9), selection_after=())
    run.document_edited(WALK, history.document)
    run.apply_edits_now()
    frame(run, clock, 0.6)
    assert outcome(run, wait) == NodeOutcome.RUNNING
    history.undo()
    run.document_edited(WALK, history.document)
    run.apply_edits_now()
    frame(run, clock, 0.05)
    # The half second that counts again was over long ago.
    assert run.session.segments[-1].minds.documents[WALK] is document
    assert run.view.last_result[run.view.program.instances[0].row_of[wait]] & RESULT_MASK != 0
    assert len(run.session.segments) == 3


def test_8_5_errors_keep_the_version_before_and_the_status_row_says_so(qtbot, run, clock):
    document, graph, _, _, edge = two_state_machine()
    live(run, document, GUARD)
    note = EditNote(run)
    qtbot.addWidget(note)
    broken = set_field(document, graph, edge, "guard", "helth < 3")
    run.document_edited(GUARD, broken)
    run.apply_edits_now()
    assert (note.text(), note.isHidden()) == (OLD_VERSION, False)
    frame(run, clock, 0.1)
    assert run.session.segments[-1].minds.documents[GUARD] is document
    assert run.problems_at_compile
    run.document_edited(GUARD, document)
    run.apply_edits_now()
    assert (note.text(), run.runs_last_good) == ("", False)


def test_the_status_row_tells_what_became_of_the_run(qtbot, run):
    document, graph, _, wait = waiting_tree(5)
    live(run, document)
    note = EditNote(run)
    qtbot.addWidget(note)
    run.pause()
    run.document_edited(WALK, set_field(document, graph, wait, "params.seconds", 7))
    run.apply_edits_now()
    assert note.text() == "Kept running"
    run.stop()
    assert note.text() == ""


def test_what_was_only_moved_or_named_is_not_compiled(run):
    document, graph, _, wait = waiting_tree(5)
    live(run, document)
    compiled = QSignalSpy(run.edits.compiled)
    for other in (
        edits.move(document, graph, {wait: (5, 5)}),
        set_field(document, graph, wait, "title", "Rest"),
        set_field(document, graph, wait, "note", "A note"),
    ):
        assert changes_only_looks(document, other)
        run.document_edited(WALK, other)
        run.apply_edits_now()
    assert compiled.count() == 0
    assert not changes_only_looks(document, set_field(document, graph, wait, "params.seconds", 7))
    assert not changes_only_looks(document, edits.toggle_enabled(document, graph, [wait]))


def test_an_edit_of_a_world_that_stands_at_its_start_begins_with_new_defaults(run):
    document, *_ = waiting_tree(5)
    document, name = edits.add_variable(document, "score", "int")
    run.load(field_for(document, WALK))
    run.document_edited(WALK, edits.set_variable_field(document, name, "default", 4))
    run.apply_edits_now()
    assert run.state is RunState.STOPPED
    assert run.session.variables(run.picked_agent) == {"score": 4}
    assert len(run.session.segments) == 1


def test_8_5_a_broken_edit_at_the_start_fails_in_the_run_and_is_mended_by_the_next(run):
    document, graph, _, _, edge = two_state_machine()
    run.load(field_for(document, GUARD))
    run.document_edited(GUARD, set_field(document, graph, edge, "guard", "helth < 3"))
    run.run()
    assert (run.runs_last_good, run.plays_failing, run.is_running) == (False, True, True)
    run.document_edited(GUARD, document)
    run.apply_edits_now()
    assert (run.runs_last_good, run.plays_failing, run.is_running) == (False, False, True)


def test_a_long_compilation_is_done_in_slices_beside_the_window(qtbot, run, clock):
    document, graph, sequence, _ = waiting_tree(5)
    for _ in range(400):
        document, _added = edits.add_node(document, graph, "wait", REGISTRY, parent=sequence)
    live(run, document)
    run.document_edited(WALK, edits.add_node(document, graph, "fail", REGISTRY, parent=sequence)[0])
    started = QSignalSpy(run.edits.work.started)
    with qtbot.waitSignal(run.edits.compiled, timeout=20_000):
        pass
    frame(run, clock, 0.05)
    assert len(run.session.segments) == 2
    assert started.count() <= 1


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (SwapRecord("a", kept=3), "Kept running"),
        (SwapRecord("a", kept=0), "Kept running"),
        (SwapRecord("a", kept=1, halted=("n", "m")), "Kept running: 2 nodes stopped"),
        (SwapRecord("a", halted=("n",)), "Runs afresh: 1 node stopped"),
        (SwapRecord("a", halted=("p", "p~goal"), exited=("~moods",)), "Runs afresh: 1 node stopped"),
        (
            SwapRecord("a", kept=1, exited=("s",), entered=("t", "u")),
            "Kept running: 1 state left, 2 states entered",
        ),
        (SwapRecord("a", kept=1, made_anew=("score",)), "Kept running: score at its default"),
        (SwapRecord("a", kept=1, made_anew=("x", "y")), "Kept running: x, y at their defaults"),
    ],
)
def test_edit_words(record: SwapRecord, words: str):
    other: Any = SwapRecord("b", halted=("n",))
    assert edit_words([other, record], "a") == words
    assert edit_words([record], "c") == words
    assert edit_words([], "a") == ""
