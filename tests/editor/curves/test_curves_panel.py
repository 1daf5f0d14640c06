"""The panel of curves: added, dragged, typed, refused, undone, and the needles of those who read them."""

from __future__ import annotations

from unittest import mock

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.help.help_library import page_of_panel
from editor.panels.curves import live_degrees
from editor.panels.curves.curve_fields import SHAPE_WORDS
from editor.window.commands.palette_items import command_items, place_items
from editor.window.parts.curves import curves_panel, sheet_panel
from editor.window.parts.panels import outline_panel
from graphs.curves.curve_tables import curve_table, table_value
from graphs.edits.curves import add_curve, set_curve_field
from graphs.edits.fuzzy_sheets import add_sheet
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.model import StateMachineGraph
from tests.editor.shared_window import at_rest, open_sample

LEFT = Qt.MouseButton.LeftButton
NOTHING = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def panel(window):
    open_sample(window, "tank", "curves")
    yield window.part(curves_panel)
    panel = window.part(curves_panel)
    if panel._name_editor is not None:
        QTest.keyClick(panel._name_editor, Qt.Key.Key_Escape)
    of_sheet = window.part(sheet_panel)._title_editor
    if of_sheet is not None:
        QTest.keyClick(of_sheet, Qt.Key.Key_Escape)
    at_rest(window)


def curves(panel):
    return panel._session.document.curves


def put_curve(panel, shape="triangle", name="fear", **fields):
    panel._session.apply("Add", lambda document: add_curve(document, name, shape, low=0, high=100)[0])
    for path, value in fields.items():
        panel._session.apply("Set", lambda d, p=path, v=value: set_curve_field(d, name, p, v))
    panel.pick(name)
    QApplication.processEvents()


def mouse(panel, kind, at: QPointF, modifiers=NOTHING):
    buttons = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else LEFT
    button = LEFT if kind != QEvent.Type.MouseMove else Qt.MouseButton.NoButton
    viewport = panel.plot.viewport()
    place = viewport.mapToGlobal(at.toPoint())
    event = QMouseEvent(kind, at, QPointF(place), button, buttons, modifiers)
    QApplication.sendEvent(viewport, event)


def hold(panel, key: str) -> QPointF:
    handle = next(each for each in panel.plot.handles() if each.key == key)
    at = panel.plot.to_pixels(handle.x, handle.y)
    mouse(panel, QEvent.Type.MouseButtonPress, at)
    return at


def drag(panel, key: str, x: float, y: float) -> None:
    hold(panel, key)
    to = panel.plot.to_pixels(x, y)
    mouse(panel, QEvent.Type.MouseMove, to)
    mouse(panel, QEvent.Type.MouseButtonRelease, to)


@pytest.mark.parametrize("shape", SHAPE_WORDS)
def test_each_shape_is_added_and_has_handles_and_its_own_fields(panel, shape):
    name = panel.add(shape)
    assert curves(panel)[name].shape == shape
    assert panel.plot.handles()
    shown = {field for field, line in panel.fields.lines.items() if not line.isHidden()}
    assert {"low", "high", "bottom", "top", "axis"} <= shown
    assert ("power" in shown, "slope" in shown, "width" in shown) == (
        shape == "polynomial",
        shape == "logistic",
        shape == "bell",
    )


def test_a_drag_is_one_step_that_snaps_and_is_undone(panel):
    put_curve(panel)
    steps = len(panel._session.history.steps)
    hold(panel, "at.1")
    for x in (50.3, 58.2, 63.4):
        mouse(panel, QEvent.Type.MouseMove, panel.plot.to_pixels(x, 1.0))
        assert curves(panel)["fear"].at == (25, 50, 75)
    assert panel.plot.curve.at == (25, 63, 75)
    assert "63" in panel.readout.text()
    assert panel.fields.lines["at"].text() == "25, 63, 75"
    mouse(panel, QEvent.Type.MouseButtonRelease, panel.plot.to_pixels(63.4, 1.0))
    assert curves(panel)["fear"].at == (25, 63, 75)
    assert len(panel._session.history.steps) == steps + 1
    panel._session.undo()
    assert curves(panel)["fear"].at == (25, 50, 75)
    assert panel.fields.lines["at"].text() == "25, 50, 75"
    panel._session.redo()
    assert curves(panel)["fear"].at == (25, 63, 75)


def test_escape_lets_go_of_a_drag(panel):
    put_curve(panel)
    document = panel._session.document
    hold(panel, "at.1")
    to = panel.plot.to_pixels(70.0, 0.5)
    mouse(panel, QEvent.Type.MouseMove, to)
    QTest.keyClick(panel.plot, Qt.Key.Key_Escape)
    assert not panel.plot.is_dragging
    mouse(panel, QEvent.Type.MouseButtonRelease, to)
    assert panel._session.document is document
    assert panel.fields.lines["at"].text() == "25, 50, 75"


