"""Let a fresh brain go on from what another one remembered, perhaps of an older document (rules: section 8).

| what | is taken over when |
|---|---|
| status RUNNING | id, kind and call path still exist, the node is not disabled, its parent goes on running |
| running memory | the node goes on running; what is not told is as if it had just been entered |
| lasting memory, draw counts | id, kind and call path still exist |
| variables, graph variables, parameters | the name still exists and the value fits the type |
| the place of a composite | its child is still there; else the composite does not go on |

What cannot be taken over is left as a fresh brain has it, and told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import name_remedy
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.status import Status
from runtime.minds.actions.action import Action
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.memory.brain_memory import BrainMemory, GraphMemory, NodeMemory, draw_counters, let_wait
from runtime.minds.memory.completing import complete_configurations, why_not_active
from runtime.minds.memory.memory_values import (
    ChildGone,
    MemoryRefused,
    checked_plain,
    child_ids,
    write_memory,
)
from runtime.minds.program.row_fields import Meaning, Memory
from runtime.minds.program.rows import Row, RowFamily, row_path
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.program.triggers import ARMED, LATCHED
from runtime.minds.trees.claiming import NO_SCOPE, claims_of
from runtime.minds.trees.leaves import ActionRow

_STATUSES: Mapping[str, Status] = {"success": Status.SUCCESS, "failure": Status.FAILURE}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Say what was not taken over and why: `where` is `nodes.n3`, `graphs.n3.variables.x`, `variables.x`.

    What was `entered` in place of what is gone is told as well.
    """

    where: str
    why: str
    entered: bool = False


