"""Take the picture of a window with whatever it has opened in front of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from editor.theme.theme_manager import current_theme
from editor.window.frame.panel_stack import PanelStack
from editor.window.main_window import MainWindow


def save_window(window: MainWindow, path: Path, crop: str = "") -> None:
    """Save what a window shows, with the windows and menus in front of it; with `crop`, only a panel.

    Raises:
        LookupError: when the panel is not in front of its stack.
        OSError: when the file cannot be written.
    """
    picture = window.grab()
    painter = QPainter(picture)
    for widget in windows_before(window):
        place = _place_of(widget, window)
        painter.drawPixmap(place.topLeft(), widget.grab())
        if isinstance(widget, QDialog):
            painter.setPen(current_theme().color("border.strong"))
            painter.drawRect(place.adjusted(-1, -1, 0, 0))
    painter.end()
    if crop:
        picture = _cut(picture, _rect_of(stack_showing(window, crop), window))
    if not picture.save(str(path)):
        raise OSError(f"{path} cannot be written")


def windows_before(window: MainWindow) -> list[QWidget]:
    """Return the windows and menus in view in front of a window, each after the one that it belongs to."""
    shown = [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget is not window and widget.isVisible() and not isinstance(widget, MainWindow)
    ]
    return sorted(shown, key=_depth)


def _depth(widget: QWidget) -> int:
    """Return how many widgets a widget is inside of."""
    parent = widget.parentWidget()
    return 0 if parent is None else 1 + _depth(parent)


def stack_showing(window: MainWindow, panel_id: str) -> PanelStack:
    """Return the stack that has a panel in front; raise LookupError when the panel is not in view."""
    for stack in window.panels.stacks.values():
        if stack.isVisible() and stack.current is not None and stack.current.panel_id == panel_id:
            return stack
    raise LookupError(f"The panel {panel_id} is not in view: let the act of the scene show it.")


def _place_of(widget: QWidget, window: MainWindow) -> QRect:
    """Return where a window in front stands, px of the window behind: dialogs in the middle of it."""
    place = QRect(QPoint(), widget.size())
    parent = widget.parentWidget()
    if parent is not None and parent.window() is not window and widget.windowType() == Qt.WindowType.Popup:
        owner = parent.window()
        place.moveTopLeft(_place_of(owner, window).topLeft() + owner.mapFromGlobal(widget.pos()))
    elif isinstance(widget, QDialog) and widget.windowType() != Qt.WindowType.Popup:
        place.moveCenter(window.rect().center())
    else:
        place.moveTopLeft(window.mapFromGlobal(widget.mapToGlobal(QPoint())))
    return place


def _rect_of(widget: QWidget, window: MainWindow) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def _cut(picture: QPixmap, rect: QRect) -> QPixmap:
    """Return a part of a picture, px of the window."""
    ratio = picture.devicePixelRatio()
    corner, size = rect.topLeft() * ratio, rect.size() * ratio
    return picture.copy(QRect(corner, size))
