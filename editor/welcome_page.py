"""What the middle of the window shows without a document: ways to begin."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.chrome.icon_button import IconLabel
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font

SAMPLE_COLUMNS = 4


class WelcomePage(QWidget):
    """Ask what to make and offer the samples."""

    def __init__(self) -> None:
        super().__init__()
        # The page must not keep a narrow window from giving the canvas less room.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._new_row = QHBoxLayout()
        self._samples = QGridLayout()
        for layout in (self._new_row, self._samples):
            layout.setSpacing(8)
        question = QLabel("What kind of mind?")
        question.setFont(ui_font(TextSize.PAGE, TextWeight.SEMIBOLD))
        question.setProperty("role", "page")
        how = QLabel("Start a new one, open a file, or take a sample that plays at once.")
        how.setProperty("role", "secondary")
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        centered = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(IconLabel("loom", "accent.line", 48), 0, centered)
        column.addWidget(question, 0, centered)
        column.addWidget(how, 0, centered)
        column.addLayout(self._centered(self._new_row))
        column.addSpacing(8)
        caption = QLabel("Samples")
        caption.setFont(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD))
        caption.setProperty("role", "tertiary")
        column.addWidget(caption, 0, centered)
        column.addLayout(self._centered(self._samples))
        column.addStretch(3)

    def offer(self, new: Sequence[QAction], samples: Sequence[QAction]) -> None:
        """Show a button for each command."""
        for place, action in enumerate(new):
            self._new_row.addWidget(_button(action, primary=place == 0))
        for place, action in enumerate(samples):
            button = _button(action, primary=False)
            name = action.text().partition(": ")[2]
            button.setText(name[:1].upper() + name[1:])
            self._samples.addWidget(button, *divmod(place, SAMPLE_COLUMNS))

    def _centered(self, layout: QLayout) -> QHBoxLayout:
        outer = QHBoxLayout()
        outer.addStretch(1)
        outer.addLayout(layout)
        outer.addStretch(1)
        return outer


def _button(action: QAction, *, primary: bool) -> QPushButton:
    button = QPushButton(action.text())
    button.setToolTip(action.statusTip())
    button.setMinimumHeight(scaled(28))
    if primary:
        button.setProperty("role", "primary")
    button.clicked.connect(lambda _checked=False: action.trigger())
    return button
