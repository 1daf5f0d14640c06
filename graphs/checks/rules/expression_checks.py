"""Check every expression and action line of a graph in the scope of its place (rules 2.4 to 2.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.graph_check import GraphCheck, listed
from graphs.checks.rules.problem import Fix
from graphs.checks.rules.scopes import argument_type
from graphs.checks.rules.texts import TextProblem, Texts
from graphs.expressions.action_blocks import check_action_block, form_problems
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import nearest_name
from graphs.expressions.scope import Scope, VariableInfo
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, STRING, VECTOR, Type, ValueType, fits_type
from graphs.kinds.declarations.parameter import (
    Parameter,
    expression_text,
    is_number,
    is_vector,
    parameter_problem,
)
from graphs.model.action_rows import is_else, test_span
from graphs.model.graph_parts import Arguments
from graphs.model.variables_and_events import VariableType

DECLARE_REMEDY = "Declare a variable of this name."
RUN_TIME_REST = "At run time it would fail each time it is reached."


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Name the element and field a text is in, and the texts of the scope it has there."""

    check: GraphCheck
    element: str
    path: str
    texts: Texts

    def at(self, path: str) -> TextPlace:
        """Return a place further inside."""
        return TextPlace(self.check, self.element, f"{self.path}.{path}" if self.path else path, self.texts)


def check_text(place: TextPlace, text: str | None, expected: Type | None) -> Type | None:
    """Check an expression, if there is one, and return its type, None if it is wrong."""
    if text is None:
        return None
    read = place.texts.expression(text, expected)
    if isinstance(read, TextProblem):
        _report(place, read, text, None, expected)
        return None
    return read.type


def check_lines(place: TextPlace, lines: Sequence[str]) -> None:
    """Check the lines of an action block: the form of its conditions, and each row."""
    wrong = form_problems(lines)
    for number, row in enumerate(lines):
        if number in wrong:
            error = wrong[number]
            problem = TextProblem("E101", error.message, error.remedy, error.start, error.end)
            _report(place, problem, row, number)
        if number in wrong or is_else(row):
            continue
        begin, end = test_span(row) or (0, len(row))
        text = row[begin:end]
        read = place.texts.line(row) if end == len(row) else place.texts.expression(text, BOOL)
        if isinstance(read, TextProblem):
            is_test = end < len(row)
            _report(place, read, text, number, BOOL if is_test else None, around=(row[:begin], row[end:]))


def check_number(place: TextPlace, value: object, *, what: str, minimum: float | None = 0) -> None:
    """Check a field that takes a number or `{"expr": …}`, such as a duration."""
    text = expression_text(value)
    if text is not None:
        check_text(place.at("expr"), text, FLOAT)
    elif isinstance(value, dict):
        _malformed(place, what)
    elif minimum is not None and is_number(value) and isinstance(value, (int, float)) and value < minimum:
        said = f"{what} is {value}; the least is {minimum:g}."
        place.check.report("E022", place.element, place.path, said, "Give a larger number.")


def check_parameters(
    place: TextPlace,
    declared: Sequence[Parameter],
    params: Arguments,
    owner: str,
    fields: Collection[str] = (),
) -> None:
    """Check given parameters against the declared ones: names, types, ranges, what is missing.

    `fields` are what the owner has beside its parameters, which may have slipped in among them.
    """
    known = {parameter.name: parameter for parameter in declared}
    for name, value in params.items():
        parameter = known.get(name)
        if parameter is None:
            _unknown_parameter(place.at(name), name, owner, list(known), belongs_outside=name in fields)
        else:
            check_parameter(place.at(name), parameter, value)
    for parameter in declared:
        if parameter.required and parameter.name not in params:
            place.check.report(
                "E021",
                place.element,
                place.path,
                f"{owner} needs a value for {parameter.label.lower()}.",
                f"Set it in the inspector. {parameter.help}".rstrip(),
            )


def check_parameter(place: TextPlace, parameter: Parameter, value: JsonValue) -> None:
    """Check the value of one parameter."""
    problem = parameter_problem(parameter, value)
    if problem:
        place.check.report("E022", place.element, place.path, problem, "Set it in the inspector.")
        return
    if parameter.type == "variable" and isinstance(value, str):
        _check_variable_name(place, value)
        return
    text = expression_text(value)
    if text is None:
        return
    if parameter.type == "point":
        found = check_text(place.at("expr"), text, None)
        if found is not None and found not in (VECTOR, ENTITY):
            said = f"Expected a vector or an entity, but this is {found.phrase}."
            remedy = "Use a position, as in 'target.position'."
            place.check.report("E103", place.element, f"{place.path}.expr", said, remedy, span=(0, len(text)))
        return
    expected = INT if parameter.type == "threshold" else argument_type(parameter)
    check_text(place.at("expr"), text, expected)


