"""A header shows its title whole, however narrow it is."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from editor.widgets.element_header import ElementHeader, HeaderWords
from tests.editor.every_scene.clipped_texts import clipped_texts


@pytest.mark.parametrize("title", ["Wanderlustaufmerksamkeitsverteilung", "guard_of_the_upper_gate", "Go"])
def test_a_word_wider_than_the_header_breaks(qtbot: QtBot, title: str) -> None:
    header = ElementHeader()
    qtbot.addWidget(header)
    header.show_words(HeaderWords(title, "state in Patrol", "state", "machine"))
    for width in (600, 150, 90):
        header.setFixedSize(width, 300)
        header.show()
        qtbot.wait(1)
        assert clipped_texts(header) == []
    header.setFixedSize(600, 300)
    qtbot.wait(1)
    assert header.subtitle.text() == "state in Patrol"
    assert header.title.text().replace("\u200b", "") == title
