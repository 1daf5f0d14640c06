"""Hold what the timeline shows of the picked agent, taken again only when something changed; no Qt."""

from __future__ import annotations

from typing import Literal

from editor.panels.timeline.curves import Curve, Curves
from editor.panels.timeline.input_marks import inputs_of
from editor.panels.timeline.lanes import EventMark, TimelineLane, events_of, lanes_of
from editor.panels.timeline.time_scale import TimeScale
from editor.running.run_controller import RunController
from runtime.history.recording.outcome_table import OutcomeTable
from runtime.history.recording.recording import Recording


class TimelineModel:
    """Keep scale, lanes, curves and events of the picked agent in step with the run."""

    def __init__(self, run: RunController) -> None:
        self.run = run
        self.scale = TimeScale()
        self.lanes: tuple[TimelineLane, ...] = ()
        self.events: tuple[EventMark, ...] = ()
        self.inputs: tuple[EventMark, ...] = ()
        self.curves = Curves()
        self.chosen: range | None = None
        self.others: tuple[str, ...] = ()
        self._table: OutcomeTable | None = None
        self._shown: tuple[object, ...] = ()

    @property
    def recording(self) -> Recording | None:
        """Return the recording shown."""
        return self.run.time.recording

    @property
    def end_tick(self) -> int:
        """Return the tick after the last one recorded."""
        return self.recording.end_tick if self.recording is not None else 0

    @property
    def agent(self) -> str | None:
        """Return the agent shown, None where no agent with a mind is picked."""
        recording, agent = self.recording, self.run.picked_agent
        return agent if recording is not None and agent in recording.cast.minds else None

    def mark_lanes(self) -> list[tuple[Literal["events", "inputs"], tuple[EventMark, ...]]]:
        """Return the lanes of marks that have any: events, and what was asked from outside."""
        lanes: list[tuple[Literal["events", "inputs"], tuple[EventMark, ...]]] = [
            ("events", self.events),
            ("inputs", self.inputs),
        ]
        return [lane for lane in lanes if lane[1]]

    def shown_curves(self) -> list[Curve]:
        """Return the curves that have any value."""
        return [curve for curve in self.curves if len(curve.values)]

    def take_step(self) -> None:
        """Take the values of the picked agent after a step, while the run goes on."""
        session, agent = self.run.session, self.agent
        if session is None:
            return
        self.curves.show(agent, self.others)
        if session.tick == self.end_tick and session.tick > 0:
            self.curves.take(session, session.tick - 1)

    def follow_recording(self) -> bool:
        """Begin afresh where another run is shown, not where a branch of it is; tell whether."""
        recording = self.recording
        table = recording.table if recording is not None else None
        is_other = recording is None or recording.end_tick == 0 or table is not self._table
        self._table = table
        if is_other:
            self.forget()
        return is_other

    def forget(self) -> None:
        """Begin afresh with another recording."""
        self.curves.clear()
        self.chosen = None
        self._shown = ()
        self.lanes, self.events, self.inputs = (), (), ()

    def refresh(self) -> bool:
        """Take lanes and events again where agent, scale or recording is another; tell whether."""
        recording, agent = self.recording, self.agent
        shown = (recording, agent, self.end_tick, self.scale)
        if shown == self._shown:
            return False
        self._shown = shown
        if recording is None or agent is None:
            self.lanes, self.events, self.inputs = (), (), ()
            return True
        first, end = int(self.scale.first), int(self.scale.end) + 1
        lanes = lanes_of(recording, agent, self.run.registry, first, end)
        self.lanes = tuple(lane for place, lane in enumerate(lanes) if lane.spans or place == 0)
        self.events = events_of(recording, agent, first, end)
        self.inputs = inputs_of(recording, agent, self.run.registry, first, end)
        return True

    def choose(self, one: int, other: int) -> None:
        """Choose the stretch between two ticks, both in it, as far as it is recorded."""
        first, last = max(0, min(one, other)), min(max(one, other), self.end_tick - 1)
        self.chosen = range(first, last + 1) if first <= last else None

    def next_change(self, tick: int, *, forwards: bool) -> int | None:
        """Return the nearest tick at which a bar of the first lane begins, None for none in sight."""
        starts = sorted({span.first for lane in self.lanes[:1] for span in lane.spans})
        if forwards:
            return next((start for start in starts if start > tick), None)
        return next((start for start in reversed(starts) if start < tick), None)
