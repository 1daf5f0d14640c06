"""Toasts keep clear of the corners of the canvas and show all that they say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from editor.widgets.toast import ABOVE_CORNERS, HEIGHT, MARGIN, Toast


@pytest.fixture
def toast(qtbot: QtBot) -> Iterator[Toast]:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(900, 500)
    parent.show()
    made = Toast(parent)
    yield made
    made.hide()


def test_a_short_sentence_is_one_line_above_the_legend(toast: Toast) -> None:
    toast.say("Deleted Shoot", "Undo", lambda: None)
    assert (toast.x(), toast.height()) == (MARGIN, HEIGHT)
    assert toast.geometry().bottom() < 500 - ABOVE_CORNERS + 1


def test_a_long_sentence_goes_on_in_a_second_line(toast: Toast) -> None:
    toast.refuse("A name that cannot be given: " * 8, "Choose another one.")
    assert toast.width() < 900 - 2 * MARGIN
    needed = toast.label.heightForWidth(toast.label.width())
    assert toast.label.height() >= needed