def test_a_corner_stops_at_its_neighbor(panel):
    put_curve(panel)
    drag(panel, "at.0", 90.0, 0.0)
    assert curves(panel)["fear"].at == (50, 50, 75)


def test_keys_walk_the_handles_and_move_them_as_one_step(panel):
    put_curve(panel)
    steps = len(panel._session.history.steps)
    panel.plot.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.plot.handle == "at.0"
    QTest.keyClick(panel.plot, Qt.Key.Key_Tab)
    assert panel.plot.handle == "at.1"
    QTest.keyClick(panel.plot, Qt.Key.Key_Right)
    QTest.keyClick(panel.plot, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert curves(panel)["fear"].at == (25, 61, 75)
    assert len(panel._session.history.steps) == steps + 1
    QTest.keyClick(panel.plot, Qt.Key.Key_Down)
    assert curves(panel)["fear"].top == 0.99
    assert "0.99" in panel.plot.accessibleDescription()
    QTest.keyClick(panel.plot, Qt.Key.Key_Tab)
    QTest.keyClick(panel.plot, Qt.Key.Key_Tab)
    assert not panel.plot.hasFocus()


def test_a_double_click_adds_a_point_and_delete_removes_it(panel):
    put_curve(panel, "points")
    at = panel.plot.to_pixels(80.0, 0.3).toPoint()
    QTest.mouseDClick(panel.plot.viewport(), LEFT, NOTHING, at)
    assert len(curves(panel)["fear"].points) == 3
    x, y = curves(panel)["fear"].points[2]
    assert (x, y) == (pytest.approx(80, abs=1), pytest.approx(0.3, abs=0.02))
    panel.plot.setFocus()
    panel.plot.select_handle("points.2")
    QTest.keyClick(panel.plot, Qt.Key.Key_Delete)
    assert curves(panel)["fear"].points == ((0, 0), (50, 1))


def test_the_last_point_is_refused_to_go(panel, window):
    put_curve(panel, "points", points=[[0, 0.5]])
    refused: list[str] = []
    panel._session.refused.connect(lambda reason, _remedy: refused.append(reason))
    panel.plot.select_handle("points.0")
    QTest.keyClick(panel.plot, Qt.Key.Key_Delete)
    assert refused == ["A curve has at least one point."]
    assert curves(panel)["fear"].points == ((0, 0.5),)


def test_curves_of_one_axis_are_drawn_together_and_picked_by_a_click(panel):
    put_curve(panel, "linear", "near", axis="d")
    put_curve(panel, "bell", "far", axis="d")
    put_curve(panel, "linear", "other")
    assert [each.name for each in panel.plot._shown] == ["other"]
    panel.pick("near")
    assert [each.name for each in panel.plot._shown] == ["far", "near"]
    y = table_value(curve_table(curves(panel)["far"]), 30.0)
    QTest.mouseClick(panel.plot.viewport(), LEFT, NOTHING, panel.plot.to_pixels(30.0, y).toPoint())
    assert panel.current == "far"
    assert panel.list.currentIndex().data() == "far"
    assert panel.plot.words_at(50.0) == "at 50: far 1, near 0.5"


def test_a_field_is_typed_stepped_and_refused(panel):
    put_curve(panel, "polynomial")
    line = panel.fields.lines["power"]
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "3")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert curves(panel)["fear"].power == 3
    QTest.keyClick(line, Qt.Key.Key_Up)
    QTest.keyClick(line, Qt.Key.Key_Up)
    assert curves(panel)["fear"].power == 4
    panel._session.undo()
    assert curves(panel)["fear"].power == 3
    refused: list[str] = []
    panel._session.refused.connect(lambda reason, _remedy: refused.append(reason))
    panel.refused.connect(refused.append)
    for text in ("0.3", "much"):
        line.selectAll()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)
    assert curves(panel)["fear"].power == 3
    assert [words[:10] for words in refused] == ["The power ", "'much' is "]
    assert line.text() == "3"


def test_a_curve_is_renamed_in_its_row_with_what_reads_it_and_refused_a_taken_name(panel):
    put_curve(panel, "linear", "other")
    put_curve(panel)
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_F2)
    QTest.keyClicks(panel._name_editor, "other")
    QTest.keyClick(panel._name_editor, Qt.Key.Key_Return)
    assert panel._name_editor is not None
    assert panel.current == "fear"
    panel._name_editor.selectAll()
    QTest.keyClicks(panel._name_editor, "dread")
    QTest.keyClick(panel._name_editor, Qt.Key.Key_Return)
    assert panel.current == "dread"
    assert set(curves(panel)) == {"other", "dread"}
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert set(curves(panel)) == {"other"}
    panel.duplicate()
    assert set(curves(panel)) == {"other", "other_2"}


