"""Say in the status row what became of a run whose document was edited."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from editor.running.run_controller import RunController
from editor.theme.plain_texts import PlainLabel

SHOWN_FOR = 6000
"""Milliseconds for which the fate of one edit is told."""

OLD_VERSION = "Running the version before the errors"


class EditNote(PlainLabel):
    """Tell for a while what an edit did to the run, and as long as it lasts that an older version runs."""

    def __init__(self, run: RunController) -> None:
        super().__init__()
        self.setProperty("role", "caption")
        self._run = run
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_FOR)
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
