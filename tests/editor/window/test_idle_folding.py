"""Folding what is idle: it follows the run, keeps what runs in its place, and changes nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from editor.canvas.scene.idle_branches import idle_branches, with_folded
from editor.canvas.view.idle_folding import HOLD_SECONDS
from editor.window.parts.idle import WindowIdle
from graphs.edits.aligning import set_collapsed
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def running(window):
    def open_running(name: str, ticks: int = 60):
        open_sample(window, name, "timeline")
        window.run.advance(ticks)
        window.view.entering.frame_all()
        window.view.camera.stop()
        return window

    yield open_running
    window.part(WindowIdle).fold(on=False)
    at_rest(window)


def on_screen(view, node: str) -> QPointF:
    rect = view.canvas.node_rect(node)
    assert rect is not None
    return QPointF(view.mapFromScene(QPointF(*rect.center)))


def fold(window) -> frozenset[str]:
    window.commands.action("view.fold_idle").trigger()
    folding = window.part(WindowIdle).folding()
    folding.look()
    return folding.folded


def test_a_compound_state_in_which_nothing_is_active_is_folded_and_the_document_stays(running):
    window = running("stealth_guard")
    before, places = window.session.document, dict(window.view.canvas.contents.arrangement.rects)
    place = window.view.place_of(window.session.graph_id)
    assert fold(window) == {"suspicious"}
    assert window.view.canvas.node_rect("investigate") is None
    assert window.view.canvas.node_rect("suspicious") is not None
    assert window.session.document is before
    assert window.session.is_saved
    assert not window.session.history.can_undo
    window.commands.action("view.fold_idle").trigger()
    assert window.view.canvas.contents.arrangement.rects == places
    assert window.view.place_of(window.session.graph_id) == place
    assert window.session.document is before


def test_what_runs_stays_where_it_is_on_the_screen(running):
    window = running("soldier")
    view = window.view
    view.camera.zoom_to(0.8)
    [*_, innermost] = view.run_overlay.running_nodes()
    before = on_screen(view, innermost)
    assert fold(window)
    after = on_screen(view, innermost)
    assert (after - before).manhattanLength() <= 2


def test_a_branch_that_begins_is_unfolded_and_folded_again_a_while_after_it_was_active(running):
    window = running("stealth_guard")
    assert fold(window) == {"suspicious"}
    folding = window.part(WindowIdle).folding()
    window.run.session.post_event("guard_1", "noise", {"at": (4.0, 4.0)})
    for _ in range(240):
        window.run.advance(1)
        folding.look()
        if window.run.view.active(row_of(window, "suspicious")):
            break
    assert folding.folded == frozenset()
    assert window.view.canvas.node_rect("investigate") is not None
    for _ in range(1800):
        window.run.advance(1)
        folding.look()
        if not window.run.view.active(row_of(window, "suspicious")):
            break
    left = window.run.tick
    assert folding.folded == frozenset(), "it stays open for a while"
    while not folding.folded:
        window.run.advance(1)
        folding.look()
        assert window.run.tick - left < 400
    assert window.run.tick - left >= HOLD_SECONDS * window.run.session.rate


def row_of(window, node: str) -> int:
    view = window.run.view
    return next(row.index for row in view.program.rows if row.node == node)


def test_between_two_looks_the_layout_does_not_change(running, monkeypatch):
    window = running("stealth_guard")
    folding = window.part(WindowIdle).folding()
    looks = []
    monkeypatch.setattr(folding, "look", lambda: looks.append(window.run.tick))
    folding.is_on = True
    for _ in range(20):
        folding.follow()
    assert len(looks) == 1
    folding._timer.timeout.emit()
    assert len(looks) == 2, "what came meanwhile is looked at once"
    folding._timer.stop()
    folding.is_on = False


def test_what_the_user_unfolds_or_selects_elsewhere_stays_open(running):
    window = running("stealth_guard")
    fold(window)
    folding = window.part(WindowIdle).folding()
    window.view.entering.toggle_collapsed("suspicious")
    assert folding.folded == frozenset()
    window.run.advance(30)
    folding.look()
    assert folding.folded == frozenset()
    assert not window.session.history.can_undo
    folding._held.clear()
    folding.look()
    assert folding.folded == {"suspicious"}
    window.session.select(("alert",))
    assert window.view.canvas.node_rect("alert") is not None
    window.session.select(("suspicious",))
    folding.look()
    assert folding.folded == {"suspicious"}, "the box itself can be selected while it is folded"


def test_what_the_document_has_folded_stays_folded_when_it_is_switched_off(running):
    window = running("stealth_guard")
    graph = window.session.graph_id
    assert window.session.apply("Fold", lambda document: set_collapsed(document, graph, "suspicious", True))
    fold(window)
    window.commands.action("view.fold_idle").trigger()
    assert window.view.canvas.node_rect("investigate") is None


def test_an_edit_while_branches_are_folded_leaves_them_so(running):
    window = running("stealth_guard")
    fold(window)
    folding, history = window.part(WindowIdle).folding(), window.session.history
    window.session.select(("patrol",))
    window.view.removing.toggle_disabled()
    assert history.can_undo
    assert folding.folded == {"suspicious"}
    assert window.view.canvas.node_rect("investigate") is None
    window.session.undo()


def test_in_another_graph_folds_are_its_own(running):
    window = running("stealth_guard")
    fold(window)
    other = next(each for each in window.session.document.graphs if each != window.session.document.root)
    window.area.enter(other)
    folding = window.part(WindowIdle).folding()
    folding.look()
    assert "suspicious" not in folding.folded
    assert set(window.view.canvas.contents.node_ids()) == set(window.session.graph.nodes)


def test_branches_of_behavior_trees_fold_and_come_back(running):
    window = running("soldier", 90)
    rects = dict(window.view.canvas.contents.rects)
    folded = fold(window)
    assert folded
    graph = window.session.graph
    assert graph.root not in folded
    hidden = [node for node in graph.nodes if window.view.canvas.node_rect(node) is None]
    assert hidden
    assert not any(window.view.run_overlay.looks.node(node).status.value == "running" for node in hidden)
    window.commands.action("view.fold_idle").trigger()
    assert dict(window.view.canvas.contents.rects) == rects


def test_questions_that_were_not_asked_for_a_while_fold_and_come_back(running):
    window = running("attack_or_flee")
    window.area.enter("attack_or_flee")
    graph, rects = window.session.graph, dict(window.view.canvas.contents.rects)
    folded = idle_branches(graph, {"seen", "wander"})
    assert folded == frozenset({"hurt"})
    window.view.canvas.fold(folded)
    assert set(window.view.canvas.contents.node_ids()) == {"seen", "wander", "hurt"}
    window.view.canvas.fold(frozenset())
    assert dict(window.view.canvas.contents.rects) == rects


def test_a_graph_that_does_not_run_is_left_as_it_is(running):
    window = running("stealth_guard")
    graph = window.session.graph
    assert idle_branches(graph, ()) is None
    assert idle_branches(graph, {"investigate"}) == frozenset()
    assert idle_branches(graph, {"patrol"}) == frozenset({"suspicious"})
    assert idle_branches(graph, {"patrol"}, held={"suspicious"}) == frozenset()
    assert idle_branches(graph, {"patrol"}, seen={"alert"}) == frozenset()
    assert idle_branches(graph, {"patrol"}, seen={"suspicious"}) == frozenset({"suspicious"})


def test_a_document_with_nothing_to_fold_is_the_very_same(running):
    document = running("stealth_guard").session.document
    root = document.root
    assert with_folded(document, root, ()) is document
    assert with_folded(document, root, {"gone"}) is document
    shown = with_folded(document, root, {"suspicious"})
    assert shown.graphs[root].layout["suspicious"].collapsed
    assert shown.graphs[root].nodes is document.graphs[root].nodes
