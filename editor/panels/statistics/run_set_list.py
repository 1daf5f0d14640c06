"""List the runs that are counted together: each is switched, and a file taken away, in its row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.panels.statistics.run_set import RunSet, SetMember
from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box, row_box, scroll_area
from editor.widgets.icon_button import IconButton
from editor.widgets.push_buttons import low_button
from editor.widgets.row_painting import paint_text
from editor.widgets.switch import Switch

FitOf = Callable[[SetMember], tuple[str, str]]
"""Say in a few words how a run fits the document shown, "" where it does, and how it is counted."""

_WIDTH = 288
_ROW = 27


class RunSetList(QWidget):
    """Show a set with its buttons. `add_wanted` asks for files."""

    add_wanted = Signal()

    def __init__(self, runs: RunSet, fit_of: FitOf) -> None:
        super().__init__()
        self._runs, self._fit_of = runs, fit_of
        self.rows: list[RunSetRow] = []
        self.add = low_button(
            "Add recordings…", "Count recordings with this run; they can be dropped here too"
        )
        self.add.clicked.connect(lambda _checked=False: self.add_wanted.emit())
        self.clear = low_button("Clear", "Take all recordings out of the set; the files stay")
        self.clear.clicked.connect(lambda _checked=False: runs.clear())
        self._page = QWidget()
        self._box = column_box(self._page, margins=(0, 0, 0, 4), spacing=0)
        self._box.addStretch(1)
        self._lay_out()
        self.setFixedWidth(scaled(_WIDTH))

    def _lay_out(self) -> None:
        area = scroll_area(self._page, "Runs counted together")
        title = PlainLabel("Runs counted", role="caption")
        top = row_box(margins=(10, 2, 8, 2), spacing=4)
        top.addWidget(title, 1)
        add_all(top, self.add, self.clear)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        box.addLayout(top)
        box.addWidget(area, 1)

    def refresh(self) -> None:
        """Show the set as it is now, and how each run fits the document shown."""
        members = self._runs.members
        while len(self.rows) > len(members):
            row = self.rows.pop()
            self._box.removeWidget(row)
            row.deleteLater()
        while len(self.rows) < len(members):
            self.rows.append(RunSetRow(self._runs))
            self._box.insertWidget(len(self.rows) - 1, self.rows[-1])
        for row, member in zip(self.rows, members, strict=True):
            row.show_member(member, *self._fit_of(member))
        self.clear.setEnabled(any(member.kind == "file" or not member.is_counted for member in members))


class RunSetRow(QWidget):
    """Show one run: whether it is counted, its name, how long it is, how it fits; a file can be removed."""

    def __init__(self, runs: RunSet) -> None:
        super().__init__()
        self.member: SetMember | None = None
        self._runs = runs
        self.switch = Switch()
        self.switch.setToolTip("Count this run")
        self.name = _RunName()
        self.remove = IconButton("close", "Take this recording out of the set; the file stays", self._remove)
        self.remove.setFixedSize(scaled(22), scaled(22))
        self.switch.toggled.connect(self._count)
        box = row_box(self, margins=(10, 0, 8, 0), spacing=8)
        box.addWidget(self.switch)
        box.addWidget(self.name, 1)
        box.addWidget(self.remove)
        self.setFixedHeight(scaled(_ROW))

    def show_member(self, member: SetMember, fit: str, explained: str) -> None:
        """Show a run."""
        self.member = member
        self.switch.show_value(member.is_counted)
        self.switch.setAccessibleName(f"Count {member.title}")
        self.remove.setAccessibleName(f"Take {member.title} out of the set")
        policy = self.remove.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.remove.setSizePolicy(policy)
        self.remove.setVisible(member.kind == "file")
        ticks = f"{member.ticks:,} ticks"
        place = f"{member.path}\n" if member.path is not None else ""
        self.name.show_words(member.title, fit or ticks, is_trouble=bool(fit))
        self.name.setToolTip(plain_tip(f"{place}{ticks}. {explained}".strip()))
        self.name.setAccessibleName(f"{member.title}, {ticks}{', ' if fit else ''}{fit}")

    def _count(self, on: bool) -> None:
        if self.member is not None:
            self._runs.count(self.member, on=on)

    def _remove(self) -> None:
        if self.member is not None:
            self._runs.remove(self.member)


class _RunName(QWidget):
    """Paint a name that is cut in its middle, and a few words at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.note, self._is_trouble = "", "", False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(80, scaled(_ROW))

    def show_words(self, words: str, note: str, *, is_trouble: bool) -> None:
        """Show other words."""
        self.words, self.note, self._is_trouble = words, note, is_trouble
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint both."""
        theme, rect = current_theme(), self.rect()
        painter = QPainter(self)
        small = ui_font(TextSize.CAPTION)
        width = QFontMetrics(small).horizontalAdvance(self.note) + 2
        right = QRect(rect.right() - width, rect.top(), width + 1, rect.height())
        token = "status.warning.text" if self._is_trouble else "text.tertiary"
        paint_text(painter, self.note, right, small, theme.color(token), Qt.AlignmentFlag.AlignRight)
        left = QRect(rect.left(), rect.top(), rect.width() - width - 8, rect.height())
        middle, at_left = Qt.TextElideMode.ElideMiddle, Qt.AlignmentFlag.AlignLeft
        body = ui_font(TextSize.BODY)
        paint_text(painter, self.words, left, body, theme.color("text.primary"), at_left, middle)
