"""Write the name, the headings and the quiet lines of the page of welcome."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.widgets.icon_button import IconLabel


def brand() -> QWidget:
    """Return the mark with the name and the line under it."""
    name = PlainLabel("Mindloom")
    name.setFont(ui_font(TextSize.HERO, TextWeight.SEMIBOLD))
    name.setProperty("role", "hero")
    words = QVBoxLayout()
    words.setSpacing(0)
    words.addWidget(name)
    words.addWidget(quiet("Minds for game characters", role="secondary"))
    brand = QWidget()
    box = QHBoxLayout(brand)
    box.setContentsMargins(8, 0, 0, 0)
    box.setSpacing(14)
    box.addWidget(IconLabel("loom", "accent.line", 40))
    box.addLayout(words, 1)
    return brand


def heading(text: str, link: QAction | None) -> QWidget:
    """Return a heading of the column; `link` stands beside it."""
    label = PlainLabel(text)
    label.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
    label.setProperty("role", "secondary")
    line = QWidget()
    box = QHBoxLayout(line)
    box.setContentsMargins(10, 4, 8, 2)
    box.addWidget(label, 1)
    if link is not None:
        button = QPushButton(f"Open file…  {link.shortcut().toString()}".strip())
        button.setProperty("role", "quiet")
        button.setStyleSheet("min-height: 0; padding: 2px 4px;")
        button.clicked.connect(lambda _checked=False: link.trigger())
        box.addWidget(button)
    return line


def quiet(text: str, role: str = "caption") -> QLabel:
    """Return a line in a quiet color."""
    label = PlainLabel(text)
    label.setProperty("role", role)
    label.setContentsMargins(10 if role == "caption" else 0, 2, 0, 2)
    label.setWordWrap(role == "caption")
    return label
