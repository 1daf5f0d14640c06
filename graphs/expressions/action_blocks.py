"""Check action blocks and give them their typed form (rules 2.5, 2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from graphs.expressions.action_syntax import (
    ActionStatement,
    AssignStatement,
    CancelStatement,
    DoStatement,
    ListStatement,
    RaiseStatement,
    SendStatement,
    SetStatement,
    parse_action_line,
)
from graphs.expressions.call_checks import bind_parameters, list_variable, require_event
from graphs.expressions.checker import ExpressionChecker, check_expression
from graphs.expressions.conversions import converted
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import RANDOM_DRAWS, READ_ONLY_NAMES, name_remedy
from graphs.expressions.scope import CallParameter, Scope, VariableInfo
from graphs.expressions.syntax import CallSyntax, Name
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, Type, ValueType
from graphs.model.action_rows import BlockPart, ConditionRows, block_parts, row_problems, test_span

Draw: TypeAlias = Literal["random", "random_int", "chance", "bell"]
"""The sorts of draws that a line can make."""

NamedValues: TypeAlias = tuple[tuple[str, TypedExpression], ...]
"""Names with the expression of each, in declared order."""


@dataclass(frozen=True, slots=True)
class ActionLine:
    """Be the base of all checked action lines; ``line`` is the zero-based index in the block."""

    line: int


@dataclass(frozen=True, slots=True)
class Assignment(ActionLine):
    """Write ``value``, which already has the variable's type, to the variable at ``slot_key``."""

    name: str
    slot_key: str
    value: TypedExpression


@dataclass(frozen=True, slots=True)
class RandomAssignment(ActionLine):
    """Draw a number (rule 1.4) and write it to the variable at ``slot_key``.

    ``random`` draws a float from [a, b), ``random_int`` an int from [a, b], ``chance`` true with the
    probability of its only argument, ``bell`` a float around a mean, mostly less than a deviation away.
    ``type`` is the variable's: a drawn int may become a float.
    """

    name: str
    slot_key: str
    type: Type
    draw: Draw
    arguments: tuple[TypedExpression, ...]


@dataclass(frozen=True, slots=True)
class SetTrigger(ActionLine):
    """Arm the trigger at ``slot_key``."""

    name: str
    slot_key: str


@dataclass(frozen=True, slots=True)
class CancelEvent(ActionLine):
    """Cancel the delayed event raised with this id, if it is still waiting."""

    id: str


@dataclass(frozen=True, slots=True)
class RaiseEvent(ActionLine):
    """Raise an event with its payload; ``after`` is a delay in seconds or None."""

    event: str
    fields: NamedValues
    after: TypedExpression | None
    id: str | None


@dataclass(frozen=True, slots=True)
class SendEvent(ActionLine):
    """Post an event to self, the own team, everybody, or the entity that ``entity`` gives."""

    event: str
    fields: NamedValues
    receiver: Literal["self", "entity", "team", "all"]
    entity: TypedExpression | None


@dataclass(frozen=True, slots=True)
class ChangeList(ActionLine):
    """Append ``item`` to the list at ``slot_key``, remove the first that is equal, or clear the list."""

    name: str
    slot_key: str
    change: Literal["append", "remove", "clear"]
    item: TypedExpression | None


@dataclass(frozen=True, slots=True)
class DoAction(ActionLine):
    """Run an instant action with the value of every parameter, defaults filled in."""

    action: str
    arguments: NamedValues


@dataclass(frozen=True, slots=True)
class ConditionLine(ActionLine):
    """Run the lines of one of two blocks, as the bool ``test`` decides."""

    test: TypedExpression
    then: tuple[ActionLine, ...]
    otherwise: tuple[ActionLine, ...]


def check_action_block(rows: Sequence[str], scope: Scope) -> tuple[ActionLine, ...]:
    """Return the typed lines of a block, blank ones left out.

    Raises ExpressionError, with its zero-based ``line``, at the first problem found.
    """
    checked, problems = _checked_rows(rows, scope)
    if problems:
        raise problems[0]
    return checked


def check_action_lines(rows: Sequence[str], scope: Scope) -> tuple[ExpressionError, ...]:
    """Return the first problem of every row of a block, in order; empty if the block is right."""
    return _checked_rows(rows, scope)[1]


def form_problems(rows: Sequence[str]) -> dict[int, ExpressionError]:
    """Return what is wrong with the form of a block's conditions, by row."""
    return {
        wrong.row: ExpressionError(wrong.message, 0, len(rows[wrong.row]), wrong.remedy, wrong.row)
        for wrong in reversed(row_problems(rows))
    }


