"""The list of breakpoints: each is changed in its row, and a click goes to what it is on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from editor.window.parts.breakpoints import breakpoints_panel
from editor.window.parts.callouts import WindowCallouts
from runtime.history.why.breakpoints import Breakpoint
from tests.editor.shared_window import at_rest, open_sample, shared_window

MIND = "tank.mind.json"
TAKEN = Breakpoint(MIND, "taken", "tank", "moving_finding")


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def opened(window):
    window.breakpoints.clear()
    open_sample(window, "tank", "breakpoints")
    yield window
    at_rest(window)


def editors(window):
    return window.part(breakpoints_panel).editors


def test_each_breakpoint_has_a_row_and_can_be_switched_and_taken_away(opened, qtbot):
    opened.breakpoints.add(TAKEN)
    opened.breakpoints.add(Breakpoint(MIND, "change", name="d"))
    assert [editor.row.title for editor in editors(opened)] == ["MovingToTarget → FindingNewTarget", "d"]
    qtbot.mouseClick(editors(opened)[0].switch, Qt.MouseButton.LeftButton)
    assert [each.enabled for each in opened.breakpoints.all] == [False, True]
    assert opened.part(breakpoints_panel).summary.text() == "2 breakpoints, 1 off"
    editors(opened)[0].remove.click()
    assert [item.name for item in opened.breakpoints.all] == ["d"]


def test_moment_condition_and_count_are_changed_in_place(opened, qtbot):
    opened.breakpoints.add(TAKEN)
    editor = editors(opened)[0]
    editor.moment.pick("considered")
    editor.condition.setFocus()
    qtbot.keyClicks(editor.condition, "waypoint == 1")
    qtbot.keyClick(editor.condition, Qt.Key.Key_Return)
    editor.every.setText("3")
    editor.every.left.emit()
    (one,) = opened.breakpoints.all
    assert (one.moment, one.condition, one.every) == ("considered", "waypoint == 1", 3)
    editor.every.setText("none")
    editor.every.left.emit()
    assert editor.every.text() == "3"


def test_a_wrong_condition_is_said_and_not_taken(opened, qtbot):
    opened.breakpoints.add(TAKEN)
    editor = editors(opened)[0]
    editor.condition.setFocus()
    qtbot.keyClicks(editor.condition, "wayp == 1")
    qtbot.keyClick(editor.condition, Qt.Key.Key_Return)
    assert "wayp" in editor.condition.problem
    assert opened.breakpoints.all == (TAKEN,)
    editor.condition.setText("waypoint == 1")
    qtbot.keyClick(editor.condition, Qt.Key.Key_Return)
    assert editor.condition.problem == ""
    assert opened.breakpoints.all[0].condition == "waypoint == 1"


def test_a_click_on_the_name_goes_to_the_element_or_the_variable(opened, qtbot):
    opened.breakpoints.add(TAKEN)
    opened.breakpoints.add(Breakpoint(MIND, "change", name="d"))
    first, second = editors(opened)
    qtbot.mouseClick(first.name, Qt.MouseButton.LeftButton)
    assert opened.session.selection == {"moving_finding"}
    qtbot.mouseClick(second.name, Qt.MouseButton.LeftButton)
    assert opened.panels.is_shown("inspector")


def test_an_element_that_was_deleted_is_marked_in_the_list(opened):
    opened.breakpoints.add(TAKEN)
    opened.session.select(("moving_finding",))
    opened.commands.action("edit.delete").trigger()
    assert "has it no more" in editors(opened)[0].row.missing
    opened.commands.action("edit.undo").trigger()
    assert editors(opened)[0].row.missing == ""


def test_a_stop_is_framed_on_the_canvas_and_marked_in_the_list(opened):
    opened.breakpoints.add(TAKEN)
    for _ in range(400):
        opened.run.advance(1)
        if opened.breakpoints.stop is not None:
            break
    assert opened.part(WindowCallouts).shown()["moving_finding"].words == "stopped here"
    assert "hit" in editors(opened)[0].hits.text()
    opened.run.run()
    assert not opened.part(WindowCallouts).shown()
    opened.run.pause()


def test_all_are_switched_at_once(opened):
    opened.breakpoints.add(TAKEN)
    opened.breakpoints.add(Breakpoint(MIND, "error"))
    panel = opened.part(breakpoints_panel)
    panel.switch_all.click()
    assert not any(item.enabled for item in opened.breakpoints.all)
    assert panel.switch_all.text() == "Turn all on"
    panel.switch_all.click()
    assert all(each.enabled for each in opened.breakpoints.all)
    panel.clear.click()
    assert not opened.breakpoints.all
    assert not editors(opened)


def test_the_fields_of_all_rows_stand_below_each_other(opened):
    opened.breakpoints.add(TAKEN)
    opened.breakpoints.add(Breakpoint(MIND, "change", name="d"))
    opened.breakpoints.add(Breakpoint(MIND, "enter", "tank", "chase"))
    QApplication.processEvents()
    for part in ("moment", "condition", "every"):
        places = {getattr(editor, part).geometry().left() for editor in editors(opened)}
        assert len(places) == 1, part
