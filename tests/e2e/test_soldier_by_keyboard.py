"""A designer builds the soldier's tree by keys alone, from an empty window to a saved file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from editor.documents.open.sample_files import samples_folder
from editor.window.main_window import MainWindow
from graphs.files.document_file import load_document
from tests.e2e.canonical_document import canonical_document
from tests.e2e.keyboard_hand import KeyboardHand
from tests.editor.window_builders import AnsweringDialogs

MOUSE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
)


class NoMouse(QObject):
    """Count the events of a mouse, of which there must be none."""

    seen = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.seen += event.type() in MOUSE
        return False


def add_variable(hand: KeyboardHand, kind: str, name: str, note: str = "", unit: str = "") -> None:
    hand.walk_to(hand.window.outline.tree, "F6")
    hand.push("Add a variable or an event")
    hand.pick(kind)
    hand.fill("variable.name", name)
    if unit:
        hand.fill("unit", unit)
    if note:
        hand.fill("note", note)


def declare(hand: KeyboardHand) -> None:
    number, entity, vector, truth = "Number (float)", "Entity", "Vector", "Yes or no (bool)"
    add_variable(hand, truth, "alert")
    add_variable(hand, number, "d", "Distance to the player.", "u")
    add_variable(hand, vector, "last_seen")
    add_variable(hand, truth, "met", "Whether the player was ever seen.")
    add_variable(hand, entity, "target")
    add_variable(hand, number, "unseen", "Time since the player was in view.", "s")
    add_variable(hand, truth, "visible", "Whether the player is in view.")


def fill(hand: KeyboardHand, **fields: str) -> None:
    for key, value in fields.items():
        hand.fill(key.replace("__", "."), value)
    hand.to_canvas()


def add_sequence(hand: KeyboardHand, name: str, condition: str, test: str) -> None:
    """Add a reactive sequence under the root with its question first; the question stays selected."""
    hand.add("sequence", name)
    hand.choose("params.memory", "starts over each tick")
    hand.to_canvas()
    hand.add("condition", condition)
    hand.press("Shift+F2", "Ctrl+A")
    hand.type(test)
    hand.press("Return")


def build(hand: KeyboardHand) -> None:
    hand.add("selector", "Soldier")
    hand.choose("params.memory", "starts over each tick")
    hand.push("Add service")
    hand.fill("services.0.actions", "met = met or visible\nalert = met and unseen < 3")
    hand.to_canvas()
    add_sequence(hand, "Attack when close", "In range?", "d <= 3")
    hand.add("face", "Aim")
    fill(hand, params__target="target")
    hand.add("cooldown")
    hand.choose("params.refused", "skipped")
    fill(hand, params__seconds="0.8")
    hand.add("fire")
    fill(hand, params__target="target")
    hand.press("Up", "Up", "Up")
    add_sequence(hand, "Give up when lost", "Lost?", "not alert")
    hand.add("follow_path", "Patrol")
    fill(hand, params__path="round")
    hand.press("Up", "Up")
    add_sequence(hand, "Chase when seen", "In sight?", "alert")
    hand.add("arrive", "Chase")
    fill(hand, params__speed="3.5", params__target="last_seen", params__target_radius="0.5")


# The off-screen platform says so of every menu that opens.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_the_soldier_is_built_by_keyboard(
    window: MainWindow, dialogs: AnsweringDialogs, tmp_path: Path
) -> None:
    hand, mouse = KeyboardHand(window), NoMouse()
    application = QApplication.instance()
    assert application is not None
    application.installEventFilter(mouse)
    try:
        hand.press("Ctrl+Shift+N")
        hand.view.camera.reduced_motion = True
        note = "Attacks when close, patrols when there is nobody, chases what it sees."
        fill(hand, title="Soldier", note=note)
        declare(hand)
        hand.to_canvas()
        build(hand)
        dialogs.save_as = tmp_path / "built.mind.json"
        hand.press("Ctrl+S")
    finally:
        application.removeEventFilter(mouse)
    sample = load_document(samples_folder() / "soldier.mind.json")
    assert canonical_document(load_document(dialogs.save_as)) == canonical_document(sample)
    assert mouse.seen == 0
