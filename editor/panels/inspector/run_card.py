"""Show under a node's heading what the run tells of it: a stand-in to answer, an error, who runs it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from editor.running.interventions import answer_stand_in
from editor.running.node_facts import NodeFacts
from editor.running.run_controller import RunController
from editor.theme.application_style import refresh_style
from editor.theme.fonts import TextSize, fixed_font, scaled
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import theme_manager
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.icon_button import IconLabel
from editor.widgets.push_buttons import push_button
from editor.widgets.row_painting import badge_icon
from runtime.basics.status import Status

ANSWERS: tuple[tuple[Status, str, str], ...] = (
    (Status.SUCCESS, "Succeed", "success"),
    (Status.FAILURE, "Fail", "failure"),
    (Status.RUNNING, "Keep running", ""),
)
"""What the user can say of a stand-in that waits, with the words of the buttons and their badges."""

NOT_RESUMABLE = (
    "This action is written with yield: a run of this mind can be neither rewound nor saved. "
    "Write it as a class with state_fields."
)

_TRACEBACK_LINES = 9


class RunCard(QWidget):
    """Show the facts of one node, or nothing."""

    def __init__(self, run: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._run = run
        self._facts: NodeFacts | None = None
        self._stand_in = _Line("entity", "text.tertiary")
        self._note = _Line("s_bang", "status.warning.line")
        self._error = _Line("s_bang", "status.error.line")
        self._interpreted = _Line("step_in", "text.tertiary")
        self._note.words.setText(NOT_RESUMABLE)
        self.answers: dict[Status, QPushButton] = {}
        self._buttons = self._make_buttons()
        toggle = self._toggle_traceback
        self.fold = push_button("Show the traceback", toggle, role="quiet", padding="2px 4px")
        self.traceback = QPlainTextEdit(readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap)
        self.traceback.setFont(fixed_font(TextSize.CAPTION))
        self.traceback.setAccessibleName("Traceback")
        height = self.traceback.fontMetrics().lineSpacing() * _TRACEBACK_LINES
        self.traceback.setFixedHeight(height + scaled(16))
        self.traceback.hide()
        box = column_box(self, margins=(2, 0, 0, 6), spacing=6)
        add_all(box, self._stand_in, self._buttons, self._error)
        box.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        add_all(box, self.traceback, self._note, self._interpreted)
        theme_manager().theme_changed.connect(self._tint)
        self._tint()
        self.hide()

    def show_facts(self, facts: NodeFacts | None) -> None:
        """Show what the run tells of a node now."""
        if facts == self._facts:
            return
        self._facts = facts
        self.setVisible(facts is not None and not facts.tells_nothing)
        if facts is None:
            return
        self._stand_in.setVisible(bool(facts.stand_in))
        self._stand_in.words.setText(facts.stand_in)
        self._buttons.setVisible(facts.waits)
        self._check(facts.answer)
        error = facts.error
        self._error.setVisible(error is not None)
        self._note.setVisible(facts.not_resumable)
        self._interpreted.setVisible(bool(facts.interpreted))
        self._interpreted.words.setText(facts.interpreted)
        detail = error.detail.rstrip() if error is not None else ""
        self.fold.setVisible(bool(detail))
        self.traceback.setVisible(bool(detail) and self.fold.text().startswith("Hide"))
        if error is not None:
            self._error.words.setText(f"Tick {facts.error_tick:,}: {error.message}")
        if self.traceback.toPlainText() != detail:
            self.traceback.setPlainText(detail)
            self._show_last_lines()

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        row = row_box(buttons, margins=(0, 0, 0, 0), spacing=4)
        for result, title, _look in ANSWERS:
            tip = "Say how the game's own action ended. It is an input of the run."
            button = push_button(title, partial(self._answer, result), role="secondary", tip=tip)
            button.setCheckable(True)
            button.setStyleSheet("min-height: 0; min-width: 0; padding: 3px 6px;")
            self.answers[result] = button
            row.addWidget(button)
        row.addStretch(1)
        return buttons

    def _answer(self, result: Status) -> None:
        facts = self._facts
        if facts is None:
            return
        self._check(result)
        answer_stand_in(self._run, facts, result)

    def _toggle_traceback(self) -> None:
        shown = self.traceback.isHidden()
        self.traceback.setVisible(shown)
        self.fold.setText("Hide the traceback" if shown else "Show the traceback")
        self._show_last_lines()

    def _show_last_lines(self) -> None:
        """Show the end of the traceback: it says what went wrong."""
        bar = self.traceback.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _check(self, answer: Status | None) -> None:
        """Mark the answer that was given; running on is none yet."""
        for result, button in self.answers.items():
            button.setChecked(result is answer)
            given = result is answer and result is not Status.RUNNING
            role = "primary" if given else "secondary"
            if button.property("role") != role:
                button.setProperty("role", role)
                refresh_style(button)

    def _tint(self) -> None:
        for result, _title, look in ANSWERS:
            if look:
                self.answers[result].setIcon(badge_icon(look, ghost=False, back="surface.panel"))


class _Line(QWidget):
    """Show a small icon and a sentence that wraps."""

    def __init__(self, icon: str, token: str) -> None:
        super().__init__()
        self.words = PlainLabel(role="caption", wrap=True)
        self.words.setAccessibleName("From the run")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box = row_box(self, margins=(0, 0, 0, 0), spacing=8)
        box.addWidget(IconLabel(icon, token, 14), 0, Qt.AlignmentFlag.AlignTop)
        box.addWidget(self.words, 1)
