"""A row over a list that leaves some of it: words, one choice, and whether of all agents."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.boxes import add_all, row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.switch import Switch

EVERYTHING = ""


class FilterRow(QWidget):
    """Offer a field for words, a list of kinds (none for no list), and a switch for all agents.

    `changed` is emitted when other entries are to be shown. All words typed must be in an entry.
    """

    changed = Signal()

    def __init__(self, hint: str, kinds: Sequence[Choice] = (), *, all_agents: bool = True) -> None:
        super().__init__()
        self.field = QLineEdit(placeholderText=hint, clearButtonEnabled=True)
        self.field.setToolTip(plain_tip(hint))
        self.field.setAccessibleName(hint)
        self.field.setMaximumWidth(scaled(260))
        self.kind = DropDown("Which kind of entries", [Choice(EVERYTHING, "Everything"), *kinds])
        self.kind.setFixedWidth(scaled(118))
        self.kind.set_value(EVERYTHING)
        self.kind.setVisible(bool(kinds))
        self.all_agents = Switch("Of all agents")
        self.all_agents.setChecked(all_agents)
        word = PlainLabel("all agents", role="caption")
        row = row_box(self, margins=(10, 4, 8, 2), spacing=8)
        row.addWidget(self.field, 1)
        row.addWidget(self.kind)
        row.addStretch(1)
        add_all(row, word, self.all_agents)
        self.field.textChanged.connect(lambda _text: self.changed.emit())
        self.kind.picked.connect(lambda _kind: self.changed.emit())
        self.all_agents.toggled.connect(lambda _on: self.changed.emit())

    @property
    def is_open(self) -> bool:
        """Tell whether everything is let through."""
        return not self.field.text().strip() and not self.kind.value and self.all_agents.isChecked()

    def lets(self, words: str, kind: str, agent: str, shown_agent: str | None) -> bool:
        """Tell whether an entry is left: by its words, its kind, and whose it is."""
        if self.kind.value and kind != self.kind.value:
            return False
        if not self.all_agents.isChecked() and agent != shown_agent:
            return False
        text = words.lower()
        return all(word in text for word in self.field.text().lower().split())
