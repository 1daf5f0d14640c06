"""Turn the texts of one graph instance into compiled pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from graphs.basics.frozen import JsonValue, NumberOrExpression
from graphs.checks.rules.scopes import argument_type
from graphs.expressions import action_blocks as blocks
from graphs.expressions.action_blocks import check_action_block
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.typed import ConditionCall, Constant, TypedExpression, VariableRead, walk_typed
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, VECTOR, Type, Value, ValueType, fits_type
from graphs.kinds.declarations.parameter import Parameter, literal_value
from graphs.kinds.declarations.registry import Registry
from graphs.model.action_rows import text_in_row
from graphs.model.graph_parts import END_FIELDS, EndLines
from runtime.basics.context import Slot
from runtime.basics.time_ticks import DurationError, duration_to_ticks_exact
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.action_lines import (
    AssignLine,
    CancelLine,
    DelayedRaiseLine,
    DoLine,
    DrawLine,
    ListLine,
    RaiseLine,
    SendLine,
    SetLine,
)
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.program.agent_state import StateLayout
from runtime.minds.program.code import ActionBlock, ConditionCode, ControlValue, Expression, LineCode
from runtime.minds.program.problems import CompileError, CompileProblem, not_run
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import EndCode


@dataclass(frozen=True, slots=True)
class CodePlace:
    """Name a place in a document for problems."""

    graph: str
    node: str
    field: str = ""


_MACHINE_BLOCKS = ("exit", "initial", "default")
"""Blocks of states whose delayed events belong to the machine, as those of transitions do (rule 4.8)."""

NO_BEHAVIOR = "Give it one in a Python module of the project, or run with stand-ins."
"""What to do about an action or a condition that is declared and has no behavior."""


def refuse_at_once(place: CodePlace, message: str, remedy: str = "") -> NoReturn:
    """Raise a `CompileError` for what keeps the compiler itself from going on."""
    raise CompileError((CompileProblem(place.graph, place.node, place.field, message, remedy),))


@dataclass(slots=True)
class CodeBuilder:
    """Compile texts in the scope of one graph instance; problems are gathered, not raised.

    `conditions` None leaves every declared condition to the host. `stand_in_lines` gathers the nodes and
    edges with a line that runs a stand-in, `stand_in_conditions` those that ask a condition's stand-in.
    `draws` are the draw counters handed out, by node or edge.
    `aliases` name the caller's variables behind `out` and `inout` parameters, by slot key.
    """

    scope: Scope
    slots: MutableMapping[str, Slot]
    registry: Registry
    library: ActionLibrary
    layout: StateLayout
    rate: int
    problems: list[CompileProblem]
    lasting: list[tuple[Slot, Value]] = field(default_factory=list)
    conditions: ConditionLibrary | None = None
    stand_ins: bool = False
    stand_in_lines: set[str] = field(default_factory=set)
    stand_in_conditions: dict[str, set[str]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    draws: dict[str, int] = field(default_factory=dict)

    def draw_counter(self, node: str) -> int:
        """Return the one int slot that counts the draws of a node or edge (rule 1.4)."""
        if node not in self.draws:
            self.draws[node] = self.layout.allocate("int")
        return self.draws[node]

    def lasting_int(self) -> int:
        """Reserve an int slot of lasting memory: 0 when its instance is made again (rule 3.13)."""
        slot = self.layout.slot_for(INT)
        self.lasting.append((slot, 0))
        return slot.index

    def lasting_byte(self) -> int:
        """Reserve a byte slot of lasting memory: 0 when its instance is made again (rule 3.13)."""
        slot = self.layout.slot_for(BOOL)
        self.lasting.append((slot, False))
        return slot.index

    def expression(
        self, text: str, place: CodePlace, expected: Type | None = None, scope: Scope | None = None
    ) -> Expression | None:
        """Return the compiled expression, or None after noting the problem."""
        try:
            typed = check_expression(text, scope or self.scope, expected)
        except ExpressionError as error:
            self.refuse(place, error.message, error.remedy)
            return None
        return self._code(text, typed, place)

    def condition(self, text: str, place: CodePlace, scope: Scope | None = None) -> Expression | None:
        """Return a compiled boolean expression, or None after noting the problem."""
        return self.expression(text, place, BOOL, scope)

    def refuse(self, place: CodePlace, message: str, remedy: str = "") -> None:
        """Note a problem at `place`."""
        self.problems.append(CompileProblem(place.graph, place.node, place.field, message, remedy))

    def duration(
        self, value: JsonValue | NumberOrExpression, place: CodePlace, scope: Scope | None = None
    ) -> ControlValue:
        """Return a duration in seconds: exact ticks for a number, evaluated on use for an expression."""
        text = expression_text(value)
        if text is not None:
            return ControlValue(expression=self.expression(text, place, FLOAT, scope))
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0:
            return ControlValue(constant=value, constant_ticks=self._ticks(value, place))
        self.refuse(place, f"Expected seconds from 0 on, found {json.dumps(value)}.", "Write a number.")
        return ControlValue(constant=0)

    def _ticks(self, seconds: float, place: CodePlace) -> int:
        try:
            return duration_to_ticks_exact(seconds, self.rate)
        except DurationError as error:
            self.refuse(place, str(error), "Write a shorter one.")
            return 0

    def argument(self, parameter: Parameter, value: JsonValue, place: CodePlace) -> ControlValue:
        """Return the value given for a declared parameter."""
        if parameter.type == "seconds":
            return self.duration(value, place)
        text = expression_text(value)
        if text is None:
            return self._literal(parameter, value, place)
        wanted = argument_type(parameter)
        expression = self.expression(text, place, wanted)
        if expression is not None and parameter.type == "point":
            found = expression.typed.type
            if found not in (VECTOR, ENTITY):
                self.refuse(place, f"A place is a vector or an entity, not {found.phrase}.")
        return ControlValue(expression=expression)

    def typed_value(self, declared: Type, value: JsonValue, place: CodePlace) -> ControlValue:
        """Return the value given for a graph's parameter: a literal or an expression of its type."""
        text = expression_text(value)
        if text is not None:
            return ControlValue(expression=self.expression(text, place, declared))
        literal: Value = None
        if isinstance(value, list) and len(value) == 2:
            x, y = value
            if isinstance(x, (int, float)) and isinstance(y, (int, float)):
                literal = (float(x), float(y))
        elif isinstance(value, (bool, int, float, str)):
            literal = float(value) if declared == FLOAT and not isinstance(value, (bool, str)) else value
        if not fits_type(literal, declared):
            self.refuse(place, f"Expected {declared.phrase}, found {json.dumps(value)}.")
        return ControlValue(constant=literal)

    def arguments(
        self, parameters: Sequence[Parameter], given: Mapping[str, JsonValue], place: CodePlace
    ) -> tuple[tuple[str, ControlValue], ...]:
        """Return the values of all declared parameters, defaults filled in."""
        for name in given:
            if all(parameter.name != name for parameter in parameters):
                self.refuse(
                    CodePlace(place.graph, place.node, f"params.{name}"), f"There is no parameter {name!r}."
                )
        result = []
        for parameter in parameters:
            inner = CodePlace(place.graph, place.node, f"params.{parameter.name}")
            if parameter.name not in given and parameter.required:
                self.refuse(inner, f"The parameter {parameter.name!r} has no value.", "Give it one.")
            value = given.get(parameter.name, parameter.default)
            control = ControlValue() if value is None else self.argument(parameter, value, inner)
            result.append((parameter.name, control))
        return tuple(result)

    def block(self, lines: Sequence[str], place: CodePlace, scope: Scope | None = None) -> ActionBlock:
        """Return the compiled lines of an action block."""
        try:
            checked = check_action_block(lines, scope or self.scope)
        except ExpressionError as error:
            line = f"line {error.line + 1}: " if error.line is not None else ""
            self.refuse(place, f"{line}{error.message}", error.remedy)
            return ActionBlock()
        return self._block(checked, lines, place)

    def _block(
        self, lines: Sequence[blocks.ActionLine], rows: Sequence[str], place: CodePlace
    ) -> ActionBlock:
        compiled: list[LineCode] = []
        for line in lines:
            if isinstance(line, blocks.ConditionLine):
                test = self._code(text_in_row(rows[line.line]), line.test, place)
                then, otherwise = (self._block(inner, rows, place) for inner in (line.then, line.otherwise))
                compiled.append(ConditionCode(line.line, test, then, otherwise))
            elif (code := self._line(line, rows[line.line], place)) is not None:
                compiled.append(code)
        return ActionBlock(tuple(compiled))

    def _code(self, text: str, typed: TypedExpression, place: CodePlace) -> Expression:
        conditions, triggers = set(), set()
        for node in walk_typed(typed):
            if isinstance(node, ConditionCall):
                conditions.add(node.condition)
            elif isinstance(node, VariableRead):
                slot = self.slots[node.slot_key]
                if slot.type.kind is ValueType.TRIGGER:
                    triggers.add(slot.index)
        for name in sorted(conditions):
            self._check_condition(name, place)
        return Expression(text, typed, self.slots, tuple(sorted(triggers)))

    def _check_condition(self, name: str, place: CodePlace) -> None:
        """Refuse a condition that has no answer here; note one that a switch answers."""
        if self.conditions is None or self.conditions.get(name) is not None:
            return
        if self.stand_ins and self.registry.conditions[name].stand_in is not None:
            self.stand_in_conditions.setdefault(name, set()).add(place.node)
            return
        self.refuse(place, f"The condition {name!r} has no behavior here.", NO_BEHAVIOR)

    def _named(
        self, text: str, fields: blocks.NamedValues, place: CodePlace
    ) -> tuple[tuple[str, Expression], ...]:
        return tuple((name, self._code(text, typed, place)) for name, typed in fields)

    def _line(self, line: blocks.ActionLine, text: str, place: CodePlace) -> LineCode | None:
        number = line.line
        match line:
            case blocks.Assignment():
                name, slot = self._written(line.name, line.slot_key)
                return AssignLine(number, name, slot, self._code(text, line.value, place))
            case blocks.SetTrigger():
                return SetLine(number, *self._written(line.name, line.slot_key))
            case blocks.RandomAssignment():
                arguments = tuple(self._code(text, typed, place) for typed in line.arguments)
                name, slot = self._written(line.name, line.slot_key)
                draws = self.draw_counter(place.node)
                return DrawLine(number, name, slot, line.draw, arguments, draws)
            case blocks.RaiseEvent(after=None):
                return RaiseLine(number, line.event, self._named(text, line.fields, place))
            case blocks.RaiseEvent():
                return self._delayed_raise(line, text, place)
            case blocks.CancelEvent():
                return CancelLine(number, line.id)
            case blocks.SendEvent():
                entity = self._code(text, line.entity, place) if line.entity is not None else None
                return SendLine(
                    number, line.event, self._named(text, line.fields, place), line.receiver, entity
                )
            case blocks.ChangeList():
                item = None if line.item is None else self._code(text, line.item, place)
                return ListLine(number, *self._written(line.name, line.slot_key), line.change, item)
            case blocks.DoAction():
                return self._do(line, text, place)
            case _:
                self.problems.append(not_run(place.graph, place.node, place.field, f"The line {text!r}"))
                return None

    def _delayed_raise(self, line: blocks.RaiseEvent, text: str, place: CodePlace) -> DelayedRaiseLine:
        assert line.after is not None
        after = ControlValue(expression=self._code(text, line.after, place))
        if isinstance(line.after, Constant) and isinstance(line.after.value, float):
            after = self.duration(line.after.value, place)
        fields = self._named(text, line.fields, place)
        outlives = place.field in _MACHINE_BLOCKS
        return DelayedRaiseLine(line.line, line.event, fields, after, line.id or "", outlives)

    def _written(self, name: str, slot_key: str) -> tuple[str, Slot]:
        """Return the name that a write is told by, an alias by the caller's variable, and the slot."""
        return self.aliases.get(slot_key, name), self.slots[slot_key]

    def _do(self, line: blocks.DoAction, text: str, place: CodePlace) -> LineCode | None:
        action = self.library.get(line.action)
        if action is None:
            self.refuse(place, f"The action {line.action!r} has no behavior here.", NO_BEHAVIOR)
            return None
        if action.stands_in:
            self.stand_in_lines.add(place.node)
        values = tuple(
            (name, ControlValue(expression=self._code(text, typed, place))) for name, typed in line.arguments
        )
        return DoLine(line.line, line.action, action, values)

    def end_lines(self, lines: EndLines, place: CodePlace, row: Row) -> tuple[EndCode, ...]:
        """Return the compiled lines at the end of a node or an activity, none where there are no lines."""
        if not lines.end_lines:
            return ()
        above = f"{place.field}." if place.field else ""
        blocks = [
            self.block(getattr(lines, name), CodePlace(place.graph, place.node, above + name))
            for name in END_FIELDS
        ]
        return (EndCode(row, *blocks),)

    def _literal(self, parameter: Parameter, value: JsonValue, place: CodePlace) -> ControlValue:
        converted = literal_value(parameter, value)
        if converted is None:
            self.refuse(place, f"Expected {_wanted(parameter)}, found {json.dumps(value)}.")
        return ControlValue(constant=converted)


def _wanted(parameter: Parameter) -> str:
    if parameter.type == "enum":
        return f"one of {', '.join(parameter.choices)}"
    return parameter.type


def expression_text(value: JsonValue | NumberOrExpression) -> str | None:
    """Return the text of `{"expr": "…"}`, or None for a literal."""
    if isinstance(value, dict) and set(value) == {"expr"} and isinstance(value["expr"], str):
        return value["expr"]
    return None
