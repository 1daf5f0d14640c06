"""Say of breakpoints by which outcome bytes a game can hold itself at them."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome, TransitionOutcome
from runtime.history.why.breakpoints import Breakpoint, StopMoment
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily

_WHOLE_BYTE = 255
_BYTES: dict[RowFamily, dict[StopMoment, tuple[int, int]]] = {
    RowFamily.TREE_NODE: {
        "enter": (RESULT_MASK, NodeOutcome.RUNNING),
        "running": (RESULT_MASK, NodeOutcome.RUNNING),
        "success": (RESULT_MASK, NodeOutcome.SUCCESS),
        "failure": (RESULT_MASK, NodeOutcome.FAILURE),
        "halt": (HALTED, HALTED),
    },
    RowFamily.STATE: {
        "enter": (_WHOLE_BYTE, StateOutcome.ENTERED),
        "exit": (_WHOLE_BYTE, StateOutcome.EXITED),
    },
    RowFamily.TRANSITION: {"taken": (_WHOLE_BYTE, TransitionOutcome.TAKEN)},
}
"""The mask and the value of the byte that tells of a moment, as far as one does."""


def breaks_of(each: Breakpoint, mind: str, program: Program) -> Iterator[tuple[int, int, int]]:
    """Yield row, mask and value of each place where a breakpoint of a mind can be met in a game.

    One with a condition or a count, or of a variable, an event or an error, is met in Mindloom alone.
    """
    if not each.enabled or each.condition or each.every > 1 or each.mind != mind or not each.element:
        return
    for row in program.rows:
        found = _BYTES.get(row.family, {}).get(each.moment)
        if found is not None and (row.graph, row.node) == (each.graph, each.element):
            yield row.index, int(found[0]), int(found[1])
