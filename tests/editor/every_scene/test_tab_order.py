"""Tab and Shift+Tab reach everything that takes the focus, in the order in which it is read, and named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QVBoxLayout, QWidget

from editor.window.main_window import MainWindow
from tests.editor.every_scene.scene_windows import windows_in_view
from tests.editor.every_scene.tab_walk import faults_of_window, faults_within
from tests.editor.shared_window import at_rest, open_sample, shared_window
from tools.gallery.scenes import all_scenes
from tools.gallery.taking import groups_of


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    for window in shared_window(tmp_path_factory):
        open_sample(window, "tank", "timeline")
        for panel_id in window.panels.panel_ids():
            window.panels.show_panel(panel_id)
            QApplication.processEvents()
        yield window


def test_tab_reaches_everything_in_every_panel_as_it_is_read(shared: MainWindow) -> None:
    assert shared.session is not None
    shared.session.select(("chase",))
    shared.run.advance(30)
    faults = []
    for panel_id in shared.panels.panel_ids():
        shared.panels.show_panel(panel_id)
        QApplication.processEvents()
        stack = next(
            each for each in shared.panels.stacks.values() if each.current is shared.panels.page(panel_id)
        )
        faults += [f"{panel_id}: {fault}" for fault in faults_within(stack)]
    faults += faults_within(shared.tool_row)
    faults += faults_of_window(shared)
    at_rest(shared)
    assert faults == []


@pytest.mark.usefixtures("own_state_folder")
def test_tab_reaches_everything_in_every_dialog(qapp) -> None:
    dialogs = next(group for group in groups_of(all_scenes()) if group[0].together == "dialogs")
    faults, walked = [], 0
    for scene, shown in windows_in_view(dialogs):
        if isinstance(shown, QDialog):
            walked += 1
            faults += [f"{scene.name}: {fault}" for fault in faults_within(shown)]
    assert walked >= len(dialogs)
    assert faults == []


def test_what_is_reached_too_late_or_has_no_name_is_found(qtbot) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    fields = [QLineEdit() for _ in range(3)]
    for field, name in zip(fields, ("first", "second", ""), strict=True):
        field.setAccessibleName(name)
        column.addWidget(field)
    QWidget.setTabOrder(fields[1], fields[0])
    QWidget.setTabOrder(fields[0], fields[2])
    box.show()
    found = faults_within(box)
    assert any("is read before" in fault for fault in found)
    assert any("without a name" in fault for fault in found)
