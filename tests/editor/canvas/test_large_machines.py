"""Machines too large to be arranged at once: a makeshift first, only what is touched after an edit."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.basics import slices
from editor.basics import slices as long_work_module
from editor.canvas.machines.machine_arranger import MANY_BUNDLES
from editor.canvas.routing import machine_routes
from editor.canvas.routing.machine_routes import Route
from editor.canvas.routing.shapes import Rect, segments_of
from editor.canvas.scene.scene import CanvasScene
from graphs.edits.adding import add_node
from graphs.edits.aligning import move
from graphs.edits.removing import remove
from graphs.edits.setting import rename
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import large_machine


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(long_work_module, "FIRST_SLICE", 0.0)
    monkeypatch.setattr(long_work_module, "SLICE", 0.01)
    machine_routes._remembered.clear()
    yield
    machine_routes._remembered.clear()


@pytest.fixture(scope="module")
def placed() -> Document:
    """A machine of 70 states with stored places."""
    made = large_machine(70, 150)
    scene = CanvasScene(builtin_registry())
    scene.sync(made, "g1")
    assert scene.machine is not None
    return move(made, "g1", scene.machine.arranger.fresh_places())


@pytest.fixture
def settle(qtbot: QtBot) -> Callable[[Hand], None]:
    def wait(hand: Hand) -> None:
        qtbot.waitUntil(lambda: not hand.view.long_work.is_busy, timeout=20_000)
        QApplication.processEvents()

    return wait


def _routes(hand: Hand) -> dict[str, Route]:
    return dict(hand.machine.arrangement.routes)


def _changed(before: dict[str, Route], after: dict[str, Route]) -> set[str]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def test_a_makeshift_is_shown_until_the_lines_are_led(
    open_canvas: OpenCanvas, placed: Document, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(placed)
    assert len(hand.machine.shape.bundles) > MANY_BUNDLES
    assert hand.view.long_work.is_busy
    placeholder = _routes(hand)
    rects = dict(hand.machine.arrangement.rects)
    assert placeholder.keys() == hand.machine.shape.bundles.keys()
    settle(hand)
    assert _routes(hand) != placeholder
    assert hand.machine.arrangement.rects == rects


def test_it_ends_in_the_picture_that_is_drawn_at_once(
    open_canvas: OpenCanvas, placed: Document, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(placed)
    settle(hand)
    scene = CanvasScene(hand.session.registry)
    machine_routes._remembered.clear()
    scene.sync(placed, "g1")
    assert scene.machine is not None
    assert scene.machine.arrangement.routes == hand.machine.arrangement.routes


def test_states_without_places_stand_in_rows_until_they_are_laid_out(
    open_canvas: OpenCanvas, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(large_machine(70, 150))
    rects = list(hand.machine.arrangement.rects.values())
    assert not any(a.overlaps(b) for a, b in itertools.combinations(rects, 2))
    settle(hand)
    laid_out = list(hand.machine.arrangement.rects.values())
    assert laid_out != rects
    assert not any(a.overlaps(b) for a, b in itertools.combinations(laid_out, 2))
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.intersects(hand.view.canvas.content_rect())


def test_moving_one_state_leads_only_the_lines_it_touches(
    open_canvas: OpenCanvas, placed: Document, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(placed)
    settle(hand)
    before = _routes(hand)
    at = placed.graphs["g1"].layout["s30"].at
    assert at is not None
    hand.session.apply("Move", lambda each: move(each, "g1", {"s30": (at[0] + 16, at[1] + 96)}))
    settle(hand)
    after, rect = _routes(hand), hand.rect("s30")
    own = {key for key, item in hand.machine.shape.bundles.items() if "s30" in (item.source, item.target)}
    changed = _changed(before, after)
    assert own & changed
    met = {key for key in before if _meets(before[key], rect)}
    assert changed <= own | met
    for key in changed - own:
        assert not _meets(after[key], rect)
    hand.session.undo()
    settle(hand)
    assert hand.machine.arrangement.routes.keys() == before.keys()


def _meets(route: Route, rect: Rect) -> bool:
    near = rect.grown(12)
    return any(piece.rect().overlaps(near) for piece in segments_of(route.points)) or (
        route.label is not None and route.label.overlaps(rect)
    )


def test_adding_and_removing_leaves_the_other_lines(
    open_canvas: OpenCanvas, placed: Document, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(placed)
    settle(hand)
    before = _routes(hand)
    registry = hand.session.registry
    hand.session.apply("Add", lambda each: add_node(each, "g1", "state", registry, at=(-600.0, -600.0))[0])
    settle(hand)
    assert _changed(before, _routes(hand)) == set()
    own = {key for key, item in hand.machine.shape.bundles.items() if "s30" in (item.source, item.target)}
    hand.session.apply("Remove", lambda entry: remove(entry, "g1", {"s30"}))
    settle(hand)
    assert _changed(before, _routes(hand)) == own


def test_an_edit_while_lines_are_led_begins_anew(
    open_canvas: OpenCanvas, placed: Document, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(placed)
    assert hand.view.long_work.is_busy
    hand.session.apply("Rename", lambda each: rename(each, "g1", "s3", "Another and a longer name"))
    assert hand.view.long_work.is_busy
    settle(hand)
    assert hand.machine.arrangement.routes.keys() == hand.machine.shape.bundles.keys()


def test_a_state_can_be_dragged_while_lines_are_led(
    open_canvas: OpenCanvas, placed: Document, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(placed)
    places = hand.machine.arranger.relative_places(hand.machine.arrangement)
    x, y = places["s3"]
    hand.machine.arranger.move_nodes({"s3": (x + 64, y + 32)})
    assert not hand.view.long_work.is_busy
    assert hand.rect("s3").left == x + 64
    hand.machine.arranger.move_nodes({})
    assert hand.rect("s3").left == x
    settle(hand)
    assert hand.machine.arrangement.routes.keys() == hand.machine.shape.bundles.keys()


def test_escape_ends_leading_lines_and_keeps_the_makeshift(open_canvas: OpenCanvas, placed: Document) -> None:
    hand = open_canvas(placed)
    hand.session.select(["s3"])
    placeholder = _routes(hand)
    QTest.keyClick(hand.view, Qt.Key.Key_Escape)
    assert not hand.view.long_work.is_busy
    assert _routes(hand) == placeholder
    assert hand.session.selection == {"s3"}
    assert hand.session.document is placed


def test_showing_another_graph_drops_the_work(open_canvas: OpenCanvas, placed: Document) -> None:
    hand = open_canvas(placed)
    hand.view.canvas.sync(placed, "nowhere")
    assert not hand.view.long_work.is_busy


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let long work take more than its first slice, on the fastest machine too."""
    monkeypatch.setattr(slices, "FIRST_SLICE", 0.0)
    monkeypatch.setattr(slices, "SLICE", 0.0)


