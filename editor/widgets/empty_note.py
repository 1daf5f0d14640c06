"""Say in a panel without content what would be here, and how to get it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy

from editor.theme.plain_texts import PlainLabel

SIDE, ABOVE = 14, 10
"""Px between the words and the edges of the panel."""


class EmptyNote(PlainLabel):
    """Show one quiet sentence at the top of the room that the content would take.

    It fills that room while it is shown, so that what stands above the content stays where it is.
    """

    def __init__(self, words: str = "") -> None:
        super().__init__(words)
        self.setProperty("role", "caption")
        self.setContentsMargins(SIDE, ABOVE, SIDE, ABOVE)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