class NotTakenOver(Exception):
    """Say that what is told of a brain makes no sense at one place, and what would."""

    def __init__(self, where: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message
        self.remedy = remedy


def take_over(memory: BrainMemory, brain: Brain) -> tuple[LeftOut, ...]:
    """Let a fresh brain remember all that still has a place in it; return what has none any more.

    The brain's `tick_now` is the tick before the one that it goes on with. Raises `NotTakenOver` for a value
    that its place can never hold; the brain is of no use then.
    """
    return _TakingOver(memory, brain).run()


class _TakingOver:
    """Write into one brain, and gather what is left out."""

    def __init__(self, memory: BrainMemory, brain: Brain) -> None:
        self._memory = memory
        self._brain = brain
        self._left_out: list[LeftOut] = []
        self._running: set[int] = set()
        self._only_child: dict[int, int] = {}

    def run(self) -> tuple[LeftOut, ...]:
        memory, brain = self._memory, self._brain
        self._values("variables", memory.variables, brain.program.variables)
        for path, graph in memory.graphs.items():
            self._graph(path, graph)
        self._latches()
        known = {row_path(row): row for row in brain.program.rows}
        for path in memory.nodes:
            if path not in known:
                self._leave_out(f"nodes.{path}", "It is not in this mind.")
        for path, row in known.items():
            node = memory.nodes.get(path)
            if node is not None:
                self._node(path, row, node)
        self._claims()
        for path, counter in draw_counters(brain.program.instances).items():
            told = memory.nodes.get(path)
            if told is not None:
                brain.ints[counter] = told.draws
        for where, why in let_wait(memory.delayed, memory.pending, brain, self._running):
            self._leave_out(where, why)
        brain.posted = list(memory.events)
        brain.requests_in_force = memory.requests
        brain.quiet_ticks = memory.quiet_ticks
        brain.ended = memory.ended
        brain.tick_now = brain.host.tick
        for path in complete_configurations(memory.nodes, brain):
            why = "It is entered, since what it stands in had no active state."
            self._left_out.append(LeftOut(f"nodes.{path}", why, entered=True))
        return tuple(self._left_out)

    def _leave_out(self, where: str, why: str) -> None:
        self._left_out.append(LeftOut(where, why))

    def _graph(self, path: str, graph: GraphMemory) -> None:
        found = [instance for instance in self._brain.program.instances if instance.path == path]
        if not found:
            self._leave_out(f"graphs.{path}", "No graph is called there in this mind.")
            return
        for field, scope, values in (
            ("variables", "graph", graph.variables),
            ("parameters", "parameter", graph.parameters),
        ):
            slots = {
                key.partition(":")[2]: slot
                for each in found
                for key, slot in each.slots.items()
                if key.startswith(f"{scope}:")
            }
            self._values(f"graphs.{path}.{field}", values, slots)

    def _values(self, where: str, values: Mapping[str, JsonValue], slots: Mapping[str, Slot]) -> None:
        for name, value in values.items():
            slot = slots.get(name)
            if slot is None:
                self._leave_out(f"{where}.{name}", "It is not in this mind.")
                continue
            try:
                self._brain.put(slot, checked_plain(slot, value, name))
            except MemoryRefused as refused:
                self._leave_out(f"{where}.{name}", refused.message)

    def _latches(self) -> None:
        brain = self._brain
        for place in brain.program.timed_triggers:
            latch = self._memory.latches.get(place.label)
            if latch is not None and brain.bytes_[place.index]:
                brain.bytes_[place.index] = LATCHED if latch.had_tick else ARMED
                brain.ints[place.until] = latch.until

    def _claims(self) -> None:
        """Let claims hold nothing whose place goes back with a node that does not run."""
        for claim in claims_of(self._brain.program):
            if claim.held_by(self._brain) and claim.scope != NO_SCOPE and claim.scope not in self._running:
                self._brain.objects[claim.held] = None
                self._leave_out(f"nodes.{row_path(claim)}.memory.claimed", "Its parent does not run.")

    def _node(self, path: str, row: Row, node: NodeMemory) -> None:
        where = f"nodes.{path}"
        if node.kind and node.kind != row.kind:
            self._leave_out(where, f"It was a {node.kind} and is a {row.kind} now.")
        elif isinstance(row, TreeRow) and row.disabled:
            self._leave_out(where, "It is disabled.")
        else:
            self._same_node(where, row, node)

    def _same_node(self, where: str, row: Row, node: NodeMemory) -> None:
        names = [memory.name for memory in row.memories()]
        for name in node.memory:
            if name not in names:
                said = f"A {row.kind} remembers no {name!r}."
                raise NotTakenOver(f"{where}.memory.{name}", said, name_remedy(name, names))
        why_not = self._why_not_running(row) if node.status == "running" else ""
        if why_not:
            self._leave_out(where, why_not)
        told = node.memory
        goes_on = node.status == "running" and not why_not
        if goes_on:
            told = self._with_derived_place(row, told)
            if any(not memory.lasting and memory.name not in told for memory in row.memories()):
                self._enter(where, row)
        try:
            for memory in row.memories():
                if memory.name in told and (goes_on or memory.lasting):
                    self._write(where, memory, row, told[memory.name])
        except ChildGone as gone:
            self._leave_out(where, str(gone))
            goes_on = False
        if goes_on:
            self._go_on(row)
        elif node.status in _STATUSES and self._parent_runs(row):
            self._brain.bytes_[row.index] = _STATUSES[node.status]

    def _why_not_running(self, row: Row) -> str:
        """Return why a node that ran cannot go on, "" where it can."""
        if row.family is RowFamily.TRANSITION:
            return "A transition does not run."
        if not self._parent_runs(row):
            return "What it stands in does not run."
        if isinstance(row, StateRow):
            return why_not_active(row, self._brain)
        only = self._only_child.get(row.parent)
        if only is not None and only != row.index:
            at = self._brain.program.rows[only].node
            return f"Its parent is at {at}."
        return ""

    def _parent_runs(self, row: Row) -> bool:
        return row.parent < 0 or row.parent in self._running

    def _go_on(self, row: Row) -> None:
        self._brain.bytes_[row.index] = Status.RUNNING
        self._running.add(row.index)
        for memory in row.memories():
            if memory.only_child:
                self._note_only_child(row, memory)

    def _with_derived_place(self, row: Row, told: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Add the place of a composite that is not told: it is the first child that ran."""
        missing = [memory for memory in row.memories() if memory.only_child and memory.name not in told]
        if not missing or not isinstance(row, TreeRow):
            return told
        names = child_ids(row)
        place = next((place for place, child in enumerate(row.child_rows) if self._ran(child)), None)
        return told if place is None else {**told, **{each.name: names[place] for each in missing}}

    def _ran(self, row: Row) -> bool:
        node = self._memory.nodes.get(row_path(row))
        return node is not None and node.status == "running" and node.kind in ("", row.kind)

    def _note_only_child(self, row: Row, memory: Memory) -> None:
        assert isinstance(row, TreeRow)
        ints = self._brain.ints
        place = ints[memory.index]
        if memory.meaning is Meaning.PLACE_IN_ORDER:
            place = ints[memory.order + place]
        if 0 <= place < len(row.child_rows):
            self._only_child[row.index] = row.child_rows[place].index

    def _enter(self, where: str, row: Row) -> None:
        """Make the memory of a node that is not told, as if it had been entered on the tick before."""
        brain = self._brain
        try:
            if isinstance(row, MachineRow):
                brain.ints[row.entered_slot] = brain.tick_now
            elif isinstance(row, TreeRow):
                row.enter(brain)
                if isinstance(row, ActionRow) and type(row.action).enter is Action.enter:
                    brain.bytes_[row.begun] = 1
                for service in row.services:
                    brain.ints[service.interval] = service.every.ticks(brain, row)
                    brain.ints[service.due] = brain.due_after(brain.ints[service.interval])
                    if service.jitter is not None:
                        brain.ints[service.spread] = service.jitter.ticks(brain, row)
            elif isinstance(row, StateRow):
                brain.ints[row.entered_slot] = brain.tick_now
        except EvaluationError as error:
            said = f"What it remembers is not told and cannot be made: {error}"
            raise NotTakenOver(f"{where}.memory", said, "Write it.") from None

    def _write(self, where: str, memory: Memory, row: Row, value: JsonValue) -> None:
        try:
            write_memory(memory, row, self._brain.state, value)
        except MemoryRefused as refused:
            place = f"{where}.memory.{memory.name}"
            raise NotTakenOver(place, refused.message, refused.remedy) from None
