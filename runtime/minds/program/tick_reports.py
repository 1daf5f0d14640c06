"""Hold what a brain reports of its last tick, and what came to it from outside since then."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from runtime.basics.host import Event, Request
from runtime.minds.program.expression_reader import ExpressionReader
from runtime.minds.program.rarely_used_state import Occasional, Occasionally, Shelved, Write
from runtime.records.trace_frame import RunError


class TickReports(ExpressionReader):
    """Hold what one tick made, most of it only while there is any.

    `made_writes` and `made_requests` are None where nothing was written or filed. `events_now` are the events
    that the last tick took, `handled` the positions of those that a machine took, and `raised` the events
    that machines raised, each with whether it was taken (rule 6.5). `transitions_taken` are rows, in the
    order they were taken. Without machines there are none of these.
    """

    __slots__ = ("events_now", "made_requests", "made_writes", "occasional", "outcomes")

    left_to_interpreter: Occasionally[bool] = Occasionally(bool)
    posted: Occasionally[list[Event]] = Occasionally(list)
    raised: Occasionally[list[tuple[Event, bool]]] = Occasionally(list)
    outside_writes: Occasionally[list[Write]] = Occasionally(list)
    outside_errors: Occasionally[list[RunError]] = Occasionally(list)
    errors: Occasionally[list[RunError]] = Occasionally(list)
    shelf: Occasionally[Mapping[str, Shelved]] = Occasionally(dict)
    trials: Occasionally[dict[int, object]] = Occasionally(dict)
    held_triggers: Occasionally[Collection[int]] = Occasionally(tuple)
    transition_reads: Occasionally[dict[int, tuple[int, ...]]] = Occasionally(dict)
    consumed: Occasionally[list[int]] = Occasionally(list)
    expired: Occasionally[list[str]] = Occasionally(list)

    handled: frozenset[int] = frozenset()
    transitions_taken: tuple[int, ...] = ()
    events_now: tuple[Event, ...]
    outcomes: bytearray
    made_writes: list[Write] | None
    made_requests: dict[int, list[Request]] | None

    @property
    def writes(self) -> list[Write]:
        """Return what was written in the last tick; `made_writes` is None where that is nothing."""
        if self.made_writes is None:
            self.made_writes = []
        return self.made_writes

    @writes.setter
    def writes(self, writes: list[Write]) -> None:
        self.made_writes = writes

    @property
    def requests(self) -> dict[int, list[Request]]:
        """Return the requests filed in the last tick, by row; `made_requests` is None where there is none."""
        if self.made_requests is None:
            self.made_requests = {}
        return self.made_requests

    @requests.setter
    def requests(self, requests: dict[int, list[Request]]) -> None:
        self.made_requests = requests

    @property
    def events_raised(self) -> Sequence[tuple[Event, bool]]:
        """Return what was raised in the last tick, to be looked at only."""
        used = self.occasional
        return (used.raised or ()) if used is not None else ()

    def note_handled(self, position: int) -> None:
        """Say that a machine took the event at this position of `events_now`."""
        raise NotImplementedError("A brain without machines has none that takes events.")

    def note_taken(self, transition: int) -> None:
        """Say that the transition at this row was taken."""
        raise NotImplementedError("A brain without machines has no transitions.")

    def forget_last_tick(self) -> None:
        """Drop what the last tick reported, so that what is reported from here on is of something else."""
        self.writes, self.errors, self.requests = [], [], {}
        self.raised, self.condition_answers = [], {}
        self.events_now = ()

    def reset_reports(self) -> None:
        """Make what belongs to one tick anew, and let in what came from outside since the last one."""
        self.outcomes = bytearray(len(self.outcomes))
        self.made_writes = self.made_requests = None
        if self.events_now:
            self.events_now = ()
        if self.occasional is not None:
            self.reset_occasional(self.occasional)

    def reset_occasional(self, used: Occasional) -> None:
        """Drop what is made only now and then, and let in what came from outside."""
        used.raised = None
        if used.posted:
            self.events_now, used.posted = tuple(used.posted), None
        if used.outside_writes:
            self.made_writes, used.outside_writes = used.outside_writes, None
        used.errors, used.outside_errors = used.outside_errors, None
        used.condition_answers = None
        used.armed_reads = used.transition_reads = used.consumed = used.expired = None