def _checked_rows(
    rows: Sequence[str], scope: Scope
) -> tuple[tuple[ActionLine, ...], tuple[ExpressionError, ...]]:
    problems = form_problems(rows)

    def lines_of(parts: Iterable[BlockPart]) -> Iterator[ActionLine]:
        for part in parts:
            row = part if isinstance(part, int) else part.row
            line: ActionLine | None = None
            try:
                if isinstance(part, ConditionRows):
                    test = _check_test(rows[row], scope)
                    line = ConditionLine(row, test, (), ())
                elif rows[row].strip() and row not in problems:
                    line = _check_line(parse_action_line(rows[row], row), scope)
            except ExpressionError as error:
                problems.setdefault(row, error.at_line(row))
            if isinstance(part, ConditionRows):
                # Both branches are looked at, whatever is wrong with the test.
                then, otherwise = tuple(lines_of(part.then)), tuple(lines_of(part.otherwise or ()))
                if isinstance(line, ConditionLine):
                    line = replace(line, then=then, otherwise=otherwise)
            if line is not None:
                yield line

    checked = tuple(lines_of(block_parts(rows)))
    return checked, tuple(problems[row] for row in sorted(problems))


def _check_test(row: str, scope: Scope) -> TypedExpression:
    begin, end = test_span(row) or (0, len(row))
    try:
        return check_expression(row[begin:end], scope, BOOL)
    except ExpressionError as error:
        raise ExpressionError(error.message, error.start + begin, error.end + begin, error.remedy) from None


def writes(lines: Iterable[ActionLine]) -> frozenset[str]:
    """Return the slot keys of all variables the lines may write, triggers they set included."""
    return frozenset(
        line.slot_key
        for line in all_lines(lines)
        if isinstance(line, (Assignment, RandomAssignment, SetTrigger, ChangeList))
    )


def all_lines(lines: Iterable[ActionLine]) -> Iterator[ActionLine]:
    """Yield lines with those that conditions decide about, each condition before them."""
    for line in lines:
        yield line
        if isinstance(line, ConditionLine):
            yield from all_lines((*line.then, *line.otherwise))


def _check_line(statement: ActionStatement, scope: Scope) -> ActionLine:
    match statement:
        case AssignStatement():
            return _check_assignment(statement, scope)
        case SetStatement():
            variable = _writable(statement.target, scope)
            if variable.type.kind is not ValueType.TRIGGER:
                raise ExpressionError(
                    f"'{statement.target.name}' is no trigger but {variable.type.phrase}.",
                    statement.target.start,
                    statement.target.end,
                    f"Assign a value, as in '{statement.target.name} = …'.",
                )
            return SetTrigger(statement.line, statement.target.name, variable.slot_key)
        case CancelStatement():
            return CancelEvent(statement.line, statement.id)
        case RaiseStatement():
            fields = _payload(statement.event, scope)
            after = None if statement.after is None else ExpressionChecker(scope).check(statement.after)
            seconds = None if after is None else converted(after, FLOAT)
            return RaiseEvent(statement.line, statement.event.name, fields, seconds, statement.id)
        case SendStatement():
            return _check_send(statement, scope)
        case ListStatement():
            read = list_variable(statement.target, scope)
            item = None if statement.item is None else ExpressionChecker(scope).check(statement.item)
            wanted = None if item is None else converted(item, read.type.item_type)
            return ChangeList(statement.line, read.name, read.slot_key, statement.word, wanted)
        case DoStatement():
            return _check_do(statement, scope)


def _check_assignment(statement: AssignStatement, scope: Scope) -> ActionLine:
    target = statement.target
    variable = _writable(target, scope)
    if variable.type.kind is ValueType.TRIGGER:
        raise ExpressionError(
            f"'{target.name}' is a trigger and cannot be assigned.",
            target.start,
            target.end,
            f"Write 'set {target.name}'.",
        )
    if variable.type.item is not None:
        remedy = f"Write 'append x to {target.name}', 'remove x from {target.name}' or 'clear {target.name}'."
        raise ExpressionError(f"'{target.name}' is a list.", target.start, target.end, remedy)
    value = statement.value
    if isinstance(value, CallSyntax) and value.name in RANDOM_DRAWS:
        return _check_draw(statement, value, variable, scope)
    typed = converted(ExpressionChecker(scope).check(value), variable.type)
    return Assignment(statement.line, target.name, variable.slot_key, typed)