def literal_fits(value: JsonValue, wanted: Type) -> bool:
    """Tell whether a JSON literal is a value of a type; a vector is a list of two numbers."""
    if wanted.kind is ValueType.VECTOR:
        return is_vector(value)
    if wanted.item is not None:
        are_items = isinstance(value, list) and all(literal_fits(each, wanted.item_type) for each in value)
        return are_items and isinstance(value, list) and len(value) <= wanted.most
    return fits_type(value, wanted)


def _check_variable_name(place: TextPlace, name: str) -> None:
    known = place.texts.scope.variables
    if name in known:
        return
    nearest = nearest_name(name[:60], known)
    hint = f" Did you mean '{nearest}'?" if nearest else ""
    remedy = f"Use '{nearest}'." if nearest else DECLARE_REMEDY
    place.check.report("E102", place.element, place.path, f"Unknown variable '{name}'.{hint}", remedy)


def move_out_of_params(name: str) -> str:
    """Return what to do with a field of a node that is among its parameters."""
    return f'Write "{name}" beside "kind" in the file, outside of "params", or set it in the inspector.'


def _unknown_parameter(
    place: TextPlace, name: str, owner: str, known: list[str], *, belongs_outside: bool
) -> None:
    nearest = nearest_name(name[:60], known)
    hint = f" Did you mean '{nearest}'?" if nearest else ""
    remedy = f"Rename or remove it; known are {listed(known)}." if known else "Remove it."
    if belongs_outside:
        hint, remedy = " It is a field of the node itself.", move_out_of_params(name)
    said = f"{owner} has no parameter '{name}'.{hint}"
    why = "It is kept in the file and has no effect."
    place.check.report("W202", place.element, place.path, said, remedy, why=why)


def _malformed(place: TextPlace, what: str) -> None:
    said = f'{what} is neither a number nor {{"expr": "…"}}.'
    place.check.report("E022", place.element, place.path, said, "Write one of the two.")


def _report(
    place: TextPlace,
    problem: TextProblem,
    text: str,
    line: int | None,
    expected: Type | None = None,
    around: tuple[str, str] = ("", ""),
) -> None:
    """Report what is wrong in a text; `around` is what stands before and after it in its row."""
    fix = _spelling_fix(place, problem, text, line, around)
    if problem.code == "E102" and problem.remedy == DECLARE_REMEDY:
        name, scope = text[problem.start : problem.end], place.texts.scope
        is_line = line is not None and expected is None
        fix = declaring_fix(name, text, scope, expected=expected, is_line=is_line)
    place.check.report(
        problem.code,
        place.element,
        place.path,
        problem.message,
        problem.remedy,
        why=RUN_TIME_REST,
        line=line,
        span=(problem.start + len(around[0]), problem.end + len(around[0])),
        fix=fix,
    )


def _spelling_fix(
    place: TextPlace, problem: TextProblem, text: str, line: int | None, around: tuple[str, str]
) -> Fix | None:
    if problem.code != "E102" or not problem.remedy.startswith("Use '"):
        return None
    name = problem.remedy.removeprefix("Use '").removesuffix("'.")
    mended = around[0] + text[: problem.start] + name + text[problem.end :] + around[1]
    path = place.path if line is None else f"{place.path}.{line}"
    if path.startswith("branches."):
        return None
    arguments: dict[str, JsonValue] = {
        "graph_id": place.check.graph_id,
        "element_id": place.element,
        "path": path,
        "value": mended,
    }
    return Fix(f"Use {name}", "set_field", arguments)


_CANDIDATES: tuple[tuple[VariableType, Type], ...] = (
    ("float", FLOAT),
    ("bool", BOOL),
    ("vector", VECTOR),
    ("entity", ENTITY),
    ("string", STRING),
)
"""Types that are tried, in this order; the first with which the text is right is offered."""


def declaring_fix(
    name: str, text: str, scope: Scope, *, expected: Type | None = None, is_line: bool = False
) -> Fix | None:
    """Return the fix that declares a variable `name` of the document, None where nothing tells its type.

    `text` is the expression that names it, of the type `expected`, or with `is_line` a line of an action
    block; `scope` is what it may name.
    """
    if not is_line and expected is None and text.strip() == name:
        return None
    for type_name, wanted in _CANDIDATES:
        info = VariableInfo(wanted, f"agent:{name}")
        tried = replace(scope, variables={**scope.variables, name: info})
        if _is_right(name, text, tried, expected, is_line=is_line):
            return Fix(
                f"Declare {name} as {type_name}", "declare_variable", {"name": name, "type_name": type_name}
            )
    return None


def _is_right(name: str, text: str, scope: Scope, expected: Type | None, *, is_line: bool) -> bool:
    """Tell whether a text is right, but for further names that are not declared."""
    try:
        if is_line:
            check_action_block((text,), scope)
        else:
            check_expression(text, scope, expected)
    except ExpressionError as error:
        return error.message.startswith("Unknown ") and text[error.start : error.end] != name
    return True
