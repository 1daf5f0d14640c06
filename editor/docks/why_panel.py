"""The panel that answers why the selected element stands as it does, and what would change it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.chrome.badges import row_badge
from editor.chrome.panel import Panel
from editor.docks.trial_section import TrialSection
from editor.documents.document_session import DocumentSession
from editor.running.run_controller import RunController
from editor.running.user_inputs import write_variables
from editor.running.why_answers import ChangeLine, ReasonLine, TrialOffer, WhyAnswer, WhyAnswers
from editor.theme.fonts import TextSize, TextWeight, fixed_family, scaled, ui_font
from editor.theme.theme_manager import current_theme, theme_manager
from graphs.expressions.types import Value

PILL_SIDE = 10
"""Px left and right of the words of a question."""


class WhyPanel(Panel):
    """Explain the selected element of the graph shown, as of the tick shown.

    It looks while the world is held; while it moves the panel says so. `go_to` carries graph and element of a
    reason that was clicked, `tick_wanted` a tick that a reason speaks of.
    """

    go_to = Signal(str, str)
    tick_wanted = Signal(int)
    trial_changed = Signal()
    """Emitted when other values are tried, or no more: `trial` tells what they would lead to."""

    def __init__(self, run: RunController) -> None:
        super().__init__("why", "Why", "why")
        self._run = run
        self._session: DocumentSession | None = None
        self._answers = WhyAnswers(run.time, run.registry)
        self._shown: tuple[object, ...] = ()
        self.answer: WhyAnswer | None = None
        self.trial: TrialSection | None = None
        self._page = QWidget()
        self._box = QVBoxLayout(self._page)
        self._box.setContentsMargins(14, 12, 14, 14)
        self._box.setSpacing(4)
        self._area = QScrollArea()
        self._area.setAccessibleName("Why")
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._page)
        self.body.addWidget(self._area)
        run.frame_shown.connect(self.refresh)
        run.state_changed.connect(self.refresh)
        run.agent_changed.connect(self.refresh)
        run.time.recording_changed.connect(self._forget)
        theme_manager().theme_changed.connect(self._follow_theme)
        self._build()

    def set_session(self, session: DocumentSession | None) -> None:
        """Explain another document."""
        if self._session is not None:
            self._session.selection_changed.disconnect(self.refresh)
        self._session = session
        if session is not None:
            session.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Ask anew where the tick, the selection or the agent is another."""
        if not self.isVisible():
            self._shown = ()
            return
        asked = self._asked()
        if asked == self._shown:
            return
        self._shown = asked
        self.answer = self._ask()
        self._build()

    def showEvent(self, event: object) -> None:
        """Ask for what happened while the panel was hidden."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _forget(self) -> None:
        self._answers = WhyAnswers(self._run.time, self._run.registry)
        self._shown = ()
        self.refresh()

    def _asked(self) -> tuple[object, ...]:
        session, run = self._session, self._run
        if session is None or run.is_running or run.time.is_seeking:
            return (run.is_running, run.time.is_seeking)
        return (
            *(session, session.graph_id, session.selection, run.picked_agent),
            *(run.time.shown_tick, run.time.recording, run.view),
        )

    def _ask(self) -> WhyAnswer:
        session, run, view = self._session, self._run, self._run.view
        if run.is_running:
            return WhyAnswer(trouble="Pause the run, and select a node, a state or a transition to ask why.")
        if session is not None and view is None and any(one.severity == "error" for one in session.problems):
            return WhyAnswer(trouble="Nothing runs while the document has errors: Problems lists them.")
        if session is None or view is None:
            return WhyAnswer(trouble="Open a document with a world to ask why its agents do what they do.")
        if run.mind_of(run.picked_agent) != session.file_name:
            return WhyAnswer(trouble="The agent shown does not think with this document. Pick one that does.")
        if len(session.selection) != 1:
            return WhyAnswer(trouble="Select one node, state or transition to ask why it stands as it does.")
        element = next(iter(session.selection))
        found = self._answers.answer(view, session.graph_id, element, run.last_frame)
        return found or WhyAnswer(trouble="This is not part of what the agent runs.")

    def _follow_theme(self) -> None:
        """Build anew in the colors of another theme; the values tried stay."""
        tried = dict(self.trial.values()) if self.trial is not None else {}
        self._build()
        for name, value in tried.items():
            if self.trial is not None:
                self.trial.set_value(name, value)

    # -- what is seen -----------------------------------------------------------------------------------

    def _build(self) -> None:
        while self._box.count():
            item = self._box.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        had, self.trial = self.trial, None
        if had is not None:
            self.trial_changed.emit()
        answer = self.answer or WhyAnswer(trouble="Select a node, a state or a transition to ask why.")
        if answer.trouble:
            self._add(_label(answer.trouble, "caption"))
            self._box.addStretch(1)
            return
        heading = _label(answer.question)
        heading.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        self._add(heading)
        self._add(_label(answer.where, "caption"))
        self._box.addSpacing(6)
        for place, line in enumerate(answer.reasons):
            row = ReasonRow(line, is_first=place == 0)
            row.clicked.connect(self.go_to)
            row.tick_clicked.connect(self.tick_wanted)
            self._add(row)
        if answer.trial is not None:
            self._add_trial(answer.trial)
        if answer.instead:
            self._add_pills(answer.instead)
        self._box.addStretch(1)

    def _add(self, widget: QWidget) -> None:
        self._box.addWidget(widget)

    def _add_changes(self, changes: tuple[ChangeLine, ...]) -> None:
        self._box.addSpacing(8)
        title = _label("What would change it")
        title.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        self._add(title)
        for change in changes:
            row = ChangeRow(change)
            row.clicked.connect(lambda one=change: self._try(one))
            self._add(row)

    def _try(self, change: ChangeLine) -> None:
        if self.trial is not None:
            self.trial.set_value(change.variable, change.needed)

    def _add_trial(self, offer: TrialOffer) -> None:
        """Offer the nearest changes, and any other values, to be tried."""
        self.trial = TrialSection(offer)
        if offer.changes:
            self._add_changes(offer.changes)
        if offer.variables:
            self._add(self.trial)
            self.trial.changed.connect(self.trial_changed)
            self.trial.apply_wanted.connect(self._apply)
        else:
            self.trial.deleteLater()
            self.trial = None

    def _apply(self, values: Mapping[str, Value]) -> None:
        """Write the values tried into the run, as inputs before its next step."""
        run = self._run
        if run.picked_agent is not None:
            write_variables(run, run.picked_agent, values)
            self._shown = ()
            self.refresh()

    def _add_pills(self, questions: tuple[tuple[str, str, str], ...]) -> None:
        self._box.addSpacing(8)
        self._add(_label("Ask instead", "caption"))
        for words, graph, element in questions:
            pill = _Pill(words)
            pill.clicked.connect(lambda _checked=False, at=(graph, element): self.go_to.emit(*at))
            self._box.addWidget(pill, 0, Qt.AlignmentFlag.AlignLeft)


class _Pill(QPushButton):
    """Offer a question; one that is longer than the panel is wide is cut, and told whole in the tooltip."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setProperty("role", "secondary")
        self.setStyleSheet(f"min-height: 0; padding: 3px {PILL_SIDE}px; text-align: left;")
        self.setToolTip(words)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Return the room that the whole question takes."""
        width = self.fontMetrics().horizontalAdvance(self._words) + 2 * PILL_SIDE + 4
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return a little room: the question may be cut."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the question where it has no room."""
        super().resizeEvent(event)
        room = self.width() - 2 * PILL_SIDE - 2
        self.setText(self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room))


