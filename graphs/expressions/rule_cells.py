"""Read the condition of a fuzzy rule as one cell for each input, and write it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import DegreeSyntax, LogicalSyntax, SyntaxNode


@dataclass(frozen=True, slots=True)
class SetTerm:
    """Hold a set and the words before it, the outer one first: `very hurt`."""

    set: str
    hedges: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return the term as it is written."""
        return " ".join((*self.hedges, self.set))


Cell: TypeAlias = tuple[SetTerm, ...]
"""What a rule asks of one input: any of these terms, nothing where there are none."""


def rule_cells(when: str, inputs: Collection[str]) -> dict[str, Cell] | None:
    """Return what a condition asks of each input; None for one that no row of cells can say."""
    if not when.strip():
        return {}
    try:
        syntax = parse_expression(when)
    except ExpressionError:
        return None
    is_and = isinstance(syntax, LogicalSyntax) and syntax.operator == "and"
    parts = syntax.operands if is_and and isinstance(syntax, LogicalSyntax) else (syntax,)
    cells: dict[str, Cell] = {}
    for part in parts:
        found = _cell(part)
        if found is None or found[0] not in inputs or found[0] in cells:
            return None
        cells[found[0]] = found[1]
    return cells


def rule_text(cells: Mapping[str, Cell], inputs: Iterable[str]) -> str:
    """Return the condition that cells say, in the order of the inputs."""
    asked = [(name, cells[name]) for name in inputs if cells.get(name)]
    parts = []
    for name, cell in asked:
        text = " or ".join(f"{name} is {term.words}" for term in cell)
        parts.append(f"({text})" if len(cell) > 1 and len(asked) > 1 else text)
    return " and ".join(parts)


def cell_words(cell: Cell) -> str:
    """Return a cell as it is shown."""
    return " or ".join(term.words for term in cell) or "any"


def _cell(node: SyntaxNode) -> tuple[str, Cell] | None:
    is_or = isinstance(node, LogicalSyntax) and node.operator == "or"
    parts = node.operands if is_or and isinstance(node, LogicalSyntax) else (node,)
    terms: list[SetTerm] = []
    names: set[str] = set()
    for part in parts:
        if not isinstance(part, DegreeSyntax):
            return None
        names.add(part.name)
        terms.append(SetTerm(part.set, part.hedges))
    return (names.pop(), tuple(terms)) if len(names) == 1 else None
