"""The panel with the takes of the run: name them, compare them with the run shown, go on with one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.panels.timeline.take_list import (
    TakeDifference,
    TakeNames,
    compare_takes,
    difference_lines,
    take_words,
)
from editor.running.run_controller import RunController
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.empty_note import EmptyNote
from editor.widgets.hairline import hairline
from editor.widgets.panel import Panel
from runtime.history.recording.comparison import NotComparable
from runtime.history.recording.recording import Recording

_EMPTY = "No takes. Go back to a tick and change something there: the run before is kept here as a take."
_ASK = "Select a take to see where the run shown goes another way."


class TakesPanel(Panel):
    """List the takes that branches left behind; `go_to` carries a divergence with graph and element."""

    go_to = Signal(object, str, str)

    def __init__(self, run: RunController) -> None:
        super().__init__("takes", "Takes", "branch")
        self._run = run
        self._names = TakeNames()
        self._known: object = None
        self.difference: TakeDifference | None = None
        self.list = QListWidget()
        self.list.setAccessibleName("Takes")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(lambda _row: self._show_difference())
        self.list.itemChanged.connect(self._renamed)
        self.words = PlainLabel(_ASK)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.look = _button("Look there", "Look at the tick where the two first differ, in the run shown")
        self.look.clicked.connect(lambda _checked=False: self._look())
        self.other = _button("Look there in the take", "Show the take at that tick; the run shown is kept")
        self.other.clicked.connect(lambda _checked=False: self.take_up())
        self.empty = EmptyNote(_EMPTY)
        self._page = QWidget()
        self._lay_out()
        run.time.recording_changed.connect(self.refresh)
        run.time.branched.connect(lambda _tick: self.refresh())
        self.refresh()

    def focus_target(self) -> QWidget:
        """Return the list."""
        return self.list

    def compare_last(self) -> None:
        """Compare the run shown with the take left last."""
        self.refresh()
        self.list.setCurrentRow(self.list.count() - 1)
        self._show_difference()

    def refresh(self) -> None:
        """List the takes as they are now."""
        takes, run = self._run.time.takes, self._run.time.run
        if run is not self._known:
            self._known = run
            self._names.forget()
        row = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for take in takes:
            item = QListWidgetItem(self._names.of(take))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setToolTip(plain_tip(f"{take_words(take)}. F2 renames it."))
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, len(takes) - 1))
        self.list.blockSignals(False)
        self.empty.setVisible(not takes)
        self._page.setVisible(bool(takes))
        self._show_difference()

    def take_up(self) -> None:
        """Go on with the selected take, at the tick where the two differ or at the one shown."""
        found = self._selected()
        if found is None:
            return
        came = self.difference.came if self.difference is not None else None
        place = self.list.currentRow()
        tick = came.tick if came is not None else self._run.time.shown_tick
        self._run.take_up(place, tick)
        self.list.setCurrentRow(place)

    def _selected(self) -> Recording | None:
        takes, row = self._run.time.takes, self.list.currentRow()
        return takes[row] if 0 <= row < len(takes) else None

    def _show_difference(self) -> None:
        take, shown = self._selected(), self._run.time.recording
        self.difference = None
        if take is None or shown is None:
            self.words.setText(_ASK)
        else:
            name = self._names.of(take)
            try:
                self.difference = compare_takes(take, shown, self._run.registry)
                lines = (take_words(take), *difference_lines(self.difference, name))
            except NotComparable as refusal:
                lines = (str(refusal),)
            self.words.setText("\n".join(lines))
        self.look.setEnabled(self.difference is not None and self.difference.came is not None)
        self.other.setEnabled(take is not None)

    def _look(self) -> None:
        found = self.difference
        if found is not None and found.came is not None:
            self.go_to.emit(found.came, found.graph, found.element)

    def _renamed(self, item: QListWidgetItem) -> None:
        take = self._run.time.takes[self.list.row(item)]
        self._names.rename(take, item.text())
        self.list.blockSignals(True)
        item.setText(self._names.of(take))
        self.list.blockSignals(False)
        self._show_difference()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.look)
        buttons.addWidget(self.other)
        buttons.addStretch(1)
        right = QVBoxLayout()
        right.setContentsMargins(14, 10, 14, 10)
        right.setSpacing(10)
        right.addWidget(self.words)
        right.addLayout(buttons)
        right.addStretch(1)
        box = QHBoxLayout(self._page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self.list.setFixedWidth(scaled(220))
        box.addWidget(self.list)
        box.addWidget(hairline(vertical=True))
        box.addLayout(right, 1)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self._page, 1)


def _button(words: str, hint: str) -> QPushButton:
    button = QPushButton(words)
    button.setProperty("role", "secondary")
    button.setToolTip(plain_tip(hint))
    button.setStyleSheet("min-height: 0; padding: 3px 10px;")
    return button
