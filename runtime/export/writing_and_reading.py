"""What forms know while an export is written and while one is read.

Every place of an agent's memory belongs to one thing only: rows trust what they find in their own places, a
child's position, a tick. An export in which a variable lies where a row keeps such a number is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.curves.curve_tables import Table
from graphs.expressions.types import Type, Value
from runtime.basics.context import BufferName, Slot
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.game_needs import GameNeeds
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.machines.machine_rows import WeightedGroup
from runtime.minds.program.rows import Row


@dataclass(frozen=True, slots=True)
class ExportedVariable:
    """Hold a variable: its name, its scope (agent, world, graph or parameter), where it lies, its default.

    `minimum`, `maximum` and `unit` are what its declaration tells the game, `rise` by how much it changes in
    a second by itself.
    """

    name: str
    scope: str
    slot: Slot
    default: Value
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    rise: float = 0.0


@dataclass
class Reading:
    """Hold what was read so far: all rows, empty or filled, and the variables.

    `row` is the row being read. `slots` are the places of the variables by the key that expressions name
    them with. `rate` are ticks per second, `curves` the tables of curves by name.
    """

    rows: list[Row]
    variables: Sequence[ExportedVariable]
    claims: MemoryClaims
    needs: GameNeeds
    library: ActionLibrary
    slots: Mapping[str, Slot]
    rate: int = 1
    groups: list[WeightedGroup] = field(default_factory=list)
    curves: Mapping[str, Table] = field(default_factory=dict)
    row: Any = None
    _later: list[Callable[[], None]] = field(default_factory=list)
    _last: list[Callable[[], None]] = field(default_factory=list)

    def row_at(self, data: JsonValue, path: str) -> Row:
        """Return the row of a number."""
        if isinstance(data, int) and not isinstance(data, bool) and 0 <= data < len(self.rows):
            return self.rows[data]
        raise expected(f"the number of one of the {len(self.rows)} rows", data, path)

    def variable_at(self, data: JsonValue, path: str) -> ExportedVariable:
        """Return the variable of a number."""
        if isinstance(data, int) and not isinstance(data, bool) and 0 <= data < len(self.variables):
            return self.variables[data]
        raise expected(f"the number of one of the {len(self.variables)} variables", data, path)

    def later(self, check: Callable[[], None]) -> None:
        """Let something be done once all rows are read."""
        self._later.append(check)

    def last(self, check: Callable[[], None]) -> None:
        """Let something be done once every place of memory has its owner too."""
        self._last.append(check)

    def finish(self) -> None:
        """Do what had to wait for all rows: owners of memory first, then what asks for them."""
        for check in (*self._later, *self._last):
            check()

    def require(self, holds: bool, path: str, message: str) -> None:
        """Raise `ExportProblem` unless something holds."""
        if not holds:
            raise ExportProblem(path, message, EXPORT_AGAIN)


def variable_key(position: int) -> str:
    """Return the key by which expressions of a loaded program name a variable."""
    return f"variable {position}"


def type_words(declared: Type) -> str:
    """Return a type in words, an enum with its values."""
    return f"an enum of {', '.join(declared.values)}" if declared.values else declared.phrase


Place = tuple[BufferName, int, bool]
"""Where a variable lies: buffer, index, whether it is the world's."""


def place_of(slot: Slot) -> Place:
    """Return where a slot lies."""
    return slot.buffer, slot.index, slot.shared


@dataclass(frozen=True)
class Writing:
    """Hold the numbers of variables and groups; `names` tells whether texts for people are written too."""

    names: bool
    variables: Mapping[Place, int]
    groups: Mapping[int, int]

    def variable(self, slot: Slot) -> int:
        """Return the number of the variable at a slot."""
        return self.variables[place_of(slot)]

    def find_variable(self, slot: Slot) -> int | None:
        """Return the number of the variable at a slot, None where it is no variable."""
        return self.variables.get(place_of(slot))

    def group(self, group: WeightedGroup) -> int:
        """Return the number of a weighted group."""
        return self.groups[id(group)]


BUFFERS: tuple[BufferName, ...] = ("byte", "int", "float", "object")
"""The four buffers of an agent's memory."""

MOST_PLACES = 4_000_000
"""Places that one buffer may have: what an agent's memory should ever hold."""


def width_of(slot: Slot) -> int:
    """Return how many places a value takes from the slot's index on."""
    kind = slot.type.item or slot.type.kind
    return (2 if kind.value == "vector" else 1) * (slot.type.most or 1)


class MemoryClaims:
    """Note who owns each place of the four buffers of `sizes`; raise `ExportProblem` for a second owner."""

    def __init__(self, sizes: Mapping[BufferName, int]) -> None:
        self._sizes = sizes
        self._owners: dict[BufferName, dict[int, str]] = {name: {} for name in sizes}

    def claim(self, buffer: BufferName, first: int, count: int, owner: str) -> None:
        """Take `count` places from `first` on for `owner`, the path of what names them."""
        if not 0 <= first <= first + count <= self._sizes[buffer]:
            said = f"The {buffer} memory has {self._sizes[buffer]} places; {first} is none of them."
            raise ExportProblem(owner, said, EXPORT_AGAIN)
        owners = self._owners[buffer]
        for place in range(first, first + count):
            other = owners.setdefault(place, owner)
            if other is not owner:
                raise ExportProblem(owner, f"{buffer} {place} belongs to {other} already.", EXPORT_AGAIN)

    def claim_shared(self, buffer: BufferName, place: int, owner: str, sort: str) -> None:
        """Take a place that all things of one `sort` may share, such as one node's count of draws."""
        owners = self._owners[buffer]
        if owners.get(place) == sort:
            return
        if place in owners:
            raise ExportProblem(owner, f"{buffer} {place} belongs to {owners[place]} already.", EXPORT_AGAIN)
        if not 0 <= place < self._sizes[buffer]:
            said = f"The {buffer} memory has {self._sizes[buffer]} places; {place} is none of them."
            raise ExportProblem(owner, said, EXPORT_AGAIN)
        owners[place] = sort

    def require_owned(self, buffer: BufferName, place: int, path: str) -> None:
        """Raise `ExportProblem` for a place that nothing owns."""
        if place not in self._owners[buffer]:
            raise ExportProblem(path, f"Nothing keeps anything in {buffer} {place}.", EXPORT_AGAIN)

    def owner(self, buffer: BufferName, place: int) -> str:
        """Return the path of what owns a place, "" for none."""
        return self._owners[buffer].get(place, "")
