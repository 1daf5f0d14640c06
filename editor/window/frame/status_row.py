"""Show the window's last row: problems, what is selected, how the run goes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QToolButton

from editor.running.run_controller import RunController
from editor.theme.fonts import Height, TextSize, scaled, ui_font
from editor.theme.icons import icon
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import theme_manager
from editor.widgets.boxes import add_all, row_box
from editor.widgets.hairline import hairline
from editor.widgets.progress_part import ProgressPart
from editor.widgets.row_painting import badge_icon


class StatusRow(QFrame):
    """Hold the count of problems, the selection in words, and rate, agents and cost of the run."""

    def __init__(
        self, run: RunController, open_problems: Callable[[], None], open_log: Callable[[], None]
    ) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.setFixedHeight(scaled(Height.STATUS_BAR))
        self._run = run
        self._counts = (0, 0)
        self.problems = _button()
        self.problems.clicked.connect(lambda _checked=False: open_problems())
        self.not_resumable = _button()
        self.not_resumable.setText("Not resumable")
        self.not_resumable.setToolTip(
            "An action of this world is written with yield: a run can be neither rewound nor saved. The log "
            "names the nodes."
        )
        self.not_resumable.clicked.connect(lambda _checked=False: open_log())
        self.not_resumable.hide()
        self.progress = ProgressPart()
        self.progress.watch(run.edits.work)
        self.edit_note = EditNote(run)
        self.edit_recording = _button()
        self.edit_recording.setToolTip("Stop recording edits and save them as a script")
        self.edit_recording.hide()
        self.selection = _caption()
        self.numbers = _caption()
        box = row_box(self, margins=(8, 0, 12, 0), spacing=8)
        add_all(box, self.problems, hairline(vertical=True, length=12), self.selection)
        box.addStretch(1)
        add_all(box, self.progress, self.edit_recording, self.edit_note, self.not_resumable, self.numbers)
        run.frame_shown.connect(self.show_numbers)
        run.world_changed.connect(self.show_numbers)
        theme_manager().theme_changed.connect(self._tint)
        self._tint()
        self.show_numbers()

    def show_problems(self, errors: int, warnings: int) -> None:
        """Show how many errors and warnings the document has."""
        self._counts = (errors, warnings)
        parts = [_counted(errors, "error"), _counted(warnings, "warning")]
        self.problems.setText(", ".join(part for part in parts if part) or "No problems")
        look = "error" if errors else "warning" if warnings else "success"
        self.problems.setIcon(badge_icon(look, ghost=look == "success", back="surface.bar"))
        self.problems.setToolTip("Show the problems (F8 goes to the next)")

    def _tint(self) -> None:
        self.show_problems(*self._counts)
        self.not_resumable.setIcon(badge_icon("warning", ghost=False, back="surface.bar"))
        self.edit_recording.setIcon(icon("record", "status.failure.line"))

    def show_edit_recording(self, name: str) -> None:
        """Show that the edits of a file are recorded; "" for none."""
        self.edit_recording.setText(f"Recording edits of {name}")
        self.edit_recording.setVisible(bool(name))

    def show_numbers(self) -> None:
        """Show rate, number of agents and cost of a tick."""
        session = self._run.session
        brains = session.brains.values() if session is not None else ()
        self.not_resumable.setVisible(any(not brain.program.resumable for brain in brains))
        if session is None:
            self.numbers.setText("")
            return
        count = sum(agent not in session.document.squads for agent in session.agent_ids)
        parts = [f"{session.rate} Hz", f"{count} agent" if count == 1 else f"{count} agents"]
        cost = self._run.pace.meter.milliseconds_per_tick()
        if cost is not None:
            parts.append(f"{cost:.1f} ms per tick")
        self.numbers.setText(" · ".join(parts))


def _button() -> QToolButton:
    button = QToolButton(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFont(ui_font(TextSize.CAPTION))
    button.setFixedHeight(scaled(20))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setStyleSheet("padding: 0 4px;")
    return button


def _caption() -> QLabel:
    return PlainLabel(role="caption")


def _counted(count: int, word: str) -> str:
    return "" if count == 0 else f"1 {word}" if count == 1 else f"{count} {word}s"


SHOWN_FOR = 6000
"""Milliseconds for which the fate of one edit is told."""

OLD_VERSION = "Running the version before the errors"


class EditNote(PlainLabel):
    """Tell for a while what an edit did to the run, and as long as it lasts that an older version runs."""

    def __init__(self, run: RunController) -> None:
        super().__init__()
        self.setProperty("role", "caption")
        self._run = run
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_FOR)
        self._timer.timeout.connect(self._rest)
        run.edit_taken.connect(self._tell)
        run.last_good_changed.connect(self._rest)
        run.world_changed.connect(self._rest)
        self._rest()

    def _tell(self, words: str) -> None:
        self.setText(words)
        self.show()
        self._timer.start()

    def _rest(self) -> None:
        self._timer.stop()
        self.setText(OLD_VERSION if self._run.runs_last_good else "")
        self.setVisible(self._run.runs_last_good)
