"""Walk a window by Tab and Shift+Tab with real keys; tell what is not reached, unnamed or out of order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QFileDialog,
    QScrollBar,
    QWidget,
)

from editor.canvas.view.canvas_view import CanvasView
from editor.map.view.map_widget import MapWidget
from editor.window.main_window import MainWindow

TAKES_TAB = CanvasView | MapWidget
"""What Tab itself does something in: the way on from there is F6."""

OF_QT = "qt_"
"""How the names of parts begin that Qt gives to its own widgets."""

MOST_STEPS = 300


def faults_of_window(window: MainWindow) -> list[str]:
    """Return what is wrong with the walk in each stack of panels, the title and the tool row of a window."""
    stacks = (stack for stack in window.panels.stacks.values() if stack.isVisible())
    return [fault for root in (window.tool_row, *stacks) for fault in faults_within(root)]


def faults_within(root: QWidget) -> list[str]:
    """Return what is wrong with the walk within a part of a window, or a whole one."""
    _activate(root.window())
    stops = stops_in(root)
    if not stops or isinstance(root, QFileDialog):
        return []
    # Each stop is the way in once, so that what lies behind a map, which keeps Tab, is walked too.
    reached: list[QWidget] = []
    faults = []
    while left := [stop for stop in stops if stop not in reached]:
        if reached and not any(isinstance(stop, TAKES_TAB) for stop in reached):
            faults += [f"{_name(stop)}: Tab does not lead to it" for stop in left]
            break
        path = walk_from(left[0], root)
        faults += _out_of_order(path, root)
        reached += path
    return faults + [f"{_name(stop)}: without a name" for stop in stops if not name_of(stop)]


def _activate(window: QWidget) -> None:
    """Let a window get the keys: without that, nothing in it has the focus."""
    window.activateWindow()
    for _ in range(MOST_STEPS):
        if window.isActiveWindow():
            break
        QApplication.processEvents()


def walk_from(start: QWidget, root: QWidget) -> list[QWidget]:
    """Return the stops within `root` in the order of Tab, found from one of them in both directions."""
    forward = _steps(start, root, Qt.KeyboardModifier.NoModifier)
    back = _steps(start, root, Qt.KeyboardModifier.ShiftModifier)
    # In a window of its own the walk goes round: it begins at what Qt has first in the chain.
    if root.isWindow():
        ring = forward if len(forward) >= len(back) else [start, *reversed(back[1:])]
        first = min(range(len(ring)), key=lambda at: _corner(ring[at], root))
        return ring[first:] + ring[:first]
    return [*reversed(back[1:]), *forward]


def stops_in(root: QWidget) -> list[QWidget]:
    """Return what takes the focus by Tab, in view below `root`, with `root` itself."""
    return [widget for widget in (root, *root.findChildren(QWidget)) if _is_stop(widget)]


def name_of(widget: QWidget) -> str:
    """Return what a screen reader calls a widget."""
    interface: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(widget)
    spoken = interface.text(QAccessible.Text.Name) if interface is not None else ""
    return (widget.accessibleName() or spoken).strip()


def _is_stop(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    if not by_tab or not widget.isVisible() or not widget.isEnabled() or widget.focusProxy() is not None:
        return False
    if widget.visibleRegion().isEmpty() and not _can_scroll_to(widget):
        return False
    if isinstance(widget, QScrollBar) or widget.objectName().startswith(OF_QT):
        return False
    if not isinstance(widget, QAbstractButton) or not widget.autoExclusive() or not widget.isCheckable():
        return True
    return widget.isChecked()


def _can_scroll_to(widget: QWidget) -> bool:
    at = widget.parentWidget()
    while at is not None and not at.isWindow():
        if isinstance(at, QAbstractScrollArea) and at.verticalScrollBar().maximum() > 0:
            return True
        at = at.parentWidget()
    return False


def _steps(start: QWidget, root: QWidget, keys: Qt.KeyboardModifier) -> list[QWidget]:
    start.setFocus(Qt.FocusReason.TabFocusReason)
    reached = [start]
    for _ in range(MOST_STEPS):
        focused = QApplication.focusWidget()
        if focused is None:
            break
        QTest.keyClick(focused, Qt.Key.Key_Backtab if keys else Qt.Key.Key_Tab, keys)
        QApplication.processEvents()
        now = QApplication.focusWidget()
        if now is focused and not isinstance(now, TAKES_TAB):
            continue  # A page of text walks its links first.
        if now is None or now in reached or not (root is now or root.isAncestorOf(now)):
            break
        reached.append(now)
    return reached


def _out_of_order(path: Sequence[QWidget], root: QWidget) -> list[str]:
    def place(widget: QWidget, beside: QWidget) -> QRect:
        seen = _scrolled_apart(widget, beside)
        return QRect(seen.mapTo(root, QPoint()), seen.size())

    return [
        f"{_name(after)}: is read before {_name(before)}, and reached after it"
        for before, after in pairwise(path)
        if not (after.isAncestorOf(before) or before.isAncestorOf(after))
        and _is_before(place(after, before), place(before, after))
    ]


def _scrolled_apart(widget: QWidget, beside: QWidget) -> QWidget:
    """Return what is seen of a widget beside another: the area that scrolls it alone, else itself."""
    at, seen = widget.parentWidget(), widget
    while at is not None and not at.isAncestorOf(beside):
        seen = at if isinstance(at, QAbstractScrollArea) else seen
        at = at.parentWidget()
    return seen


def _is_before(this: QRect, other: QRect) -> bool:
    """Tell whether one place is read before another: above it, or left of it in the same row.

    What is above and to the right is the next column, which is read later.
    """
    if this.bottom() <= other.top():
        return this.left() <= other.right()
    beside = min(this.bottom(), other.bottom()) - max(this.top(), other.top())
    in_one_row = beside * 2 > min(this.height(), other.height())
    return in_one_row and this.right() <= other.left()


def _corner(widget: QWidget, root: QWidget) -> tuple[int, int]:
    at = widget.mapTo(root, QPoint())
    return at.y(), at.x()


def _name(widget: QWidget) -> str:
    holder = widget.parentWidget()
    return f"{type(widget).__name__} {name_of(widget)!r} in {type(holder).__name__ if holder else 'none'}"
