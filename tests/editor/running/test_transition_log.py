"""The list of taken transitions, over a day of edits."""

from __future__ import annotations

import gc
import weakref

import numpy as np

from editor.running.transition_log import PROGRAMS_KEPT, TransitionLog
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.status import Status
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.program import Program
from runtime.records.trace_frame import BrainFrame, TraceFrame
from tests.editor.window_builders import two_state_machine

DOCUMENT = two_state_machine()[0]


def _edit_and_run(log: TransitionLog, tick: int) -> weakref.ref[Program]:
    """Compile the document again and log a tick in which its first transition is taken."""
    program = compile_document(DOCUMENT, builtin_registry(), builtin_library())
    taken = next(row.index for row in program.rows if isinstance(row, TransitionRow))
    brain = BrainFrame("a", bytes(len(program.rows)), Status.RUNNING, False, (taken,))
    frame = TraceFrame(tick, {"a": brain}, np.zeros((1, 3)), ())
    log.add_frame(frame, lambda _agent: program, lambda _agent: ("some.mind.json", DOCUMENT))
    return weakref.ref(program)


def test_the_programs_of_edits_leave_the_memory_and_their_transitions_stay_listed() -> None:
    log = TransitionLog()
    held = [_edit_and_run(log, tick) for tick in range(3 * PROGRAMS_KEPT)]
    gc.collect()
    assert sum(reference() is not None for reference in held) <= PROGRAMS_KEPT
    assert len(log.entries) == 3 * PROGRAMS_KEPT
    assert len({(entry.source, entry.targets, entry.edge) for entry in log.entries}) == 1
