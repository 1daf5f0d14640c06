"""Boxes say what would be lost, and the button that loses nothing is the way out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from editor.theme.theme_manager import set_theme
from editor.widgets.file_dialogs import ChangedAnswer, FileDialogs
from editor.widgets.message_boxes import (
    Role,
    changed_box,
    conflict_box,
    failure_box,
    replace_box,
    trust_box,
    unsaved_box,
)

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


def test_a_file_that_changed_outside_is_merged_by_default(qtbot: QtBot) -> None:
    box = changed_box(None, PLACE / "a.mind.json", is_gone=False)
    qtbot.addWidget(box)
    assert box.text() == "a.mind.json was changed by another program."
    assert roles(box) == {
        "Compare and merge": Role.AcceptRole,
        "Overwrite": Role.DestructiveRole,
        "Save a copy…": Role.ActionRole,
        "Cancel": Role.RejectRole,
    }
    assert box.defaultButton().text() == "Compare and merge"
    assert box.escapeButton().text() == "Cancel"


def test_a_file_that_is_gone_has_nothing_to_merge_with(qtbot: QtBot) -> None:
    box = changed_box(None, PLACE / "a.mind.json", is_gone=True)
    qtbot.addWidget(box)
    assert box.text() == f"a.mind.json is no longer in {PLACE}."
    assert roles(box) == {
        "Save it here again": Role.AcceptRole,
        "Save a copy…": Role.ActionRole,
        "Cancel": Role.RejectRole,
    }
    assert box.escapeButton().text() == "Cancel"


@pytest.mark.parametrize(("kind", "index"), [("Compare and merge", 0), ("Overwrite", 1), ("Save a copy…", 2)])
def test_each_button_of_the_question_is_its_answer(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kind: str, index: int
) -> None:
    def press(box: QMessageBox) -> None:
        next(button for button in box.buttons() if button.text() == kind).click()

    monkeypatch.setattr(QMessageBox, "exec", press)
    answers = [ChangedAnswer.MERGE, ChangedAnswer.OVERWRITE, ChangedAnswer.COPY]
    assert FileDialogs().ask_changed(PLACE / "a.mind.json", is_gone=False) is answers[index]
    if index != 1:
        kind = "Save it here again" if index == 0 else kind
        gone = [ChangedAnswer.OVERWRITE, None, ChangedAnswer.COPY]
        assert FileDialogs().ask_changed(PLACE / "a.mind.json", is_gone=True) is gone[index]


def test_esc_changes_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.escapeButton().click())
    assert FileDialogs().ask_changed(PLACE / "a.mind.json", is_gone=False) is ChangedAnswer.CANCEL
    assert FileDialogs().ask_conflicts("a.mind.json", ["one"]) is None


def test_a_box_lists_a_few_conflicts_and_counts_the_rest(qtbot: QtBot) -> None:
    box = conflict_box(None, "a.mind.json", [f"conflict {number}" for number in range(8)])
    qtbot.addWidget(box)
    lines = box.informativeText().splitlines()
    assert lines[:7] == [*(f"conflict {number}" for number in range(6)), "and 2 more"]
    assert box.text() == "a.mind.json: you and another program both changed 8 places."
    assert box.escapeButton().text() == "Cancel"


def test_names_in_a_box_are_no_markup(qtbot: QtBot) -> None:
    box = conflict_box(None, "<b>a.mind.json", ["<img src=x>"])
    qtbot.addWidget(box)
    formats = {label.text()[:4]: label.textFormat() for label in box.findChildren(QLabel) if label.text()}
    assert formats == {"<b>a": Qt.TextFormat.PlainText, "<img": Qt.TextFormat.PlainText}


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
