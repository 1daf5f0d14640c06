"""The tutorial stands beside the canvas: what was done is ticked, what is next is marked and pointed at."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.documents.open.sample_files import samples_folder
from editor.help.help_window import HelpWindow
from editor.help.tutorial_page import tutorial_parts
from editor.welcome.tutorial_panel import DONE_KEY
from editor.window.parts.tutorial import tutorial_panel
from graphs.edits.setting import set_field

FIRST = samples_folder() / "first_guard.mind.json"


@pytest.fixture
def tutorial(window):
    window.open_file(FIRST)
    window.run.pause()
    window.commands.run("help.tutorial")
    QApplication.processEvents()
    return window.part(tutorial_panel)


def give_walk(window) -> None:
    assert window.session.apply(
        "Walk",
        lambda document: set_field(
            document, "guard", "stand", "activity", {"action": "follow_path", "params": {"path": "round"}}
        ),
    )


def test_the_command_opens_it_beside_the_canvas_with_the_next_step_in_focus(window, tutorial):
    assert window.panels.is_shown("tutorial")
    assert window.panels.stack_of("tutorial").width() >= 300
    assert tutorial.done == 1
    assert QApplication.focusWidget() is tutorial.rows[1].show_me


def test_over_an_empty_window_the_first_step_is_done_for_the_user(window):
    window.welcome.refresh()
    assert window.welcome.is_shown
    window.commands.run("help.tutorial")
    assert not window.welcome.is_shown
    assert window.session.path.name == FIRST.name
    assert window.part(tutorial_panel).done == 1


def test_a_step_is_ticked_when_the_document_says_so_and_stays_ticked(window, tutorial):
    give_walk(window)
    assert tutorial.done == 2
    window.session.undo()
    assert tutorial.done == 2
    assert window.state.number(DONE_KEY, 0) == 2


def test_steps_are_ticked_in_order_only(window, tutorial):
    window.session.apply("Name", lambda document: set_field(document, "guard", "stand", "name", "Patrol"))
    assert tutorial.done == 1
    give_walk(window)
    assert tutorial.done == 3


def test_other_documents_tick_nothing(window, tutorial):
    window.state.set(DONE_KEY, 0)
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.advance(5)
    tutorial.look()
    assert tutorial.done == 0


def test_no_timer_looks_for_it(window, tutorial):
    assert tutorial.findChildren(QTimer) == []


def test_progress_is_kept_for_the_next_start_and_can_begin_again(window, tutorial, open_window):
    give_walk(window)
    window.session.undo()
    window.close()
    other = open_window()
    other.open_file(samples_folder() / "tank.mind.json")
    assert other.panels.has_tab("tutorial")
    other.panels.show_panel("tutorial")
    again = other.part(tutorial_panel)
    assert again.done == 2
    button = next(each for each in again.header if each.accessibleName() == "Begin the tutorial again")
    button.click()
    assert again.done == 0


@pytest.mark.parametrize("kept", [-3, 999, "two", True])
def test_progress_that_cannot_be_is_passed_over(window, kept):
    window.state.set(DONE_KEY, kept)
    window.commands.run("help.tutorial")
    assert 0 <= window.part(tutorial_panel).done <= len(window.part(tutorial_panel).rows)


def test_show_me_points_at_the_place_until_the_next_key(window, tutorial):
    QTest.keyClick(tutorial.rows[1].show_me, Qt.Key.Key_Space)
    view, place = window.view, tutorial.framed
    rect = view.mapFromScene(QRect(64, 96, 10, 10)).boundingRect()
    middle = view.viewport().mapTo(window.centralWidget(), rect.center())
    assert place.contains(middle)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert tutorial.framed.isEmpty()
    assert window.panels.has_tab("tutorial")


def test_show_me_points_at_the_field_once_the_state_is_selected(window, tutorial):
    window.session.select(("stand",))
    QApplication.processEvents()
    tutorial.show_place()
    row = window.inspector.page.row("activity")
    assert tutorial.framed.contains(row.mapTo(window.centralWidget(), row.rect().center()))


def test_closing_it_takes_the_frame_away_and_leads_to_the_canvas(window, tutorial):
    tutorial.show_place()
    window.panels.close_panel("tutorial")
    assert tutorial.framed.isEmpty()
    assert window.view.hasFocus()
    give_walk(window)
    assert tutorial.done == 1


def test_steps_say_by_name_what_they_are(window, tutorial):
    names = [row.accessibleName() for row in tutorial.rows]
    assert names[0].startswith("Step 1, done: Open the first guard. A guard")
    assert names[1].startswith("Step 2, next: Click Stand. In the Inspector")
    assert names[2].startswith("Step 3, to come: ")
    assert [row.show_me.isVisible() for row in tutorial.rows].count(True) == 1


def test_the_link_of_the_first_step_works_and_the_page_is_one_click_away(window, tutorial):
    window.close_session(window.session)
    tutorial.rows[0].words.linkActivated.emit("command:sample.first_guard")
    assert window.session.path.name == FIRST.name
    window.run.pause()
    next(each for each in tutorial.header if "page" in each.accessibleName()).click()
    (opened,) = [each for each in window.findChildren(HelpWindow) if each.isVisible()]
    assert opened.browser.address == "tutorial"
    opened.close()


def test_the_parts_are_the_sections_of_the_page_that_have_steps():
    page = "# T\n\nbefore\n\n## A\n\n1. One **x**\n\n![p](p.png)\n\nwords\n\n2. Two\n\n## B\n\nnone\n"
    assert [(part.words, part.step, part.is_heading) for part in tutorial_parts(page)] == [
        ("A", 0, True),
        ("One **x**", 1, False),
        ("words", 0, False),
        ("Two", 2, False),
    ]


def test_closed_it_takes_no_room_among_the_tabs(window):
    window.open_file(FIRST)
    row = window.panels.stacks["left"].tabs
    assert not row.plus.isVisible()
    assert [tab.panel for tab in row.seen_tabs()][:2] == ["outline", "palette"]