@pytest.mark.usefixtures("slow")
def test_laying_out_is_one_step_that_can_be_undone_and_redone(
    open_canvas: OpenCanvas, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(large_machine(70, 150))
    settle(hand)
    before = hand.session.document
    said: list[str] = []
    hand.view.long_work.started.connect(said.append)
    hand.view.placing.lay_out_all()
    assert said == ["Laying out"]
    assert hand.session.document is before
    settle(hand)
    after = hand.session.document
    assert all(after.graphs["g1"].layout[each].at is not None for each in after.graphs["g1"].nodes)
    hand.session.undo()
    assert hand.session.document == before
    assert not hand.session.history.can_undo
    hand.session.redo()
    assert hand.session.document == after


@pytest.mark.usefixtures("slow")
def test_laying_out_that_is_canceled_changes_nothing(
    open_canvas: OpenCanvas, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(large_machine(70, 150))
    settle(hand)
    before, rects = hand.session.document, dict(hand.machine.arrangement.rects)
    hand.view.placing.lay_out_all()
    assert hand.view.long_work.is_busy
    QTest.keyClick(hand.view, Qt.Key.Key_Escape)
    settle(hand)
    assert hand.session.document is before
    assert not hand.session.history.can_undo
    assert hand.machine.arrangement.rects == rects


@pytest.mark.usefixtures("slow")
def test_an_edit_while_laying_out_ends_the_layout(
    open_canvas: OpenCanvas, settle: Callable[[Hand], None]
) -> None:
    hand = open_canvas(large_machine(70, 150))
    settle(hand)
    hand.view.placing.lay_out_all()
    hand.session.apply("Rename", lambda each: rename(each, "g1", "s3", "Kept"))
    settle(hand)
    assert hand.session.history.undo_label == "Rename"
    assert hand.session.document.graphs["g1"].layout == {}
