"""A guard does not chase: who wonders why finds out, mends it in the past, and keeps that as a test.

All of it is done by the mouse, in fewer than twelve clicks; keys only type the new number.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.panels.timeline.lane_painting import head_width
from editor.widgets.tab_row import TabRow
from editor.window.main_window import MainWindow
from editor.window.parts.callouts import why_panel
from graphs.model import StateMachineGraph
from tests.e2e.mouse_hand import MouseHand
from tests.e2e.stealth_story import write_story

FEWER_THAN = 12
LOST = 269
"""The tick in which the pillar hides the thief."""
Left = Qt.MouseButton.LeftButton


def timeline_place(window: MainWindow, tick: int) -> QPoint:
    view = window.timeline.view
    return QPoint(round(head_width() + view.model.scale.x(tick + 0.5)), 40)


def choose_on_timeline(hand: MouseHand, first: int, last: int) -> None:
    view, shift = hand.window.timeline.view, Qt.KeyboardModifier.ShiftModifier
    start, end = timeline_place(hand.window, first), timeline_place(hand.window, last)
    QTest.mousePress(view, Left, shift, start)
    for share in (0.5, 1.0):
        QTest.mouseMove(view, start + (end - start) * share)
    QTest.mouseRelease(view, Left, shift, end)
    hand.clicks += 1


def show_tab(hand: MouseHand, panel: str) -> None:
    rows = [
        row for row in hand.window.findChildren(TabRow) if row.rect_of(panel).isValid() and row.isVisible()
    ]
    hand.click(rows[0], rows[0].rect_of(panel).center())


def label_place(hand: MouseHand, edge: str) -> QPoint:
    machine = hand.view.canvas.machine
    assert machine is not None
    middle = machine.middle_of(edge)
    assert middle is not None
    return hand.pixel(middle)


@pytest.fixture
def hand(window: MainWindow, tmp_path: Path) -> MouseHand:
    window.resize(1440, 900)
    assert window.open_file(write_story(tmp_path))
    window.run.advance(440)
    window.run.run()
    return MouseHand(window)


def let_run(hand: MouseHand, qtbot: QtBot, ticks: int) -> None:
    """Press Run, see it move, press Pause; what a busy machine would take long for is stepped before that."""
    run = hand.window.run
    hand.click(hand.button("Run"))
    begun = run.tick
    qtbot.waitUntil(lambda: run.tick > begun, timeout=30_000)
    run.advance(ticks)
    run.run()
    hand.click(hand.button("Pause"))


def test_a_wrong_decision_is_found_mended_in_the_past_and_kept_as_a_test(hand, qtbot, tmp_path):
    window, run = hand.window, hand.window.run
    hand.click(hand.button("Pause"))
    assert not run.is_running
    assert run.active_words("guard") == "Watch", "it only watches the thief go by"

    hand.click(window.timeline.view, timeline_place(window, LOST))
    run.time.finish()
    assert run.time.shown_tick == LOST
    assert run.active_words("guard") == "Rest"

    hand.click(hand.view.viewport(), label_place(hand, "runs_after"))
    show_tab(hand, "why")
    answer = window.part(why_panel).answer
    assert answer is not None
    assert answer.question == "Why was Watch → Chase not taken?"
    assert "d is 5.656, 1.656 too high" in answer.reasons[0].sentence
    assert "It has never held here" in answer.reasons[0].sentence

    hand.click(hand.button("Branch here"))
    assert not run.time.is_past

    hand.double_click(label_place(hand, "runs_after"))
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    hand.type("d < 8 and visible")
    QTest.keyClick(field, Qt.Key.Key_Return)
    graph = window.session.graph
    assert isinstance(graph, StateMachineGraph)
    assert graph.edges["runs_after"].guard == "d < 8 and visible"

    let_run(hand, qtbot, 140)
    assert run.active_words("guard") == "Chase"
    assert [take.end_tick >= 440 for take in run.time.takes] == [True], "the other run is kept"

    choose_on_timeline(hand, 350, 399)
    hand.click(hand.button("Record a test of the chosen stretch, else of the last five seconds"))
    [case] = tmp_path.glob("*.case.json")
    named = re.fullmatch(r"night_guard-ticks-(\d+)-to-(\d+).case.json", case.name)
    assert named is not None
    first, last = named.groups()
    assert (abs(int(first) - 350) <= 1, abs(int(last) - 399) <= 1) == (True, True), "a pixel may be a tick"

    assert hand.clicks < FEWER_THAN, hand.clicks
