"""Stepping into a run from the window: forced results, entered states, posted events (7.4)."""

from __future__ import annotations

import pytest

from editor.canvas.overlays.layers import Callout
from editor.dialogs.post_event_window import PostEventWindow
from editor.window.parts.callouts import WindowCallouts
from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.model import Event
from graphs.model.document import empty_document
from runtime.basics.status import RESULT_MASK, Status
from runtime.session.inputs import EnterState, ForceResult, PostEvent
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree


def shown(window, document):
    session = window.workspace.new(document)
    window.area.open_session(session)
    return session


def enabled(window, name):
    window.commands.refresh()
    return window.commands.action(name).isEnabled()


def framed(window):
    return {element: key.words for element, key in window.part(WindowCallouts).shown().items()}


@pytest.fixture
def tree(window):
    document, graph, sequence, wait = waiting_tree(5.0)
    session = shown(window, document)
    return window, session, graph, sequence, wait


def test_7_4_a_forced_result_waits_in_a_frame_until_the_node_is_visited(tree):
    window, session, _graph, sequence, wait = tree
    window.run.advance(3)
    session.select({wait})
    assert window.commands.run("force.failure")
    assert framed(window) == {wait: "next visit: failure"}
    assert not enabled(window, "force.failure")
    assert enabled(window, "force.none")
    window.run.advance(1)
    assert framed(window) == {}
    assert window.run.last_frame.inputs == (ForceResult(window.run.picked_agent, wait, Status.FAILURE),)
    session.select({sequence})
    assert window.run.view.outcome[0] == Status.FAILURE


def test_7_4_a_forced_result_can_be_taken_back(tree):
    window, session, _graph, _sequence, wait = tree
    window.run.advance(1)
    session.select({wait})
    window.commands.run("force.success")
    window.commands.run("force.none")
    assert framed(window) == {}
    window.run.advance(1)
    assert window.run.view.outcome[1] == Status.RUNNING


def test_7_4_a_node_is_disabled_in_the_run_until_that_is_taken_back(tree):
    window, session, _graph, _sequence, wait = tree
    window.run.advance(1)
    document = session.document
    session.select({wait})
    assert window.commands.run("force.disabled")
    assert framed(window) == {wait: "disabled in this run"}
    assert not enabled(window, "force.disabled")
    for _ in range(3):
        window.run.advance(1)
        assert window.run.view.outcome[1] & RESULT_MASK == Status.SKIPPED
    assert framed(window) == {wait: "disabled in this run"}
    assert window.commands.run("force.none")
    window.run.advance(1)
    assert window.run.view.outcome[1] == Status.RUNNING
    assert session.document is document


def test_7_4_what_is_forced_in_the_past_begins_a_branch_and_the_run_until_then_is_kept(tree):
    window, session, _graph, _sequence, wait = tree
    window.run.advance(30)
    window.run.look_at(9)
    window.run.time.finish()
    session.select({wait})
    assert window.commands.run("force.failure")
    assert not window.run.time.is_past
    assert [take.end_tick for take in window.run.time.takes] == [30]
    window.run.advance(1)
    assert [type(each) for each in window.run.time.recording.notes(10).inputs] == [ForceResult]


def test_7_4_a_state_is_entered_in_the_next_tick_and_a_run_can_start_in_it(window):
    document, _graph, _idle, go, edge = two_state_machine()
    session = shown(window, set_field(document, _graph, edge, "guard", "d < 0 - 5"))
    window.run.advance(2)
    session.select({go})
    assert not enabled(window, "force.success"), "it has no activity"
    assert window.commands.run("force.enter")
    assert framed(window) == {go: "entered next tick"}
    window.run.advance(1)
    assert window.run.last_frame.inputs == (EnterState(window.run.picked_agent, go),)
    assert window.run.active_words(window.run.picked_agent) == "Go"
    assert window.commands.run("force.start_here")
    window.run.pause()
    window.run.advance(1)
    assert [type(each) for each in window.run.time.recording.notes(0).inputs] == [EnterState]
    assert window.run.active_words(window.run.picked_agent) == "Go"


def test_7_4_an_event_is_filled_in_checked_and_posted(window, qtbot):
    document, graph = add_graph(empty_document(), "state_machine", "Guard")
    document, _ = add_node(document, graph, "state", REGISTRY, at=(0, 0))
    noise = Event(payload={"at": "vector", "loudness": "float"})
    document = document.model_copy(update={"events": {"noise": noise}})
    shown(window, document)
    window.run.advance(1)
    window.commands.run("force.event")
    dialog = window.findChild(PostEventWindow)
    dialog.fields["loudness"].setText("loud")
    assert not dialog.post()
    assert dialog.message.text() == "loudness: Write a number."
    dialog.fields["loudness"].setText("7.5")
    dialog.fields["at"].setText("3, 4")
    assert dialog.post()
    window.run.advance(1)
    agent = window.run.picked_agent
    assert window.run.last_frame.inputs == (
        PostEvent((agent,), "noise", (("at", (3.0, 4.0)), ("loudness", 7.5))),
    )
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(PostEventWindow) is None)


def test_7_4_an_event_that_the_mind_that_runs_does_not_know_is_refused_in_the_window(window, qtbot):
    document, graph = add_graph(empty_document(), "state_machine", "Guard")
    document, _ = add_node(document, graph, "state", REGISTRY, at=(0, 0))
    document = document.model_copy(update={"events": {"noise": Event()}})
    shown(window, document)
    window.run.advance(1)
    window.commands.run("force.event")
    dialog = window.findChild(PostEventWindow)
    dialog.events = {"noize": Event()}
    dialog.names.clear()
    dialog.names.addItem("noize")
    assert not dialog.post()
    assert dialog.message.text() == "No mind it is posted to has the event 'noize'. Use 'noise'."
    window.run.advance(1)
    assert window.run.last_frame.inputs == ()
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(PostEventWindow) is None)


def test_callouts_of_orders_are_dashed_as_what_is_pending(tree):
    window, session, _graph, _sequence, wait = tree
    session.select({wait})
    window.commands.run("force.skipped")
    callout = window.part(WindowCallouts).shown()[wait]
    assert isinstance(callout, Callout)
    assert (callout.token, bool(callout.dash)) == ("status.pending.line", True)
