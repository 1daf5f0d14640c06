"""Say which remembered ticks count a duration that a document can change while it is counted.

A duration written as a number counts from the old start when it is changed (SEMANTICS 8.2). One that is an
expression was evaluated on enter, and what was drawn on top of it was drawn then: both stay until the next
enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.machines.transition_rows import TransitionRow
from runtime.minds.program.code import ControlValue
from runtime.minds.program.row_fields import declared_durations
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow

NamedDuration = tuple[str, ControlValue | None]
"""The name of a memory and the duration that it counts, None for none."""


def durations_of(row: Row) -> dict[str, ControlValue | None]:
    """Return the durations that a row counts, by the names of its memories."""
    services = _of_services(row) if isinstance(row, TreeRow) else ()
    return {**dict(declared_durations(row)), **dict(_own(row)), **dict(services)}


def ticks_longer(old: ControlValue | None, new: ControlValue | None) -> int:
    """Return by how many ticks a duration was made longer; 0 where it is no plain number in both."""
    if old is None or new is None or old.expression is not None or new.expression is not None:
        return 0
    return new.constant_ticks - old.constant_ticks


def moved_tick(tick: int, longer: int) -> int:
    """Return a tick moved by a change of its duration, within what a tick can be."""
    return min(max(tick + longer, 0), MOST_TICKS)


def _of_services(row: TreeRow) -> Iterator[NamedDuration]:
    for number, service in enumerate(row.services, 1):
        yield f"service_{number}_due", service.every
        yield f"service_{number}_interval", service.every
        yield f"service_{number}_spread", service.jitter


@singledispatch
def _own(row: Row) -> Iterator[NamedDuration]:
    return iter(())


@_own.register
def _transition(row: TransitionRow) -> Iterator[NamedDuration]:
    if row.after is not None:
        yield "enabled_from", row.after.ticks
        yield "after_length", row.after.ticks
    if row.cooldown is not None:
        yield "ready_from", row.cooldown.ticks
