"""The panel that lists what the check found: badge, sentence, place, code; a click goes there."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QLabel, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from editor.chrome.panel import Panel
from editor.docks.row_painting import paint_badge, paint_row_back, paint_text
from editor.documents.document_session import DocumentSession
from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.theme_manager import current_theme
from graphs.validation.places import place_text
from graphs.validation.problem import Problem

Index = QModelIndex | QPersistentModelIndex

ORDER = {"error": 0, "warning": 1, "note": 2}
"""Severities in the order of the list."""

LOOKS = {"error": "error", "warning": "warning", "note": "selected"}


class ProblemsModel(QAbstractListModel):
    """Hold the problems of a document, worst first, with their places in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[tuple[Problem, str], ...] = ()

    def show_session(self, session: DocumentSession | None) -> None:
        """List the problems a document has now."""
        self.beginResetModel()
        problems = sorted(session.problems, key=lambda one: ORDER[one.severity]) if session else []
        self.rows = tuple(
            (problem, place_text(session.document, problem.place, session.registry))
            for problem in problems
            if session is not None
        )
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of problems."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the sentence; with why and remedy as the tooltip."""
        problem, place = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return problem.message
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (problem.message, problem.why, problem.remedy) if part)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{problem.severity}: {problem.message} {place} {problem.code}"
        return None


class ProblemsPanel(Panel):
    """List problems and walk them. `go_to` carries the problem picked."""

    go_to = Signal(object)

    def __init__(self) -> None:
        super().__init__("problems", "Problems", "s_bang")
        self._session: DocumentSession | None = None
        self.model = ProblemsModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_ProblemDelegate(self))
        self.view.setMouseTracking(True)
        self.view.setAccessibleName("Problems")
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.empty = QLabel("No problems. The document is checked as you edit.")
        self.empty.setProperty("role", "caption")
        self.empty.setContentsMargins(14, 10, 14, 10)
        self.empty.setWordWrap(True)
        self.body.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(self.view, 1)
        self.refresh()

    def focus_target(self) -> QWidget:
        """Return the list."""
        return self.view

    def set_session(self, session: DocumentSession | None) -> None:
        """List another document's problems."""
        if self._session is not None:
            self._session.problems_changed.disconnect(self.refresh)
        self._session = session
        if session is not None:
            session.problems_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the problems as they are now."""
        self.model.show_session(self._session)
        self.empty.setVisible(not self.model.rows)
        self.view.setVisible(bool(self.model.rows))

    def walk(self, step: int) -> bool:
        """Go to the next (+1) or previous (-1) problem; False without any."""
        count = len(self.model.rows)
        if not count:
            return False
        current = self.view.currentIndex()
        start = current.row() if current.isValid() else (-1 if step > 0 else 0)
        index = self.model.index((start + step) % count)
        self.view.setCurrentIndex(index)
        self._picked(index)
        return True

    def _picked(self, index: QModelIndex) -> None:
        self.go_to.emit(self.model.rows[index.row()][0])


class _ProblemDelegate(QStyledItemDelegate):
    """Paint badge, sentence, place and code."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, scaled(29))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, ProblemsModel):
            return
        problem, place = model.rows[index.row()]
        theme = current_theme()
        rect = option.rect
        painter.save()
        paint_row_back(painter, option)
        paint_badge(
            painter, LOOKS[problem.severity], rect.left() + 22, rect
        ) if problem.severity != "note" else (self._paint_note(painter, rect))
        small = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(small)
        code_width = metrics.horizontalAdvance(problem.code) + 2
        tertiary = theme.color("text.tertiary")
        right = Qt.AlignmentFlag.AlignRight
        code = QRect(rect.right() - 14 - code_width, rect.top(), code_width, rect.height())
        paint_text(painter, problem.code, code, small, tertiary, right)
        place_width = min(metrics.horizontalAdvance(place), rect.width() // 3)
        where = QRect(code.left() - 14 - place_width, rect.top(), place_width, rect.height())
        paint_text(painter, place, where, small, tertiary, right, Qt.TextElideMode.ElideMiddle)
        words = QRect(rect.left() + 40, rect.top(), where.left() - rect.left() - 52, rect.height())
        # A message that ends by naming the fix needs no remedy behind it.
        sentence = problem.message if problem.message.endswith("?") else f"{problem.message} {problem.remedy}"
        paint_text(painter, sentence, words, ui_font(TextSize.BODY), theme.color("text.primary"))
        painter.restore()

    def _paint_note(self, painter: QPainter, rect: QRect) -> None:
        color = current_theme().color("accent.line")
        painter.setPen(color)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rect.left() + 15, rect.center().y() - 6, 14, 14)
        painter.drawText(
            QRect(rect.left() + 15, rect.center().y() - 6, 15, 15), Qt.AlignmentFlag.AlignCenter, "i"
        )
