"""The panel with the timeline of the picked agent."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollBar

from editor.panels.timeline.curves import CurveFilling
from editor.panels.timeline.lane_painting import lane_height
from editor.panels.timeline.timeline_model import TimelineModel
from editor.panels.timeline.timeline_view import TimelineView
from editor.running.run_controller import RunController
from editor.widgets.boxes import row_box
from editor.widgets.icon_button import IconButton
from editor.widgets.panel import EmptyNote, Panel

BETWEEN_LOOKS = 0.1
"""Seconds between two looks at the lanes while the run goes on; the playhead moves every frame."""


class TimelinePanel(Panel):
    """Show states, branches, values and events over time, and go to any tick."""

    chosen_changed = Signal()
    record_wanted = Signal()
    """Emitted when a test is to be recorded."""

    def __init__(self, run: RunController, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__("timeline", "Timeline", "history")
        self._run = run
        self._clock = clock
        self._looked = 0.0
        self.model = TimelineModel(run)
        self.filling = CurveFilling(run, self.model.curves)
        self.focus_on = self.view = TimelineView(self.model)
        self.filling.filled.connect(self.view.update)
        self.view.wanted.connect(run.look_at)
        self.view.chosen_changed.connect(self.chosen_changed)
        self.fit = IconButton("frame", "Show the whole run")
        self.fit.clicked.connect(lambda _checked=False: self.view.fit())
        self.record = IconButton(
            "record", "Record a test of the chosen stretch, else of the last five seconds"
        )
        self.record.clicked.connect(lambda _checked=False: self.record_wanted.emit())
        self.header = [self.record, self.fit]
        for button in (self.record, self.fit):
            # Until the panel is shown for the first time they have no other owner.
            button.setParent(self)
            button.hide()
        self.empty = EmptyNote("Run the world: what the picked agent does over time is drawn here.")
        self.bar = QScrollBar(Qt.Orientation.Vertical)
        self.bar.setAccessibleName("Lanes of the timeline")
        self.bar.valueChanged.connect(self.view.scroll_to)
        self.view.scrolled.connect(self._fit_bar)
        page = row_box(spacing=0)
        page.addWidget(self.view, 1)
        page.addWidget(self.bar)
        self.body.addWidget(self.empty, 1)
        self.body.addLayout(page, 1)
        run.stepped.connect(self.model.take_step)
        run.frame_shown.connect(self.refresh)
        run.agent_changed.connect(self.look_again)
        run.time.recording_changed.connect(self._take_recording)
        run.time.branched.connect(self.model.curves.cut)
        run.time.took_up.connect(self.model.curves.clear)
        self.look_again()

    def refresh(self) -> None:
        """Follow the run: the playhead at once, the lanes now and then."""
        if not self.isVisible():
            return
        now = self._clock()
        if self._run.is_running and now - self._looked < BETWEEN_LOOKS:
            self.view.follow()
            self.view.update()
            return
        self._looked = now
        self.look_again()

    def look_again(self) -> None:
        """Take everything over that changed."""
        self.view.follow()
        self.model.refresh()
        self.model.curves.show(self.model.agent, self.model.others)
        self.filling.follow()
        shown = self.model.agent is not None and self.model.end_tick > 0
        self.empty.setVisible(not shown)
        self.view.setVisible(shown)
        self._fit_bar()
        self.view.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Take over what happened while the panel was hidden."""
        self.look_again()
        super().showEvent(event)

    def _fit_bar(self) -> None:
        """Offer the lanes that find no room on a bar, without one where all do."""
        hidden, offset = self.view.hidden_height, self.view.offset
        self.bar.setRange(0, hidden)
        self.bar.setPageStep(self.view.height())
        self.bar.setSingleStep(lane_height())
        self.bar.setValue(offset)
        self.bar.setVisible(hidden > 0 and not self.view.isHidden())

    def compare_with(self, agents: tuple[str, ...]) -> None:
        """Gather the values of other agents too, for plots of several."""
        self.model.others = agents
        self.look_again()

    def _take_recording(self) -> None:
        if self.model.follow_recording():
            self.chosen_changed.emit()
        self.look_again()
