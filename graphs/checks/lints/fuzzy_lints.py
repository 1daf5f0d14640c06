"""Report gaps between fuzzy sets, rules that never fire, and what nothing gives or asks (rules 10.3 to 10.5).

W230 to W232, I315 and I316.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.lints.uses import Uses, sheet_uses
from graphs.checks.rules.fuzzy_checks import axes_of
from graphs.checks.rules.problem import Fix, Place, Problem
from graphs.curves.curve_tables import Table, curve_problems, curve_table, table_value
from graphs.curves.fuzzy_numbers import is_sound_axis
from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import BoolLiteral, DegreeSyntax, LogicalSyntax, SyntaxNode, Unary
from graphs.model.document import Document
from graphs.model.fuzzy_sheets import FuzzyInput, FuzzySheet

MOST_TERMS = 64
"""Alternatives of a condition up to which it is looked whether any can hold."""

Literal = tuple[DegreeSyntax, bool]
"""A degree that a condition asks for, and whether it is to be above 0, or else below 1."""

Terms = list[tuple[Literal, ...]]
"""Alternatives, each of degrees that must all be there."""


def sheet_lints(document: Document) -> list[Problem]:
    """Return what is to be said of the sheets of a document by themselves."""
    found: list[Problem] = []
    inputs = {name: entry for sheet in document.sheets.values() for name, entry in sheet.inputs.items()}
    for sheet_name, sheet in document.sheets.items():
        for name, entry in sheet.inputs.items():
            found += _gaps(f"sheets.{sheet_name}.inputs.{name}.sets", name, entry)
        for number, rule in enumerate(sheet.rules):
            if not rule.disabled and never_fires(rule.when, inputs):
                said = f"Rule {number + 1} never fires: '{rule.when}' is 0 for all inputs."
                remedy = "Let the sets overlap, or write 'or' for 'and'."
                found.append(_problem("W231", f"sheets.{sheet_name}.rules.{number}.when", said, remedy))
        found += _sets_without_rule(sheet_name, sheet)
    return found


def unused_lints(document: Document, uses: Uses) -> list[Problem]:
    """Return the curves that nothing reads and the sheets that nothing asks; `uses` are of all graphs."""
    read = uses.curves | sheet_uses(document).curves
    found = []
    for name in document.curves:
        if name not in read:
            fix = Fix(f"Remove {name}", "remove_curve", {"name": name})
            said = f"Nothing reads the curve '{name}'."
            found.append(_problem("I315", f"curves.{name}", said, "Remove it, or read it.", fix))
    for sheet_name, sheet in document.sheets.items():
        names = {name for _, name, _ in axes_of(sheet_name, sheet)}
        others = {key: other for key, other in document.sheets.items() if key != sheet_name}
        asked = uses.axes | sheet_uses(document.model_copy(update={"sheets": others})).axes
        if not names & asked:
            said = f"Nothing asks the sheet '{sheet.title or sheet_name}'."
            remedy = "Ask it, as in 'number(output) > 0.5', or remove it."
            fix = Fix(f"Remove {sheet.title or sheet_name}", "remove_sheet", {"sheet": sheet_name})
            found.append(_problem("I316", f"sheets.{sheet_name}", said, remedy, fix))
    return found


def _gaps(path: str, name: str, axis: FuzzyInput) -> Iterator[Problem]:
    """Yield the first stretch of an axis where no set is above 0; a single place counts."""
    tables = [curve_table(curve) for curve in axis.sets.values() if not curve_problems(curve)]
    if not tables or len(tables) < len(axis.sets) or not is_sound_axis(axis):
        return
    ends = (float(axis.low), float(axis.high))
    gap = [x for x in _places(tables, ends) if all(table_value(table, x) <= 0 for table in tables)]
    if gap:
        low, high = min(gap), max(gap)
        where = f"at {low:g}" if low == high else f"between {low:g} and {high:g}"
        said = f"No set of '{name}' is above 0 {where}."
        yield _problem("W230", path, said, "Let the sets beside it reach further.")


def _places(tables: Sequence[Table], ends: tuple[float, float]) -> list[float]:
    """Return where tables can change from 0 to above within an axis: their points, and between them."""
    inside = {x for places, _ in tables for x in places if ends[0] < x < ends[1]}
    marks = sorted({*ends, *inside})
    return sorted({*marks, *((left + right) / 2 for left, right in pairwise(marks))})


def _sets_without_rule(sheet_name: str, sheet: FuzzySheet) -> Iterator[Problem]:
    given = {(rule.output, rule.then) for rule in sheet.rules if not rule.disabled}
    for name, output in sheet.outputs.items():
        for set_name in output.sets:
            if (name, set_name) not in given:
                said = f"No rule gives the set '{set_name}' of '{name}'."
                path = f"sheets.{sheet_name}.outputs.{name}.sets.{set_name}"
                yield _problem("W232", path, said, "Write a rule for it, or remove it.")


def never_fires(text: str, inputs: Mapping[str, FuzzyInput]) -> bool:
    """Tell whether the condition of a rule is 0 whatever the inputs are; in doubt it is not."""
    try:
        terms = _terms(parse_expression(text), positive=True)
    except ExpressionError:
        return False
    return terms is not None and not any(_can_hold(term, inputs) for term in terms)


def _terms(node: SyntaxNode, *, positive: bool) -> Terms | None:
    """Return the alternatives in which a condition is above 0 (or below 1), None where they are too many."""
    match node:
        case Unary(operator="not"):
            return _terms(node.operand, positive=not positive)
        case DegreeSyntax():
            return [((node, positive),)]
        case BoolLiteral():
            return [()] if node.value is positive else []
        case LogicalSyntax():
            parts = [_terms(part, positive=positive) for part in node.operands]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            if (node.operator == "or") is positive:
                joined = [term for part in known for term in part]
            else:
                joined = [()]
                for part in known:
                    joined = [(*left, *right) for left in joined for right in part]
                    if len(joined) > MOST_TERMS:
                        return None
            return joined if len(joined) <= MOST_TERMS else None
        case _:
            return [()]


def _can_hold(term: Iterable[Literal], inputs: Mapping[str, FuzzyInput]) -> bool:
    """Tell whether each input can have a value for which all that is asked of it holds."""
    by_axis: dict[str, list[Literal]] = {}
    for literal in term:
        by_axis.setdefault(literal[0].name, []).append(literal)
    return all(_has_value(inputs[name], asked) for name, asked in by_axis.items() if name in inputs)


def _has_value(axis: FuzzyInput, asked: Sequence[Literal]) -> bool:
    sets = [axis.sets.get(degree.set) for degree, _ in asked]
    tables = [curve_table(curve) for curve in sets if curve is not None and not curve_problems(curve)]
    if len(tables) < len(asked):
        return True
    marks = [x for places, _ in tables for x in places]
    places = _places(tables, (min(marks) - 1, max(marks) + 1))
    return any(
        all(_holds(literal, table, x) for literal, table in zip(asked, tables, strict=True)) for x in places
    )


def _holds(literal: Literal, table: Table, x: float) -> bool:
    node, positive = literal
    degree = min(max(table_value(table, x), 0.0), 1.0)
    for hedge in reversed(node.hedges):
        degree = 1.0 - degree if hedge == "not" else degree * degree if hedge == "very" else degree**0.5
    return degree > 0 if positive else degree < 1


def _problem(code: str, path: str, message: str, remedy: str, fix: Fix | None = None) -> Problem:
    lint = LINTS[code]
    return Problem(code, lint.severity, Place("", "", path), message, lint.why, remedy, fix)
