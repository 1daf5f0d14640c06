"""Tell variables of one name apart by the place they are kept in, and who can write there.

A write in the trace has the name that the graph has. A variable of a graph hides one of the agent of the
same name, and a parameter that gives a value back is a variable of its caller (rule 2.2): which of
them was written shows in the place of the line that wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from runtime.basics.context import Slot
from runtime.history.recording.row_words import parts_of
from runtime.minds.actions.action_lines import AssignLine, DrawLine, ListLine, SetLine
from runtime.minds.decisions.leaves import RunRow
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.code import LineCode
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import ServiceCode, TreeRow
from runtime.minds.trees.claiming import PlaceRow
from runtime.minds.trees.subtree import Binding

_WRITING = (AssignLine, DrawLine, ListLine, SetLine)

PlaceKind = Literal["agent", "world", "graph"]


@dataclass(frozen=True, slots=True)
class VariablePlace:
    """Name the place of a variable in any version of a program.

    Of kind "graph" it is `key`, `graph:name` or `parameter:name`, of the use of `graph` at the call path
    `path`.
    """

    name: str
    kind: PlaceKind = "agent"
    graph: str = ""
    path: str = ""
    key: str = ""

    def slot(self, program: Program) -> Slot | None:
        """Return where it lies in a program, None where it does not know it."""
        if self.kind == "agent":
            return program.variables.get(self.name)
        if self.kind == "world":
            return program.world_variables.get(self.name)
        uses = (use for use in program.instances if use.graph == self.graph and use.path == self.path)
        return next((use.slots.get(self.key) for use in uses), None)

    def is_plain(self, program: Program) -> bool:
        """Tell whether its name alone says which variable of an agent is meant."""
        keys = {f"graph:{self.name}", f"parameter:{self.name}"}
        return self.kind == "agent" and not any(keys & use.slots.keys() for use in program.instances)


def place_at(program: Program, slot: Slot, name: str) -> VariablePlace:
    """Return the place that lies at a slot; one of the agent called `name` where none does."""
    for known, place in program.variables.items():
        if place == slot:
            return VariablePlace(known)
    for known, place in program.world_variables.items():
        if place == slot:
            return VariablePlace(known, "world")
    for use in program.instances:
        for key, place in use.slots.items():
            if place == slot:
                return VariablePlace(key.partition(":")[2], "graph", use.graph, use.path, key)
    return VariablePlace(name)


class Writers:
    """Tell of rows what they write, looked up once for each."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Mapping[str, frozenset[Slot]]] = {}
        self._programs: dict[int, Program] = {}

    def writes(self, program: Program, row: int, name: str, slot: Slot) -> bool:
        """Tell whether what a row wrote under a name went to a place.

        A trigger is used up by a row that has no line for it; then the name has to do.
        """
        lines = self._of(program, row)
        return slot in lines[name] if name in lines else True

    def can_write(self, program: Program, slot: Slot) -> bool:
        """Tell whether any row of a program has a line that writes to a place."""
        rows = range(len(program.rows))
        return any(slot in slots for row in rows for slots in self._of(program, row).values())

    def _of(self, program: Program, row: int) -> Mapping[str, frozenset[Slot]]:
        self._programs[id(program)] = program
        key = (id(program), row)
        if key not in self._known:
            found: dict[str, set[Slot]] = {}
            for line in _lines_of(program.rows[row]):
                if isinstance(line, _WRITING):
                    found.setdefault(line.name, set()).add(line.slot)
            row_at = program.rows[row]
            if isinstance(row_at, PlaceRow) and row_at.counter is not None:
                found.setdefault(row_at.variable, set()).add(row_at.counter)
            self._known[key] = {name: frozenset(slots) for name, slots in found.items()}
        return self._known[key]


def written_by(program: Program, row: int, name: str, slot: Slot) -> Literal["service", "end", "row"]:
    """Return what of a row has all its lines that write to a place under a name."""

    def writing(lines: Iterable[LineCode]) -> int:
        return sum(isinstance(line, _WRITING) and (line.name, line.slot) == (name, slot) for line in lines)

    node = program.rows[row]
    every = writing(_lines_of(node))
    served = (line for part in parts_of(node, ServiceCode) for line in parts_of(part, LineCode))
    if 0 < every == writing(served):
        return "service"
    return "end" if 0 < every == writing(_lines_at_end(node)) else "row"


def _lines_of(row: Row) -> Iterator[LineCode]:
    """Yield the lines of a row: those at the end of an activity are of its state."""
    others = [code for code in row.ends if code.row is not row] if isinstance(row, TreeRow) else []
    elsewhere = {id(line) for code in others for line in parts_of(code, LineCode)}
    yield from (line for line in parts_of(row, LineCode) if id(line) not in elsewhere)
    if isinstance(row, StateRow):
        yield from _lines_at_end(row)


def _lines_at_end(row: Row) -> Iterator[LineCode]:
    ticked = row.activity.row if isinstance(row, StateRow) and row.activity is not None else row
    for code in ticked.ends if isinstance(ticked, TreeRow) else ():
        if code.row is row:
            yield from parts_of(code, LineCode)


def makers_of(program: Program, slot: Slot) -> frozenset[int]:
    """Return the rows that make a place again whenever they are entered (rule 3.13)."""
    return frozenset(row.index for row in program.rows if any(slot == made for made in _made_by(row)))


def _made_by(row: Row) -> tuple[Slot, ...]:
    fresh = row.fresh if isinstance(row, RunRow) else ()
    if isinstance(row, StateRow) and row.activity is not None:
        fresh = row.activity.fresh
    return tuple(slot for slot, _ in fresh)


def giver_of(program: Program, slot: Slot) -> tuple[int, Binding] | None:
    """Return the row that gives a parameter its value before every tick, and what it gives."""
    for row in program.rows:
        for binding in parts_of(row, Binding):
            if binding.slot == slot:
                return row.index, binding
    return None
