"""Hold what the timeline shows of the picked agent, and lay ticks out along a line; no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from editor.panels.timeline.curves import Curve, Curves
from editor.panels.timeline.lanes import EventMark, TimelineLane, events_of, inputs_of, lanes_of
from editor.running.run_controller import RunController
from runtime.history.recording.outcome_table import OutcomeTable
from runtime.history.recording.recording import Recording

LEAST_SPAN, MOST_SPAN = 20.0, 500_000.0
"""How few and how many ticks can be seen at a time."""

_NICE = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Show ticks first ≤ tick < first + span over `width` pixels; a tick is as wide as its step lasts."""

    first: float = 0.0
    span: float = 600.0
    width: float = 600.0

    @property
    def pixels_per_tick(self) -> float:
        """Return the width of a tick in pixels."""
        return self.width / self.span

    @property
    def end(self) -> float:
        """Return the tick at the right edge."""
        return self.first + self.span

    def x(self, tick: float) -> float:
        """Return where a tick begins."""
        return (tick - self.first) * self.pixels_per_tick

    def tick(self, x: float) -> int:
        """Return the tick at a place."""
        return int((x / self.pixels_per_tick + self.first) // 1)

    def resized(self, width: float) -> TimeScale:
        """Return the scale over another width: a tick stays as wide as it is."""
        width = max(width, 1.0)
        return replace(self, width=width, span=min(self.span * width / self.width, MOST_SPAN))

    def zoomed(self, factor: float, x: float) -> TimeScale:
        """Return the scale that shows `factor` times as much, with the tick at `x` staying there."""
        span = min(max(self.span * factor, LEAST_SPAN), MOST_SPAN)
        kept = self.first + x / self.pixels_per_tick
        return replace(self, first=kept - x / self.width * span, span=span).bounded()

    def moved(self, ticks: float) -> TimeScale:
        """Return the scale that shows other ticks."""
        return replace(self, first=self.first + ticks).bounded()

    def bounded(self) -> TimeScale:
        """Return the scale with nothing shown before tick 0 but a small margin."""
        return replace(self, first=max(self.first, -0.02 * self.span))

    def showing(self, tick: float, margin: float = 0.06) -> TimeScale:
        """Return the scale moved as little as it takes to show a tick, with a margin of its span."""
        room = self.span * margin
        if tick > self.end - room:
            return self.moved(tick - self.end + room)
        if tick < self.first + room:
            return self.moved(tick - self.first - room)
        return self

    def fitted(self, first: int, end: int) -> TimeScale:
        """Return the scale that shows exactly some ticks, with a little room after them."""
        span = min(max((end - first) * 1.05, LEAST_SPAN), MOST_SPAN)
        return replace(self, first=float(first), span=span).bounded()

    def marks(self, least_pixels: float = 90.0) -> Iterator[tuple[int, bool]]:
        """Return the ticks that the ruler marks, and whether each is written out; five marks to a number."""
        step = self._step(least_pixels)
        small = max(1, step // 5)
        tick = int(max(self.first, 0) // small) * small
        while tick < self.end:
            yield tick, tick % step == 0
            tick += small

    def _step(self, least_pixels: float) -> int:
        step, power = 1, 1
        while True:
            for nice in _NICE:
                step = nice * power
                if step * self.pixels_per_tick >= least_pixels:
                    return step
            power *= 10


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
        self.known_tick = 0
        """The tick after the last one that the lanes were read to."""

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
        session, agent, recording = self.run.session, self.agent, self.recording
        if session is None:
            return
        self.curves.show(agent, self.others)
        self.curves.drop_before(recording.first_tick if recording is not None else 0)
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
        self.known_tick = 0
        self.lanes, self.events, self.inputs = (), (), ()

    def refresh(self) -> bool:
        """Take lanes and events again where agent, scale or recording is another; tell whether."""
        recording, agent = self.recording, self.agent
        shown = (recording, agent, self.end_tick, self.scale)
        if shown == self._shown:
            return False
        self._shown = shown
        self.known_tick = self.end_tick
        if recording is None or agent is None:
            self.lanes, self.events, self.inputs = (), (), ()
            return True
        first, end = int(self.scale.first), int(self.scale.end) + 1
        lanes = lanes_of(recording, agent, self.run.registry, first, end)
        self.lanes = tuple(lane for place, lane in enumerate(lanes) if lane.spans or place == 0)
        self.events = events_of(recording, agent, first, end)
        self.inputs = inputs_of(recording, agent, self.run.registry, first, end, self.run.agent_title)
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
