"""A sensor of a world and the mind of its agent are wired together in the window, as one step."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import samples_folder
from editor.documents.open.world_session import WorldSession
from editor.panels.world.world_inspector import WorldInspector
from editor.window.main_window import MainWindow
from graphs.edits.variables import add_variable
from graphs.worlds.edits.agent_parts import add_sensor
from graphs.worlds.edits.moving import move_elements
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import SensorEntry

AGENT = Element("agents", "agent")


@pytest.fixture
def untitled(window: MainWindow) -> MainWindow:
    """Return a window that edits the world of a new mind; its agent, with a sight sensor, is selected."""
    window.commands.run("file.new")
    window.world.editor.toggle()
    world_of(window).apply("Sight", lambda world: add_sensor(world, "agent", "sight"), select=(AGENT,))
    return window


def world_of(window: MainWindow) -> WorldSession:
    assert window.world.session is not None
    return window.world.session


def mind_of(window: MainWindow) -> DocumentSession:
    assert window.session is not None
    return window.session


def sensor(window: MainWindow, agent: str = "agent", index: int = 0) -> SensorEntry:
    return world_of(window).world.agents[agent].sensors[index]


def shown(window: MainWindow, qtbot) -> WorldInspector:
    page = window.world.inspector
    qtbot.waitUntil(lambda: "sensors.0.kind" in page.rows)
    return page


def press_wire(page: WorldInspector) -> None:
    buttons = [button for view in page._views for button in view.buttons if button.text() == "Wire the usual"]
    assert len(buttons) == 1
    buttons[0].click()


def test_the_button_of_a_sensor_wires_it_to_a_mind_without_a_file(untitled: MainWindow, qtbot):
    press_wire(shown(untitled, qtbot))
    assert sensor(untitled).writes == {"visible": "visible", "target": "target", "last_seen": "position"}
    assert set(mind_of(untitled).document.variables) == {"visible", "target", "last_seen"}
    assert set(mind_of(untitled).document.events) == {"seen", "lost"}
    assert "Declared last_seen, lost, seen, target, visible" in untitled.area.toast.label.text()
    world_of(untitled).check_now()
    assert not any(
        "writes" in issue.where or "raises" in issue.where for issue in world_of(untitled).problems
    )


def test_one_undo_on_the_map_takes_both_halves_back_and_one_redo_brings_them_again(untitled: MainWindow):
    world, mind = world_of(untitled), mind_of(untitled)
    before = world.world, mind.document
    untitled.commands.run("world.wire_usual")
    after = world.world, mind.document
    assert (world.history.undo_label, mind.history.undo_label) == ("Wire the usual", "Wire the usual")
    untitled.commands.run("edit.undo")
    assert (world.world, mind.document) == before
    untitled.commands.run("edit.redo")
    assert (world.world, mind.document) == after


def test_undo_in_the_mind_takes_the_world_along(untitled: MainWindow):
    untitled.commands.run("world.wire_usual")
    mind_of(untitled).undo()
    assert sensor(untitled).writes == {}
    assert mind_of(untitled).document.variables == {}
    mind_of(untitled).redo()
    assert sensor(untitled).raises == {"seen": "seen", "lost": "lost"}


def test_several_steps_back_at_once_take_the_other_half_along(untitled: MainWindow):
    untitled.commands.run("world.wire_usual")
    world = world_of(untitled)
    world.apply("Move", lambda now: move_elements(now, (AGENT,), 1, 0))
    world.go_to_step(0)
    assert mind_of(untitled).document.variables == {}
    world.go_to_step(len(world.history.steps))
    assert "visible" in mind_of(untitled).document.variables


def test_where_the_mind_went_on_its_half_stays_and_the_window_says_so(untitled: MainWindow):
    untitled.commands.run("world.wire_usual")
    mind = mind_of(untitled)
    mind.apply("Add", lambda document: add_variable(document, "mood", "int")[0])
    world_of(untitled).undo()
    assert sensor(untitled).writes == {}
    assert {"visible", "mood"} <= mind.document.variables.keys()
    assert "went on since" in untitled.area.toast.label.text()
    mind.undo()
    mind.undo()
    assert mind.document.variables == {}, "its own half can be undone by itself"


def test_a_name_that_means_something_else_is_refused_at_the_sensor_and_nothing_changes(
    untitled: MainWindow, qtbot
):
    mind, world = mind_of(untitled), world_of(untitled)
    mind.apply("Add", lambda document: add_variable(document, "target", "float")[0])
    before = world.world, mind.document
    page = shown(untitled, qtbot)
    press_wire(page)
    assert "variable target of type float" in page.row("sensors.0.kind").message.text()
    assert (world.world, mind.document) == before
    untitled.commands.run("world.wire_usual")
    assert "variable target of type float" in untitled.area.toast.label.text()


def test_an_agent_without_a_mind_is_refused_and_without_a_selection_the_command_rests(untitled: MainWindow):
    world = world_of(untitled)
    world.apply("Mind", lambda now: set_element_field(now, AGENT, "mind", None))
    untitled.commands.run("world.wire_usual")
    assert "has no mind" in untitled.area.toast.label.text()
    world.select(())
    assert not untitled.commands["world.wire_usual"].enabled()


def test_a_mind_that_is_not_in_view_is_wired_too(window: MainWindow, tmp_path: Path):
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(samples_folder() / name, tmp_path / name)
    shutil.copy(samples_folder() / "light_bulb.mind.json", tmp_path / "bulb.mind.json")
    window.open_file(tmp_path / "tank.mind.json")
    window.world.editor.toggle()
    tank = Element("agents", "tank_1")
    world = world_of(window)
    world.apply("Mind", lambda now: set_element_field(now, tank, "mind", "bulb.mind.json"))
    world.apply("Sensors", lambda now: set_element_field(now, tank, "sensors", []))
    world.apply("Sight", lambda now: add_sensor(now, "tank_1", "sight"), select=(tank,))
    window.commands.run("world.wire_usual")
    bulb = next(each for each in window.workspace.sessions if each.file_name == "bulb.mind.json")
    assert "last_seen" in bulb.document.variables
    assert not bulb.is_saved
    assert mind_of(window).file_name == "tank.mind.json"
    world.undo()
    assert "last_seen" not in bulb.document.variables
