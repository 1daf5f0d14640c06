"""The panel that lists what went wrong in the run, with its traceback, and what log nodes wrote."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QShowEvent

from editor.running.run_controller import RunController
from editor.running.run_log import NO_TICK, LogEntry
from editor.theme.fonts import TextSize, fixed_font, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.drop_down import Choice
from editor.widgets.filter_row import FilterRow
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_list import RowModel, detail_beside, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_icon, paint_text

KINDS = (Choice("error", "Errors"), Choice("log", "Log nodes"), Choice("note", "Notes"))
QUIET = "Nothing went wrong. Errors of the run and what log nodes write are listed here."
FILTERED = "Nothing is left by the filter."


class RunLogModel(RowModel[LogEntry]):
    """Hold the entries shown, the newest first."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a whole entry in words; with its traceback as the tooltip."""
        entry = self.rows[index.row()]
        words = f"{entry_tick(entry)} {entry.agent}: {entry.message} {entry.place}".strip()
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{words}\n\n{entry.detail}".strip())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.kind}: {words}"
        return None


def entry_tick(entry: LogEntry) -> str:
    """Return the tick of an entry as it is shown; a note on the whole run has none."""
    return "" if entry.tick == NO_TICK else f"{entry.tick:,}"


class RunLogPanel(Panel):
    """List errors, notes and log lines of all agents. `go_to` carries an entry picked."""

    go_to = Signal(object)

    def __init__(self, run: RunController) -> None:
        super().__init__("log", "Log", "log")
        self._run = run
        self._shown = -1
        self._picked: LogEntry | None = None
        self.model = RunLogModel(self)
        self.focus_on = self.view = row_list(self.model, _LogDelegate(self, run), "Log of the run")
        self.view.clicked.connect(self._pick)
        self.view.activated.connect(self._pick)
        self._split, self.detail = detail_beside(self.view, "Traceback", (600, 400))
        self.detail.hide()
        self.filter = FilterRow("Filter by words, node or agent", KINDS)
        self.filter.changed.connect(self._filter)
        self.empty = EmptyNote(QUIET)
        self.body.addWidget(self.filter)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self._split, 1)
        run.agent_changed.connect(self._filter)
        run.frame_shown.connect(self.refresh)
        run.world_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Take over what was logged since; what was picked stays picked."""
        log = self._run.log
        if log.version == self._shown or (self._shown >= 0 and not self.isVisible()):
            return
        self._shown = log.version
        entries = tuple(entry for entry in reversed(log.entries) if self._lets(entry))
        self.model.show_rows(entries)
        self.filter.setVisible(bool(log.entries))
        self.empty.setVisible(not entries)
        self.empty.setText(FILTERED if log.entries else QUIET)
        self._split.setVisible(bool(entries))
        self._keep_picked(entries)

    def showEvent(self, event: QShowEvent) -> None:
        """Take over what was logged while the panel was hidden."""
        super().showEvent(event)
        self.refresh()

    def _lets(self, entry: LogEntry) -> bool:
        title = self._run.agent_title(entry.agent)
        words = f"{entry.message} {entry.place} {entry.agent} {title} {entry.mind}"
        return self.filter.lets(words, entry.kind, entry.agent, self._run.picked_agent)

    def _filter(self) -> None:
        """Show what the filter leaves now."""
        self._shown = -1
        self.refresh()

    def _keep_picked(self, entries: tuple[LogEntry, ...]) -> None:
        picked = self._picked
        for place, entry in enumerate(entries):
            if picked is not None and _is_the_same(entry, picked):
                self.view.setCurrentIndex(self.model.index(place))
                self._show_detail(entry)
                return
        self._picked = None
        self._show_detail(None)

    def _pick(self, index: QModelIndex) -> None:
        entry = self.model.rows[index.row()]
        self._picked = entry
        self._show_detail(entry)
        self.go_to.emit(entry)

    def _show_detail(self, entry: LogEntry | None) -> None:
        text = entry.detail.rstrip() if entry is not None else ""
        self.detail.setVisible(bool(text))
        if self.detail.toPlainText() != text:
            self.detail.setPlainText(text)
            bar = self.detail.verticalScrollBar()
            bar.setValue(bar.maximum())


def _is_the_same(one: LogEntry, other: LogEntry) -> bool:
    return all(
        getattr(one, name) == getattr(other, name) for name in ("agent", "graph", "element", "message")
    )


class _LogDelegate(RowDelegate):
    """Paint badge, tick, agent, message, place and how often."""

    def __init__(self, parent: QObject, run: RunController) -> None:
        super().__init__(parent, 27)
        self._run = run

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        entry = RunLogModel.row_at(index)
        theme = current_theme()
        if entry.kind == "log":
            paint_icon(painter, "log", rect.left() + 14, rect, theme.color("text.tertiary"), 14)
        else:
            paint_badge(painter, "error" if entry.kind == "error" else "warning", rect.left() + 22, rect)
        tertiary = theme.color("text.tertiary")
        small = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(small)
        right = Qt.AlignmentFlag.AlignRight
        tick = QRect(rect.left() + 34, rect.top(), 50, rect.height())
        paint_text(painter, entry_tick(entry), tick, fixed_font(TextSize.CAPTION), tertiary, right)
        agent = QRect(tick.right() + 12, rect.top(), 78, rect.height())
        paint_text(painter, self._run.agent_title(entry.agent), agent, ui_font(TextSize.BODY), tertiary)
        often = f"× {entry.times:,}" if entry.times > 1 else ""
        times = QRect(rect.right() - 12 - 48, rect.top(), 48, rect.height())
        paint_text(painter, often, times, small, tertiary, right)
        edge = times.left() - 10 if often else rect.right() - 14
        width = min(metrics.horizontalAdvance(entry.place) + 2, rect.width() // 3)
        place = QRect(edge - width, rect.top(), width, rect.height())
        paint_text(painter, entry.place, place, small, tertiary, right, Qt.TextElideMode.ElideMiddle)
        words = QRect(agent.right() + 10, rect.top(), place.left() - agent.right() - 22, rect.height())
        paint_text(painter, entry.message, words, ui_font(TextSize.BODY), theme.color("text.primary"))
