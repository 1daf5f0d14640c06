"""Find the rows of a program that run stand-ins of the game's own actions or ask its conditions' switches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from runtime.minds.compile.code_builder import CodeBuilder
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow


class StandInRows:
    """Gather, graph by graph, whose lines run stand-ins and who asks conditions that switches answer."""

    def __init__(self) -> None:
        self._with_lines: set[int] = set()
        self._asking: dict[str, set[int]] = {}

    def add(self, code: CodeBuilder, row_of: Mapping[str, int]) -> None:
        """Take what was noted while one use of a graph was compiled; `row_of` are its rows by id."""
        self._with_lines.update(row_of[node] for node in code.stand_in_lines if node in row_of)
        for name, nodes in code.stand_in_conditions.items():
            rows = self._asking.setdefault(name, set())
            rows.update(row_of[node] for node in nodes if node in row_of)

    def rows_of(self, rows: Iterable[Row]) -> frozenset[int]:
        """Return the rows of nodes that run a stand-in; of an activity the state's row as well."""
        acting = [row for row in rows if isinstance(row, ActionRow) and row.action.stands_in]
        states = {row.parent for row in acting if row.kind == "activity"}
        return frozenset({row.index for row in acting} | states | self._with_lines)

    def conditions(self) -> Mapping[str, frozenset[int]]:
        """Return the rows that ask, for each condition that a switch answers, in order of their names."""
        return {name: frozenset(rows) for name, rows in sorted(self._asking.items())}


def clicked_stand_ins(rows: Iterable[Row]) -> frozenset[int]:
    """Return the rows that run until the user says how they ended."""
    return frozenset(row.index for row in rows if isinstance(row, ActionRow) and row.action.awaits_answer)
