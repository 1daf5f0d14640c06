"""Run a node's services: on enter, and then every so often while it is active (SEMANTICS 3.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.behavior_trees.tree_row import ServiceCode, TreeRow
from runtime.expressions.context import EvaluationError
from runtime.random_numbers import draw_int, fnv1a_32

if TYPE_CHECKING:
    from runtime.brains.brain import Brain


def start_services(row: TreeRow, brain: Brain) -> None:
    """Run every service of a node that was just entered."""
    for service in row.services:
        _run(service, row, brain)


def run_due_services(row: TreeRow, brain: Brain) -> None:
    """Run the services whose time has come."""
    for service in row.services:
        if brain.tick_now >= brain.ints[service.due]:
            _run(service, row, brain)


def _run(service: ServiceCode, row: TreeRow, brain: Brain) -> None:
    brain.ints[service.due] = brain.tick_now + _interval(service, row, brain)
    if service.guard is not None:
        try:
            if not service.guard.run(brain):
                return
        except EvaluationError as error:
            brain.record_error(row, str(error))
            return
    service.block.run(brain, row)


def _interval(service: ServiceCode, row: TreeRow, brain: Brain) -> int:
    ticks = service.every.ticks(brain, row)
    if service.jitter is not None:
        spread = service.jitter.ticks(brain, row)
        count = brain.draw_count(service.draws)
        place = (brain.seed, brain.agent_hash, fnv1a_32(row.path), count)
        ticks = draw_int(*place, ticks - spread, ticks + spread)
    return max(ticks, 1)
