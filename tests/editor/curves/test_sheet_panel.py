"""The panel of fuzzy sheets: axes, sets and rules changed in place, and what they come to for an agent."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.window.parts.curves import sheet_panel
from graphs.curves.curve_tables import curve_table, table_value
from graphs.edits.fuzzy_sheets import set_fuzzy_rule_field
from graphs.expressions.rule_cells import SetTerm
from tests.editor.shared_window import at_rest, open_sample
from tools.gallery.curve_scenes import with_sheet
from tools.help_pages.curve_pictures import health_document

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def empty(window):
    open_sample(window, "tank", "fuzzy")
    panel = window.part(sheet_panel)
    yield panel
    if panel._title_editor is not None:
        QTest.keyClick(panel._title_editor, Qt.Key.Key_Escape)
    panel.fields_button.setChecked(False)
    at_rest(window)


@pytest.fixture
def panel(empty, window):
    empty._session.apply("Add", with_sheet)
    empty.pick("d", "medium")
    window.run.apply_edits_now()
    QApplication.processEvents()
    return empty


def rules(panel):
    return panel.found.rules


def type_into(line, text: str) -> None:
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def test_a_sheet_is_made_from_nothing_by_its_buttons(empty, window):
    assert empty.empty.isVisible()
    window.commands.run("edit.new_fuzzy_sheet")
    QTest.keyClicks(empty._title_editor, "Courage")
    QTest.keyClick(empty._title_editor, Qt.Key.Key_Return)
    assert empty.found.title == "Courage"
    assert empty.offered_inputs() == ["d", "waypoint", "wp"]
    empty.new_input("waypoint")
    assert (empty.found.inputs["waypoint"].low, empty.found.inputs["waypoint"].high) == (0, 1)
    assert empty.offered_inputs() == ["d", "wp"]
    assert not empty.add_rule.isEnabled()
    empty.new_output()
    line = empty.fields.axis.lines["name"]
    assert line.hasFocus()
    type_into(line, "courage")
    assert list(empty.found.outputs) == ["courage"]
    QTest.mouseClick(empty.add_rule, LEFT)
    assert [(rule.when, rule.output, rule.then) for rule in rules(empty)] == [
        ("waypoint is low", "courage", "low")
    ]
    QTest.mouseClick(empty.remove_button, LEFT)
    assert empty.found is None
    empty._session.undo()
    assert len(empty.rows) == 1


def test_sets_of_an_axis_are_on_one_plot_and_listed_in_their_colors(panel):
    view = panel.views["d"]
    assert view.names() == ["near", "medium", "far"]
    assert [each.name for each in view.plot._shown] == ["near", "medium", "far"]
    assert [view.model.index(place).data() for place in range(3)] == ["near", "medium", "far"]
    view.sets.setCurrentIndex(view.model.index(2))
    assert (panel.axis, panel.set) == ("d", "far")
    assert view.plot.handles()[0].key == "at.0"
    assert not panel.views["wp"].plot.handles()


def test_a_corner_of_a_set_is_moved_by_keys_and_keeps_its_height(panel):
    plot, steps = panel.views["d"].plot, len(panel._session.history.steps)
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    QTest.keyClick(plot, Qt.Key.Key_Up)
    curve = panel.found.inputs["d"].sets["medium"]
    assert curve.at == (2.4, 5, 8)
    assert (curve.bottom, curve.top) == (0, 1)
    assert len(panel._session.history.steps) == steps + 1
    panel._session.undo()
    assert panel.found.inputs["d"].sets["medium"].at == (2, 5, 8)
    assert plot.curve.at == (2, 5, 8)


def test_a_set_is_added_named_shaped_and_removed(panel):
    panel.new_set("wp")
    assert (panel.axis, panel.set) == ("wp", "more")
    type_into(panel.fields.set.lines["name"], "huge")
    panel.fields.set.shape.pick("bell")
    assert panel.found.inputs["wp"].sets["huge"].shape == "bell"
    assert not panel.fields.set.lines["width"].isHidden()
    view = panel.views["wp"]
    view.sets.setFocus()
    QTest.keyClick(view.sets, Qt.Key.Key_Delete)
    assert "huge" not in panel.found.inputs["wp"].sets


def test_a_name_that_is_taken_is_refused_and_the_former_one_stays(panel):
    refused: list[str] = []
    panel._session.refused.connect(lambda reason, _remedy: refused.append(reason))
    panel.fields_button.setChecked(True)
    line = panel.fields.axis.lines["name"]
    type_into(line, "wp")
    assert refused == ["There is an input or output 'wp' already."]
    assert panel.axis == "d"
    assert line.text() == "d"
    type_into(panel.fields.set.lines["name"], "near")
    assert panel.set == "medium"
    type_into(line, "range")
    assert list(panel.found.inputs) == ["range", "wp"]
    assert rules(panel)[0].when == "range is near"


def test_rules_are_rows_of_cells_and_of_text_where_cells_cannot_say_them(panel):
    row = panel.rows[2]
    assert [cell.accessibleDescription() for cell in row.cells] == ["medium", "not low"]
    assert (row.output.value, row.then.value) == ("threat", "high")
    assert not row.text.isVisible()
    more = panel.rows[4]
    assert more.text.text() == "d is far and visible"
    assert not any(cell.isVisible() for cell in more.cells)
    assert [label.text() for label in panel.header_row.labels][:2] == ["d", "wp"]


def test_a_cell_offers_sets_words_before_them_and_a_second_set(panel):
    cell = panel.rows[0].cells[0]
    groups = dict(cell.entries())
    assert [words for words, _ in groups[""]] == ["any", "near", "medium", "far"]
    assert "very far" in [words for words, _ in groups["With a word"]]
    assert [words for words, _ in groups["Or"]] == ["or medium", "or far"]
    cell.pick(dict(groups["Or"])["or medium"])
    assert rules(panel)[0].when == "d is near or d is medium"
    panel.rows[0].cells[1].pick((SetTerm("low", ("very",)),))
    assert rules(panel)[0].when == "(d is near or d is medium) and wp is very low"
    cell.pick(())
    assert rules(panel)[0].when == "wp is very low"
    panel._session.undo()
    assert cell.accessibleDescription() == "near or medium"


@pytest.mark.qt_log_ignore("grabbing the keyboard", "does not support raise", extend=True)
def test_a_cell_opens_its_menu_by_a_key(panel):
    cell = panel.rows[0].cells[0]
    cell.setFocus()
    QTest.keyClick(cell, Qt.Key.Key_Down)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    assert [action.text() for action in menu.actions()] == [
        "any",
        "near",
        "medium",
        "far",
        "With a word",
        "Or",
    ]
    QTest.keyClicks(menu, "far")
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert rules(panel)[0].when == "d is far"


def test_a_condition_is_typed_as_text_and_completed(panel):
    row = panel.rows[0]
    row.write_as_text()
    row.text.selectAll()
    QTest.keyClicks(row.text, "d is ne")
    assert [word.text for word in row.completion.words] == ["near"]
    QTest.keyClick(row.text, Qt.Key.Key_Tab)
    QTest.keyClicks(row.text, " or wp > 3 ")
    QTest.keyClick(row.text, Qt.Key.Key_Return)
    assert rules(panel)[0].when == "d is near or wp > 3"
    assert row.text.isVisible()


def test_what_is_wrong_with_a_condition_is_said_at_it(panel):
    panel._session.apply("Set", lambda d: set_fuzzy_rule_field(d, panel.sheet, 0, "when", "d is nearby"))
    row = panel.rows[0]
    assert "has no set 'nearby'" in row.text.accessibleDescription()
    assert row.cells[0].accessibleDescription() == "nearby"
    assert row.bar.strength is None


def test_rules_are_moved_switched_off_retargeted_and_removed(panel):
    first = rules(panel)[0]
    panel.rows[0].moving.emit(1)
    assert rules(panel)[1] == first
    panel.rows[0].moving.emit(-1)
    assert rules(panel)[1] == first
    QTest.mouseClick(panel.rows[1].switch, LEFT)
    assert rules(panel)[1].disabled
    panel.rows[1].then.pick("low")
    assert rules(panel)[1].then == "low"
    panel.rows[1].removing.emit()
    assert len(rules(panel)) == len(panel.rows) == 5
    for _ in range(4):
        panel._session.undo()
    assert rules(panel)[0] == first


def test_the_picked_agent_is_shown_on_every_axis_and_rule(panel, window):
    window.run.advance(30)
    run, found = window.run, panel.found
    values = run.session.variables(run.picked_agent)
    assert panel.views["d"].plot._given_needles[0].x == values["d"]
    expected = table_value(curve_table(found.inputs["d"].sets["far"]), values["d"])
    assert panel.views["d"].model.rows[2].degree == pytest.approx(expected)
    assert panel.rows[5].bar.strength == pytest.approx(expected)
    near = table_value(curve_table(found.inputs["d"].sets["near"]), values["d"])
    assert panel.rows[0].bar.strength == pytest.approx(near)
    degrees = {row.name: row.degree for row in panel.views["threat"].model.rows}
    both = [panel.rows[0].bar.strength, panel.rows[2].bar.strength]
    assert degrees["high"] == max(both)
    assert panel.views["threat"].title.text().startswith("Output threat = ")
    most = max(degrees, key=lambda name: degrees[name])
    assert panel.views["threat"].title.text().endswith(f"most {most}")
    before = panel.views["d"].title.text()
    run.advance(60)
    assert panel.views["d"].title.text() != before


def test_health_65_is_not_critical_somewhat_hurt_and_hardly_healthy(empty, window):
    empty._session.apply("Add", health_document)
    window.run.apply_edits_now()
    window.run.advance(1)
    degrees = {row.name: row.degree for row in empty.views["health"].model.rows}
    assert degrees == {"critical": 0.0, "hurt": 0.375, "healthy": 0.125}
    assert [row.bar.strength for row in empty.rows] == [0.0, 0.375, 0.125, 0.140625]
    assert {row.name: row.degree for row in empty.views["courage"].model.rows} == {
        "low": 0.140625,
        "middle": 0.375,
        "high": 0.125,
    }
    number = (0.375 * 5 + 0.125 * 10) / (0.140625 + 0.375 + 0.125)
    assert empty.views["courage"].title.text() == f"Output courage = {number:.4g}, by average, most middle"


def test_nothing_is_told_of_an_agent_with_another_mind(panel, window):
    window.run.advance(3)
    assert panel.rows[0].bar.strength is not None
    window.run.pick_agent(None)
    assert panel.rows[0].bar.strength is None
    assert panel.views["d"].title.text() == "Input d"
    assert panel.views["d"].plot._given_needles == ()
