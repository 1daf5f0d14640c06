"""What goes wrong in a run is seen: at the node, in the inspector with its traceback, in the log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from editor.theme.tokens import StatusLook
from editor.window.parts.panels import log_panel
from tests.editor.window.game_files import game

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.usefixtures("modules_as_before")


def opened(window: MainWindow, folder: Path, graph: dict[str, Any], **fields: Any) -> MainWindow:
    window.workspace.trusts_this_time = True
    assert window.open_file(game(folder, graph, **fields))
    return window


def tree(**nodes: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "behavior_tree", "root": "r", "nodes": nodes}


def doing(action: str) -> dict[str, Any]:
    return {"kind": "action", "action": action}


FUMBLING = tree(
    r={"kind": "sequence", "children": ["a", "b"]},
    a={"kind": "log", "params": {"message": "here we go"}},
    b=doing("fumble"),
)


def test_an_exception_in_the_games_code_is_at_its_node_with_its_traceback(window, qtbot, tmp_path):
    opened(window, tmp_path / "game", FUMBLING)
    window.run.step_tick()
    assert window.view.run_overlay.looks.node("b").status == StatusLook.ERROR
    window.session.select(("b",))
    window.inspector.page.refresh()
    card = window.inspector.page.run_card
    assert card.isVisible()
    assert card._error.words.text() == "Tick 0: fumble raised ValueError: the gun jams"
    assert not card.traceback.isVisible()
    qtbot.mouseClick(card.fold, LEFT)
    assert card.traceback.isVisible()
    text = card.traceback.toPlainText()
    assert text.startswith("Traceback (most recent call last)")
    assert text.endswith("ValueError: the gun jams")
    assert "moves.py" in text


def test_an_error_in_the_action_of_a_state_is_at_the_state(window, tmp_path):
    states = {"a": {"kind": "state", "name": "A", "activity": {"action": "fumble"}}}
    graph = {"kind": "state_machine", "children": ["a"], "initial": "a", "nodes": states}
    opened(window, tmp_path / "game", graph)
    window.run.step_tick()
    assert window.view.run_overlay.looks.node("a").status == StatusLook.ERROR
    window.session.select(("a",))
    window.inspector.page.refresh()
    assert "the gun jams" in window.inspector.page.run_card._error.words.text()


def test_the_log_counts_an_error_that_comes_again_and_a_click_goes_to_its_node(window, qtbot, tmp_path):
    opened(window, tmp_path / "game", FUMBLING)
    window.run.advance(3)
    window.panels.show_panel("log")
    panel = window.part(log_panel)
    panel.refresh()
    entries = [(row.kind, row.tick, row.element, row.message, row.times) for row in panel.model.rows]
    assert entries == [
        ("log", 2, "a", "here we go", 3),
        ("error", 2, "b", "fumble raised ValueError: the gun jams", 3),
    ]
    assert panel.model.rows[1].place.endswith("Fumble")
    place = panel.view.visualRect(panel.model.index(1)).center()
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=place)
    assert window.session.selection == frozenset({"b"})
    assert "the gun jams" in panel.detail.toPlainText()
    assert panel.detail.isVisible()
    window.run.step_tick()
    assert panel.view.currentIndex().row() == 1
    window.run.stop()
    assert panel.model.rows == ()


def test_an_old_error_is_an_outline_once_the_node_is_not_visited(window, tmp_path):
    graph = tree(
        r={"kind": "selector", "children": ["on", "b"]},
        on={"kind": "condition", "test": "quiet"},
        b=doing("fumble"),
    )
    opened(window, tmp_path / "game", graph, variables={"quiet": {"type": "bool"}})
    window.run.step_tick()
    assert window.view.run_overlay.looks.node("b").status == StatusLook.ERROR
    window.run.session.write_variable(window.run.picked_agent, "quiet", True)
    window.run.step_tick()
    look = window.view.run_overlay.looks.node("b")
    assert (look.status, look.last) == (StatusLook.IDLE, StatusLook.ERROR)


def test_3_12_the_window_says_that_a_generator_makes_a_run_not_resumable(window, qtbot, tmp_path):
    opened(window, tmp_path / "game", tree(r=doing("dawdle")))
    assert window.status_row.not_resumable.isVisible()
    window.session.select(("r",))
    window.inspector.page.refresh()
    assert window.inspector.page.run_card._note.isVisible()
    qtbot.mouseClick(window.status_row.not_resumable, LEFT)
    assert window.part(log_panel).isVisible()
    (entry,) = window.part(log_panel).model.rows
    assert (entry.kind, entry.element) == ("note", "r")
    assert entry.message.startswith("dawdle is written with yield")
    place = window.part(log_panel).view.visualRect(window.part(log_panel).model.index(0)).center()
    window.session.select(())
    qtbot.mouseClick(window.part(log_panel).view.viewport(), LEFT, pos=place)
    assert window.session.selection == frozenset({"r"})


def test_3_12_a_world_without_generators_says_nothing(window, tmp_path):
    opened(window, tmp_path / "game", tree(r=doing("fumble")))
    assert not window.status_row.not_resumable.isVisible()
    assert window.part(log_panel).model.rows == ()


def test_an_error_of_an_agent_that_was_not_picked_is_at_its_node_once_it_is(window, tmp_path):
    path = game(tmp_path / "game", FUMBLING)
    agents = {name: {"at": [5 + 4 * place, 5], "mind": path.name} for place, name in enumerate("ab")}
    world = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": agents}
    (path.parent / "yard.world.json").write_text(json.dumps(world))
    window.workspace.trusts_this_time = True
    assert window.open_file(path)
    assert window.run.picked_agent == "a"
    window.run.step_tick()
    window.run.pick_agent("b")
    assert window.view.run_overlay.looks.node("b").status == StatusLook.ERROR
    window.session.select(("b",))
    window.inspector.page.refresh()
    assert "the gun jams" in window.inspector.page.run_card._error.words.text()
