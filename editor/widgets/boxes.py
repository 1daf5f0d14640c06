"""Make the boxes that lay widgets out in rows and columns."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

Margins = tuple[int, int, int, int]
"""Px at the left, above, at the right and below."""

_Box = TypeVar("_Box", bound=QBoxLayout)


def row_box(
    parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a layout for a row; margins and spacing that are not given are those of the style."""
    return _spaced(QHBoxLayout() if parent is None else QHBoxLayout(parent), margins, spacing)


def column_box(
    parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a layout for a column; margins and spacing that are not given are those of the style."""
    return _spaced(QVBoxLayout() if parent is None else QVBoxLayout(parent), margins, spacing)


def add_all(box: QBoxLayout | QSplitter | QStackedWidget, *widgets: QWidget) -> None:
    """Add widgets one after the other, each as large as it wants to be."""
    for widget in widgets:
        box.addWidget(widget)


def clear_box(box: QLayout) -> None:
    """Take everything out of a layout and delete it; layouts in it are left."""
    while (item := box.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def scroll_area(page: QWidget, name: str = "") -> QScrollArea:
    """Return a page that scrolls up and down, without a frame; `name` is what screen readers call it."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(name)
    area.setWidget(page)
    return area


def _spaced(box: _Box, margins: Margins | None, spacing: int | None) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    return box
