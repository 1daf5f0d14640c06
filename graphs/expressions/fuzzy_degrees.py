"""Write what a fuzzy sheet says as typed expressions of curves, minima and maxima (rules 10.3 to 10.6).

So sheets need nothing at run time: an expression that asks one carries what it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from graphs.curves.fuzzy_numbers import AREA, MOMENT, ordered_sets, representative
from graphs.expressions.conversions import converted
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import name_remedy
from graphs.expressions.parser import parse_expression
from graphs.expressions.scope import Scope
from graphs.expressions.syntax import DegreeSyntax, LogicalSyntax, SyntaxNode, Unary
from graphs.expressions.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    CurveRead,
    FunctionCall,
    Logical,
    TypedExpression,
    walk_typed,
)
from graphs.expressions.types import BOOL, FLOAT, STRING
from graphs.model.fuzzy_sheets import FuzzyInput, FuzzyOutput, FuzzySheet, set_name

HALF = 0.5
"""The degree from which on a set counts as true where true or false is asked."""

MOST_PARTS = 4_000
"""Parts that what one question asks of a sheet may have, chained sheets included."""

MOST_ASKED = 16
"""Inputs and outputs that may ask one another in a row."""

Check: TypeAlias = Callable[[SyntaxNode, Scope], TypedExpression]
"""Give a syntax node its type in a scope."""


class FuzzyDegrees:
    """Write degrees, winners and numbers of a document's sheets; `check` types the expressions in them."""

    def __init__(self, scope: Scope, check: Check, asked: tuple[str, ...] | None = None) -> None:
        self._scope, self._check, self._asked = (
            scope.of_document or scope,
            check,
            (scope.asked_axes if asked is None else asked),
        )

    def degree(self, node: DegreeSyntax) -> TypedExpression:
        """Return how much an axis is in a set, its hedges applied from the set outward."""
        sheet, axis = self._axis(node.name, node)
        if node.set not in axis.sets:
            said = f"'{node.name}' has no set '{node.set}'."
            end = node.set_start + len(node.set)
            raise ExpressionError(said, node.set_start, end, name_remedy(node.set, axis.sets))
        found = self._of_set(sheet, node.name, node.set, node)
        for hedge in reversed(node.hedges):
            found = _HEDGES[hedge](found)
        return _placed(found, node)

    def strongest(self, name: str, node: SyntaxNode) -> TypedExpression:
        """Return the name of the set an axis is in most, of equals the lowest."""
        sheet, axis = self._axis(name, node)
        names = ordered_sets(axis)
        if not names:
            raise ExpressionError(f"'{name}' has no sets.", node.start, node.end, "Give it some.")
        degrees = [self._of_set(sheet, name, each, node) for each in names]
        found: TypedExpression = Constant(STRING, 0, 0, names[-1])
        for place in range(len(names) - 2, -1, -1):
            beats = [
                Comparison(BOOL, 0, 0, (degrees[place], other), (">=",)) for other in degrees[place + 1 :]
            ]
            test = beats[0] if len(beats) == 1 else Logical(BOOL, 0, 0, "and", tuple(beats))
            found = Conditional(STRING, 0, 0, test, Constant(STRING, 0, 0, names[place]), found)
        return _placed(found, node)

    def number(self, name: str, node: SyntaxNode) -> TypedExpression:
        """Return an output as one number; the middle of its axis where no rule says anything."""
        sheet, axis = self._axis(name, node)
        names = ordered_sets(axis)
        if not isinstance(axis, FuzzyOutput) or not names:
            outputs = [each for sheet in self._scope.sheets for each in sheet.outputs]
            said = f"'{name}' is no output of a fuzzy sheet that has sets."
            raise ExpressionError(said, node.start, node.end, name_remedy(name, outputs))
        above: list[TypedExpression] = []
        below: list[TypedExpression] = []
        for each in names:
            degree = self._of_set(sheet, name, each, node)
            if axis.number == "centroid":
                full = set_name(name, each)
                above.append(CurveRead(FLOAT, 0, 0, full + MOMENT, degree))
                below.append(CurveRead(FLOAT, 0, 0, full + AREA, degree))
            else:
                middle = Constant(FLOAT, 0, 0, representative(axis, axis.sets[each]))
                above.append(Arithmetic(FLOAT, 0, 0, "*", degree, middle))
                below.append(degree)
        whole = _sum(below)
        nothing = Comparison(BOOL, 0, 0, (whole, Constant(FLOAT, 0, 0, 0.0)), ("<=",))
        center = Constant(FLOAT, 0, 0, (axis.low + axis.high) / 2.0)
        share = Arithmetic(FLOAT, 0, 0, "/", _sum(above), whole)
        return _placed(Conditional(FLOAT, 0, 0, nothing, center, share), node)

    def of_rule(self, text: str) -> TypedExpression:
        """Return how far the `when` of a rule holds; raise ExpressionError where it is wrong."""
        return self._rule_part(parse_expression(text))

    def _axis(self, name: str, node: SyntaxNode) -> tuple[FuzzySheet, FuzzyInput | FuzzyOutput]:
        for sheet in self._scope.sheets:
            axis = sheet.inputs.get(name) or sheet.outputs.get(name)
            if axis is not None:
                return sheet, axis
        known = [each for sheet in self._scope.sheets for each in (*sheet.inputs, *sheet.outputs)]
        said = f"'{name}' is no input or output of a fuzzy sheet."
        remedy = name_remedy(name, known, "Add it to a fuzzy sheet of the document.")
        raise ExpressionError(said, node.start, node.start + len(name), remedy)

    def _of_set(self, sheet: FuzzySheet, axis: str, name: str, node: SyntaxNode) -> TypedExpression:
        if axis in self._asked:
            circle = " → ".join((*self._asked, axis))
            raise ExpressionError(
                f"'{axis}' asks itself: {circle}.", node.start, node.end, "Break the circle."
            )
        if len(self._asked) >= MOST_ASKED:
            said = f"More than {MOST_ASKED} inputs and outputs ask one another in a row."
            remedy = "Keep a number in a variable on the way."
            raise ExpressionError(said, node.start, node.end, remedy)
        inner = FuzzyDegrees(self._scope, self._check, (*self._asked, axis))
        try:
            found = inner._set_of_input(sheet, axis, name) or inner._set_of_output(sheet, axis, name)
        except ExpressionError as error:
            said = f"'{axis}' of the fuzzy sheet is wrong: {error.message}"
            raise ExpressionError(said, node.start, node.end, error.remedy) from None
        if sum(1 for _ in walk_typed(found)) > MOST_PARTS:
            said = f"What '{axis}' asks has more than {MOST_PARTS} parts."
            raise ExpressionError(said, node.start, node.end, "Keep its number in a variable on the way.")
        return found

    def _set_of_input(self, sheet: FuzzySheet, axis: str, name: str) -> TypedExpression | None:
        if axis not in sheet.inputs:
            return None
        syntax = parse_expression(sheet.inputs[axis].value or axis)
        value = converted(self._checked(syntax), FLOAT)
        return CurveRead(FLOAT, 0, 0, set_name(axis, name), value)

    def _set_of_output(self, sheet: FuzzySheet, axis: str, name: str) -> TypedExpression:
        rules = [
            self.of_rule(rule.when)
            for rule in sheet.rules
            if rule.output == axis and rule.then == name and not rule.disabled
        ]
        return _joined("max", rules) if rules else Constant(FLOAT, 0, 0, 0.0)

    def _rule_part(self, node: SyntaxNode) -> TypedExpression:
        if isinstance(node, LogicalSyntax):
            parts = [self._rule_part(part) for part in node.operands]
            return _joined("min" if node.operator == "and" else "max", parts)
        if isinstance(node, Unary) and node.operator == "not":
            return _opposite(self._rule_part(node.operand))
        typed = self._checked(node)
        if typed.type == BOOL:
            yes, no = Constant(FLOAT, 0, 0, 1.0), Constant(FLOAT, 0, 0, 0.0)
            return Conditional(FLOAT, 0, 0, typed, yes, no)
        return converted(typed, FLOAT)

    def _checked(self, node: SyntaxNode) -> TypedExpression:
        """Return a part of a sheet with its type; degrees in it know what was asked on the way here."""
        return self._check(node, replace(self._scope, asked_axes=self._asked))


