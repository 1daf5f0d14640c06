"""Do in one go the ticks of a brain in which a machine does nothing, or takes one silent transition.

Most ticks are of this kind: no event or one, guards that are false, a transition between states that have
nothing to run. Everything else is left to the ordinary tick, before anything has happened, by returning
False. What comes out is what the ordinary tick gives, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.expressions.context import EvaluationError
from runtime.state_machines.configuration_table import Candidates, Chain, Configuration, ConfigurationTable
from runtime.state_machines.planned_step import PlannedStep
from runtime.state_machines.state_rows import MachineRow
from runtime.status import StateOutcome, Status, TransitionOutcome

if TYPE_CHECKING:
    from runtime.brains.machine_brain import MachineBrain

QuickTick = Callable[["MachineBrain"], bool]
"""Do one whole tick of a brain; False where the ordinary tick has to, and nothing has happened."""

_ACTIVE, _ENTERED = int(StateOutcome.ACTIVE), int(StateOutcome.ENTERED)
_EXITED, _REENTERED = int(StateOutcome.EXITED), int(StateOutcome.REENTERED)
_RUNNING, _TAKEN = int(Status.RUNNING), int(TransitionOutcome.TAKEN)
_GUARD_FALSE = int(TransitionOutcome.GUARD_FALSE)


@dataclass(slots=True, frozen=True, eq=False)
class _Move:
    """Hold a silent step with the outcome bytes of a tick in which it alone happens.

    `leads_to_rest` tells that nothing is polled where it leads.
    """

    step: PlannedStep
    outcomes: bytes
    leads_to_rest: bool


class _Sheet:
    """Hold, for one configuration, what quick ticks need; `possible` tells whether there are any."""

    __slots__ = ("_configuration", "_moves", "_rows", "_table", "chains", "idle", "polled", "possible")

    def __init__(self, configuration: Configuration, table: ConfigurationTable, rows: int) -> None:
        self._configuration = configuration
        self._table = table
        self._rows = rows
        self._moves: dict[int, _Move | None] = {}
        self.chains: dict[str, Chain | None] = {}
        self.polled: Chain = _only_chain(configuration.polled) or ()
        self.idle = _outcomes(configuration, rows)
        self.possible = (
            _rests(configuration)
            and not configuration.has_final
            and _only_chain(configuration.polled) is not None
            and not table.has_transient
        )

    def chain(self, event: str) -> Chain | None:
        """Return what is asked for an event, in order; None where more than one walk is."""
        found = self.chains[event] = _only_chain(self._configuration.reaction(event))
        return found

    def move(self, transition: int, chain: Chain) -> _Move | None:
        """Return the silent step of a transition; None where taking it is no quick thing."""
        if transition in self._moves:
            return self._moves[transition]
        row = next(one for one in chain if one.index == transition)
        step = self._configuration.step(row, self._table)
        move = None
        if step is not None and step.silent and _rests(step.leads_to) and not step.leads_to.has_final:
            after = bytearray(_outcomes(step.leads_to, self._rows))
            for index in step.exit_rows:
                after[index] = _EXITED
            for index, *_ in step.marks:
                after[index] = _REENTERED if index in step.exit_rows else _ENTERED
            after[transition] = _TAKEN
            move = _Move(step, bytes(after), step.leads_to.polled.empty)
        self._moves[transition] = move
        return move


def _rests(configuration: Configuration) -> bool:
    return configuration.eventless.empty and not configuration.updated


def _only_chain(asked: Candidates) -> Chain | None:
    """Return the transitions of the one walk that asks any; None where the order is not so plain."""
    if not asked.plain or asked.interrupts or len(asked.walks) > 1:
        return None
    return asked.walks[0] if asked.walks else ()


def _outcomes(configuration: Configuration, rows: int) -> bytes:
    outcomes = bytearray(rows)
    outcomes[configuration.machine.index] = _RUNNING
    for row in configuration.rows:
        outcomes[row] = _ACTIVE
    return bytes(outcomes)


def quick_tick_of(machine: MachineRow, table: ConfigurationTable, rows: int) -> QuickTick:
    """Return the quick tick of brains whose root is this machine; `rows` of the program."""
    sheets: dict[Configuration, _Sheet] = {}
    index = machine.index

    def quick(brain: MachineBrain) -> bool:
        now = brain.configurations.get(index)
        if now is None or brain.requests or brain.requests_in_force:
            return False
        sheet = sheets.get(now)
        if sheet is None:
            sheet = sheets[now] = _Sheet(now, table, rows)
        if not sheet.possible or not _is_current(now, brain):
            return False
        brain.tick_now = brain.host.tick
        if brain.condition_answers:
            brain.condition_answers = {}
        if not brain.posted:
            if brain.events_now:
                brain.start_events()
            return _poll(sheet, brain, index)
        return len(brain.posted) == 1 and _take_event(sheet, brain, index)

    return quick


def _is_current(configuration: Configuration, brain: MachineBrain) -> bool:
    memory = brain.machine_memory
    if memory.delayed or memory.pending:
        return False
    stored = brain.bytes_
    for row in configuration.atomic:
        if not stored[row]:
            break
    else:
        return True
    return False


def _poll(sheet: _Sheet, brain: MachineBrain, machine: int) -> bool:
    """Do a tick without events."""
    chain = sheet.polled
    found = _first_enabled(chain, brain) if chain else -1
    if found == -1:
        _stay(brain, sheet.idle, chain)
        return True
    move = sheet.move(found, chain) if found >= 0 else None
    if move is None:
        return False
    _take(brain, machine, move, chain)
    return True


def _take_event(sheet: _Sheet, brain: MachineBrain, machine: int) -> bool:
    """Do a tick with one event; nothing is polled before or after it."""
    posted = brain.posted
    event = posted[0]
    chain = sheet.chains[event.name] if event.name in sheet.chains else sheet.chain(event.name)
    if chain is None or sheet.polled:
        return False
    brain.events_now, brain.posted, brain.event = (event,), [], event
    found = _first_enabled(chain, brain) if chain else -1
    brain.event = None
    if found == -1:
        brain.handled = set()
        _stay(brain, sheet.idle, chain)
        return True
    move = sheet.move(found, chain) if found >= 0 else None
    if move is None or not move.leads_to_rest:
        brain.posted = posted
        return False
    brain.handled = {0}
    _take(brain, machine, move, chain)
    return True


def _first_enabled(chain: Chain, brain: MachineBrain) -> int:
    """Return the row of the first transition that is enabled, -1 for none, -2 where a guard fails."""
    now, ints = brain.tick_now, brain.ints
    for transition in chain:
        after, cooldown, guard = transition.after, transition.cooldown, transition.guard
        if after is not None and now < ints[after.enabled_from]:
            continue
        if cooldown is not None and now < ints[cooldown.ready_from]:
            continue
        if guard is None:
            return transition.index
        brain.state_row = transition.source
        try:
            if guard.run(brain):
                brain.state_row = None
                return transition.index
        except EvaluationError:
            brain.state_row = None
            return -2
    brain.state_row = None
    return -1


def _stay(brain: MachineBrain, idle: bytes, chain: Chain) -> None:
    brain.start_quick_tick()
    outcomes = brain.outcomes = bytearray(idle)
    for transition in chain:
        outcomes[transition.index] = _GUARD_FALSE


def _take(brain: MachineBrain, machine: int, move: _Move, chain: Chain) -> None:
    brain.start_quick_tick()
    taken = move.step.transition.index
    outcomes = brain.outcomes = bytearray(move.outcomes)
    for transition in chain:
        if transition.index == taken:
            break
        outcomes[transition.index] = _GUARD_FALSE
    brain.transitions_taken = [taken]
    step, stored, ints, now = move.step, brain.bytes_, brain.ints, brain.tick_now
    for row in step.exit_rows:
        stored[row] = 0
    for row, completed, entered, activation in step.marks:
        stored[row] = _RUNNING
        stored[completed] = 0
        ints[entered] = now
        ints[activation] += 1
    brain.configurations[machine] = step.leads_to
