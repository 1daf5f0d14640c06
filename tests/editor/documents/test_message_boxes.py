"""Boxes say what would be lost, and the button that loses nothing is the way out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from editor.documents.message_boxes import Role, failure_box, replace_box, trust_box, unsaved_box
from editor.theme.theme_manager import set_theme

PLACE = Path("games") / "arena"


def roles(box: QMessageBox) -> dict[str, Role]:
    return {button.text(): box.buttonRole(button) for button in box.buttons()}


@pytest.mark.parametrize(
    ("names", "question", "save"),
    [
        (("a.mind.json",), "a.mind.json has changes that are not saved.", "Save"),
        (("a", "b", "c"), "a, b and c have changes that are not saved.", "Save all"),
    ],
)
def test_the_question_of_unsaved_changes_names_all_and_saves_by_default(
    qtbot: QtBot, names: tuple[str, ...], question: str, save: str
) -> None:
    box = unsaved_box(None, names)
    qtbot.addWidget(box)
    assert box.text() == question
    assert roles(box) == {
        save: Role.AcceptRole,
        "Close without saving": Role.DestructiveRole,
        "Keep editing": Role.RejectRole,
    }
    assert box.defaultButton().text() == save
    assert box.escapeButton().text() == "Keep editing"


def test_what_destroys_or_trusts_is_never_the_default(qtbot: QtBot) -> None:
    for box, way_out in (
        (replace_box(None, PLACE / "a.mind.json"), "Keep it"),
        (trust_box(None, PLACE, "actions.py"), "Do not run"),
    ):
        qtbot.addWidget(box)
        assert box.defaultButton().text() == way_out
        assert box.escapeButton().text() == way_out


def test_a_box_draws_its_sign_anew_when_the_theme_changes(qtbot: QtBot) -> None:
    box = failure_box(None, "Cannot save", "a.mind.json was not saved.", "Save it in another folder.")
    qtbot.addWidget(box)
    set_theme("dark")
    dark = box.iconPixmap().toImage()
    set_theme("light")
    assert box.iconPixmap().toImage() != dark
