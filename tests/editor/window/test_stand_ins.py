"""What only the game can do is stood in for: shown on the canvas, answered by clicks, switched by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from editor.canvas.painting.pictures import Mark, NodePicture
from editor.canvas.trees.tree_contents import TreeContents
from editor.panels.run.blackboard_panel import BlackboardPanel
from editor.window.frame.menu_tables import NODE_MENU
from editor.window.frame.menus import open_context_menu
from editor.window.parts.panels import blackboard_panel
from runtime.basics.status import Status
from tests.editor.window.game_files import game

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def guard(window, tmp_path: Path) -> MainWindow:
    assert window.open_file(game(tmp_path / "game"))
    made: MainWindow = window
    return made


def select(window: MainWindow, node: str) -> None:
    assert window.session is not None
    window.session.select((node,))
    window.inspector.page.refresh()


def outcome(window: MainWindow, node: str) -> Status:
    view = window.run.view
    assert view is not None
    return Status(view.outcome[view.program.instances[0].row_of[node]] & 7)


def answer(window: MainWindow, qtbot, result: Status) -> None:
    qtbot.mouseClick(window.inspector.page.run_card.answers[result], LEFT)


def test_the_canvas_marks_a_node_that_is_stood_in_for(guard):
    contents = guard.view.canvas.contents
    assert isinstance(contents, TreeContents)
    pictures = {node: contents.picture(node) for node in contents.node_ids()}
    nodes = {node: key for node, key in pictures.items() if isinstance(key, NodePicture)}
    marked = {node for node, each in nodes.items() if Mark.STAND_IN.value in each.marks}
    assert marked == {"reload", "hide"}


def test_a_stand_in_that_waits_is_answered_by_a_click_in_the_inspector(guard, qtbot):
    guard.run.step_tick()
    select(guard, "reload")
    card = guard.inspector.page.run_card
    assert card.isVisible()
    assert card._stand_in.words.text() == (
        "Reload is the game's own. Here it runs until you say how it ended."
    )
    assert {result: button.isChecked() for result, button in card.answers.items()} == {
        Status.SUCCESS: False,
        Status.FAILURE: False,
        Status.RUNNING: True,
    }
    answer(guard, qtbot, Status.FAILURE)
    assert guard.inspector.page.run_card.answers[Status.FAILURE].isChecked()
    assert outcome(guard, "reload") is Status.RUNNING
    guard.run.step_tick()
    assert outcome(guard, "reload") is Status.FAILURE
    assert outcome(guard, "hide") is Status.RUNNING
    assert not guard.inspector.page.run_card.answers[Status.FAILURE].isVisible()


def test_keep_running_takes_an_answer_back(guard, qtbot):
    guard.run.step_tick()
    select(guard, "reload")
    answer(guard, qtbot, Status.SUCCESS)
    answer(guard, qtbot, Status.RUNNING)
    guard.run.step_tick()
    assert outcome(guard, "reload") is Status.RUNNING
    answer(guard, qtbot, Status.SUCCESS)
    guard.run.step_tick()
    assert outcome(guard, "reload") is Status.SUCCESS


def test_a_stand_in_is_answered_while_the_world_runs(guard, qtbot):
    select(guard, "reload")
    guard.run.run()
    qtbot.waitUntil(lambda: guard.run.tick > 2, timeout=5000)
    qtbot.waitUntil(lambda: guard.inspector.page.run_card.answers[Status.FAILURE].isVisible())
    answer(guard, qtbot, Status.FAILURE)
    qtbot.waitUntil(lambda: outcome(guard, "hide") is Status.RUNNING, timeout=5000)
    guard.run.pause()


def test_one_that_runs_by_itself_says_what_runs_and_asks_nothing(guard):
    select(guard, "hide")
    card = guard.inspector.page.run_card
    assert card._stand_in.words.text() == "Hide is the game's own. Here wander runs in its place."
    assert not card.answers[Status.SUCCESS].isVisible()


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_the_context_menu_of_a_node_offers_answers_only_where_one_is_waited_for(guard):
    def offered() -> list[str]:
        menu = open_context_menu(guard, QPoint(0, 0), NODE_MENU, guard)
        texts = [action.text() for action in menu.actions()]
        menu.close()
        return [text for text in texts if "stand-in" in text]

    select(guard, "reload")
    assert offered() == []
    guard.run.step_tick()
    assert offered() == [
        "Let the stand-in succeed",
        "Let the stand-in fail",
        "Keep the stand-in running",
    ]
    guard.commands.run("stand_in.fail")
    guard.run.step_tick()
    assert outcome(guard, "reload") is Status.FAILURE
    assert [each for each in guard.findChildren(QMenu) if each.isVisible()] == []


def test_a_condition_of_the_game_is_a_switch_in_the_blackboard(guard, qtbot):
    guard.run.step_tick()
    assert outcome(guard, "alarm") is Status.FAILURE
    panel: BlackboardPanel = guard.part(blackboard_panel)
    guard.panels.show_panel("blackboard")
    panel.refresh()
    group = panel.groups()[-1]
    assert (group.title, [(row.name, row.text) for row in group.rows]) == (
        "Conditions",
        [("alarmed", "false")],
    )
    view = panel._views[-1]
    qtbot.mouseClick(view, LEFT, pos=view._value_rect(0).center())
    assert panel.groups()[-1].rows[0].text == "true"
    guard.run.stop()
    guard.run.step_tick()
    assert guard.run.session.condition_switches["alarmed"] is False


def test_a_switched_condition_answers_so_from_the_next_tick_on(guard, qtbot):
    panel: BlackboardPanel = guard.part(blackboard_panel)
    guard.panels.show_panel("blackboard")
    panel.refresh()
    view = panel._views[-1]
    qtbot.mouseClick(view, LEFT, pos=view._value_rect(0).center())
    guard.run.step_tick()
    assert outcome(guard, "alarm") is Status.SUCCESS


def test_a_shared_value_is_changed_in_the_blackboard(window, qtbot, tmp_path):
    fear = {
        "fear": {"type": "float", "scope": "world", "default": 0.5},
        "calm": {"type": "bool", "scope": "world"},
    }
    assert window.open_file(game(tmp_path / "game", variables=fear))
    panel: BlackboardPanel = window.part(blackboard_panel)
    window.panels.show_panel("blackboard")
    panel.refresh()
    place = next(index for index, group in enumerate(panel.groups()) if group.title == "World")
    calm, rows = panel.groups()[place].rows, panel._views[place]
    assert [(row.name, row.text) for row in calm] == [("calm", "false"), ("fear", "0.5")]
    qtbot.mouseClick(rows, LEFT, pos=rows._value_rect(0).center())
    assert window.run.session.world_variables()["calm"] is True
    assert panel.write(panel.groups()[place].rows[1], "much") == "Write a number."
    assert panel.write(panel.groups()[place].rows[1], "2") == ""
    assert window.run.session.world_variables()["fear"] == 2.0
    assert [row.text for row in panel.groups()[place].rows] == ["true", "2"]


def test_the_inspector_says_what_the_interpreter_runs_in_unwatched_agents_too(window, tmp_path):
    nodes = {
        "r": {"kind": "sequence", "children": ["alarmed", "on"]},
        "alarmed": {"kind": "succeed", "guard": {"test": "alarm"}},
        "on": {"kind": "succeed"},
    }
    graph = {"kind": "behavior_tree", "root": "r", "nodes": nodes}
    assert window.open_file(game(tmp_path / "game", graph, variables={"alarm": {"type": "trigger"}}))
    window.run.step_tick()
    select(window, "alarmed")
    card = window.inspector.page.run_card
    assert card.isVisible()
    said = "The interpreter runs this and all below it in every agent: triggers decide here."
    assert card._interpreted.words.text() == said
    select(window, "on")
    assert not window.inspector.page.run_card.isVisible()
