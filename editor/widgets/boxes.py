"""Make the boxes that lay widgets out in rows and columns."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

Margins = tuple[int, int, int, int]
"""Px at the left, above, at the right and below."""


def row_box(
    parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a layout for a row; margins and spacing that are not given are those of the style."""
    box = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    return box


def column_box(
    parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a layout for a column; margins and spacing that are not given are those of the style."""
    box = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    return box
