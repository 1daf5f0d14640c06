"""Needs, effects, considerations and rises in the inspector: each gesture, refused, undone and done again."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from editor.documents.open.document_session import DocumentSession
from editor.panels.inspector.declared_contents import variable_content
from editor.panels.inspector.inspector_panel import GraphInspector
from editor.panels.inspector.node_contents import selection_content
from editor.panels.inspector.want_cards import score_rows
from editor.panels.inspector.want_contents import LASTS
from editor.running.want_facts import ScoreFacts
from graphs.model import ChildSlot, Document, TreeNode
from tests.editor.shared_window import at_rest, shared_window
from tests.editor.window_builders import REGISTRY
from tests.graphs.builders import document_of, tree
from tools.gallery.want_scenes import snack_or_sleep


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def opened(window):
    session = window.workspace.new(snack_or_sleep(), "needs")
    window.area.open_session(session)
    session.select(("live",))
    window.panels.show_panel("inspector")
    page = window.inspector.page
    page.refresh()
    QApplication.processEvents()
    yield session, page
    at_rest(window)
    window.run.stop()


def slot(document: Document, node: str) -> ChildSlot:
    found = document.graphs["g"].nodes[node]
    assert isinstance(found, TreeNode)
    return found.slot or ChildSlot()


def needs(session: DocumentSession) -> tuple[str, ...]:
    node = session.document.graphs["g"].nodes["live"]
    assert isinstance(node, TreeNode)
    return node.needs


def type_over(page: GraphInspector, key: str, text: str) -> None:
    page.reveal(key)
    editor = page.row(key).editor
    assert isinstance(editor, QLineEdit)
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()


def press(page: GraphInspector, title: str) -> None:
    buttons = [button for view in page._views for button in view.buttons if button.text() == title]
    buttons[0].click()
    QApplication.processEvents()


def type_cell(
    page: GraphInspector, row: int, column: int, text: str, end: Qt.Key = Qt.Key.Key_Return
) -> None:
    grid = page.effects.grid
    grid.setFocus()
    grid.setCurrentCell(row, column)
    grid.edit(grid.currentIndex())
    line = next(line for line in grid.findChildren(QLineEdit) if line.isVisible())
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, end)
    QApplication.processEvents()


def test_a_need_is_added_by_name_with_its_start_and_rise_and_removed(opened) -> None:
    session, page = opened
    before = session.document
    type_over(page, "needs", "thirst")
    assert needs(session) == ("hunger", "fatigue", "thirst")
    type_over(page, "needs.2", "2")
    type_over(page, "needs.2.rise", "0.75")
    made = session.document.variables["thirst"]
    assert (made.default, made.rise) == (2, 0.75)
    press(page, "Remove thirst")
    assert needs(session) == ("hunger", "fatigue")
    for _ in range(4):
        session.undo()
    assert session.document == before
    session.redo()
    assert needs(session)[-1] == "thirst"


def test_a_name_that_cannot_be_a_need_is_refused_and_said(opened) -> None:
    session, page = opened
    before = session.document
    type_over(page, "needs", "two words")
    assert session.document is before
    assert "cannot be" in page.row("needs").message.text()


def test_effects_are_typed_into_the_table_and_a_cell_can_be_left_as_it_was(opened) -> None:
    session, page = opened
    table = page.effects.table
    assert table is not None
    assert table.columns == ("hunger", "fatigue", LASTS)
    assert table.cells[0] == ("-2", "", "1")
    before = session.document
    type_cell(page, 0, 1, "0.5")
    assert slot(session.document, "snack").effects == {"hunger": -2, "fatigue": 0.5}
    type_cell(page, 0, 2, "hunger * 2")
    assert slot(session.document, "snack").duration == {"expr": "hunger * 2"}
    now = session.document
    type_cell(page, 2, 0, "-9", end=Qt.Key.Key_Escape)
    assert session.document is now
    session.undo()
    session.undo()
    assert session.document == before
    page.refresh()
    assert page.effects.grid.item(0, 1).text() == ""


def test_arrows_walk_the_table_and_typing_begins_an_edit(opened) -> None:
    session, page = opened
    grid = page.effects.grid
    grid.setFocus()
    grid.setCurrentCell(0, 0)
    QTest.keyClick(grid, Qt.Key.Key_Down)
    QTest.keyClick(grid, Qt.Key.Key_Right)
    assert (grid.currentRow(), grid.currentColumn()) == (1, 1)
    QTest.keyClick(grid, Qt.Key.Key_7)
    line = next(line for line in grid.findChildren(QLineEdit) if line.isVisible())
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert slot(session.document, "meal").effects["fatigue"] == 7
    page.refresh()
    assert "fatigue: 7" in grid.item(1, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    session.undo()


def test_the_rows_under_its_parent_set_effects_and_durations(opened) -> None:
    session, page = opened
    session.select(("meal",))
    page.refresh()
    type_over(page, "slot.effects.fatigue", "1.5")
    type_over(page, "slot.duration", "3")
    assert slot(session.document, "meal").effects == {"hunger": -4, "fatigue": 1.5}
    assert slot(session.document, "meal").duration == 3


def considering(kind: str, by: str, **slot_fields: Any) -> Document:
    child = {"kind": "wait", "slot": slot_fields}
    root = {"kind": kind, "children": ["c"], "params": {"by": by} if by else {}}
    return document_of(tree({"r": root, "c": child}))


def keys(document: Document, element: str) -> tuple[str, ...]:
    content = selection_content(document, "g", frozenset({element}), REGISTRY)
    assert content is not None
    return tuple(field.key for part in content.sections if part.key == "slot" for field in part.fields)


def test_considerations_are_added_weighed_moved_and_removed() -> None:
    document = considering("goal_selector", "sum")
    for _ in range(2):
        content = selection_content(document, "g", frozenset({"c"}), REGISTRY)
        assert content is not None
        section = next(part for part in content.sections if part.key == "slot")
        document = next(each for each in section.actions if each.title == "Add consideration").edit(document)
    assert keys(document, "c")[-4:] == tuple(
        f"slot.considerations.{place}.{name}" for place in (0, 1) for name in ("score", "weight")
    )
    content = selection_content(document, "g", frozenset({"c"}), REGISTRY)
    assert content is not None
    section = next(part for part in content.sections if part.key == "slot")
    weight = next(field for field in section.fields if field.key == "slot.considerations.1.weight")
    document = weight.edit(document, 3)
    actions = {each.title: each.edit for each in section.actions}
    document = actions["Move consideration 2 up"](document)
    assert [each.weight for each in slot(document, "c").considerations] == [3, 1]
    document = actions["Remove consideration 1"](document)
    assert [each.weight for each in slot(document, "c").considerations] == [1]


def test_a_goal_has_a_priority_a_test_attempts_and_an_end_for_good() -> None:
    document = considering("strategy", "", score="1")
    assert keys(document, "c") == ("slot.score", "slot.feasible", "slot.attempts", "slot.dropped")
    content = selection_content(document, "g", frozenset({"c"}), REGISTRY)
    assert content is not None
    labels = [field.label for part in content.sections if part.key == "slot" for field in part.fields]
    assert labels[0] == "Priority"


def test_only_floats_of_agents_rise() -> None:
    kinds = {"f": {"type": "float"}, "w": {"type": "float", "scope": "world"}, "i": {"type": "int"}}
    document = document_of(tree({"r": "wait"}), variables=kinds)
    rising = []
    for name in kinds:
        content = variable_content(document, name, "", REGISTRY)
        assert content is not None
        rising += [name for field in content.sections[0].fields if field.key == "rise"]
    assert rising == ["f"]


def test_a_running_selector_shows_its_needs_and_what_each_child_leaves(window, opened) -> None:
    session, page = opened
    window.run.advance(1)
    card = page.score_card
    assert card is not None
    assert [row.number for row in card.scores.rows] == ["16.81", "20", "65"]
    assert card.scores.rows[0].wins
    assert card.scores.rows[0].note == "leaves 3.188 less than the next"
    assert not card.scores.is_past
    assert [row.name for row in card.needs.rows] == ["hunger", "fatigue"]
    window.run.advance(3)
    assert card.scores.is_past
    assert card.header.note == "at tick 0"
    assert "Snack: 16.81" in card.scores.accessibleDescription()
    session.select(("snack",))
    page.refresh()
    assert card is not page.score_card or card.isHidden()


def test_drawn_scores_failed_children_and_goals_set_aside_are_said_in_words() -> None:
    facts = ScoreFacts(
        (), ("A", "B", "C", "D"), False, (1.0, "failed", None, float("-inf")), 0, 3, True, True
    )
    assert [row.number for row in score_rows(facts)] == ["1", "failed", "no score", "set aside"]
    assert score_rows(facts)[0].note == "no other has a score"
    beside = ScoreFacts((), ("A", "B"), False, (1.0, 2.0), 0, 3, True, True)
    assert score_rows(beside)[0].note == "drawn by its score"
    going_on = ScoreFacts((), ("A", "B"), False, (1.0, 2.0), 0, 3, True)
    assert score_rows(going_on)[0].note == "goes on, 1 behind the best"
