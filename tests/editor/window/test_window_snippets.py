"""A selection is saved under a name, offered where nodes are added, put in as one step, and looked after."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from editor.canvas.commands.node_choices import SNIPPETS
from editor.dialogs.name_window import NameWindow
from editor.documents.open.sample_files import samples_folder
from editor.documents.open.snippets import ENDING
from editor.window.commands.palette_items import place_items
from editor.window.parts.panels import palette_panel
from editor.window.parts.preferences import WindowPreferences
from editor.window.parts.snippets import WindowSnippets

SOLDIER = samples_folder() / "soldier.mind.json"
TANK = samples_folder() / "tank.mind.json"


@pytest.fixture
def tree(window):
    window.open_file(SOLDIER)
    window.run.pause()
    return window


def save_root(window, name: str) -> int:
    """Save the whole tree in view under a name; return how many nodes it has."""
    graph = window.session.graph
    window.session.select((graph.root,))
    window.commands.run("edit.save_snippet")
    QApplication.processEvents()
    asked = next(each for each in window.findChildren(NameWindow) if each.isVisible())
    QTest.keyClicks(asked.field, name)
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    QApplication.processEvents()
    return len(graph.nodes)


def test_the_command_needs_a_selection(tree):
    tree.session.select(())
    tree.commands.refresh()
    assert not tree.commands.action("edit.save_snippet").isEnabled()


def test_a_saved_selection_is_offered_and_inserted_in_one_step(tree, qtbot):
    count = save_root(tree, "Whole soldier")
    tree.activateWindow()
    qtbot.waitUntil(tree.view.hasFocus)
    before = tree.session.document
    tree.session.select(())
    tree.view.adding.open_add_search()
    QTest.keyClicks(tree.view.search.popup.field, "whole sol")
    choice = tree.view.search.popup.current
    assert (choice.title, choice.group) == ("Whole soldier", SNIPPETS)
    QTest.keyClick(tree.view.search.popup.field, Qt.Key.Key_Return)
    after = tree.session.document
    assert len(tree.session.graph.nodes) == 2 * count
    assert tree.session.history.undo_label == "Add Whole soldier"
    tree.session.undo()
    assert tree.session.document == before
    tree.session.redo()
    assert tree.session.document == after


def test_it_is_in_the_palette_too_at_once(tree):
    tree.panels.show_panel("palette")
    save_root(tree, "Whole soldier")
    rows = tree.part(palette_panel).model.rows
    assert SNIPPETS in rows
    choice = rows[rows.index(SNIPPETS) + 1]
    tree.part(palette_panel).add_wanted.emit(choice)
    assert tree.session.history.undo_label == "Add Whole soldier"


def test_esc_saves_nothing_and_leads_back_to_the_canvas(tree, qtbot):
    tree.session.select((tree.session.graph.root,))
    tree.commands.run("edit.save_snippet")
    QApplication.processEvents()
    (asked,) = tree.findChildren(NameWindow)
    QTest.keyClicks(asked.field, "Soldier")
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert tree.session.snippets.all == ()
    tree.activateWindow()
    qtbot.waitUntil(tree.view.hasFocus)


def test_a_name_that_cannot_be_is_refused_where_it_is_typed(tree):
    save_root(tree, "Soldier")
    tree.session.select((tree.session.graph.root,))
    tree.commands.run("edit.save_snippet")
    QApplication.processEvents()
    asked = next(each for each in tree.findChildren(NameWindow) if each.isVisible())
    QTest.keyClicks(asked.field, "soldier")
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert asked.message.isVisible()
    assert "already" in asked.message.text()
    asked.reject()


def test_in_another_kind_of_graph_it_is_refused_in_words(tree):
    save_root(tree, "Soldier")
    tree.open_file(TANK)
    tree.run.pause()
    said: list[str] = []
    tree.session.refused.connect(lambda reason, remedy: said.append(f"{reason} {remedy}"))
    next(item for item in place_items(tree) if item.title == "Insert Soldier").run()
    assert said == ["The snippet Soldier holds nodes of a behavior tree. Insert it into a behavior tree."]
    assert not tree.session.history.can_undo


def test_preferences_rename_and_delete_and_name_what_is_damaged(tree):
    save_root(tree, "Soldier")
    shelf = tree.part(WindowSnippets).shelf
    folder = shelf.all[0].path.parent
    (folder / f"broken{ENDING}").write_text("{")
    shown = tree.part(WindowPreferences).show()
    field = next(each for each in shown.findChildren(QLineEdit) if "Soldier" in each.accessibleName())
    field.setFocus()
    field.setText("Grenadier")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert [snippet.name for snippet in shelf.all] == ["Grenadier"]
    QApplication.processEvents()
    texts = [label.text() for label in shown.findChildren(QLabel) if label.isVisible()]
    assert any(f"broken{ENDING} is damaged" in text for text in texts)
    assert not any("already" in text for text in texts)
    press(shown, f"Delete broken{ENDING}")
    assert shelf.damaged == ()
    press(shown, "Delete Grenadier")
    assert shelf.all == ()
    tree.area.toast.button.click()
    assert [snippet.name for snippet in shelf.all] == ["Grenadier"]
    shown.close()


def test_preferences_say_why_a_name_is_not_taken(tree):
    save_root(tree, "Soldier")
    shown = tree.part(WindowPreferences).show()
    field = next(each for each in shown.findChildren(QLineEdit) if "Soldier" in each.accessibleName())
    field.setText("a/b")
    field.editingFinished.emit()
    QApplication.processEvents()
    texts = [label.text() for label in shown.findChildren(QLabel) if label.isVisible()]
    assert any("cannot be the name of a snippet" in text for text in texts)
    assert [snippet.name for snippet in tree.session.snippets.all] == ["Soldier"]
    shown.close()


def press(shown, name: str) -> None:
    next(each for each in shown.findChildren(QPushButton) if each.accessibleName() == name).click()
