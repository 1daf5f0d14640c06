"""Show how far long work is, with a way to cancel it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressBar, QToolButton, QWidget

from editor.basics.slices import LongWork
from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import row_box

PATIENCE = 300
"""Milliseconds of work before anything is shown: what is over sooner needs no words."""


class ProgressPart(QWidget):
    """Lie in the status row while work is under way that takes longer than a moment."""

    def __init__(self) -> None:
        super().__init__()
        self._work: LongWork | None = None
        self.label = PlainLabel(role="caption")
        self.bar = QProgressBar(textVisible=False)
        self.bar.setRange(0, 1000)
        self.bar.setFixedSize(scaled(120), 4)
        self.button = QToolButton()
        self.button.setText("Cancel  Esc")
        self.button.setFont(ui_font(TextSize.CAPTION))
        self.button.setFixedHeight(scaled(20))
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setStyleSheet("padding: 0 4px;")
        self.button.clicked.connect(lambda _checked=False: self._cancel())
        box = row_box(self, margins=(0, 0, 8, 0), spacing=8)
        for widget in (self.label, self.bar, self.button):
            box.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._soon = QTimer(self, singleShot=True, interval=PATIENCE)
        self._soon.timeout.connect(self.show)
        self.hide()

    def watch(self, work: LongWork) -> None:
        """Show the work of one canvas whenever there is some, also what began before."""
        if work.is_busy:
            self._begin(work, work.what)
        work.started.connect(lambda what: self._begin(work, what))
        work.progressed.connect(self._show_share)
        work.ended.connect(lambda _canceled: self._end(work))

    def _begin(self, work: LongWork, what: str) -> None:
        self._work = work
        self.label.setText(f"{what}…")
        self.bar.setAccessibleName(what)
        self.bar.setValue(0)
        if not self.isVisible():
            self._soon.start()

    def _show_share(self, share: float) -> None:
        if self.sender() is self._work:
            self.bar.setValue(round(share * 1000))

    def _end(self, work: LongWork) -> None:
        if work is self._work:
            self._work = None
            self._soon.stop()
            self.hide()

    def _cancel(self) -> None:
        if self._work is not None:
            self._work.cancel()
