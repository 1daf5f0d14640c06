"""What forms know while an export is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import Type, Value
from runtime.basics.context import Slot
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.game_needs import GameNeeds
from runtime.export.memory_claims import MemoryClaims
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.machines.machine_rows import WeightedGroup
from runtime.minds.program.rows import Row


@dataclass(frozen=True, slots=True)
class ExportedVariable:
    """Hold a variable: its name, its scope (agent, world, graph or parameter), where it lies, its default.

    `minimum`, `maximum` and `unit` are what its declaration tells the game.
    """

    name: str
    scope: str
    slot: Slot
    default: Value
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""


@dataclass
class Reading:
    """Hold what was read so far: all rows, empty or filled, and the variables.

    `row` is the row being read. `slots` are the places of the variables by the key that expressions name
    them with.
    """

    rows: list[Row]
    variables: Sequence[ExportedVariable]
    claims: MemoryClaims
    needs: GameNeeds
    library: ActionLibrary
    slots: Mapping[str, Slot]
    groups: list[WeightedGroup] = field(default_factory=list)
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
