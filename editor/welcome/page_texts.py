"""Write the name, the headings and the quiet lines of the page of welcome."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.icon_button import IconLabel
from editor.widgets.push_buttons import push_button


def brand() -> QWidget:
    """Return the mark with the name and the line under it."""
    name = PlainLabel("Mindloom", role="hero")
    name.setFont(ui_font(TextSize.HERO, TextWeight.SEMIBOLD))
    words = column_box(spacing=0)
    add_all(words, name, quiet("Minds for game characters", role="secondary"))
    brand = QWidget()
    box = row_box(brand, margins=(8, 0, 0, 0), spacing=14)
    box.addWidget(IconLabel("loom", "accent.line", 40))
    box.addLayout(words, 1)
    return brand


def heading(text: str, link: QAction | None) -> QWidget:
    """Return a heading of the column; `link` stands beside it."""
    label = PlainLabel(text, role="secondary")
    label.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
    line = QWidget()
    line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    box = row_box(line, margins=(10, 4, 8, 2))
    box.addWidget(label, 1)
    if link is not None:
        words = f"Open file…  {link.shortcut().toString()}".strip()
        box.addWidget(push_button(words, link.trigger, role="quiet", padding="2px 4px"))
    return line


def quiet(text: str, role: str = "caption") -> QLabel:
    """Return a line in a quiet color."""
    label = PlainLabel(text, role=role, margins=(10 if role == "caption" else 0, 2, 0, 2))
    label.setWordWrap(role == "caption")
    return label