def read_by_the_tanks(window, panel) -> None:
    """Let a guard of every tank read the curve."""
    put_curve(panel, "logistic")
    graph = panel._session.graph
    assert isinstance(graph, StateMachineGraph)
    edge = next(key for key, each in graph.edges.items() if "d" in (each.guard or "").split())
    guard = f"{graph.edges[edge].guard} and curve fear(d) >= 0"
    panel._session.apply("Read", lambda d: set_field(d, panel._session.graph_id, edge, "guard", guard))
    window.run.apply_edits_now()
    window.run.advance(20)


def test_agents_of_the_run_have_needles_where_they_stand(panel, window):
    read_by_the_tanks(window, panel)
    run, mind = window.run, panel._session.file_name
    agents = [agent for agent in run.thinking_agents() if run.mind_of(agent) == mind]
    needles = panel.plot._given_needles
    assert {needle.agent for needle in needles} == set(agents)
    (picked,) = (needle for needle in needles if needle.is_picked)
    assert picked.agent == run.picked_agent
    assert picked.x == run.session.variables(run.picked_agent)["d"]
    assert picked.y == table_value(curve_table(curves(panel)["fear"]), picked.x)
    assert run.agent_title(picked.agent) in panel.plot._picked_name.toPlainText()
    run.advance(30)
    (later,) = (needle for needle in panel.plot._given_needles if needle.is_picked)
    assert later.x == run.session.variables(run.picked_agent)["d"]


def test_a_hidden_panel_asks_nothing_of_the_run(panel, window, monkeypatch):
    read_by_the_tanks(window, panel)
    asked: list[str] = []

    def note(_mind, curve):
        asked.append(curve)
        return ()

    monkeypatch.setattr(panel._needles, "of", note)
    window.panels.show_panel("timeline")
    window.run.advance(5)
    assert asked == []
    window.panels.show_panel("curves")
    assert asked


def test_a_dragged_curve_reaches_the_run(panel, window):
    read_by_the_tanks(window, panel)
    panel._session.apply("Flat", lambda d: set_curve_field(d, "fear", "top", 0))
    window.run.apply_edits_now()
    window.run.advance(2)
    assert {needle.y for needle in panel.plot._given_needles} == {0.0}


def test_what_agents_put_into_curves_is_looked_up_once_for_all_and_kept_while_a_curve_is_dragged(
    panel, window, monkeypatch
):
    read_by_the_tanks(window, panel)
    look = mock.Mock(side_effect=live_degrees._operands)
    monkeypatch.setattr(live_degrees, "_operands", look)
    panel._session.apply("More", lambda document: add_variable(document, "more", "float")[0])
    window.run.apply_edits_now()
    window.run.advance(1)
    assert len(panel.plot._given_needles) > 1
    assert look.call_count == 1
    highest = max(needle.y for needle in panel.plot._given_needles)
    for top in (2, 3):
        panel._session.apply("Top", lambda d, value=top: set_curve_field(d, "fear", "top", value))
        window.run.apply_edits_now()
        window.run.advance(1)
    assert look.call_count == 1
    assert max(needle.y for needle in panel.plot._given_needles) > 2 * highest


def test_a_drag_shows_the_curves_again_once(panel, monkeypatch):
    put_curve(panel)
    show = mock.Mock(side_effect=panel.plot.show_curves)
    monkeypatch.setattr(panel.plot, "show_curves", show)
    drag(panel, "at.1", 60.0, 1.0)
    assert curves(panel)["fear"].at == (25, 60, 75)
    assert show.call_count == 1


def test_the_command_adds_a_curve_and_shows_the_panel(panel, window):
    window.panels.show_panel("timeline")
    window.commands.run("edit.new_curve")
    assert window.panels.is_shown("curves")
    assert list(curves(panel)) == ["curve_1"]


def test_curves_and_sheets_are_found_by_their_names(panel, window):
    put_curve(panel)
    panel._session.apply("Add", lambda document: add_sheet(document, "Threat")[0])
    items = {item.title: item for item in place_items(window)}
    window.panels.show_panel("timeline")
    items["fear"].run()
    assert window.panels.is_shown("curves")
    items["Threat"].run()
    assert window.panels.is_shown("fuzzy")
    assert window.part(sheet_panel).found.title == "Threat"
    assert {"New curve", "New fuzzy sheet"} <= {item.title for item in command_items(window)}


def test_the_list_of_variables_offers_them_too(panel, window):
    variables = window.part(outline_panel).variables
    variables.curve_wanted.emit()
    variables.sheet_wanted.emit()
    document = panel._session.document
    assert (list(document.curves), [each.title for each in document.sheets.values()]) == (
        ["curve_1"],
        ["Sheet 1"],
    )


def test_f1_in_the_panels_opens_their_page(window):
    assert page_of_panel("curves") == "curves-and-fuzzy-sheets"
    assert page_of_panel("fuzzy") == "curves-and-fuzzy-sheets#fuzzy-sheets"


def test_nothing_is_shown_of_nothing(panel):
    assert panel.empty.isVisible()
    assert not panel.plot.isVisible()
    assert not panel.remove_button.isEnabled()
