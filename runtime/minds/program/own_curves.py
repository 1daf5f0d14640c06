"""Give an agent tables of curves of its own in place of those of its mind (rule 10.2)."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.curves.curve_tables import Table
from graphs.curves.fuzzy_numbers import MOMENT
from runtime.minds.program.problems import CompileError, CompileProblem
from runtime.minds.program.program import Program


def own_tables(program: Program, agent: str, tables: Mapping[str, Table]) -> Mapping[str, Table]:
    """Return the tables an agent's mind reads, with those given in place of the program's.

    Raises `CompileError` for one that the mind has not. Sets of outputs are not an agent's own: what makes a
    number of them is worked out when the document is compiled.
    """
    for name in tables:
        if name not in program.curves or f"{name}{MOMENT}" in program.curves or "~" in name:
            said = f"Agent {agent} has a curve {name} of its own, but the mind has none that can be another."
            remedy = f"Name one of {', '.join(sorted(each for each in program.curves if '~' not in each))}."
            raise CompileError((CompileProblem("", name, "curves", said, remedy),))
    return {**program.curves, **tables} if tables else program.curves
