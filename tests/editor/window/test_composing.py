"""A condition is composed by mouse and by keys, as one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor.documents.open.sample_files import samples_folder
from editor.map.editing.pick_tools import DistancePick, PickTool
from editor.panels.inspector.composer_row import ComposerRow
from editor.panels.inspector.guard_composer import GuardComposer
from editor.widgets.drop_down import DropDown
from editor.window.main_window import MainWindow
from editor.window.parts.picking import WindowPicking
from graphs.edits.connecting import connect
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.worlds.edits.agent_parts import add_sensor
from tests.editor.every_scene.tab_walk import stops_in, walk_from

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)


@pytest.fixture
def tank(window: MainWindow) -> MainWindow:
    window.open_file(samples_folder() / "tank.mind.json")
    return window


def composer_of(window: MainWindow, edge: str = "chase_shoot") -> GuardComposer:
    """Open the composer for the guard of a transition with the button beside its field."""
    assert window.session is not None
    window.session.select([edge])
    window.inspector.page.refresh()
    window.inspector.page.row("guard").compose_button.click()
    composer = window.part(WindowPicking).composer
    assert composer.isVisible()
    return composer


def guard(window: MainWindow, edge: str = "chase_shoot") -> str | None:
    assert window.session is not None
    return window.session.graph.edges[edge].guard  # type: ignore[union-attr]


def choose(field: DropDown, words: str) -> None:
    """Open a list and click the entry that begins with some words."""
    QApplication.processEvents()
    menu = next((menu for menu in field.findChildren(QMenu) if menu.isVisible()), None)
    if menu is None:
        QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        menu = next(menu for menu in field.findChildren(QMenu) if menu.isVisible())
    action = next(action for action in menu.actions() if action.text().startswith(words))
    menu.close()
    action.trigger()


def last(composer: GuardComposer) -> ComposerRow:
    return composer.rows[-1]


def test_rows_are_read_from_a_guard_and_changed_as_one_step(tank):
    composer = composer_of(tank)
    assert [row.row.subject for row in composer.rows] == ["d", "visible"]
    choose(composer.rows[0].comparison, "≥")
    composer.rows[0].slider.setValue(composer.rows[0].slider.value() + 20)
    choose(composer.rows[1].joint, "or")
    composer.rows[1].negation.click()
    assert composer.expression.text() == "d >= 4 or not visible"
    assert guard(tank) == "d < 3 and visible"
    composer.done_button.click()
    assert guard(tank) == "d >= 4 or not visible"
    assert tank.session.history.undo_label == "Compose guard"
    assert len(tank.session.history.steps) == 1
    tank.session.undo()
    assert guard(tank) == "d < 3 and visible"
    tank.session.redo()
    assert guard(tank) == "d >= 4 or not visible"


def test_tab_walks_the_composer_round_and_does_not_leave_it(tank):
    composer = composer_of(tank)
    first, stops = composer.rows[0].subject, stops_in(composer)
    walked = walk_from(first, composer)
    assert set(walked) == set(stops)
    QTest.keyClick(composer.done_button, Qt.Key.Key_Tab)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert composer.isAncestorOf(focused)
    assert composer.is_open


def test_rows_are_added_and_removed(tank):
    composer = composer_of(tank)
    composer.and_button.click()
    choose(last(composer).subject, "distance(self, target)")
    choose(last(composer).comparison, "=")
    QTest.mouseClick(composer.rows[0].remove, Qt.MouseButton.LeftButton)
    composer.done_button.click()
    assert guard(tank) == "visible and distance(self, target) == 5"


def test_escape_leaves_the_guard_as_it_was_and_gives_the_focus_back(tank):
    before = tank.session.document
    tank.inspector.page.setFocus()
    composer = composer_of(tank)
    composer.rows[0].negation.click()
    QTest.keyClick(composer.rows[0].subject, Qt.Key.Key_Escape)
    assert not composer.isVisible()
    assert tank.session.document is before


def test_enter_takes_what_was_typed_and_nothing_changed_is_no_step(tank):
    composer = composer_of(tank)
    row = composer.rows[0]
    row.value.setFocus()
    row.value.selectAll()
    QTest.keyClicks(row.value, "4.5")
    QTest.keyClick(row.value, Qt.Key.Key_Return)
    assert guard(tank) == "d < 4.5 and visible"
    composer = composer_of(tank)
    QTest.keyClick(composer.rows[0].subject, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not composer.isVisible()
    assert len(tank.session.history.steps) == 1


def test_a_click_elsewhere_takes_it(tank):
    composer = composer_of(tank)
    composer.rows[0].negation.click()
    tank.view.setFocus()
    assert not composer.isVisible()
    assert guard(tank) == "not (d < 3) and visible"


def test_what_is_no_single_comparison_is_shown_as_text_and_says_so(tank):
    composer = composer_of(tank, "shoot_chase")
    assert composer.rows[0].text.isVisible()
    assert composer.rows[0].text.text() == "3 < d < 5"
    assert composer.note.isVisible()
    assert composer.rows[1].subject.isVisible()
    composer.cancel()


def test_a_condition_that_is_wrong_is_not_taken(tank):
    composer = composer_of(tank)
    row = composer.rows[0]
    row.value.setFocus()
    row.value.selectAll()
    QTest.keyClicks(row.value, "nobody")
    QTest.keyClick(row.value, Qt.Key.Key_Return)
    assert composer.isVisible()
    assert "nobody" in composer.message.text()
    assert not composer.done_button.isEnabled()
    tank.view.setFocus()
    assert not composer.isVisible()
    assert guard(tank) == "d < 3 and visible"


def test_a_new_variable_is_named_and_declared_in_the_same_step(tank):
    composer = composer_of(tank)
    composer.or_button.click()
    choose(last(composer).subject, "+ New yes or no")
    assert last(composer).text.hasFocus()
    QTest.keyClicks(last(composer).text, "angry")
    QTest.keyClick(last(composer).text, Qt.Key.Key_Tab)
    composer.done_button.click()
    assert guard(tank) == "d < 3 and visible or angry"
    assert tank.session.document.variables["angry"].type == "bool"
    tank.session.undo()
    assert "angry" not in tank.session.document.variables


def test_a_new_variable_that_is_asked_no_more_is_not_declared(tank):
    composer = composer_of(tank)
    composer.and_button.click()
    choose(last(composer).subject, "+ New number")
    QTest.keyClick(last(composer).text, Qt.Key.Key_Tab)
    choose(last(composer).subject, "alarm")
    composer.done_button.click()
    assert guard(tank) == "d < 3 and visible and alarm"
    assert "amount" not in tank.session.document.variables


def test_a_number_slides_within_the_declared_range(tank):
    tank.session.apply(
        "Range",
        lambda document: document.model_copy(
            update={
                "variables": {
                    **document.variables,
                    "d": document.variables["d"].model_copy(update={"min": 2, "max": 6}),
                }
            }
        ),
    )
    row = composer_of(tank).rows[0]
    row.slider.setValue(row.slider.maximum())
    assert row.row.value == "6"
    row.slider.setValue(row.slider.minimum())
    assert row.row.value == "2"
    tank.part(WindowPicking).composer.cancel()


def test_a_distance_is_dragged_on_the_map_and_escape_takes_none(qtbot, tank):
    tank.run.advance(1)
    composer = composer_of(tank)
    composer.rows[0].pick.click()
    board = tank.preview.map
    assert isinstance(board.tool, DistancePick)
    assert not composer.isVisible()
    start = board.viewport().rect().center()
    end = start + QPoint(60, 0)
    wanted = abs(board.world_at(end.toPointF())[0] - board.world_at(start.toPointF())[0])
    qtbot.mousePress(board.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(board.viewport(), end)
    qtbot.mouseRelease(board.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert board.tool is None
    assert composer.isVisible()
    assert float(composer.rows[0].row.value) == pytest.approx(wanted, abs=0.06)
    composer.rows[0].pick.click()
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert board.tool is None
    assert float(composer.rows[0].row.value) == pytest.approx(wanted, abs=0.06)
    composer.cancel()
    assert guard(tank) == "d < 3 and visible"


def test_a_place_is_clicked_on_the_map(qtbot, tank):
    composer = composer_of(tank)
    composer.and_button.click()
    choose(last(composer).subject, "goal")
    last(composer).pick.click()
    board = tank.preview.map
    assert isinstance(board.tool, PickTool)
    at = board.viewport().rect().center()
    x, y = board.world_at(at.toPointF())
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    composer.done_button.click()
    text = guard(tank) or ""
    assert text.startswith("d < 3 and visible and goal == vec(")
    assert [float(part) for part in text[text.index("vec(") + 4 : -1].split(",")] == pytest.approx(
        [x, y], abs=0.01
    )


def test_a_sensor_is_let_write_what_is_asked_in_the_same_step(window):
    window.commands.run("file.new")
    window.world.editor.toggle()
    world = window.world.session
    world.apply("Sight", lambda now: add_sensor(now, "agent", "sight"))
    window.world.editor.end()
    session = window.session
    session.apply("Test", lambda document: _with_machine(document))
    window.view.adding.add_first()
    picking = window.part(WindowPicking)
    assert "visible" in picking._senses.writers()
    graph = session.graph_id
    edge = next(iter(session.graph.edges), None)
    assert edge is None
    node = next(iter(session.graph.nodes))
    made = {}

    def draw(document):
        document, made["edge"] = connect(document, graph, node, node, session.registry)
        return document

    session.apply("Draw", draw)
    composer = composer_of(window, made["edge"])
    choose(composer.rows[0].subject, "visible")
    composer.done_button.click()
    assert guard(window, made["edge"]) == "visible"
    assert "visible" in session.document.variables
    assert world.world.agents["agent"].sensors[0].writes == {"visible": "visible"}
    session.undo()
    assert guard(window, made["edge"]) is None
    assert world.world.agents["agent"].sensors[0].writes == {}


def _with_machine(document):
    return document if document.graphs else add_graph(document, "state_machine", "Guard")[0]


def test_the_button_in_a_label_on_the_canvas_composes_its_guard(tank):
    tank.session.select(["chase_shoot"])
    assert tank.view.values.edit_value_in_place("chase_shoot", "guard")
    editor = tank.view.title_editor
    assert editor.compose_button.isVisible()
    editor.compose_button.click()
    composer = tank.part(WindowPicking).composer
    assert composer.isVisible()
    assert not editor.isVisible()
    composer.rows[0].negation.click()
    composer.done_button.click()
    assert guard(tank) == "not (d < 3) and visible"


def test_the_command_composes_the_guard_of_what_is_selected_by_keys_alone(tank):
    tank.session.select(["chase_lost"])
    tank.inspector.page.refresh()
    tank.view.setFocus()
    tank.commands.run("edit.compose")
    composer = tank.part(WindowPicking).composer
    assert composer.rows[0].subject.hasFocus()
    QTest.keyClick(composer.rows[0].subject, Qt.Key.Key_Backtab)
    assert composer.rows[0].negation.hasFocus()
    QTest.keyClick(composer.rows[0].negation, Qt.Key.Key_Space)
    composer.rows[0].subject.setFocus()
    QTest.keyClick(composer.rows[0].subject, Qt.Key.Key_Down)
    menu = next(menu for menu in composer.rows[0].subject.findChildren(QMenu) if menu.isVisible())
    QTest.keyClicks(menu, "alarm")
    QTest.keyClick(menu, Qt.Key.Key_Return)
    composer.done_button.setFocus()
    QTest.keyClick(composer.done_button, Qt.Key.Key_Return)
    assert guard(tank, "chase_lost") == "alarm"
    tank.session.select(())
    tank.commands.refresh()
    assert not tank.commands.action("edit.compose").isEnabled()
    state = next(iter(tank.session.graph.nodes))
    tank.session.select([state])
    tank.commands.run("edit.compose")
    assert not composer.isVisible()
    assert "Nothing is asked" in tank.area.toast.label.text()


def test_only_conditions_have_the_button(tank):
    state = next(node for node, state in tank.session.graph.nodes.items() if state.entry)
    tank.session.select([state])
    tank.inspector.page.refresh()
    assert not any(row.compose_button.isVisible() for row in tank.inspector.page.rows.values())


def test_every_part_has_a_name_and_tab_walks_them_in_order(tank):
    composer = composer_of(tank)
    shown = [part for row in composer.rows for part in row.widgets if part.isVisible()]
    assert all(part.accessibleName() for part in shown)
    composer.rows[0].subject.setFocus()
    for wanted in (composer.rows[0].comparison, composer.rows[0].value, composer.rows[0].slider):
        composer.focusNextPrevChild(True)
        assert wanted.hasFocus()
    composer.cancel()


def test_a_read_only_document_refuses(tank):
    tank.session.read_only_reason = "It is of a newer version."
    tank.session.select(["chase_shoot"])
    tank.inspector.page.refresh()
    tank.inspector.page.row("guard").compose_button.click()
    assert not tank.part(WindowPicking).composer.isVisible()
    assert tank.area.toast.isVisible()
    tank.session.read_only_reason = ""


def test_the_guard_is_composed_even_if_it_was_wrong_before(tank):
    graph = tank.session.graph_id
    tank.session.apply("Break", lambda document: set_field(document, graph, "chase_shoot", "guard", "d <"))
    composer = composer_of(tank)
    assert composer.rows[0].text.text() == "d <"
    composer.rows[0].remove.click()
    choose(composer.rows[0].subject, "visible")
    composer.done_button.click()
    assert guard(tank) == "visible"


def test_the_list_of_what_can_be_asked_hides_what_is_below_it(tank):
    composer = composer_of(tank)
    composer.rows[0].subject.open_menu()
    menu = next(menu for menu in composer.rows[0].subject.findChildren(QMenu) if menu.isVisible())
    ground = menu.grab().toImage()
    menu.close()
    assert ground.pixelColor(ground.width() // 2, 3).alpha() == 255
