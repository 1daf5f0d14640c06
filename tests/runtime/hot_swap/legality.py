"""Check that what a brain remembers is a state that a run can be in."""

from __future__ import annotations

from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.game_tick import NEVER_ENTERED
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.memory.row_matching import holders_of
from runtime.minds.program.rows import RowFamily

STORED = (Status.IDLE, Status.RUNNING, Status.SUCCESS, Status.FAILURE)


def assert_legal(brain: Brain, *, in_choices: bool = False) -> None:
    """Nothing runs under what does not run; the configuration of each machine is complete.

    A machine that did not come to rest may be left in a choice (rule 4.3): `in_choices` allows it.
    """
    holders = holders_of(brain.program)
    for row in brain.program.rows:
        stored = brain.bytes_[row.index]
        if row.family in (RowFamily.TRANSITION, RowFamily.DECISION):
            assert stored == 0
            continue
        assert stored in STORED
        if stored == Status.RUNNING and row.index:
            assert brain.bytes_[holders[row.index]] == Status.RUNNING, row.path
        if isinstance(row, MachineRow):
            _assert_complete(row, brain, in_choices or did_not_rest(brain))


def did_not_rest(brain: Brain) -> bool:
    """Tell whether a machine did not come to rest in the last tick, or in a swap since."""
    errors = (*brain.errors, *brain.outside_errors)
    return any("did not come to rest" in error.message for error in errors)


def _assert_complete(machine: MachineRow, brain: Brain, in_choices: bool) -> None:
    running = brain.bytes_[machine.index] == Status.RUNNING
    started = running and brain.ints[machine.entered_slot] != NEVER_ENTERED
    active = [state for state in machine.child_states if state.active(brain)]
    assert len(active) == (1 if started else 0)
    for state in machine.states:
        inside = [child for child in state.child_states if child.active(brain)]
        _assert_inside(state, inside, brain, in_choices)


def _assert_inside(state: StateRow, inside: list[StateRow], brain: Brain, in_choices: bool) -> None:
    if not state.active(brain):
        assert not inside
    elif state.is_parallel:
        assert len(inside) == len(state.child_states)
    elif state.is_compound:
        assert len(inside) == 1
    else:
        assert state.kind in ("state", "final") or (in_choices and state.kind == "choice")
