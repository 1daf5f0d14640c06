"""The tutorial is followed word by word in the real window, and its pictures are those that can be taken."""

from __future__ import annotations

import re

import pytest

from editor.help.help_library import help_folder
from editor.window.main_window import MainWindow
from tests.editor.help.page_parts import pictures_of
from tools.help_pages.help_shots import THEMES, picture_names
from tools.tutorial.tutorial_steps import STEPS, TUTORIAL_PICTURES
from tools.tutorial.tutorial_walk import SIZE, TutorialWalk

PAGE = (help_folder() / "tutorial.md").read_text(encoding="utf-8")


def test_the_steps_are_those_of_the_page_word_by_word() -> None:
    numbered = re.findall(r"^(\d+)\. (.*)$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in numbered] == list(range(1, len(STEPS) + 1))
    assert [words for _, words in numbered] == [step.words for step in STEPS]


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_each_step_does_what_it_promises(window: MainWindow) -> None:
    """Each step checks its promise itself: who is active, who is hit, where the run is held."""
    window.resize(SIZE)
    walk = TutorialWalk(window)
    for step in STEPS:
        step.act(walk)
    assert window.session is not None
    assert len(window.session.document.graphs) == 2
    window.session.check_now()
    assert [problem.message for problem in window.session.problems if problem.severity != "note"] == []
    assert window.session.history.can_undo


def test_the_pictures_of_the_page_are_taken_on_the_way_and_stored() -> None:
    shown = [name.removeprefix("pictures/").removesuffix(".png") for name in pictures_of(PAGE)]
    assert shown == list(TUTORIAL_PICTURES)
    for name in picture_names():
        for ending in THEMES.values():
            file = help_folder() / f"{name.removesuffix('.png')}{ending}.png"
            assert 1_000 < file.stat().st_size < 120_000, file
