"""Build the heading and the sections of an inspector's page, whatever its fields belong to."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.chrome.icon_button import IconLabel
from editor.chrome.section_header import SectionHeader
from editor.docks.inspector.field_row import FieldRow
from editor.docks.inspector.field_spec import AnyAction, AnyContent, AnySection
from editor.theme.fonts import TextSize, TextWeight, ui_font


class SectionRows(QObject):
    """Own the rows of one page by the keys of their fields; which sections are folded is remembered."""

    edited = Signal(str, object, bool)
    """Carries the key of a field, its new value, and whether it is being scrubbed."""
    settled = Signal()
    acted = Signal(object)
    """Carries the action whose button was clicked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, FieldRow] = {}
        self.title: QLabel | None = None
        self.subtitle: QLabel | None = None
        self._folded: dict[str, bool] = {}

    def forget(self) -> None:
        """Let go of the rows: their page is built anew."""
        self.rows = {}
        self.title = self.subtitle = None

    def heading(self, content: AnyContent) -> QWidget:
        """Return icon, title and subtitle."""
        heading = QWidget()
        title = self.title = QLabel(content.title)
        title.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        title.setProperty("role", "heading")
        title.setWordWrap(True)
        subtitle = self.subtitle = QLabel(content.subtitle)
        subtitle.setProperty("role", "caption")
        subtitle.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(title)
        words.addWidget(subtitle)
        box = QHBoxLayout(heading)
        box.setContentsMargins(0, 0, 0, 4)
        box.setSpacing(12)
        icon = IconLabel(content.icon, f"family.{content.family}.line", 20)
        box.addWidget(icon, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(words, 1)
        heading.setToolTip(content.hint)
        return heading

    def add_section(self, box: QVBoxLayout, section: AnySection) -> None:
        """Add a section with its rows and buttons to a page."""
        is_open = not self._folded.get(section.key, not section.open)
        header = SectionHeader(section.title, section.note, is_open=is_open)
        inner = QWidget(box.parentWidget())
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(2, 0, 0, 4)
        rows.setSpacing(6)
        for field in section.fields:
            row = FieldRow(field)
            row.edited.connect(
                lambda value, scrubbing, key=field.key: self.edited.emit(key, value, scrubbing)
            )
            row.settled.connect(self.settled)
            self.rows[field.key] = row
            rows.addWidget(row)
        self._add_actions(rows, section)
        inner.setVisible(is_open)

        def fold(folded: bool) -> None:
            self._folded[section.key] = folded
            inner.setVisible(not folded)

        header.folded.connect(fold)
        box.addWidget(header)
        box.addWidget(inner)

    def show_again(self, content: AnyContent) -> None:
        """Show other values in the same rows."""
        if self.title is not None:
            self.title.setText(content.title)
        for section in content.sections:
            for field in section.fields:
                self.rows[field.key].set_spec(field)

    def _add_actions(self, rows: QVBoxLayout, section: AnySection) -> None:
        if not section.in_line:
            for action in section.actions:
                rows.addWidget(self._action_button(action), 0, Qt.AlignmentFlag.AlignLeft)
            return
        line = QHBoxLayout()
        line.setSpacing(4)
        for action in section.actions:
            line.addWidget(self._action_button(action))
        line.addStretch(1)
        rows.addLayout(line)

    def _action_button(self, action: AnyAction) -> QPushButton:
        button = QPushButton(action.title)
        button.setProperty("role", "quiet")
        button.setStyleSheet("min-height: 0; padding: 2px 4px;")
        button.clicked.connect(lambda _checked=False: self.acted.emit(action))
        return button


def shape_of(content: AnyContent | None) -> object:
    """Return what must be equal for the rows of a page to stay."""
    if content is None:
        return None
    sections = tuple(
        (
            section.key,
            section.title,
            tuple((field.key, field.kind, field.label, field.unit) for field in section.fields),
            tuple(action.title for action in section.actions),
        )
        for section in content.sections
    )
    return content.icon, sections, content.outgoing
