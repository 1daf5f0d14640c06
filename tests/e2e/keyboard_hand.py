"""Drive the real window by keys alone: what has the focus gets them, as on a real keyboard."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPlainTextEdit, QWidget

from editor.canvas.view.canvas_view import CanvasView
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.picker_field import PickerField
from editor.widgets.section_header import SectionHeader
from editor.window.main_window import MainWindow
from tests.e2e.qt_events import QtEvents

MOST_STEPS = 200
"""Presses of Tab after which a walk has gone round without finding what it looks for."""


class KeyboardHand:
    """Press keys. No method sends an event of a mouse or gives the focus to anything by itself."""

    def __init__(self, window: MainWindow, events: QtEvents | None = None) -> None:
        self.window = window
        self.events = events or QtEvents()
        self.pressed = 0

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each as it is written in menus, such as Ctrl+S."""
        for words in keys:
            self.pressed += 1
            self.events.key(words)

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.press("Return")
            self.pressed += len(line)
            self.events.type(line)

    @property
    def focus(self) -> QWidget | None:
        """Return what has the focus."""
        return QApplication.focusWidget()

    # ---- canvas

    @property
    def view(self) -> CanvasView:
        """Return the canvas in view."""
        view = self.window.view
        assert view is not None
        return view

    def to_canvas(self) -> None:
        """Walk the panels until the canvas has the focus."""
        self.walk_to(self.view, "F6")

    def add(self, words: str, name: str = "") -> None:
        """Add a node where the selection suggests, and give it a title."""
        assert self.focus is self.view, f"{self.focus} has the focus, not the canvas"
        self.press("Tab")
        self.type(words)
        self.press("Return")
        if name:
            self.press("F2")
            self.press("Ctrl+A")
            self.type(name)
            self.press("Return")

    # ---- inspector

    def to_field(self, key: str) -> FieldRow:
        """Walk with Shift+F6 to the inspector and with Tab to a field, unfolding its section on the way."""
        inspector = self.window.inspector
        for _ in range(12):
            if self.focus is not None and inspector.isAncestorOf(self.focus):
                break
            self.press("Shift+F6")
        for _ in range(MOST_STEPS):
            row = inspector.page.row(key)
            focus = self.focus
            if focus is row.editor:
                return row
            folded = isinstance(focus, SectionHeader) and not focus.isChecked()
            section = focus.parentWidget() if folded and focus is not None else None
            if section is not None and section.isAncestorOf(row):
                self.press("Space")
            is_behind = focus is not None and (row.isAncestorOf(focus) or _is_above(row, focus))
            self.press("Shift+Tab" if is_behind else "Tab")
        raise AssertionError(f"Tab does not lead to {key}")

    def fill(self, key: str, text: str) -> None:
        """Replace the text of a field and go on to the next one."""
        row = self.to_field(key)
        self.press("Ctrl+A")
        self.type(text)
        self.press("Ctrl+Return" if isinstance(row.editor, QPlainTextEdit) else "Return")

    def choose(self, key: str, title: str) -> None:
        """Choose from a drop-down field."""
        row = self.to_field(key)
        self.press("Down")
        if isinstance(row.editor, PickerField):
            self.type(title)
            search = row.editor.search
            assert search is not None
            assert search.current is not None
            assert search.current.title == title
            self.press("Return")
        else:
            self.pick(title)

    def push(self, words: str) -> None:
        """Walk with Tab to the button of that name in the panel that has the focus, and press it."""
        for _ in range(MOST_STEPS):
            focus = self.focus
            if isinstance(focus, SectionHeader) and not focus.isChecked():
                self.press("Space")
            if isinstance(focus, QAbstractButton) and words in (focus.text(), focus.accessibleName()):
                self.press("Space")
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {words}")

    # ---- menus and panels

    def pick(self, title: str) -> None:
        """Walk the menu that is open with Down, and choose."""
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu), "no menu is open"
        for _ in range(MOST_STEPS):
            action: QAction | None = menu.activeAction()
            if action is not None and action.text().replace("&", "") == title:
                self.press("Return")
                return
            self.press("Down")
        raise AssertionError(f"{title!r} is not in the menu: {[each.text() for each in menu.actions()]}")

    def walk_to(self, widget: QWidget, key: str) -> None:
        """Press a key until a widget has the focus."""
        for _ in range(MOST_STEPS):
            if self.focus is widget:
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {widget}")


def _is_above(one: QWidget, other: QWidget) -> bool:
    return one.mapToGlobal(one.rect().topLeft()).y() < other.mapToGlobal(other.rect().topLeft()).y() - 2
