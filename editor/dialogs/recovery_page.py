"""The page that lists unsaved work found at the start: recover it, compare it, or discard it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from editor.documents.unsaved.recoverable import Recoverable
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, clear_box, column_box, row_box
from editor.widgets.icon_button import IconLabel
from editor.widgets.push_buttons import push_button

_WIDTH = 760


class RecoveryPage(QWidget):
    """List pieces of unsaved work. The signals carry the piece that a button belongs to."""

    recover_wanted = Signal(object)
    compare_wanted = Signal(object)
    discard_wanted = Signal(object)
    bring_back_wanted = Signal(object)
    recover_all_wanted = Signal()
    later_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "canvas_page")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._heading = PlainLabel(role="page")
        self._how = PlainLabel(
            "The program ended before this was saved. What you recover opens as unsaved changes: no file of "
            "yours is written until you save.",
            role="secondary",
            wrap=True,
        )
        self._rows = column_box(spacing=8)
        self.all_button = _button("Recover all", "primary", self.recover_all_wanted.emit)
        self.later_button = _button("Decide later", "secondary", self.later_wanted.emit)
        self.later_button.setToolTip("It is kept. File ▸ Recover unsaved work shows this page again.")
        last = row_box(spacing=8)
        last.addStretch(1)
        add_all(last, self.later_button, self.all_button)
        column = column_box(spacing=12)
        add_all(column, self._heading, self._how)
        column.addSpacing(4)
        column.addLayout(self._rows)
        column.addLayout(last)
        column.addStretch(1)
        inner = QWidget()
        outer = row_box(inner, margins=(24, 32, 24, 24))
        narrow = QWidget()
        narrow.setMaximumWidth(scaled(_WIDTH))
        column.setContentsMargins(0, 0, 0, 0)
        narrow.setLayout(column)
        outer.addStretch(1)
        outer.addWidget(narrow, 100)
        outer.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        box = column_box(self, margins=(0, 0, 0, 0))
        box.addWidget(area)

    def show_pieces(self, pieces: Sequence[Recoverable], discarded: Sequence[Recoverable] = ()) -> None:
        """List these pieces, and below them those that were discarded and can be brought back."""
        clear_box(self._rows)
        count = len(pieces)
        self._heading.setText(
            "Unsaved work was found" if count == 1 else f"{count} pieces of unsaved work were found"
        )
        self.all_button.setText("Recover" if count == 1 else "Recover all")
        self.all_button.setVisible(count > 1 and any(not piece.problem for piece in pieces))
        self.later_button.setText("Decide later" if pieces else "Close")
        if not pieces:
            self._heading.setText("Nothing is left to recover")
        for piece in pieces:
            self._rows.addWidget(self._row(piece))
        for piece in discarded:
            self._rows.addWidget(self._discarded_row(piece))

    def _discarded_row(self, piece: Recoverable) -> QFrame:
        row = QFrame()
        row.setProperty("role", "card")
        box = row_box(row, margins=(14, 8, 12, 8), spacing=12)
        box.addWidget(IconLabel("trash", "text.tertiary", 20))
        words = PlainLabel(
            f"{piece.header.name} was discarded. It goes for good when the window closes.",
            role="caption",
            wrap=True,
        )
        box.addWidget(words, 1)
        box.addWidget(_button("Bring back", "quiet", lambda: self.bring_back_wanted.emit(piece)))
        return row

    def _row(self, piece: Recoverable) -> QFrame:
        row = QFrame()
        row.setProperty("role", "card")
        row.setAccessibleName(f"{piece.header.name}, {what_words(piece)}")
        box = row_box(row, margins=(14, 10, 12, 10), spacing=12)
        box.addWidget(IconLabel(*_looks(piece), 20), 0, Qt.AlignmentFlag.AlignTop)
        texts = column_box(spacing=2)
        name = PlainLabel(piece.header.name)
        name.setFont(ui_font(TextSize.TITLE, TextWeight.SEMIBOLD))
        texts.addWidget(name)
        for words, role in ((what_words(piece), "secondary"), (place_words(piece), "caption")):
            line = PlainLabel(words, role=role, wrap=True)
            texts.addWidget(line)
        warning = warning_words(piece)
        if warning:
            line = PlainLabel(warning, role="warning", wrap=True)
            texts.addWidget(line)
        box.addLayout(texts, 1)
        middle = Qt.AlignmentFlag.AlignVCenter
        box.addWidget(_button("Discard", "quiet", lambda: self.discard_wanted.emit(piece)), 0, middle)
        if not piece.problem:
            if piece.on_disk is not None:
                button = _button("Compare", "secondary", lambda: self.compare_wanted.emit(piece))
                box.addWidget(button, 0, middle)
            button = _button("Recover", "primary", lambda: self.recover_wanted.emit(piece))
            box.addWidget(button, 0, middle)
        return row


def what_words(piece: Recoverable) -> str:
    """Return when it was written and how it differs from the file: "14:02 · 2 nodes added"."""
    if piece.problem:
        return f"It cannot be recovered: {piece.problem}"
    if piece.disk == "never saved":
        return f"{piece.when} · never saved · {piece.summary}"
    if piece.on_disk is None:
        return f"{piece.when} · {piece.summary}"
    return f"{piece.when} · against the file: {piece.summary}"


def place_words(piece: Recoverable) -> str:
    """Return where its file is, or where the side file lies when it has none."""
    file = piece.header.file
    return _shortened(file.parent) if file is not None else "It has no file yet."


def warning_words(piece: Recoverable) -> str:
    """Return what is to be known before recovering it, "" for nothing."""
    if piece.disk == "changed":
        return "The file has changed on disk since. Saving what is recovered would replace that change."
    if piece.disk == "gone":
        return "The file is gone or cannot be read. It opens without a file; save it under a name."
    return ""


def _looks(piece: Recoverable) -> tuple[str, str]:
    if piece.problem:
        return "s_bang", "status.error.line"
    if piece.world is not None:
        return "world", "family.world.line"
    return "doc", "text.secondary"


def _shortened(folder: Path) -> str:
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except ValueError:
        return str(folder)


def _button(title: str, role: str, run: Callable[[], object]) -> QPushButton:
    button = push_button(title, run, role=role)
    button.setMinimumHeight(scaled(26))
    return button
