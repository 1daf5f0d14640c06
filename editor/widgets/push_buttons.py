"""Make buttons with words on them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton

from editor.theme.plain_texts import plain_tip


def push_button(text: str, run: Callable[[], object], *, role: str = "", name: str = "") -> QPushButton:
    """Return a button of a window; Enter presses it only while it has the focus.

    `role` is its look in the style sheet, `name` what screen readers call it if not its text.
    """
    button = QPushButton(text, autoDefault=False)
    if role:
        button.setProperty("role", role)
    button.setAccessibleName(name)
    button.clicked.connect(lambda _checked=False: run())
    return button


def low_button(text: str, role: str = "quiet", hint: str = "") -> QPushButton:
    """Return a button that is as low as its words; `role` is its look in the style sheet."""
    button = QPushButton(text)
    button.setProperty("role", role)
    button.setToolTip(plain_tip(hint))
    padding = "2px 6px" if role == "quiet" else "3px 10px"
    button.setStyleSheet(f"min-height: 0; padding: {padding};")
    return button
