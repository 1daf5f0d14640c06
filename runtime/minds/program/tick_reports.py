"""Hold what a brain reports of its last tick, and what came to it from outside since then."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from runtime.basics.host import Event, Request
from runtime.minds.program.expression_reader import ExpressionReader
from runtime.minds.program.rarely_used_state import Rarely, RareState, Shelved, Write
from runtime.records.trace_frame import RunError

NOTHING_POSTED: list[Event] = []
"""What all brains share to which nothing is posted; nothing is ever put there."""


class TickReports(ExpressionReader):
    """Hold what one tick made, most of it only while there is any.

    `made_writes` and `made_requests` are None where nothing was written or filed. `posted` are the events
    that wait for the next tick, `events_now` those that the last one took, and `raised` those that machines
    raised, each with whether it was taken (rule 6.5).
    """

    __slots__ = ("events_now", "made_requests", "made_writes", "outcomes", "posted", "rare")

    left_to_interpreter: Rarely[bool] = Rarely(bool)
    raised: Rarely[list[tuple[Event, bool]]] = Rarely(list)
    outside_writes: Rarely[list[Write]] = Rarely(list)
    outside_errors: Rarely[list[RunError]] = Rarely(list)
    errors: Rarely[list[RunError]] = Rarely(list)
    shelf: Rarely[Mapping[str, Shelved]] = Rarely(dict)
    trials: Rarely[dict[int, object]] = Rarely(dict)
    held_triggers: Rarely[Collection[int]] = Rarely(tuple)
    transition_reads: Rarely[dict[int, tuple[int, ...]]] = Rarely(dict)
    consumed: Rarely[list[int]] = Rarely(list)
    expired: Rarely[list[str]] = Rarely(list)

    posted: list[Event]
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
        used = self.rare
        return (used.raised or ()) if used is not None else ()

    def reset_reports(self) -> None:
        """Make what belongs to one tick anew, and let in what came from outside since the last one."""
        self.outcomes = bytearray(len(self.outcomes))
        self.made_writes = self.made_requests = None
        self.take_posted()
        if self.rare is not None:
            self.reset_rare_state(self.rare)

    def take_posted(self) -> None:
        """Let the events that waited be those of this tick."""
        if self.posted:
            self.events_now, self.posted = tuple(self.posted), NOTHING_POSTED
        elif self.events_now:
            self.events_now = ()

    def reset_rare_state(self, used: RareState) -> None:
        """Drop what is made only now and then, and let in what came from outside."""
        used.raised = None
        if used.outside_writes:
            self.made_writes, used.outside_writes = used.outside_writes, None
        used.errors, used.outside_errors = used.outside_errors, None
        used.condition_answers = None
        used.armed_reads = used.transition_reads = used.consumed = used.expired = None
