"""The tutorial is followed step by step in the real window, and its pictures are those that can be taken."""

from __future__ import annotations

import re

import pytest

from editor.help.help_library import help_folder
from editor.help.tutorial_page import tutorial_parts
from editor.welcome.tutorial_checks import CHECKS
from editor.window.main_window import MainWindow
from editor.window.parts.tutorial import tutorial_panel
from tests.editor.help.page_parts import pictures_of
from tools.help_pages.help_shots import THEMES, picture_names
from tools.tutorial.tutorial_steps import STEPS, TUTORIAL_PICTURES
from tools.tutorial.tutorial_walk import SIZE, TutorialWalk

PAGE = (help_folder() / "tutorial.md").read_text(encoding="utf-8")


def test_every_step_of_the_page_has_a_row_and_a_check() -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(STEPS) + 1))
    assert len(CHECKS) == len(STEPS)
    assert [part.step for part in tutorial_parts() if part.step] == numbers


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_each_step_does_what_it_promises_and_is_ticked_off_when_it_is_done(window: MainWindow) -> None:
    """Each step checks its promise itself: who is active, who is hit, where the run is held."""
    window.resize(SIZE)
    walk = TutorialWalk(window)
    tutorial = window.part(tutorial_panel)
    window.panels.show_panel("tutorial")
    assert tutorial.done == 0
    for number, step in enumerate(STEPS, start=1):
        step.act(walk)
        assert tutorial.done == number, f"step {number} is done, and {tutorial.done} are ticked"
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
