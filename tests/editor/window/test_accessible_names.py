"""Everything that takes the focus says what it is, to the eye by a ring and to a screen reader by a name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMenu, QScrollBar, QWidget

from editor.documents.open.sample_files import samples_folder
from editor.window.parts.finding import WindowFinding
from editor.window.parts.keys import WindowKeys
from editor.window.parts.shown_document import problems_panel
from graphs.files.document_file import document_to_bytes
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import save_world
from tests.editor.window_builders import two_state_machine
from tests.runtime.worlds.edits.edited_world import document
from tests.runtime.worlds.world_builder import box

PARTS_OF_OTHERS = ("qt_scrollarea", "qt_spinbox", "qt_")
"""Names that Qt gives to the parts of its own widgets."""


def without_name(root: QWidget) -> list[str]:
    """Return the widgets below `root` that take the focus and have neither a name nor a text."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisibleTo(root):
            continue
        if widget.focusPolicy() is Qt.FocusPolicy.NoFocus or widget.focusProxy() is not None:
            continue
        if widget.objectName().startswith(PARTS_OF_OTHERS) or isinstance(widget, QScrollBar | QMenu):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        name = widget.accessibleName() or interface.text(QAccessible.Text.Name)
        if not name.strip():
            where = widget.parentWidget()
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {type(where).__name__}")
    return found


@pytest.mark.parametrize("sample", ["tank", "soldier", "attack_or_flee"])
def test_every_widget_of_the_window_that_takes_the_focus_has_a_name(window, sample):
    window.open_file(samples_folder() / f"{sample}.mind.json")
    for panel_id in window.panels.panel_ids():
        window.panels.show_panel(panel_id)
        window.run.advance(6)
        QApplication.processEvents()
        assert without_name(window) == [], panel_id
    node = next(iter(window.session.graph.nodes))
    window.session.select((node,))
    window.part(WindowFinding).open_bar()
    window.open_palette("a")
    window.area.open_beside()
    QApplication.processEvents()
    assert without_name(window) == []


def test_rows_of_the_inspector_have_names_for_every_kind_of_element(window):
    window.open_file(samples_folder() / "tank.mind.json")
    session = window.session
    window.panels.show_panel("inspector")
    graph = session.graph
    for element in [*graph.nodes, *graph.edges]:
        session.select((element,))
        QApplication.processEvents()
        assert without_name(window.inspector) == []
    window.inspector.page.show_variable("d", "")
    QApplication.processEvents()
    assert without_name(window.inspector) == []


WAYS: dict[str, dict[str, object]] = {
    "doors": {"gate": {**box(4, 4, 5, 6), "slide": [0, 2], "opens_on": "alarm", "closes_on": "calm"}},
    "zones": {"swamp": {**box(8, 4, 9, 6), "cost": 5}},
    "links": {"jump": {"start": [2, 2], "end": [5, 2]}},
    "waypoints": {"p": {"at": [3, 8], "links": ["q"]}, "q": {"at": [7, 8]}},
    "agents": {"ada": {"at": [9, 9]}},
}


@pytest.mark.parametrize("group", [*WAYS, "world"])
def test_rows_of_ways_have_names_and_are_reached_with_the_tab_key(window, tmp_path, group):
    squads = {"red": {"members": ["ada"], "mind": "orders.mind.json"}}
    save_world(tmp_path / "field.world.json", document(version=4, squads=squads, **WAYS))
    (tmp_path / "orders.mind.json").write_bytes(document_to_bytes(two_state_machine()[0]))
    assert window.open_file(tmp_path / "field.world.json")
    window.world.editor.toggle()
    window.world.session.select([Element(group, name) for name in WAYS.get(group, ())][:1])
    window.panels.show_panel("inspector")
    page = window.world.inspector
    wanted = {"doors": "opens_on", "zones": "cost", "links": "kind", "waypoints": "at", "agents": "mind"}
    path = wanted.get(group, "squads.red.leader")
    QApplication.processEvents()
    assert any(name.startswith(path) for name in page.rows), sorted(page.rows)
    assert without_name(page) == []
    for name, row in page.rows.items():
        widgets = [row.editor, *row.editor.findChildren(QWidget)]
        assert any(widget.focusPolicy() & Qt.FocusPolicy.TabFocus for widget in widgets), name


def test_windows_beside_the_main_one_have_names_for_everything(window):
    editor = window.part(WindowKeys).show_editor("edit.undo")
    assert without_name(editor) == []


def test_every_list_names_its_rows(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.advance(30)
    for panel in (window.outline.tree, window.outline.variables.view, window.part(problems_panel).view):
        model = panel.model()
        assert model.rowCount() > 0
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            texts = [
                index.data(role) for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
            ]
            assert any(isinstance(text, str) and text.strip() for text in texts)


@pytest.mark.parametrize("theme", ["light", "dark", "high_contrast"])
def test_the_widget_with_the_focus_looks_different(qtbot, window, theme):
    window.commands.run(f"theme.{theme}")
    window.open_file(samples_folder() / "tank.mind.json")
    window.session.select((next(iter(window.session.graph.nodes)),))
    QApplication.processEvents()
    search, row = window.tool_row.search, window.inspector.page.row("name").editor
    window.view.setFocus()
    for widget in (search, row):
        before = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.waitUntil(widget.hasFocus)
        assert widget.grab().toImage() != before
        window.view.setFocus()


def test_f6_walks_every_stack_in_view_and_the_canvas_and_comes_back(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.view.setFocus()
    seen = []
    for _ in range(12):
        window.commands.run("view.next_panel")
        focused = QApplication.focusWidget()
        if focused in seen:
            break
        seen.append(focused)
    assert window.view in seen
    stacks = [stack for stack in window.panels.stacks.values() if stack.isVisible() and not stack.is_folded]
    for stack in stacks:
        assert any(stack.isAncestorOf(widget) for widget in seen), stack.name
    back = []
    for _ in range(len(seen)):
        window.commands.run("view.previous_panel")
        back.append(QApplication.focusWidget())
    assert set(back) == set(seen)
