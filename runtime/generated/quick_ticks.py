"""Do in one go the ticks of a brain in which a machine does nothing, or takes one silent transition.

Many ticks are of this kind: no event or one, guards that are false, a transition between states that have
nothing to run. For each configuration a machine comes to, and each event that comes alone there, such a tick
is written as Python source (`quick_source.py`), once it was met a few times. Everything else is left to the
ordinary tick, before anything has happened. What comes out is what the ordinary tick gives, byte for byte;
in a logged tick its log too, of which only the facts are noted (`quick_notes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from runtime.generated.quick_source import Phase, QuickMove, QuickPlan, write_quick_tick
from runtime.state_machines.configuration_table import Candidates, Configuration, ConfigurationTable
from runtime.state_machines.state_rows import MachineRow
from runtime.state_machines.table_tick import table_of
from runtime.state_machines.transition_rows import TransitionRow
from runtime.status import StateOutcome, Status, TransitionOutcome

if TYPE_CHECKING:
    from runtime.brains.brain_log import BrainLog
    from runtime.brains.machine_brain import MachineBrain
    from runtime.program.rows import Row

QuickTick = Callable[["MachineBrain", "BrainLog | None"], bool]
"""Do one whole tick of a brain; False where the ordinary tick has to, and nothing has happened."""

TIMES_BEFORE_WRITING = 3
"""So often a kind of tick is left to the ordinary way before it is written as source."""

MOST_ASKED = 40
"""Transitions asked in one tick that is still written as source."""

_ACTIVE, _ENTERED = int(StateOutcome.ACTIVE), int(StateOutcome.ENTERED)
_EXITED, _REENTERED = int(StateOutcome.EXITED), int(StateOutcome.REENTERED)
_RUNNING, _TAKEN = int(Status.RUNNING), int(TransitionOutcome.TAKEN)


@dataclass(slots=True, frozen=True)
class QuickMachine:
    """Hold what the quick ticks of all configurations of one machine share.

    `rows` counts those of its program, `rate` the ticks of a second; `triggers` are the places of
    the triggers.
    """

    machine: MachineRow
    table: ConfigurationTable
    rows: int
    rate: int
    triggers: tuple[int, ...]

    def quick_ticks_of(self, configuration: Configuration) -> QuickTicks | None:
        """Return the quick ticks of a configuration, None where there are none."""
        if not configuration.quick_known:
            configuration.quick_known = True
            configuration.quick = QuickTicks(configuration, self) if self._possible(configuration) else None
        return configuration.quick

    def _possible(self, configuration: Configuration) -> bool:
        return (
            _rests(configuration)
            and not self.table.has_transient
            and _phase(configuration.polled, configuration) is not None
        )


def quick_machine(root: Row, rows: int, rate: int, triggers: Iterable[int]) -> QuickMachine | None:
    """Return what makes quick ticks of brains with this root, None where there are none.

    `rows` counts those of its program, `rate` the ticks of a second; `triggers` are the places of
    the triggers.
    """
    if not isinstance(root, MachineRow) or root.disabled or root.guard is not None or root.services:
        return None
    return QuickMachine(root, table_of(root), rows, rate, tuple(triggers))


class QuickTicks:
    """Hold the quick ticks of one configuration: `poll` without an event, `reactions` to one that is alone.

    Both ask the brain first whether it is in this configuration and has nothing else to do.
    """

    __slots__ = ("_machine", "configuration", "poll", "reactions")

    def __init__(self, configuration: Configuration, machine: QuickMachine) -> None:
        self.configuration = configuration
        self._machine = machine
        self.poll = self._written_later(None)
        self.reactions: dict[str, QuickTick] = {}

    def reaction(self, event: str) -> QuickTick:
        """Return the tick in which an event of this name comes."""
        found = self.reactions.get(event)
        if found is None:
            found = self.reactions[event] = self._written_later(event)
        return found

    def _written_later(self, event: str | None) -> QuickTick:
        count = 0

        def not_yet(brain: MachineBrain, log: BrainLog | None) -> bool:
            nonlocal count
            count += 1
            if count < TIMES_BEFORE_WRITING:
                return False
            run = self._write(event)
            if event is None:
                self.poll = run
            else:
                self.reactions[event] = run
            return run(brain, log)

        return not_yet

    def _write(self, event: str | None) -> QuickTick:
        phases = [self.configuration.polled]
        if event is not None:
            phases.insert(0, self.configuration.reaction(event))
        asked = [_phase(candidates, self.configuration) for candidates in phases]
        known = _idle_once([phase for phase in asked if phase is not None])
        if len(known) < len(asked) or sum(len(phase.all) for phase in known) > MOST_ASKED:
            return _never
        last = len(known) - 1
        plan = QuickPlan(
            machine=self._machine.machine,
            atomic=self.configuration.atomic,
            triggers=self._machine.triggers,
            idle=bytes(_outcomes(self.configuration, self._machine.rows)),
            phases=tuple(known),
            moves={
                (place, transition.index): self._move(transition, then_polled=place < last)
                for place, phase in enumerate(known)
                for transition in phase.walk
            },
            takes_event=event is not None,
            rate=self._machine.rate,
        )
        return write_quick_tick(plan)

    def _move(self, transition: TransitionRow, *, then_polled: bool) -> QuickMove | None:
        """Return what taking a transition does; None where it is no quick thing.

        `then_polled` tells that what is polled where it leads would be asked in the same tick.
        """
        machine = self._machine
        by_sets = transition.index in machine.table.by_sets
        step = None if by_sets else self.configuration.step(transition, machine.table)
        if step is None or not step.silent or not _rests(step.leads_to):
            return None
        if then_polled and not step.leads_to.polled.empty:
            return None
        after = _outcomes(step.leads_to, machine.rows)
        for index in step.exit_rows:
            after[index] = _EXITED
        for index, *_ in step.marks:
            after[index] = _REENTERED if index in step.exit_rows else _ENTERED
        after[transition.index] = _TAKEN
        return QuickMove(step, bytes(after), machine.quick_ticks_of(step.leads_to))


def _never(brain: MachineBrain, log: BrainLog | None) -> bool:
    return False


def _rests(configuration: Configuration) -> bool:
    """Tell whether nothing happens of itself in a configuration, but for what is polled."""
    return configuration.eventless.empty and not configuration.updated and not configuration.has_final


def _phase(asked: Candidates, now: Configuration) -> Phase | None:
    """Return what is asked, in order; None where the order is not so plain."""
    if not asked.plain or len(asked.walks) > 1:
        return None
    interrupts = tuple(entry for chain in asked.interrupts for entry in chain)
    lasts = (chain[-1] for chain in asked.interrupts)
    idle = frozenset(entry.index for entry in lasts if _leads_nowhere(entry, now))
    return Phase(interrupts, asked.walks[0] if asked.walks else (), idle)


def _leads_nowhere(entry: TransitionRow, now: Configuration) -> bool:
    """Tell whether an any-state transition leads only to where the machine is."""
    plain = bool(entry.targets) and entry.delay is None and not (entry.guard and entry.guard.triggers)
    return plain and not entry.reenter and all(target in now.states for target in entry.targets)


def _idle_once(phases: list[Phase]) -> list[Phase]:
    """Let none of what is asked in several phases count as leading nowhere."""
    rows = [entry.index for phase in phases for entry in phase.interrupts]
    return [replace(one, idle=frozenset(row for row in one.idle if rows.count(row) == 1)) for one in phases]


def _outcomes(configuration: Configuration, rows: int) -> bytearray:
    outcomes = bytearray(rows)
    outcomes[configuration.machine.index] = _RUNNING
    for row in configuration.rows:
        outcomes[row] = _ACTIVE
    return outcomes
