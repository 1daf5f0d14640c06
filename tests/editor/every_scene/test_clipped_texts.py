"""No text is cut off: the slice of `dev.py soak clipped_text` that is tested every day."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from editor.theme.application_style import dress_again
from editor.theme.fonts import set_font_scale
from editor.theme.plain_texts import ElidedLabel, PlainLabel
from editor.widgets.push_buttons import ElidedButton
from tests.editor.every_scene.clipped_texts import clipped_texts
from tests.editor.every_scene.painted_texts import painted_texts
from tests.soak.clipped_text import faults_of
from tools.gallery.__main__ import scenes_with
from tools.gallery.taking import groups_of

SMALL, LARGER = (1024, 700), 125
SEED, PICKED = 18, 8


@pytest.fixture
def larger_text() -> Iterator[None]:
    set_font_scale(LARGER)
    dress_again()
    yield
    set_font_scale(100)
    dress_again()


@pytest.mark.usefixtures("own_state_folder", "larger_text")
def test_no_text_is_cut_off_in_a_small_window_with_larger_text(qapp) -> None:
    (panels,) = [group for group in groups_of(scenes_with(("-quiet",), SMALL)) if len(group) > 1]
    assert list(faults_of(random.Random(SEED).sample(panels, PICKED))) == []


@pytest.mark.usefixtures("own_state_folder")
def test_no_text_is_cut_off_in_a_dialog(qapp) -> None:
    dialogs = next(group for group in groups_of(scenes_with((), SMALL)) if group[0].together == "dialogs")
    assert list(faults_of(random.Random(SEED).sample(dialogs, PICKED // 2))) == []


@pytest.mark.usefixtures("own_state_folder", "larger_text")
def test_a_tool_with_an_option_finds_room_in_the_row_over_the_map(qapp) -> None:
    assert list(faults_of(scenes_with(("world-tool-line",), SMALL))) == []


class _Untold(ElidedLabel):
    """Elide without telling."""

    def event(self, event: QEvent) -> bool:
        return event.type() == QEvent.Type.ToolTip or super().event(event)


def _shown(qtbot, *parts: QWidget, width: int) -> QWidget:
    box = QWidget()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    for part in parts:
        column.addWidget(part)
    box.resize(width, 60)
    for part in parts:
        part.setMinimumWidth(1)
    box.show()
    box.setFixedSize(width, 60)
    qtbot.waitExposed(box)
    return box


def test_a_label_without_room_is_found_and_one_with_room_is_not(qtbot) -> None:
    words = "Far more words than find room here"
    box = _shown(qtbot, PlainLabel(words), width=100)
    (fault,) = clipped_texts(box)
    assert words in fault
    assert "reaches over" in fault
    assert clipped_texts(_shown(qtbot, PlainLabel(words), width=600)) == []


def test_what_is_elided_needs_a_tooltip(qtbot) -> None:
    words = "Far more words than find room here"
    label = ElidedLabel(words)
    box = _shown(qtbot, label, width=100)
    box.grab()
    assert label.toolTip() == words
    assert clipped_texts(box) == []
    untold = _Untold(words)
    (fault,) = clipped_texts(_shown(qtbot, untold, width=100))
    assert "without a tooltip" in fault


def test_parts_that_lie_over_each_other_are_found(qtbot) -> None:
    buttons = QPushButton("Upper"), QPushButton("Lower")
    box = _shown(qtbot, *buttons, width=300)
    height = buttons[0].height()
    buttons[1].move(buttons[0].x(), buttons[0].y() + height)
    box.setFixedSize(300, 4 * height)
    assert clipped_texts(box) == []
    buttons[1].move(buttons[0].x(), buttons[0].y() + height // 2)
    (fault,) = clipped_texts(box)
    assert "lies over" in fault


def test_a_button_that_gives_way_is_elided_in_the_middle(qtbot) -> None:
    button = ElidedButton("A graph › From a state → To another")
    box = _shown(qtbot, button, width=140)
    (painted,) = painted_texts(button)
    assert painted.text.startswith("A")
    assert painted.text.endswith("r")
    (fault,) = clipped_texts(box)
    assert "without a tooltip" in fault
    button.setToolTip(button.text())
    assert clipped_texts(box) == []


def test_dots_of_a_button_that_asks_for_more_are_no_fault(qtbot) -> None:
    assert clipped_texts(_shown(qtbot, QPushButton("Save the table…"), width=300)) == []


def test_texts_are_read_with_their_places(qtbot) -> None:
    label = PlainLabel("Over here")
    box = _shown(qtbot, label, width=300)
    assert box.isVisible()
    (painted,) = painted_texts(label)
    assert painted.text == "Over here"
    assert label.rect().contains(painted.ink.toRect())