_DRAW_PARAMETERS: Mapping[str, tuple[CallParameter, ...]] = {
    "bell": (CallParameter("mean", FLOAT), CallParameter("deviation", FLOAT)),
    "chance": (CallParameter("p", FLOAT),),
    "random": (CallParameter("a", FLOAT), CallParameter("b", FLOAT)),
    "random_int": (CallParameter("a", INT), CallParameter("b", INT)),
}
_DRAW_TYPES: Mapping[str, Type] = {"bell": FLOAT, "chance": BOOL, "random": FLOAT, "random_int": INT}


def _check_draw(
    statement: AssignStatement, call: CallSyntax, variable: VariableInfo, scope: Scope
) -> RandomAssignment:
    drawn = _DRAW_TYPES[call.name]
    fits = drawn == variable.type or (drawn == INT and variable.type == FLOAT)
    if not fits:
        raise ExpressionError(
            f"'{call.name}' gives {drawn.phrase}, but '{statement.target.name}' is {variable.type.phrase}.",
            call.start,
            call.end,
            "Use random_int(a, b)." if variable.type == INT else "",
        )
    checker = ExpressionChecker(scope)
    span = (call.start, call.end)
    bound = bind_parameters(
        call.name, _DRAW_PARAMETERS[call.name], call.arguments, span, lambda a: checker.check(a.value)
    )
    name, draw = statement.target.name, cast(Draw, call.name)
    return RandomAssignment(
        statement.line, name, variable.slot_key, variable.type, draw, tuple(bound.values())
    )


def _check_send(statement: SendStatement, scope: Scope) -> SendEvent:
    fields = _payload(statement.event, scope)
    receiver = statement.receiver
    if isinstance(receiver, str):
        return SendEvent(statement.line, statement.event.name, fields, receiver, None)
    if isinstance(receiver, Name) and receiver.name not in scope.variables:
        entities = {name for name, info in scope.variables.items() if info.type == ENTITY}
        remedy = name_remedy(receiver.name, entities | {"self", "team", "all"})
        raise ExpressionError(f"Unknown receiver '{receiver.name}'.", receiver.start, receiver.end, remedy)
    entity = converted(ExpressionChecker(scope).check(receiver), ENTITY)
    return SendEvent(statement.line, statement.event.name, fields, "entity", entity)


def _payload(event: CallSyntax, scope: Scope) -> NamedValues:
    """Check the fields of a raised or sent event; every declared field needs a value."""
    declared = require_event(event.name, event.name_start, event.name_end, scope)
    return _named_values(event, tuple(CallParameter(name, kind) for name, kind in declared.items()), scope)


def _check_do(statement: DoStatement, scope: Scope) -> DoAction:
    call = statement.action
    signature = scope.actions.get(call.name)
    if signature is None:
        instant = [name for name, declared in scope.actions.items() if declared.instant]
        remedy = name_remedy(call.name, instant, "Declare an instant action of this name.")
        raise ExpressionError(f"Unknown action '{call.name}'.", call.name_start, call.name_end, remedy)
    if not signature.instant:
        raise ExpressionError(
            f"'{call.name}' takes time and cannot stand in an action block.",
            call.name_start,
            call.name_end,
            "Use it as an action node or as the activity of a state.",
        )
    return DoAction(statement.line, call.name, _named_values(call, signature.parameters, scope))


def _named_values(call: CallSyntax, parameters: Sequence[CallParameter], scope: Scope) -> NamedValues:
    checker = ExpressionChecker(scope)
    span = (call.start, call.end)
    bound = bind_parameters(call.name, parameters, call.arguments, span, lambda a: checker.check(a.value))
    return tuple(bound.items())


def _writable(target: Name, scope: Scope) -> VariableInfo:
    name = target.name
    variable = scope.variables.get(name)
    if variable is None:
        known = [other for other, info in scope.variables.items() if info.writable]
        if name in READ_ONLY_NAMES:
            raise ExpressionError(
                f"'{name}' can only be read.", target.start, target.end, "Assign a declared variable."
            )
        remedy = name_remedy(name, known, "Declare a variable of this name.")
        raise ExpressionError(f"Unknown variable '{name}'.", target.start, target.end, remedy)
    if not variable.writable:
        remedy = "Declare it with direction 'out' or 'inout'." if variable.scope == "parameter" else ""
        raise ExpressionError(f"'{name}' can only be read.", target.start, target.end, remedy)
    return variable
