"""A designer builds a behavior tree in the real window, saves it, runs it, and takes everything back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.theme.tokens import StatusLook
from editor.window.main_window import MainWindow
from tests.editor.canvas.conftest import Hand
from tests.editor.window_builders import AnsweringDialogs

CONTROL = Qt.KeyboardModifier.ControlModifier


def key(window: MainWindow, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, key, keys)
    QApplication.processEvents()


def take_focus(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    """Do what a window manager does when a pop-up is gone, which the off-screen platform does not."""
    qtbot.wait(100)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.view.setFocus()
    assert QApplication.focusWidget() is hand.view


def search_to_add(hand: Hand, words: str) -> None:
    search = hand.view.search.popup
    assert search.isVisible()
    QTest.keyClicks(search.field, words)
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    QApplication.processEvents()


def child_of(hand: Hand, parent: str, position: int) -> str:
    child: str = hand.graph().nodes[parent].children[position]
    return child


def drag_out(hand: Hand, parent: str, words: str, to: tuple[float, float]) -> None:
    hand.drag(hand.tree.port(parent), to)
    search_to_add(hand, words)


def build_two_branches(hand: Hand) -> tuple[str, str, str, str]:
    """Build selector(sequence(fail), sequence(succeed, wait)); return root, first leaf, success, wait."""
    hand.view.setFocus()
    hand.key(Qt.Key.Key_Tab)
    search_to_add(hand, "selector")
    root = hand.graph().root
    x, y = hand.center(root)
    drag_out(hand, root, "sequence", (x - 200, y + 140))
    drag_out(hand, root, "sequence", (x + 200, y + 140))
    first, second = child_of(hand, root, 0), child_of(hand, root, 1)
    x, y = hand.center(first)
    drag_out(hand, first, "fail", (x, y + 140))
    x, y = hand.center(second)
    drag_out(hand, second, "succeed", (x - 60, y + 140))
    drag_out(hand, second, "wait", (x + 120, y + 140))
    return root, child_of(hand, first, 0), child_of(hand, second, 0), child_of(hand, second, 1)


def statuses(window: MainWindow, hand: Hand, nodes: tuple[str, ...]) -> list[StatusLook | None]:
    return [hand.view.run_overlay.looks.node(node).status for node in nodes]


def test_two_branches_are_built_saved_run_undone_redone_and_saved_the_same(
    window: MainWindow, dialogs: AnsweringDialogs, qtbot: QtBot, tmp_path: Path
) -> None:
    window.commands.run("file.new_tree")
    assert window.area.view is not None
    hand = Hand(window.area.view)
    hand.view.camera.reduced_motion = True
    session = hand.session
    at_first = session.document
    nodes = build_two_branches(hand)
    waiting = nodes[-1]
    built = session.document

    dialogs.save_as = tmp_path / "walk.mind.json"
    take_focus(window, hand, qtbot)
    key(window, Qt.Key.Key_S, CONTROL)
    saved = dialogs.save_as.read_bytes()
    assert session.path == dialogs.save_as

    window.run.stop()
    window.commands.run("run.step")
    assert statuses(window, hand, nodes) == [
        StatusLook.RUNNING,
        StatusLook.FAILURE,
        StatusLook.SUCCESS,
        StatusLook.RUNNING,
    ]
    seen: set[StatusLook | None] = set()

    def wait_ended() -> bool:
        seen.add(hand.view.run_overlay.looks.node(waiting).status)
        return {StatusLook.RUNNING, StatusLook.SUCCESS} <= seen

    for _ in range(70):
        window.commands.run("run.step")
        wait_ended()
    assert {StatusLook.RUNNING, StatusLook.SUCCESS} <= seen
    window.run.stop()
    assert session.document is built

    take_focus(window, hand, qtbot)
    steps = len(session.history.steps)
    for _ in range(steps):
        key(window, Qt.Key.Key_Z, CONTROL)
    assert not session.history.can_undo
    assert session.document is at_first
    assert hand.graph().nodes == {}
    for _ in range(steps):
        key(window, Qt.Key.Key_Y, CONTROL)
    assert not session.history.can_redo
    assert session.document is built
    dialogs.save_as = tmp_path / "again.mind.json"
    window.commands.run("file.save_as")
    assert dialogs.save_as.read_bytes() == saved