def as_truth(degree: TypedExpression) -> TypedExpression:
    """Return whether a degree is at least a half: a fuzzy set where true or false is asked."""
    half = Constant(FLOAT, degree.start, degree.end, HALF)
    return Comparison(BOOL, degree.start, degree.end, (degree, half), (">=",))


def _joined(function: str, parts: Sequence[TypedExpression]) -> TypedExpression:
    return parts[0] if len(parts) == 1 else FunctionCall(FLOAT, 0, 0, function, tuple(parts))


def _sum(parts: Sequence[TypedExpression]) -> TypedExpression:
    found = parts[0]
    for part in parts[1:]:
        found = Arithmetic(FLOAT, 0, 0, "+", found, part)
    return found


def _opposite(degree: TypedExpression) -> TypedExpression:
    return Arithmetic(FLOAT, 0, 0, "-", Constant(FLOAT, 0, 0, 1.0), degree)


_HEDGES: Mapping[str, Callable[[TypedExpression], TypedExpression]] = {
    "not": _opposite,
    "very": lambda degree: Arithmetic(FLOAT, 0, 0, "*", degree, degree),
    "fairly": lambda degree: FunctionCall(FLOAT, 0, 0, "sqrt", (degree,)),
}


def _placed(typed: TypedExpression, node: SyntaxNode) -> TypedExpression:
    """Return a typed tree all of which is where a node is in its text."""
    return _moved(typed, node.start, node.end)


def _moved(typed: TypedExpression, start: int, end: int) -> TypedExpression:
    moved: dict[str, Any] = {}
    for name in typed.__dataclass_fields__:
        value = getattr(typed, name)
        if isinstance(value, TypedExpression):
            moved[name] = _moved(value, start, end)
        elif isinstance(value, tuple) and value and isinstance(value[0], TypedExpression):
            moved[name] = tuple(_moved(cast(TypedExpression, part), start, end) for part in value)
    return replace(typed, start=start, end=end, **moved)
