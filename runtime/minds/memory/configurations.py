"""Complete the configuration of machines that a brain took over (SEMANTICS 8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.game_tick import NEVER_ENTERED
from runtime.minds.machines.state_rows import MachineRow, StateRow
from runtime.minds.machines.transition_rows import TransitionRow
from runtime.minds.memory.brain_memory import NodeMemory
from runtime.minds.memory.completing import complete_machine
from runtime.minds.program.row_paths import row_path


def why_not_active(state: StateRow, brain: Brain) -> str:
    """Return why a state cannot be active beside those that are already, "" where it can."""
    if state.disabled:
        return "It is disabled."
    if state.kind == "history":
        return "A history is never active."
    owner = state.owner
    parallel = isinstance(owner, StateRow) and owner.is_parallel
    other = next((one for one in owner.child_states if one is not state and one.active(brain)), None)
    if other is not None and not parallel:
        return f"{other.name} is active beside it."
    return ""


def complete_configurations(nodes: Mapping[str, NodeMemory], brain: Brain) -> Iterator[str]:
    """Enter what misses in every machine that runs, outermost first; yield the paths of states entered.

    Timers of transitions that `nodes` tell nothing of count from the entry of their source. What is written
    and what fails is reported by the brain's next frame.
    """

    def is_told(transition: TransitionRow) -> bool:
        node = nodes.get(row_path(transition))
        return node is not None and "enabled_from" in node.memory

    for machine in brain.program.rows:
        if not isinstance(machine, MachineRow) or brain.bytes_[machine.index] != Status.RUNNING:
            continue
        if brain.ints[machine.entered_slot] == NEVER_ENTERED:
            continue
        before = {state.index for state in machine.active_states(brain)}
        complete_machine(machine, (), is_told, brain)
        yield from (row_path(one) for one in machine.active_states(brain) if one.index not in before)
    brain.outside_writes += brain.writes
    brain.outside_errors += brain.errors
    brain.writes, brain.errors = [], []