def with_code(sentence: str) -> str:
    """Return a sentence as rich text: what stands in backticks is an expression, in fixed pitch."""
    parts = escape(sentence).split("`")
    family = fixed_family()
    for place in range(1, len(parts) - 1, 2):
        parts[place] = f"<span style=\"font-family: '{family}'\">{parts[place]}</span>"
    return "".join(parts)


class ReasonRow(QWidget):
    """Show one reason with the badge of its row; a click goes there."""

    clicked = Signal(str, str)
    tick_clicked = Signal(int)

    def __init__(self, line: ReasonLine, *, is_first: bool) -> None:
        super().__init__()
        self.line = line
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(line.sentence)
        self.words = QLabel(with_code(line.sentence))
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setWordWrap(True)
        weight = TextWeight.SEMIBOLD if is_first else TextWeight.REGULAR
        self.words.setFont(ui_font(TextSize.BODY, weight))
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 4, 0, 4)
        box.setSpacing(10)
        box.addWidget(_Badge(line), 0, Qt.AlignmentFlag.AlignTop)
        box.addWidget(self.words, 1)
        if line.other_tick >= 0:
            self.tick = QPushButton(f"{line.other_tick:,}")
            self.tick.setProperty("role", "quiet")
            self.tick.setStyleSheet("min-height: 0; padding: 1px 4px;")
            self.tick.setToolTip("Look at this tick")
            self.tick.setAccessibleName(f"Look at tick {line.other_tick:,}")
            self.tick.clicked.connect(lambda _checked=False: self.tick_clicked.emit(line.other_tick))
            box.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the element."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit(self.line.graph, self.line.element)


class ChangeRow(QWidget):
    """Show one change: the value now and the one needed, how far that is, and what it leads to.

    `clicked` tells that it is to be tried.
    """

    clicked = Signal()

    def __init__(self, change: ChangeLine) -> None:
        super().__init__()
        self.change = change
        self.setFixedHeight(scaled(24))
        self.setAccessibleName(f"{change.text}: {change.leads_to}")
        self.setToolTip(f"{change.text}: {change.leads_to}. Click to try it.")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Try it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def sizeHint(self) -> QSize:
        """Return the size of a row."""
        return QSize(200, scaled(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the change, a bar as long as it is far, and the answer it leads to."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(ui_font(TextSize.CAPTION))
        painter.setPen(theme.color("text.primary"))
        third = self.width() * 2 // 5
        text = painter.fontMetrics().elidedText(self.change.text, Qt.TextElideMode.ElideRight, third - 8)
        painter.drawText(0, 0, third - 8, self.height(), left, text)
        bar = self.width() // 5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("border.subtle"))
        middle = self.height() // 2 - 2
        painter.drawRoundedRect(third, middle, bar, 5, 2, 2)
        painter.setBrush(theme.family("ask").line)
        painter.drawRoundedRect(third, middle, max(4, int(bar * self.change.share)), 5, 2, 2)
        painter.setPen(theme.color("text.primary"))
        painter.setFont(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD))
        start = third + bar + 12
        room = self.width() - start
        words = painter.fontMetrics().elidedText(
            f"› {self.change.leads_to}", Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(start, 0, room, self.height(), left, words)
        painter.end()


class _Badge(QWidget):
    def __init__(self, line: ReasonLine) -> None:
        super().__init__()
        self._line = line
        self.setFixedSize(scaled(18), scaled(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = self._line.look
        painter = QPainter(self)
        if look.look:
            badge = row_badge(look.look, ghost=look.ghost, ratio=self.devicePixelRatioF())
            painter.drawPixmap(1, 1, badge)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(current_theme().color("border.strong"))
            painter.drawEllipse(6, 6, 6, 6)
        painter.end()


def _label(text: str, role: str = "") -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    return label
