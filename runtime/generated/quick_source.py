"""Write quick ticks of machines as Python source (see `quick_ticks.py`).

A function `quick(context, log)` asks in order what the ordinary tick would ask. Each way through it ends with
outcome bytes that are known beforehand, and with the few marks that a silent transition makes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from runtime.expressions.context import EvaluationError
from runtime.expressions.generate import inline_namespace
from runtime.expressions.tested_values import STATE_TIME, Reading
from runtime.generated.inline_expressions import inline_or_none
from runtime.generated.quick_notes import IDLE, QuickNote, QuickStory, readings_of
from runtime.generated.source_writer import SourceWriter
from runtime.state_machines.configuration_table import Chain
from runtime.state_machines.planned_step import PlannedStep
from runtime.state_machines.state_rows import MachineRow, Owner
from runtime.state_machines.transition_rows import TransitionRow
from runtime.status import Status, TransitionOutcome
from runtime.time_ticks import MOST_TICKS
from runtime.trace.trace_frame import Visit

if TYPE_CHECKING:
    from runtime.brains.brain import Brain
    from runtime.generated.quick_ticks import QuickTick, QuickTicks
    from runtime.program.code import Expression


@dataclass(slots=True, frozen=True)
class Phase:
    """Hold what is asked for an event, or polled: `interrupts`, none of which may be enabled, then `walk`.

    Those at the rows `idle` may be enabled: they lead only to where the machine is, and nothing comes of it.
    """

    interrupts: Chain
    walk: Chain
    idle: frozenset[int] = frozenset()

    @property
    def all(self) -> Chain:
        """Return everything that is asked, in order."""
        return (*self.interrupts, *self.walk)


@dataclass(slots=True, frozen=True, eq=False)
class QuickMove:
    """Hold a silent step with the outcome bytes of a tick in which it alone happens, and what goes on."""

    step: PlannedStep
    outcomes: bytes
    leads_to: QuickTicks | None


@dataclass(slots=True, frozen=True, eq=False)
class QuickPlan:
    """Say what a quick tick does.

    `atomic` are the rows that tell the configuration; no trigger of those at `triggers` may be armed. `idle`
    are the outcome bytes where nothing is taken. The `phases` are asked one after the other until something
    is taken; `moves` has, by phase and transition, what taking it does, None where that is left to the
    ordinary tick. `rate` counts the ticks of a second.
    """

    machine: MachineRow
    atomic: tuple[int, ...]
    triggers: tuple[int, ...]
    idle: bytes
    phases: tuple[Phase, ...]
    moves: Mapping[tuple[int, int], QuickMove | None]
    takes_event: bool
    rate: int


def write_quick_tick(plan: QuickPlan) -> QuickTick:
    """Return the quick tick that a plan describes."""
    source = _QuickSource(plan)
    text = source.function()
    exec(compile(text, "<generated quick tick>", "exec"), source.names)  # noqa: S102 - from typed rows only
    return cast("QuickTick", source.names["quick"])


def _ask(guard: Expression, source: Owner, brain: Brain) -> object:
    """Test a guard that cannot be written in place."""
    brain.state_row = source
    return guard.run(brain)


_GUARD_FALSE, _LOST = int(TransitionOutcome.GUARD_FALSE), int(TransitionOutcome.TRUE_BUT_LOST)

_NAMES: dict[str, object] = {
    "EvaluationError": EvaluationError,
    "FIRST": frozenset({0}),
    "NONE": frozenset(),
    "QuickNote": QuickNote,
    "ask": _ask,
    "bytearray": bytearray,
    "tuple": tuple,
}

_BUFFER = re.compile(r"\b(bytes_|ints|floats|objects|world_bytes|world_ints|world_floats|world_objects)\[")


class _QuickSource:
    """Write one quick tick."""

    def __init__(self, plan: QuickPlan) -> None:
        self.names: dict[str, object] = {**inline_namespace(), **_NAMES}
        self._plan = plan
        self._writer = SourceWriter(self.names)
        self._ends = 0
        asked = [entry for phase in plan.phases for entry in phase.all]
        self._idle = frozenset(row for phase in plan.phases for row in phase.idle)
        self._tests = {entry.index: self._test(entry) for entry in asked}
        self._calls = any("ask(" in test for test in self._tests.values())
        self._can_be_noted = all(entry.guard is None or entry.guard.readings is not None for entry in asked)

    def function(self) -> str:
        """Return the source of the function."""
        writer = self._writer
        self._write_beginning()
        with writer.block("try:" if self._calls else ""):
            self._write_phase(0, ())
        if self._calls:
            with writer.block("except EvaluationError:"):
                self._leave_it()
        self._write_end()
        body = "\n".join(writer.lines)
        buffers = sorted(set(_BUFFER.findall(body)))
        head = "\n".join(f"    {buffer} = context.{buffer}" for buffer in buffers)
        return f"def quick(context, log):\n{head}\n{body}\n"

    def _write_beginning(self) -> None:
        writer, plan = self._writer, self._plan
        writer.line("memory = context.machine_memory")
        here = " and ".join(f"bytes_[{row}]" for row in plan.atomic)
        waits = "memory.delayed or memory.pending or context.made_requests or context.requests_in_force"
        armed = "".join(f" or bytes_[{place}]" for place in plan.triggers)
        with writer.block(f"if not ({here}) or {waits} or context.ended{armed}:"):
            writer.line("return False")
        if not self._can_be_noted:
            with writer.block("if log is not None:"):
                writer.line("return False")
        writer.line("now = context.tick_now = context.host.tick")
        writer.line("used = context.occasional")
        if self._calls:
            with writer.block("if used is not None:"):
                writer.line("used.condition_answers = None")
        if plan.takes_event:
            writer.line("posted = context.posted")
            writer.line("context.events_now = tuple(posted)")
            if self._calls:
                writer.line("context.event = posted[0]")
            return
        with writer.block("if context.events_now:"):
            writer.line("context.events_now = ()")
            writer.line("context.handled = NONE")

    def _write_end(self) -> None:
        writer = self._writer
        writer.line("context.outcomes = out")
        writer.line("context.transitions_taken = taken")
        writer.line("context.made_writes = None")
        with writer.block("if used is not None:"):
            writer.line("context.reset_occasional(used)")
        writer.line("context.quiet_ticks += 1")
        if self._plan.takes_event:
            writer.line("context.handled = handled")
            writer.line("posted.clear()")
        if self._calls:
            writer.line("context.event = context.state_row = None")
        writer.line("return True")

    def _leave_it(self) -> None:
        """Leave the tick to the ordinary way."""
        if self._calls:
            self._writer.line("context.event = None")
        self._writer.line("return False")

    def _write_phase(self, place: int, asked: Chain) -> None:
        """Ask one phase and those behind it; `asked` was asked before."""
        writer, plan = self._writer, self._plan
        if place == len(plan.phases):
            self._write_stay(asked)
            return
        phase = plan.phases[place]
        stopping = []
        for entry in phase.interrupts:
            test = self._tests[entry.index] or "True"
            if entry.index in phase.idle:
                writer.line(f"idle_{entry.index} = {_LOST} if {test} else {_GUARD_FALSE}")
            else:
                stopping.append(test)
        if stopping:
            with writer.block(f"if {' or '.join(stopping)}:"):
                self._leave_it()
        asked = (*asked, *phase.interrupts)
        word = "if"
        for entry in phase.walk:
            asked = (*asked, entry)
            test = self._tests[entry.index]
            with writer.block(f"{word} {test}:" if test else "else:" if word == "elif" else ""):
                self._write_hit(place, entry, asked)
            if not test:
                return
            word = "elif"
        with writer.block("else:" if word == "elif" else ""):
            self._write_phase(place + 1, asked)

    def _test(self, entry: TransitionRow) -> str:
        """Return the source of whether a transition is enabled, "" where it always is."""
        tests = []
        if entry.after is not None:
            tests.append(f"now >= ints[{entry.after.enabled_from}]")
        if entry.cooldown is not None:
            tests.append(f"now >= ints[{entry.cooldown.ready_from}]")
        if entry.guard is not None:
            inline = inline_or_none(entry.guard, _state_time(entry.source), unarmed=True)
            if inline is None:
                guard = self._writer.name("guard", entry.index, entry.guard)
                source = self._writer.name("row", entry.source.index, entry.source)
                inline = f"ask({guard}, {source}, context)"
            tests.append(inline)
        return " and ".join(tests)

    # -- how a tick ends ----------------------------------------------------------------------------

    def _write_stay(self, asked: Chain) -> None:
        """Write a tick in which nothing is taken."""
        self._write_outcomes(self._plan.idle, asked, -1)
        self._writer.line("taken = ()")
        if self._plan.takes_event:
            self._writer.line("handled = NONE")
        self._write_notes(asked, -1, ())

    def _write_hit(self, place: int, entry: TransitionRow, asked: Chain) -> None:
        """Write a tick in which one transition is taken."""
        writer, plan = self._writer, self._plan
        move = plan.moves[place, entry.index]
        if move is None:
            self._leave_it()
            return
        self._write_outcomes(move.outcomes, asked, entry.index)
        writer.line(f"taken = {writer.name('taken', self._ends, (entry.index,))}")
        if plan.takes_event:
            writer.line(f"handled = {'FIRST' if place == 0 else 'NONE'}")
        self._write_notes(asked, entry.index, _passages(move.step))
        for row in move.step.exit_rows:
            writer.line(f"bytes_[{row}] = 0")
        for row, completed, entered, activation in move.step.marks:
            writer.line(f"bytes_[{row}] = {int(Status.RUNNING)}")
            writer.line(f"bytes_[{completed}] = 0")
            writer.line(f"ints[{entered}] = now")
            writer.line(f"ints[{activation}] += 1")
        for slot, ticks in move.step.timers:
            writer.line(f"ints[{slot}] = now + {ticks} if now < {MOST_TICKS - ticks} else {MOST_TICKS}")
        for slot, ticks in move.step.lengths:
            writer.line(f"ints[{slot}] = {ticks}")
        writer.line(f"context.quick = {writer.name('quick', self._ends, move.leads_to)}")
        if move.leads_to is None:
            configuration = writer.name("configuration", self._ends, move.step.leads_to)
            writer.line(f"context.configurations[{plan.machine.index}] = {configuration}")

    def _write_outcomes(self, outcomes: bytes, asked: Chain, taken: int) -> None:
        self._ends += 1
        known = bytearray(outcomes)
        for entry in asked:
            if entry.index != taken:
                known[entry.index] = _GUARD_FALSE
        self._writer.line(f"out = bytearray({self._writer.name('outcomes', self._ends, bytes(known))})")
        for entry in asked:
            if entry.index in self._idle:
                self._writer.line(f"out[{entry.index}] = idle_{entry.index}")

    def _write_notes(self, asked: Chain, taken: int, passages: tuple[object, ...]) -> None:
        """Note for the log what was asked, with what it read, and what was exited and entered."""
        writer, plan = self._writer, self._plan
        if not self._can_be_noted:
            return
        with writer.block("if log is not None:"):
            writer.line(f"log.agent, log.time = context.agent, now / {plan.rate}")
            if asked:
                idle = [(IDLE, entry.index) for entry in asked if entry.index in self._idle]
                read = (reading for entry in asked for reading in readings_of(entry))
                readings = tuple(dict.fromkeys((*idle, *read)))
                story = writer.name("story", self._ends, QuickStory(asked, taken, readings, plan.rate))
                values = "".join(f"{_read(reading)}, " for reading in readings)
                writer.line(f"log.considered.append(QuickNote({story}, now, ({values})))")
            notes = (*passages, Visit(plan.machine.index, Status.RUNNING, ""))
            writer.line(f"log.notes += {writer.name('notes', self._ends, notes)}")


def _passages(step: PlannedStep) -> tuple[object, ...]:
    exits = [(row, "exit") for row in step.exit_rows]
    return (*exits, *((row, "enter") for row, *_ in step.marks))


def _state_time(source: Owner) -> str:
    return f"((now - ints[{source.entered_slot}]) / context.rate)"


def _read(reading: Reading) -> str:
    buffer, index = reading
    if buffer == IDLE:
        return f"idle_{index}"
    return f"((now - ints[{index}]) / context.rate)" if buffer == STATE_TIME[0] else f"{buffer}[{index}]"
