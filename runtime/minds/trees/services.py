"""Run a node's services: on enter, and then every so often while it is active (rule 3.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_int
from runtime.minds.program.tree_row import ServiceCode, TreeRow

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


def start_services(row: TreeRow, brain: TickingBrain) -> None:
    """Fix the intervals of a node that was just entered and run every service."""
    for service in row.services:
        brain.ints[service.interval] = service.every.ticks(brain, row)
        if service.jitter is not None:
            brain.ints[service.spread] = service.jitter.ticks(brain, row)
        _run(service, row, brain)


def run_due_services(row: TreeRow, brain: TickingBrain) -> None:
    """Run the services whose time has come."""
    for service in row.services:
        if brain.tick_now >= brain.ints[service.due]:
            _run(service, row, brain)


def _run(service: ServiceCode, row: TreeRow, brain: TickingBrain) -> None:
    brain.ints[service.due] = brain.due_after(_interval(service, row, brain))
    if service.guard is not None:
        try:
            if not service.guard.run(brain):
                return
        except EvaluationError as error:
            brain.record_error(row, str(error), error.detail)
            return
    service.block.run(brain, row)


def _interval(service: ServiceCode, row: TreeRow, brain: TickingBrain) -> int:
    ticks = brain.ints[service.interval]
    if service.jitter is not None:
        spread = brain.ints[service.spread]
        count = brain.draw_count(service.draws)
        place = (brain.seed, brain.agent_hash, row.draw_key, count)
        ticks = draw_int(*place, ticks - spread, ticks + spread)
    return max(ticks, 1)
