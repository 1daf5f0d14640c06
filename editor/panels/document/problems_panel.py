"""The panel that lists what the check found: a click goes there, a second one on Fix mends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, overload

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.world_check import WorldIssue
from editor.documents.open.world_session import WorldSession
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import set_inks
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.push_buttons import push_button
from editor.widgets.row_list import RowList, RowModel, set_up_row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_text
from graphs.checks.rules.fixes import apply_fix
from graphs.checks.rules.places import place_text
from graphs.checks.rules.problem import Problem
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_field
from graphs.model import Document

LOOKS = {"error": "error", "warning": "warning", "note": "selected"}
_RIGHT = 14
_GAP = 14
_SLACK = 4
"""Room beyond the width of a text: widths are rounded, and a text that just fits would be cut."""


def fix_room(row: QRect) -> QRect:
    """Return where in a row the word Fix is, with room to hit it."""
    width = _fix_width() + 2 * 8
    return QRect(row.right() - _RIGHT - width + 8, row.top(), width, row.height())


def _fix_width() -> int:
    return QFontMetrics(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)).horizontalAdvance("Fix") + _SLACK


class ProblemDelegate(RowDelegate):
    """Paint badge, sentence, place and code, and at the right end Fix where there is one."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint one row."""
        problem, place = ProblemsModel.row_at(index)
        theme = current_theme()
        if problem.severity == "note":
            _paint_note(painter, rect)
        else:
            paint_badge(painter, LOOKS[problem.severity], rect.left() + 22, rect)
        small = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(small)
        tertiary = theme.color("text.tertiary")
        right = Qt.AlignmentFlag.AlignRight
        if problem.fix is not None:
            room = fix_room(rect).adjusted(8, 0, -8, 0)
            bold = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
            paint_text(painter, "Fix", room, bold, theme.color("text.link"), right)
        # The place of Fix stays empty where there is none, so that codes are under each other.
        code_width = metrics.horizontalAdvance(problem.code) + _SLACK
        code_right = rect.right() - _RIGHT - _fix_width() - _GAP
        code = QRect(code_right - code_width, rect.top(), code_width, rect.height())
        paint_text(painter, problem.code, code, small, tertiary, right)
        place_width = min(metrics.horizontalAdvance(place) + _SLACK, rect.width() // 3)
        where = QRect(code.left() - _GAP - place_width, rect.top(), place_width, rect.height())
        paint_text(painter, place, where, small, tertiary, right, Qt.TextElideMode.ElideMiddle)
        words = QRect(rect.left() + 40, rect.top(), where.left() - rect.left() - 52, rect.height())
        # A message that ends by naming the fix needs no remedy behind it.
        sentence = problem.message if problem.message.endswith("?") else f"{problem.message} {problem.remedy}"
        paint_text(painter, sentence, words, ui_font(TextSize.BODY), theme.color("text.primary"))


def _paint_note(painter: QPainter, rect: QRect) -> None:
    set_inks(painter, current_theme().color("accent.line"), Qt.BrushStyle.NoBrush)
    painter.setFont(ui_font(TextSize.CAPTION))
    left, top = rect.left() + 15, rect.center().y() - 6
    painter.drawEllipse(left, top, 14, 14)
    painter.drawText(QRect(left, top, 15, 15), Qt.AlignmentFlag.AlignCenter, "i")


class ReasonRow(QWidget):
    """Lie under a list while a reason is asked for; Enter gives it, Esc leaves. `given` carries it."""

    given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.label = PlainLabel(role="secondary")
        self.field = QLineEdit(placeholderText="The reason is kept with the node")
        self.field.returnPressed.connect(self._give)
        self.field.installEventFilter(self)
        self.button = push_button("Suppress", self._give, role="primary")
        box = row_box(self, margins=(14, 6, 14, 8), spacing=8)
        box.addWidget(self.label)
        box.addWidget(self.field, 1)
        box.addWidget(self.button)
        self.hide()

    def ask(self, question: str) -> None:
        """Show the row with a question and an empty field that has the focus."""
        self.label.setText(question)
        self.field.setAccessibleName(question)
        self.field.clear()
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give(self) -> None:
        self.given.emit(self.field.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close with Esc; keys that are commands elsewhere are typed here."""
        if watched is self.field:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if isinstance(event, QKeyEvent) and _is_escape(event):
                self.hide()
                return True
        return super().eventFilter(watched, event)


def _is_escape(event: QKeyEvent) -> bool:
    return event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape


Listed: TypeAlias = Problem | WorldIssue
"""What is listed: a problem of the document, or of the world it runs in."""

ORDER = {"error": 0, "warning": 1, "note": 2}
"""Severities in the order of the list."""


class ProblemRows(Sequence[tuple[Listed, str]]):
    """Hold problems with their places in words, which are worked out when a row is looked at.

    A large document may have thousands of problems, of which a dozen are in view.
    """

    def __init__(self, problems: Sequence[Listed], words: Callable[[Listed], str]) -> None:
        self.problems = problems
        self._words = words

    def __len__(self) -> int:
        return len(self.problems)

    @overload
    def __getitem__(self, index: int) -> tuple[Listed, str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[Listed, str]]: ...
    def __getitem__(self, index: int | slice) -> tuple[Listed, str] | Sequence[tuple[Listed, str]]:
        if isinstance(index, slice):
            return ProblemRows(self.problems[index], self._words)
        problem = self.problems[index]
        return problem, self._words(problem)


class ProblemsModel(RowModel[tuple[Listed, str]]):
    """Hold the problems of a document, worst first, with their places in words."""

    @property
    def problems(self) -> Sequence[Listed]:
        """Return the problems of all rows."""
        rows = self.rows
        return rows.problems if isinstance(rows, ProblemRows) else [problem for problem, _ in rows]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the sentence; with why and remedy as the tooltip."""
        problem, place = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return problem.message
        if role == Qt.ItemDataRole.ToolTipRole:
            fix = f"Fix: {problem.fix.label}." if problem.fix is not None else ""
            parts = (problem.message, problem.why, problem.remedy, fix)
            return plain_tip("\n".join(part for part in parts if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{problem.severity}: {problem.message} {place} {problem.code}"
        return None


def _rows_of(session: DocumentSession | None, world: WorldSession | None) -> ProblemRows:
    of_document = session.problems if session is not None else ()
    of_world = world.problems if world is not None else ()
    listed: list[Listed] = [*of_document, *of_world]
    problems = sorted(listed, key=lambda problem: ORDER[problem.severity])

    def words(problem: Listed) -> str:
        if isinstance(problem, WorldIssue):
            return f"world › {problem.place}"
        return place_text(session.document, problem.place, session.registry) if session is not None else ""

    return ProblemRows(problems, words)


class _ProblemsView(RowList):
    """List problems; a click on the word Fix of a row is no click on the row."""

    fix_clicked = Signal(int)
    menu_asked = Signal(QPoint)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell a click on Fix from one on the row."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        model = self.model()
        if index.isValid() and isinstance(model, ProblemsModel):
            problem, _ = model.rows[index.row()]
            if problem.fix is not None and fix_room(self.visualRect(index)).contains(place):
                self.setCurrentIndex(index)
                self.fix_clicked.emit(index.row())
                return
        super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu on the row under the pointer, or on the current one with the keyboard."""
        index = self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
        if self.currentIndex().isValid():
            self.menu_asked.emit(event.globalPos())


class ProblemsPanel(Panel):
    """List problems and walk them.

    `go_to` carries the problem picked, `menu_wanted` the place on the screen for a menu on the current one,
    `current_changed` tells that another one is current.
    """

    go_to = Signal(object)
    menu_wanted = Signal(QPoint)
    current_changed = Signal()

    def __init__(self) -> None:
        super().__init__("problems", "Problems", "s_bang")
        self._session: DocumentSession | None = None
        self._world: WorldSession | None = None
        self.model = ProblemsModel(self)
        self.focus_on = self.view = _ProblemsView()
        set_up_row_list(self.view, self.model, ProblemDelegate(self, 29), "Problems")
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.view.fix_clicked.connect(lambda _row: self.fix_current())
        self.view.menu_asked.connect(self.menu_wanted)
        self.view.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        self.empty = EmptyNote("No problems. The document is checked as you edit.")
        self.reason = ReasonRow()
        self.reason.given.connect(self._suppress)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self.view, 1)
        self.body.addWidget(self.reason)
        self._to_suppress: Problem | None = None
        self.refresh()

    def help_heading(self) -> str:
        """Return the code of the current problem."""
        current = self.current()
        return current.code if current is not None else ""

    def set_session(self, session: DocumentSession | None) -> None:
        """List another document's problems."""
        if self._session is not None:
            self._session.problems_changed.disconnect(self.refresh)
        self._session = session
        self.reason.hide()
        if session is not None:
            session.problems_changed.connect(self.refresh)
        self.refresh()

    def set_world(self, world: WorldSession | None) -> None:
        """List the problems of another world beside the document's."""
        if self._world is not None:
            self._world.problems_changed.disconnect(self.refresh)
        self._world = world
        if world is not None:
            world.problems_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the problems as they are now; what was current stays so, or the one in its place is."""
        row = self.view.currentIndex().row()
        current = self.model.problems[row] if 0 <= row < len(self.model.rows) else None
        self.model.show_rows(_rows_of(self._session, self._world))
        problems = self.model.problems
        if current in problems:
            row = problems.index(current)
        if row >= 0 and problems:
            self.view.setCurrentIndex(self.model.index(min(row, len(problems) - 1)))
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

    def current(self) -> Listed | None:
        """Return the current problem: the one of the list, else the first of what is selected."""
        index = self.view.currentIndex()
        if index.isValid() and index.row() < len(self.model.rows):
            return self.model.rows[index.row()][0]
        session = self._session
        if session is None:
            return None
        about = (
            problem
            for problem in session.problems
            if problem.place.graph == session.graph_id and problem.place.element in session.selection
        )
        return next(about, None)

    def fix_current(self) -> bool:
        """Make the fix that the current problem offers, as one step; return whether it was made."""
        problem, session, world = self.current(), self._session, self._world
        if isinstance(problem, WorldIssue):
            return _fixed_in_world(problem, world)
        if problem is None or problem.fix is None or session is None:
            return False
        fix, registry = problem.fix, session.registry
        done = session.apply(fix.label, lambda document: apply_fix(document, fix, registry))
        session.check_now()
        return done

    def ask_for_reason(self) -> None:
        """Ask why the current problem is meant to be so, to suppress it; say why where that cannot be."""
        problem, session = self.current(), self._session
        if problem is None or session is None:
            return
        if isinstance(problem, WorldIssue):
            session.refused.emit("A problem of the world cannot be suppressed.", "Mend it on the map.")
        elif session.read_only_reason:
            session.refused.emit(session.read_only_reason, "Save it under another name to change the copy.")
        elif problem.severity == "error":
            session.refused.emit("An error cannot be suppressed.", "Mend it: the document does not run so.")
        elif not problem.place.element:
            session.refused.emit(
                f"{problem.code} is about no node or transition.",
                "Lower its severity in the project file instead.",
            )
        else:
            self._to_suppress = problem
            self.reason.ask(f"Why is {problem.code} meant here?")

    def _suppress(self, reason: str) -> None:
        problem, session = self._to_suppress, self._session
        if problem is None or session is None:
            return
        place = problem.place

        def suppressed(document: Document) -> Document:
            if not reason:
                raise EditRefused("A problem is suppressed with a reason.", "Say why it is meant.")
            return set_field(document, place.graph, place.element, f"suppress.{problem.code}", reason)

        if session.apply(f"Suppress {problem.code}", suppressed):
            self.reason.hide()
            session.check_now()

    def _picked(self, index: QModelIndex) -> None:
        self.go_to.emit(self.model.rows[index.row()][0])


def _fixed_in_world(issue: WorldIssue, world: WorldSession | None) -> bool:
    """Make the fix that a problem of a world offers."""
    fix = issue.fix
    if fix is None or world is None:
        return False
    done = world.apply(fix.label, fix.edit)
    world.check_now()
    return done
