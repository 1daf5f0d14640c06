"""The panel that lists the transitions that were taken; a click selects the transition."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QShowEvent

from editor.running.run_controller import RunController
from editor.running.transition_log import TransitionEntry
from editor.theme.fonts import TextSize, TextWeight, fixed_font, ui_font
from editor.theme.plain_texts import plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.filter_row import FilterRow
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_icon, paint_text


class TransitionsModel(RowModel[TransitionEntry]):
    """Hold the entries shown, the newest first."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a whole entry in words."""
        entry = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            words = f"{entry.tick:,} {entry.agent}: {entry.source} → {entry.targets} {entry.why}".strip()
            return plain_tip_data(words, role)
        return None


class TransitionsPanel(Panel):
    """List transitions of the picked agent, or of all. `go_to` carries an entry picked."""

    go_to = Signal(object)

    def __init__(self, run: RunController) -> None:
        super().__init__("transitions", "Transitions", "transition")
        self._run = run
        self._shown: tuple[int, str | None] = (-1, None)
        self.model = TransitionsModel(self)
        self.focus_on = self.view = row_list(self.model, _TransitionDelegate(self, run), "Transitions taken")
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.filter = FilterRow("Filter by words, state or guard", all_agents=False)
        self.filter.changed.connect(self._filter)
        self.empty = EmptyNote()
        self.body.addWidget(self.filter)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self.view, 1)
        run.frame_shown.connect(self.refresh)
        run.world_changed.connect(self.refresh)
        run.agent_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Take over what was logged since."""
        log, agent = self._run.transitions, self._run.picked_agent
        if (log.version, agent) == self._shown:
            return
        self._shown = (log.version, agent)
        entries = tuple(entry for entry in reversed(log.entries) if self._lets(entry))
        self.model.show_rows(entries)
        self.empty.setVisible(not entries)
        self.view.setVisible(bool(entries))
        self.empty.setText(self._why_empty())
        self.filter.setVisible(bool(log.entries))

    def showEvent(self, event: QShowEvent) -> None:
        """Take over what was logged while the panel was hidden."""
        self.refresh()
        super().showEvent(event)

    def _lets(self, entry: TransitionEntry) -> bool:
        title = self._run.agent_title(entry.agent)
        words = f"{entry.source} {entry.targets} {entry.why} {entry.agent} {title}"
        shown = self._run.picked_agent
        return self.filter.lets(words, "", entry.agent, entry.agent if shown is None else shown)

    def _filter(self) -> None:
        """Show what the filter leaves now."""
        self._shown = (-1, None)
        self.refresh()

    def _why_empty(self) -> str:
        if self._run.transitions.entries:
            return "Nothing is left by the filter."
        view = self._run.view
        if view is not None and not any(row.family.value == "transition" for row in view.program.rows):
            return "This mind has no state machine, so it takes no transitions."
        return "No transition was taken yet. Run, and each one is listed here with its tick."

    def _picked(self, index: QModelIndex) -> None:
        self.go_to.emit(self.model.rows[index.row()])


class _TransitionDelegate(RowDelegate):
    """Paint tick, agent, from → to and what it waited for."""

    def __init__(self, parent: QObject, run: RunController) -> None:
        super().__init__(parent, 25)
        self._run = run

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        entry = TransitionsModel.row_at(index)
        theme = current_theme()
        tertiary, primary = theme.color("text.tertiary"), theme.color("text.primary")
        newest = index.row() == 0 and self._run.tick - entry.tick < 60
        tick_color = theme.status("running").text if newest else tertiary
        left = rect.left() + 14

        def room(width: int) -> QRect:
            return QRect(left, rect.top(), width, rect.height())

        right = Qt.AlignmentFlag.AlignRight
        paint_text(painter, f"{entry.tick:,}", room(54), fixed_font(TextSize.CAPTION), tick_color, right)
        left += 68
        paint_text(painter, self._run.agent_title(entry.agent), room(96), ui_font(TextSize.BODY), tertiary)
        left += 104
        name = ui_font(TextSize.BODY, TextWeight.MEDIUM)
        painter.setFont(name)
        width = min(150, painter.fontMetrics().horizontalAdvance(entry.source) + 4)
        paint_text(painter, entry.source, room(width), ui_font(TextSize.BODY), theme.color("text.secondary"))
        left += width + 4
        paint_icon(painter, "right", left, rect, tertiary, 12)
        left += 18
        width = min(170, painter.fontMetrics().horizontalAdvance(entry.targets) + 8)
        paint_text(painter, entry.targets, room(width), name, primary)
        left += width + 10
        why = room(max(0, rect.right() - 12 - left))
        paint_text(painter, entry.why, why, fixed_font(TextSize.CAPTION), tertiary)
