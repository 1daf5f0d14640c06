"""A sensor of a world and the mind of its agent are wired together in the window, as one step."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import samples_folder
from editor.documents.open.world_session import WorldSession
from editor.panels.world.world_inspector import WorldInspector
from editor.widgets.drop_down import DropDown
from editor.window.main_window import MainWindow
from editor.window.parts.panels import inspector_panel
from graphs.edits.events import add_event
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.worlds.edits.adding import add_agent
from graphs.worlds.edits.agent_parts import add_sensor
from graphs.worlds.edits.moving import move_elements
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import SensorEntry
from tests.editor.every_scene.tab_walk import walk_from
from tests.editor.window_builders import two_state_machine

AGENT = Element("agents", "agent")


@pytest.fixture
def untitled(window: MainWindow) -> MainWindow:
    """Return a window that edits the world of a new mind; its agent, which can see, is selected."""
    window.commands.run("file.new")
    window.world.editor.toggle()
    world_of(window).select((AGENT,))
    assert [sensor.kind for sensor in world_of(window).world.agents["agent"].sensors] == ["sight"]
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


# --- lists


def titles(page: WorldInspector, key: str) -> list[str]:
    return [title for _, title in page.row(key).spec.choices]


def pick(page: WorldInspector, key: str, title: str) -> None:
    """Pick an entry of a list as its menu does."""
    editor = page.row(key).editor
    assert isinstance(editor, DropDown)
    editor.pick(next(choice.value for choice in editor.choices if choice.title == title))


def test_the_lists_follow_a_mind_that_has_no_file_and_never_ran(untitled: MainWindow, qtbot):
    page, mind = shown(untitled, qtbot), mind_of(untitled)
    key = "sensors.0.writes.visible"
    assert titles(page, key) == ["not written", "+ New visible (bool)"]
    mind.apply("Add", lambda document: add_variable(document, "alert", "bool")[0])
    mind.apply("Add", lambda document: add_event(document, "shot")[0])
    qtbot.waitUntil(lambda: "alert" in titles(page, key))
    assert titles(page, "sensors.0.raises.seen") == ["not raised", "shot", "+ New seen (event)"]
    mind.undo()
    qtbot.waitUntil(lambda: "shot" not in titles(page, "sensors.0.raises.seen"))


def test_a_new_variable_is_declared_and_picked_in_one_step(untitled: MainWindow, qtbot):
    page, mind = shown(untitled, qtbot), mind_of(untitled)
    before = world_of(untitled).world, mind.document
    pick(page, "sensors.0.writes.position", "+ New last_seen (vector)")
    assert sensor(untitled).writes == {"last_seen": "position"}
    assert mind.document.variables["last_seen"].type == "vector"
    row = page.row("sensors.0.writes.position")
    assert row.spec.value == "last_seen"
    assert row.editor.accessibleDescription() == "last_seen"
    untitled.commands.run("edit.undo")
    assert (world_of(untitled).world, mind.document) == before


def test_a_name_that_is_taken_is_proposed_with_a_number(untitled: MainWindow, qtbot):
    page, mind = shown(untitled, qtbot), mind_of(untitled)
    mind.apply("Add", lambda document: add_variable(document, "visible", "float")[0])
    qtbot.waitUntil(lambda: "+ New visible_2 (bool)" in titles(page, "sensors.0.writes.visible"))
    pick(page, "sensors.0.writes.visible", "+ New visible_2 (bool)")
    assert sensor(untitled).writes == {"visible_2": "visible"}


def test_a_new_event_carries_what_the_sensor_tells(untitled: MainWindow, qtbot):
    pick(shown(untitled, qtbot), "sensors.0.raises.lost", "+ New lost (event)")
    assert sensor(untitled).raises == {"lost": "lost"}
    payload = mind_of(untitled).document.events["lost"].payload
    assert payload == {"at": "vector", "target": "entity", "distance": "float"}


def test_agents_of_several_minds_declare_nothing_together(untitled: MainWindow, qtbot):
    world, page = world_of(untitled), shown(untitled, qtbot)
    world.apply("Add", lambda now: add_agent(now, (3, 3), like="agent")[0])
    other = Element("agents", "agent_1")
    world.apply("Mind", lambda now: set_element_field(now, other, "mind", "other.mind.json"))
    world.select((AGENT, other))
    page.refresh()
    before = world.world, mind_of(untitled).document
    pick(page, "sensors.0.writes.visible", "+ New visible (bool)")
    assert "several minds" in page.row("sensors.0.writes.visible").message.text()
    assert (world.world, mind_of(untitled).document) == before


@pytest.mark.parametrize(
    ("kind", "param", "title", "group"),
    [
        ("waypoint", "path", "+ New path", "paths"),
        ("zone", "zone", "+ New zone", "zones"),
        ("distance", "to", "+ New waypoint", "waypoints"),
    ],
)
def test_a_new_thing_is_added_near_the_agent_and_picked_in_one_step(
    untitled: MainWindow, qtbot, kind, param, title, group
):
    world, page = world_of(untitled), shown(untitled, qtbot)
    world.apply("Add", lambda now: add_sensor(now, "agent", kind))
    key = f"sensors.1.params.{param}"
    qtbot.waitUntil(lambda: key in page.rows)
    before = world.world
    pick(page, key, title)
    made = getattr(world.world, group)
    assert len(made) == 1
    assert sensor(untitled, index=1).params[param] == next(iter(made))
    assert page.row(key).spec.value == next(iter(made))
    untitled.commands.run("edit.undo")
    assert world.world == before


def test_the_index_of_a_waypoint_sensor_is_declared_as_a_whole_number(untitled: MainWindow, qtbot):
    world, page = world_of(untitled), shown(untitled, qtbot)
    world.apply("Add", lambda now: add_sensor(now, "agent", "waypoint"))
    key = "sensors.1.params.index"
    qtbot.waitUntil(lambda: key in page.rows)
    pick(page, key, "+ New waypoint (int)")
    assert sensor(untitled, index=1).params["index"] == "waypoint"
    assert mind_of(untitled).document.variables["waypoint"].type == "int"


# --- from the side of the mind


@pytest.fixture
def guarded(window: MainWindow) -> MainWindow:
    """Return a window with a machine whose transition asks for `visible`, which no one declares, selected."""
    document, _, _, _, edge = two_state_machine()
    document = set_field(document, document.root or "", edge, "guard", "visible and d < 5")
    mind = window.workspace.new(document)
    window.area.open_session(mind)
    window.world.editor.toggle()
    world_of(window).apply("Sight", lambda world: add_sensor(world, "agent", "sight"))
    window.world.editor.end()
    mind.select((edge,))
    mind.check_now()
    window.part(inspector_panel).page.refresh()
    return window


def offered_fixes(window: MainWindow) -> list[str]:
    return [button.title for button in window.part(inspector_panel).page.row("guard").fixes.buttons]


def press_fix(window: MainWindow, title: str) -> None:
    row = window.part(inspector_panel).page.row("guard")
    next(button for button in row.fixes.buttons if button.title == title).click()


def test_an_unknown_name_offers_at_the_field_to_declare_it_or_to_let_sight_write_it(guarded: MainWindow):
    assert offered_fixes(guarded) == ["Declare visible as bool", "Let sight write visible"]
    row = guarded.part(inspector_panel).page.row("guard")
    assert "visible" in row.message.text()
    assert walk_from(row.editor, row)[-2:] == row.fixes.buttons


def test_declaring_it_from_the_field_is_one_step_and_ends_the_offer(guarded: MainWindow, qtbot):
    mind = mind_of(guarded)
    before = mind.document
    press_fix(guarded, "Declare visible as bool")
    assert mind.document.variables["visible"].type == "bool"
    qtbot.waitUntil(lambda: offered_fixes(guarded) == [])
    mind.undo()
    assert mind.document == before
    mind.check_now()
    qtbot.waitUntil(lambda: len(offered_fixes(guarded)) == 2)


def test_letting_sight_write_it_declares_and_connects_it_in_one_step(guarded: MainWindow, qtbot):
    mind, world = mind_of(guarded), world_of(guarded)
    before = mind.document, world.world
    press_fix(guarded, "Let sight write visible")
    assert mind.document.variables["visible"].type == "bool"
    assert sensor(guarded).writes == {"visible": "visible"}
    assert "visible" not in [problem.message for problem in mind.problems]
    qtbot.waitUntil(lambda: offered_fixes(guarded) == [])
    mind.undo()
    assert (mind.document, world.world) == before


def test_no_sensor_is_offered_where_none_writes_such_a_name(guarded: MainWindow, qtbot):
    world = world_of(guarded)
    world.apply("None", lambda now: set_element_field(now, AGENT, "sensors", []))
    guarded.part(inspector_panel).page.refresh()
    assert offered_fixes(guarded) == ["Declare visible as bool"]


def test_no_word_of_an_offer_is_cut(guarded: MainWindow, qtbot):
    row = guarded.part(inspector_panel).page.row("guard")
    qtbot.waitUntil(lambda: row.fixes.isVisible() and row.fixes.buttons[0].width() > 40)
    QApplication.processEvents()
    for button in row.fixes.buttons:
        assert button.text().split() == button.title.split()
        assert button.accessibleName() == button.title
        metrics = button.fontMetrics()
        assert max(metrics.horizontalAdvance(line) for line in button.text().split("\n")) < button.width()
        least = metrics.height() * len(button.text().split("\n"))
        qtbot.waitUntil(lambda button=button, least=least: button.height() >= least)


def test_the_current_problem_is_mended_by_a_command_too(guarded: MainWindow):
    assert guarded.commands["problems.let_write"].enabled()
    guarded.commands.run("problems.let_write")
    assert sensor(guarded).writes == {"visible": "visible"}
    assert not guarded.commands["problems.let_write"].enabled()


def test_a_world_is_undone_after_its_mind_was_closed(window: MainWindow, tmp_path: Path):
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(samples_folder() / name, tmp_path / name)
    shutil.copy(samples_folder() / "light_bulb.mind.json", tmp_path / "bulb.mind.json")
    window.open_file(tmp_path / "tank.mind.json")
    window.world.editor.toggle()
    tank, world = Element("agents", "tank_1"), world_of(window)
    world.apply("Mind", lambda now: set_element_field(now, tank, "mind", "bulb.mind.json"), select=(tank,))
    world.apply("Sensors", lambda now: set_element_field(now, tank, "sensors", []))
    world.apply("Sight", lambda now: add_sensor(now, "tank_1", "sight"))
    window.commands.run("world.wire_usual")
    bulb = next(each for each in window.workspace.sessions if each.file_name == "bulb.mind.json")
    window.workspace.close(bulb)
    world.undo()
    assert sensor(window, "tank_1").writes == {}
    world.redo()
    assert "visible" in sensor(window, "tank_1").writes
