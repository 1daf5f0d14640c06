"""Put the lasting memory of nodes aside while they are disabled (rules 8.2, 3.13).

Nothing of a disabled node or transition is compiled, nor of a graph that a disabled node calls, so there are
no places for what they remember. A node that is enabled again is the same node: it goes on counting, cooling
down and drawing where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from runtime.minds.brain.brain import Brain
from runtime.minds.memory.brain_memory import draw_counters
from runtime.minds.memory.memory_values import ChildGone, read_memory, write_memory
from runtime.minds.memory.row_matching import NOWHERE, RowMatch, disabled_rows
from runtime.minds.program.program import Program
from runtime.minds.program.rarely_used_state import Shelved

DRAWS = "draws"
"""The name under which the count of draws is put aside."""


@dataclass(frozen=True, slots=True)
class ShelfPlan:
    """Hold the rows of the old program that an edit disabled, and the paths that are disabled in the new."""

    put_away: tuple[int, ...]
    disabled: frozenset[str]

    def is_away(self, path: str) -> bool:
        """Tell whether a path is that of a disabled node, or lies in a graph that one calls."""
        while path not in self.disabled:
            path, slash, _ = path.rpartition("/")
            if not slash:
                return False
        return True


def shelf_plan(old: Program, new: Program, match: RowMatch) -> ShelfPlan:
    """Return which nodes an edit disabled."""
    before, after = disabled_rows(old), disabled_rows(new)
    plan = ShelfPlan((), frozenset(new.rows[row].path for row in after))
    put_away = (
        row.index
        for row, place in zip(old.rows, match.new_of, strict=True)
        if row.index not in before and (place == NOWHERE or place in after) and plan.is_away(row.path)
    )
    return ShelfPlan(tuple(put_away), plan.disabled)


def carry_shelf(plan: ShelfPlan, old: Brain, new: Brain) -> None:
    """Put aside what is disabled now, and give back what is enabled again."""
    shelf = {path: shelved for path, shelved in old.shelf.items() if plan.is_away(path)}
    if plan.put_away:
        draws = draw_counters(old.program.instances)
        for index in plan.put_away:
            row = old.program.rows[index]
            values = dict(_lasting(index, draws, old))
            if values:
                shelf[row.path] = (row.kind, values)
    if old.shelf:
        _give_back(old.shelf, shelf, new)
    new.shelf = shelf


def _lasting(index: int, draws: Mapping[str, int], brain: Brain) -> Iterator[tuple[str, JsonValue]]:
    row = brain.program.rows[index]
    for memory in row.memories():
        if memory.lasting:
            yield memory.name, read_memory(memory, row, brain.state)
    if row.path in draws:
        yield DRAWS, brain.ints[draws[row.path]]


def _give_back(before: Mapping[str, Shelved], now: Mapping[str, Shelved], brain: Brain) -> None:
    draws = draw_counters(brain.program.instances)
    for row in brain.program.rows:
        kind, values = before.get(row.path, ("", {}))
        if row.path in now or row.kind != kind:
            continue
        for memory in row.memories():
            if memory.lasting and memory.name in values:
                try:
                    write_memory(memory, row, brain.state, values[memory.name])
                except ChildGone:
                    continue
        count = values.get(DRAWS)
        if isinstance(count, int) and row.path in draws:
            brain.ints[draws[row.path]] = count
