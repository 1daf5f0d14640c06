"""Turn typed expressions into Python functions that give exactly what ``evaluate`` gives, faster.

The source is written from the typed tree alone: operators come from an allow-list, names and texts
appear only as ``repr`` of a string, and the compiled module has no built-ins (rule 2.7). Unlike
``evaluate`` they note the triggers that they read armed: what decides by them consumes those (rule 2.3).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from graphs.curves.curve_tables import table_value
from graphs.expressions import typed as nodes
from graphs.expressions.typed import TypedExpression, walk_typed
from graphs.expressions.types import Value, ValueType
from runtime.basics.context import EvaluationContext, Slot
from runtime.minds.expressions.evaluate import (
    ALL_BUFFERS,
    CONTEXT_READS,
    ask_condition,
    buffer_of,
    call_with_place,
    read_entity_field,
    read_event_field,
    read_last_field,
    read_list,
)
from runtime.minds.expressions.functions import (
    FUNCTIONS_THAT_CAN_FAIL,
    add_vectors,
    different_vectors,
    divide,
    equal_vectors,
    implementation,
    in_int_range,
    negate_vector,
    remainder,
    scale_vector,
    subtract_vectors,
)

CompiledExpression: TypeAlias = Callable[[EvaluationContext], Value]

_DEEPEST_PART = 20  # levels in one generated function; Python's own parser allows about 100 brackets

_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


def compile_expression(typed: TypedExpression, slots: Mapping[str, Slot]) -> CompiledExpression:
    """Return a function of the context that evaluates the expression as ``evaluate`` does."""
    namespace: dict[str, Any] = dict(_NAMESPACE)
    for node in walk_typed(typed):
        if isinstance(node, nodes.FunctionCall):
            function = implementation(node)
            namespace[_function_name(node)] = function
        elif isinstance(node, nodes.VariableRead) and node.type.kind is ValueType.LIST:
            namespace[_list_name(node)] = slots[node.slot_key]
    code = compile(generate_source(typed, slots), "<generated expression>", "exec")
    exec(code, namespace)  # noqa: S102 - the source is generated from the typed tree, never from text
    return cast(CompiledExpression, namespace["expression"])


def generate_source(typed: TypedExpression, slots: Mapping[str, Slot]) -> str:
    """Return the Python source of a module whose function ``expression(context)`` gives the value."""
    return _Generator(typed, slots).source()


def _list_name(node: nodes.VariableRead) -> str:
    return f"list_{node.slot_key.encode().hex()}"


def _function_name(node: nodes.FunctionCall) -> str:
    return f"call_{node.function}_{node.type.kind.value}"


class _Generator:
    """Write one expression as one function, and deep parts of it as functions of their own."""

    def __init__(self, typed: TypedExpression, slots: Mapping[str, Slot], *, inline: bool = False) -> None:
        self._typed = typed
        self.slots = slots
        self._bound = ALL_BUFFERS if inline else self._read_twice()
        self._functions: list[str] = []
        self._used: set[str] = set()
        self._depth = 0
        self._part_count = 0
        self._local_count = 0

    @property
    def has_parts(self) -> bool:
        """Tell whether deep parts were written as functions of their own."""
        return bool(self._functions)

    def _read_twice(self) -> frozenset[str]:
        """Return the buffers that are read more than once, which get local names."""
        reads = Counter(
            buffer_of(self.slots[node.slot_key])
            for node in walk_typed(self._typed)
            if isinstance(node, nodes.VariableRead)
            for _ in range(2 if node.type.kind is ValueType.VECTOR else 1)
        )
        return frozenset(attribute for attribute, count in reads.items() if count > 1)

    def source(self) -> str:
        """Return the whole module."""
        self._function("expression", self._typed)
        return "\n\n".join(self._functions) + "\n"

    def code(self, node: TypedExpression) -> str:
        """Return a Python expression for a node, in brackets where it is made of several parts."""
        if self._depth >= _DEEPEST_PART:
            self._part_count += 1
            name = f"part_{self._part_count}"
            self._function(name, node)
            return f"{name}(context)"
        self._depth += 1
        written = _WRITERS[type(node)](self, node)
        self._depth -= 1
        return written

    def buffer(self, slot: Slot) -> str:
        """Return how the buffer of a slot is reached, and remember that it is."""
        attribute = buffer_of(slot)
        if attribute in self._bound:
            self._used.add(attribute)
            return attribute
        return f"context.{attribute}"

    def local(self) -> str:
        """Return a fresh local name."""
        self._local_count += 1
        return f"value_{self._local_count}"

    def _function(self, name: str, node: TypedExpression) -> None:
        outer_depth, outer_used = self._depth, self._used
        self._depth, self._used = 0, set()
        result = self.code(node)
        bindings = [f"    {attribute} = context.{attribute}" for attribute in sorted(self._used)]
        self._functions.append("\n".join([f"def {name}(context):", *bindings, f"    return {result}"]))
        self._depth, self._used = outer_depth, outer_used


def _constant(generator: _Generator, node: nodes.Constant) -> str:
    value = node.value
    if isinstance(value, str):
        return repr(str(value))
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, (int, float)) and math.isfinite(value):
        return f"({value!r})" if math.copysign(1.0, value) < 0 else repr(value)
    raise ValueError(f"A constant cannot hold {value!r}.")


def _variable(generator: _Generator, node: nodes.VariableRead) -> str:
    slot = generator.slots[node.slot_key]
    if slot.type.kind is ValueType.LIST:
        return f"read_list({_list_name(node)}, context)"
    buffer, index = generator.buffer(slot), int(slot.index)
    match slot.type.kind:
        case ValueType.BOOL:
            return f"({buffer}[{index}] != 0)"
        case ValueType.TRIGGER:
            armed = f"({buffer}[{index}] != 0 or {index} in context.held_triggers)"
            return f"({armed} and context.note_armed({index}))"
        case ValueType.ENUM:
            return f"{tuple(str(value) for value in slot.type.values)!r}[{buffer}[{index}]]"
        case ValueType.VECTOR:
            return f"({buffer}[{index}], {buffer}[{index + 1}])"
        case _:
            return f"{buffer}[{index}]"


def _component(generator: _Generator, node: nodes.VectorComponent) -> str:
    offset = 0 if node.component == "x" else 1
    if isinstance(node.vector, nodes.VariableRead):
        slot = generator.slots[node.vector.slot_key]
        return f"{generator.buffer(slot)}[{int(slot.index) + offset}]"
    return f"{generator.code(node.vector)}[{offset}]"


def _negate(generator: _Generator, node: nodes.Negate) -> str:
    operand = generator.code(node.operand)
    if node.type.kind is ValueType.VECTOR:
        return f"negate_vector({operand})"
    if node.type.kind is ValueType.INT:
        return f"in_int_range(-{operand}, {_span(node)})"
    return f"(-{operand})"


def _arithmetic(generator: _Generator, node: nodes.Arithmetic) -> str:
    operator = node.operator
    if operator not in ("+", "-", "*", "/", "%"):
        raise ValueError(f"Unknown operator {operator!r}.")
    if node.type.kind is ValueType.VECTOR:
        return _vector_arithmetic(generator, node)
    left, right = _operands(generator, (node.left, node.right))
    if node.type.kind is ValueType.INT:
        if operator == "%":
            return f"remainder({left}, {right}, {_span(node)})"
        return f"in_int_range({left} {operator} {right}, {_span(node)})"
    if operator in ("/", "%"):
        if isinstance(node.right, nodes.Constant) and node.right.value != 0:
            return f"({left} {operator} {right})"
        function = "divide" if operator == "/" else "remainder"
        return f"{function}({left}, {right}, {_span(node)})"
    return f"({left} {operator} {right})"


def _vector_arithmetic(generator: _Generator, node: nodes.Arithmetic) -> str:
    left, right = generator.code(node.left), generator.code(node.right)
    if node.operator != "*":
        return f"{'add' if node.operator == '+' else 'subtract'}_vectors({left}, {right})"
    if node.left.type.kind is ValueType.VECTOR:
        return f"scale_vector({left}, {right})"
    return f"scale_vector(factor={left}, vector={right})"


def _operands(generator: _Generator, operands: tuple[TypedExpression, ...]) -> list[str]:
    """Write float operands; Python itself turns an int beside a float into the same float."""
    if all(isinstance(operand, nodes.ToFloat) for operand in operands):
        return [generator.code(operand) for operand in operands]
    return [generator.code(_without_conversion(operand)) for operand in operands]


def _comparison(generator: _Generator, node: nodes.Comparison) -> str:
    if not _COMPARISONS.issuperset(node.operators):
        raise ValueError(f"Unknown comparison in {node.operators!r}.")
    kind = node.operands[0].type.kind
    if kind is ValueType.VECTOR:
        return _vector_comparison(generator, node)
    if kind is ValueType.ENUM and len(node.operands) == 2:
        written = _enum_comparison(generator, node)
        if written:
            return written
    parts = [generator.code(_without_conversion(operand)) for operand in node.operands]
    chain = parts[0]
    for operator, part in zip(node.operators, parts[1:], strict=True):
        chain += f" {operator} {part}"
    return f"({chain})"


def _without_conversion(node: TypedExpression) -> TypedExpression:
    """Leave out a conversion: comparing a 32-bit int with a float is exact in Python."""
    return node.operand if isinstance(node, nodes.ToFloat) else node


def _enum_comparison(generator: _Generator, node: nodes.Comparison) -> str:
    """Compare an enum variable with a constant by index, or return "" if it is not that."""
    variable, constant = node.operands
    if isinstance(variable, nodes.Constant):
        variable, constant = constant, variable
    if not (isinstance(variable, nodes.VariableRead) and isinstance(constant, nodes.Constant)):
        return ""
    slot = generator.slots[variable.slot_key]
    if constant.value not in slot.type.values:
        return ""
    position = slot.type.values.index(constant.value)
    return f"({generator.buffer(slot)}[{int(slot.index)}] {node.operators[0]} {position})"


def _vector_comparison(generator: _Generator, node: nodes.Comparison) -> str:
    left = generator.code(node.operands[0])
    pairs = []
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        name = generator.local()
        function = "equal_vectors" if operator == "==" else "different_vectors"
        pairs.append(f"{function}({left}, {name} := {generator.code(operand)})")
        left = name
    return f"({' and '.join(pairs)})"


def _logical(generator: _Generator, node: nodes.Logical) -> str:
    word = "or" if node.operator == "or" else "and"
    return f"({f' {word} '.join(generator.code(operand) for operand in node.operands)})"


def _conditional(generator: _Generator, node: nodes.Conditional) -> str:
    condition, when_true, when_false = (
        generator.code(part) for part in (node.condition, node.when_true, node.when_false)
    )
    return f"({when_true} if {condition} else {when_false})"


def _function_call(generator: _Generator, node: nodes.FunctionCall) -> str:
    arguments = [generator.code(argument) for argument in node.arguments]
    if node.function == "vec":
        return f"({', '.join(arguments)})"
    name = _function_name(node)
    if implementation(node) in FUNCTIONS_THAT_CAN_FAIL:
        return f"call_with_place({name}, {_span(node)}, {', '.join(arguments)})"
    return f"{name}({', '.join(arguments)})"


def _condition_call(generator: _Generator, node: nodes.ConditionCall) -> str:
    arguments = "".join(f"{generator.code(argument)}, " for argument in node.arguments)
    return f"ask_condition(context, {node.condition!r}, ({arguments}), {_span(node)})"


def _span(node: TypedExpression) -> str:
    return f"{int(node.start)}, {int(node.end)}"


_CALLED: tuple[Callable[..., Any], ...] = (
    *(ask_condition, call_with_place, read_entity_field, read_event_field, read_last_field),
    read_list,
    *(add_vectors, subtract_vectors, scale_vector, negate_vector, equal_vectors, different_vectors),
    *(divide, remainder, in_int_range),
)
"""What the source calls by name."""

_NAMESPACE: Mapping[str, Any] = {
    "__builtins__": {},
    "table_value": table_value,
    "to_float": float,
    **{function.__name__: function for function in _CALLED},
}

_Writer: TypeAlias = Callable[[_Generator, Any], str]

_WRITERS: Mapping[type[TypedExpression], _Writer] = {
    nodes.Arithmetic: _arithmetic,
    nodes.Comparison: _comparison,
    nodes.ConditionCall: _condition_call,
    nodes.Conditional: _conditional,
    nodes.Constant: _constant,
    nodes.CurveRead: lambda generator, node: (
        f"table_value(context.curves[{node.curve!r}], {generator.code(node.operand)})"
    ),
    nodes.ContextRead: lambda generator, node: f"context.{CONTEXT_READS[node.name]}",
    nodes.EntityField: lambda generator, node: (
        f"read_entity_field(context, {generator.code(node.entity)}, {node.field!r}, {_span(node)})"
    ),
    nodes.EventField: lambda generator, node: f"read_event_field(context, {node.field!r}, {_span(node)})",
    nodes.EventName: lambda generator, node: "context.event_name",
    nodes.FunctionCall: _function_call,
    nodes.LastField: lambda generator, node: (
        f"read_last_field(context, {node.event!r}, {node.field!r}, {_span(node)})"
    ),
    nodes.Logical: _logical,
    nodes.Negate: _negate,
    nodes.Not: lambda generator, node: f"(not {generator.code(node.operand)})",
    nodes.Received: lambda generator, node: f"context.received({node.event!r})",
    nodes.ToFloat: lambda generator, node: f"to_float({generator.code(node.operand)})",
    nodes.VariableRead: _variable,
    nodes.VectorComponent: _component,
}


def inline_source(typed: TypedExpression, slots: Mapping[str, Slot]) -> str | None:
    """Return an expression as source for the middle of a function that has the buffers as locals.

    The source reads the locals ``bytes_``, ``ints``, ``floats``, ``objects``, ``world_bytes`` and so on,
    and ``context``. None is for an expression too deep for one function, or one
    that reads a list.
    """
    if any(node.type.kind is ValueType.LIST for node in walk_typed(typed)):
        return None
    generator = _Generator(typed, slots, inline=True)
    written = generator.code(typed)
    return None if generator.has_parts else written


def inline_namespace() -> Mapping[str, Any]:
    """Return what the names in `inline_source` stand for."""
    return dict(_NAMESPACE)
