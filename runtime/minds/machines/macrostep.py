"""Run to completion: take one event, or one microstep, and go on until nothing more happens (rule 4.3).

A round is one microstep or one internal event taken. After the event or microstep that starts a macrostep,
every round asks eventless transitions first, then the next internal event. More rounds than the program
allows are an error that names what goes round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.host import RaisedEvent
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.machines.microstep import microstep
from runtime.minds.machines.selection import Selection, select_eventless, select_for_event
from runtime.minds.machines.tick_state import Completion, MachineTick

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

LONGEST_PERIOD = 50
"""Rounds that are looked at for what repeats."""


class NotAtRest(Exception):
    """Say that a machine did not come to rest, and what it repeats."""


class Rounds:
    """Count the rounds of one macrostep and remember what each did."""

    __slots__ = ("_done", "_most")

    def __init__(self, brain: TickingBrain) -> None:
        self._most = brain.program.rounds
        self._done: list[tuple[RaisedEvent | Completion | None, tuple[TransitionRow, ...]]] = []

    def add(self, picked: list[TransitionRow], item: RaisedEvent | Completion | None = None) -> None:
        """Count a round; raise `NotAtRest` when there are more than allowed."""
        if len(self._done) >= self._most:
            raise NotAtRest(self._endless())
        self._done.append((item, tuple(picked)))

    def _endless(self) -> str:
        told = [_told(item, picked) for item, picked in self._done[-2 * LONGEST_PERIOD :]]
        period = next(
            (size for size in range(1, len(told) // 2 + 1) if told[-size:] == told[-2 * size : -size]), 6
        )
        return (
            f"The machine did not come to rest in {self._most:,} rounds of one tick; it repeats: "
            f"{'; '.join(told[-period:])}. The rest of the tick was dropped. Add a guard that ends it."
        )


def macrostep(
    machine: MachineRow, brain: TickingBrain, tick: MachineTick, item: RaisedEvent | Completion
) -> bool:
    """Take one event or completion and run to rest; tell whether any transition took it.

    One that became pending by an event took it too.
    """
    if isinstance(item, Completion) and item.is_over(brain):
        return False
    tick.begin_macrostep()
    rounds = Rounds(brain)
    taken = _take_event(machine, brain, item, rounds)
    run_to_rest(machine, brain, tick, rounds, begun=True)
    return taken


def take_and_rest(machine: MachineRow, brain: TickingBrain, tick: MachineTick, selection: Selection) -> None:
    """Take what was selected as one microstep, if it is anything, and run to rest."""
    rounds = Rounds(brain)
    if selection.picked:
        rounds.add(selection.picked)
        microstep(machine, brain, selection.picked)
    run_to_rest(machine, brain, tick, rounds, begun=True)


def run_to_rest(
    machine: MachineRow,
    brain: TickingBrain,
    tick: MachineTick,
    rounds: Rounds | None = None,
    *,
    begun: bool = False,
) -> None:
    """Run eventless transitions, then internal events, until nothing more happens.

    `begun` tells that the macrostep was begun by the caller. Raises `NotAtRest`.
    """
    if not begun:
        tick.begin_macrostep()
    rounds = rounds or Rounds(brain)
    while tick.status is None:
        picked = select_eventless(machine, brain).picked if machine.has_eventless else []
        if picked:
            rounds.add(picked)
            microstep(machine, brain, picked)
        elif tick.queue:
            item = tick.queue.popleft()
            if isinstance(item, Completion) and item.is_over(brain):
                continue
            taken = _take_event(machine, brain, item, rounds)
            if isinstance(item, RaisedEvent):
                brain.raised.append((item, taken))
        else:
            break
    tick.in_macrostep = False


def _take_event(
    machine: MachineRow, brain: TickingBrain, item: RaisedEvent | Completion, rounds: Rounds
) -> bool:
    brain.event = item if isinstance(item, RaisedEvent) else None
    selection = select_for_event(machine, brain, item)
    rounds.add(selection.picked, item)
    if selection.picked:
        microstep(machine, brain, selection.picked)
    brain.event = None
    return bool(selection.picked or selection.postponed)


def _told(item: RaisedEvent | Completion | None, picked: tuple[TransitionRow, ...]) -> str:
    moves = ", ".join(_move(transition) for transition in picked)
    if item is None:
        return moves or "transient states, entered again"
    name = f"event {item.name}" if isinstance(item, RaisedEvent) else f"completion of {item.state.name}"
    return f"{name} ({moves})" if moves else name


def _move(transition: TransitionRow) -> str:
    source = transition.source.name if isinstance(transition.source, StateRow) else "the machine"
    targets = ", ".join(target.name for target in transition.targets)
    return f"transition {transition.node} from {source}" + (f" to {targets}" if targets else "")
