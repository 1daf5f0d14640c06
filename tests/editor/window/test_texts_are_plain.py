"""Names and texts of users are shown as they are, wherever they look like markup."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QWidget

from editor.basics.plain_markdown import plain_markdown
from editor.documents.unsaved.recovery_folder import SIDE_SUFFIX, SideHeader, side_bytes
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.message_boxes import failure_box, replace_box, trust_box, unsaved_box
from editor.window.parts.session import WindowSession

BAD = "<b>x</b><img src='/nowhere.png'>&amp;<a href='x'>y</a>"


def is_raw_markup(text: str) -> bool:
    """Tell whether Qt would take a text of the user in it for markup."""
    return "<b>x</b>" in text or "<img" in text


def markup_in(root: QWidget) -> list[str]:
    """Return what below a widget shows a text of the user as markup: labels, tooltips, rows of lists."""
    found = []
    for label in root.findChildren(QLabel):
        if label.textFormat() != Qt.TextFormat.PlainText and is_raw_markup(label.text()):
            found.append(f"label: {label.text()}")
    for widget in [root, *root.findChildren(QWidget)]:
        if is_raw_markup(widget.toolTip()):
            found.append(f"tooltip of {type(widget).__name__}: {widget.toolTip()}")
        found += [
            f"tooltip of an action: {action.toolTip()}"
            for action in widget.actions()
            if is_raw_markup(action.toolTip())
        ]
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += [f"tooltip of a row: {tip}" for tip in tips_of(widget.model()) if is_raw_markup(tip)]
    return found


def tips_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[str]:
    parent = parent or QModelIndex()
    found = []
    for row in range(model.rowCount(parent)):
        # Qt hides how many columns a list has.
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
            index = model.index(row, column, parent)
            tip = model.data(index, Qt.ItemDataRole.ToolTipRole)
            if isinstance(tip, str):
                found.append(tip)
        found += tips_of(model, model.index(row, 0, parent))
    return found


@pytest.fixture
def hostile_files(tmp_path):
    """Return a mind and a world whose every text looks like markup."""
    nodes = {
        "s1": {"kind": "state", "name": BAD, "title": BAD, "note": BAD, "transitions": ["t"]},
        "s2": {"kind": "state", "name": f"{BAD} 2", "activity": {"graph": "tree"}},
    }
    graphs = {
        "g": {"kind": "state_machine", "title": BAD, "children": ["s1", "s2"], "initial": "s1",
              "nodes": nodes, "edges": {"t": {"targets": ["s2"], "guard": f"d < 5 or mood == '{BAD}'"}}},
        "tree": {"kind": "behavior_tree", "title": BAD, "root": "n",
                 "nodes": {"n": {"kind": "action", "action": BAD, "title": BAD}}},
    }  # fmt: skip
    variables = {"d": {"type": "float", "title": BAD, "note": BAD},
                 "mood": {"type": "enum", "values": [BAD, "b"], "default": BAD}}  # fmt: skip
    mind = {
        "format": "mindloom",
        "version": 1,
        "title": BAD,
        "root": "g",
        "graphs": graphs,
        "variables": variables,
    }
    agents = {BAD: {"at": [2, 2], "name": BAD, "team": BAD, "mind": "m.mind.json"},
              "b": {"at": [5, 5], "name": BAD, "mind": f"{BAD.replace('/', '')}.mind.json"}}  # fmt: skip
    zones = {BAD: {"polygon": [[1, 1], [2, 1], [2, 2]], "name": BAD}}
    world = {
        "format": "mindloom-world",
        "version": 1,
        "size": [9, 9],
        "title": BAD,
        "agents": agents,
        "zones": zones,
    }
    folder = tmp_path / BAD.replace("/", "")
    folder.mkdir()
    (folder / "m.mind.json").write_text(json.dumps(mind), encoding="utf-8")
    (folder / "m.world.json").write_text(json.dumps(world), encoding="utf-8")
    return folder


def test_no_panel_shows_a_text_of_a_file_as_markup(window, hostile_files, qtbot):
    assert window.open_file(hostile_files / "m.world.json")
    assert markup_in(window) == []
    assert window.open_file(hostile_files / "m.mind.json")
    session = window.session
    window.run.step_tick()
    window.run.step_tick()
    for panel in window.panels.panel_ids():
        window.panels.show_panel(panel)
        QApplication.processEvents()
    for selected in ({"s1"}, {"t"}, {"s2"}):
        session.select(selected)
        QApplication.processEvents()
        assert markup_in(window) == []
    session.apply("Rename", lambda document: document.model_copy(update={"title": f"{BAD} 3"}))
    assert markup_in(window) == []


def test_what_is_told_in_passing_is_plain(window):
    toast = window.area.toast
    toast.say(BAD)
    assert toast.label.textFormat() == Qt.TextFormat.PlainText
    toast.refuse(BAD, f"{BAD} 2")
    assert not is_raw_markup(toast.label.text())
    assert markup_in(window) == []


def test_boxes_are_plain(window, tmp_path):
    path = tmp_path / BAD.replace("/", "")
    for box in (
        replace_box(window, path),
        unsaved_box(window, [BAD]),
        trust_box(window, path, BAD),
        failure_box(window, BAD, BAD, BAD),
    ):
        assert any(BAD in label.text() or "<b>" in label.text() for label in box.findChildren(QLabel))
        assert markup_in(box) == []
        box.deleteLater()


def test_the_page_of_unsaved_work_is_plain(open_window, own_state_folder):
    folder = own_state_folder / "recovery" / "1-killed"
    folder.mkdir(parents=True)
    header = SideHeader("document", BAD, f"/nowhere/{BAD}", made_for=BAD)
    (folder / f"0001{SIDE_SUFFIX}").write_bytes(side_bytes(header, b"{}"))
    window = open_window()
    window.part(WindowSession).start()
    page = window.pages.page
    assert any(BAD in label.text() for label in page.findChildren(QLabel))
    assert markup_in(window) == []


def test_a_label_a_tip_and_a_page_show_markup_as_it_is(qtbot):
    label = PlainLabel(BAD)
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert plain_tip("a fine day") == "a fine day"
    assert not is_raw_markup(plain_tip(BAD))
    assert plain_markdown("# [a](b) ![c](d)\n<b>") == r"\# \[a\]\(b\) \!\[c\]\(d\) \<b\>"
