"""The generated Python gives exactly what the tree walk gives, failures and questions included."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.expressions.checker import check_expression
from graphs.expressions.typed import Negate, TypedExpression, VariableRead
from graphs.expressions.types import FLOAT, Type, Value, ValueType
from runtime.basics.context import EvaluationError
from runtime.minds.expressions.evaluate import evaluate
from runtime.minds.expressions.explain import PartOutcome, describe, explain
from runtime.minds.expressions.generate import compile_expression, generate_source
from tests.example_counts import daily
from tests.graphs.expressions.typed_trees import (
    EVENT_FIELDS,
    MODE,
    SCOPE,
    VARIABLES,
    any_expression,
    spread_spans,
)
from tests.runtime.expressions.plain_context import PlainContext

_NUMBERS = st.one_of(st.sampled_from([0.0, -0.0, 1.0, -2.5, 30.0, math.inf, math.nan]), st.floats())
_VALUES: dict[ValueType, st.SearchStrategy[Value]] = {
    ValueType.BOOL: st.booleans(),
    ValueType.TRIGGER: st.booleans(),
    ValueType.INT: st.one_of(st.integers(-3, 3), st.integers(-(2**31), 2**31 - 1)),
    ValueType.FLOAT: _NUMBERS,
    ValueType.STRING: st.sampled_from(["", "patrol", "x"]),
    ValueType.ENUM: st.sampled_from(MODE.values),
    ValueType.VECTOR: st.tuples(_NUMBERS, _NUMBERS),
    ValueType.ENTITY: st.sampled_from(["me", "tank", "gone", None]),
}


def _record(fields: dict[str, Type]) -> st.SearchStrategy[dict[str, Value]]:
    return st.fixed_dictionaries({name: _VALUES[kind.kind] for name, kind in fields.items()})


_ANSWERS = st.fixed_dictionaries({"sees_player": st.booleans(), "can_reach": st.booleans()})


@st.composite
def contexts(draw: st.DrawFn) -> PlainContext:
    entity = _record(dict(SCOPE.entity_fields))
    context = PlainContext(
        event_fields=draw(st.one_of(st.just({}), _record(EVENT_FIELDS))),
        taken=draw(st.one_of(st.just({}), st.fixed_dictionaries({"noise.loud": _record(EVENT_FIELDS)}))),
        entities={"me": draw(entity), "tank": draw(entity)},
        answers=draw(
            st.one_of(
                st.just({}), st.fixed_dictionaries({"sees_player": st.booleans(), "can_reach": st.booleans()})
            )
        ),
    )
    for name, declared in VARIABLES.items():
        value = draw(_VALUES[declared.kind])
        context.declare(f"key:{name}", declared, value, shared=name.startswith("world_"))
    return context


def _same(left: Value, right: Value) -> bool:
    """Tell whether two values are the same down to the type and the sign of zero."""
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    return repr(left) == repr(right)


def _outcome(run: object, context: PlainContext) -> tuple[object, list[object]]:
    context.asked.clear()
    assert callable(run)
    try:
        result: object = ("value", run())
    except EvaluationError as error:
        result = ("error", error.message, error.start, error.end)
    return result, list(context.asked)


@settings(
    max_examples=daily(80, deep=400),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(any_expression().map(spread_spans), contexts())
def test_2_4_generated_code_equals_the_tree_walk(typed: TypedExpression, context: PlainContext) -> None:
    walked, asked_walking = _outcome(lambda: evaluate(typed, context.slots, context), context)
    compiled = compile_expression(typed, context.slots)
    ran, asked_running = _outcome(lambda: compiled(context), context)
    assert repr(ran) == repr(walked)
    assert repr(asked_running) == repr(asked_walking)


@settings(
    max_examples=daily(40, deep=200), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(any_expression().map(spread_spans), contexts())
def test_2_6_evaluation_gives_a_value_of_the_tree_s_type_or_a_located_error(typed, context) -> None:
    explanation = explain(typed, context.slots, context)
    assert describe(explanation, "x" * 200)
    if explanation.outcome is PartOutcome.FAILED:
        with pytest.raises(EvaluationError) as failure:
            evaluate(typed, context.slots, context)
        assert 0 <= failure.value.start < failure.value.end
        return
    value = evaluate(typed, context.slots, context)
    assert explanation.outcome is PartOutcome.VALUE
    assert _same(explanation.value, value)
    expected = {
        ValueType.BOOL: bool,
        ValueType.INT: int,
        ValueType.FLOAT: float,
        ValueType.STRING: str,
        ValueType.ENUM: str,
        ValueType.VECTOR: tuple,
    }
    if typed.type.kind is ValueType.ENTITY:
        assert value is None or isinstance(value, str)
    else:
        assert type(value) is expected[typed.type.kind]
    if isinstance(value, int) and not isinstance(value, bool):
        assert -(2**31) <= value < 2**31


def test_a_tree_of_the_deepest_nesting_compiles_and_evaluates() -> None:
    context = PlainContext()
    for name, declared in VARIABLES.items():
        if declared == FLOAT:
            context.declare(f"key:{name}", declared, 2.0, shared=name.startswith("world_"))
    for text in (
        "floor(" * 60 + "health" + ")" * 60,
        "-(" * 30 + "health" + ")" * 30,
        "(health + " * 60 + "speed" + ")" * 60,
        " + ".join(["health"] * 60),
        "1 if health > 1 else (" * 50 + "2" + ")" * 50,
        "lerp(vec(1, 2), " * 30 + "vec(health, speed)" + ", 0.5)" * 30,
        "abs(floor(" * 30 + "health" + "))" * 30,
    ):
        typed = check_expression(text, SCOPE)
        assert compile_expression(typed, context.slots)(context) == evaluate(typed, context.slots, context)
        assert explain(typed, context.slots, context).outcome is PartOutcome.VALUE
    deep: TypedExpression = VariableRead(FLOAT, 0, 1, "health", "key:health")
    for _ in range(150):
        deep = Negate(FLOAT, 0, 1, deep)
    assert compile_expression(deep, context.slots)(context) == 2.0


def test_a_plain_comparison_reads_the_buffer_directly() -> None:
    context = PlainContext()
    context.declare("key:health", FLOAT, 20.0)
    source = generate_source(check_expression("health < 30", SCOPE), context.slots)
    assert source == "def expression(context):\n    return (context.floats[0] < 30.0)\n"


def test_2_7_text_from_the_document_stands_in_the_source_only_as_a_literal() -> None:
    context = PlainContext()
    context.declare("key:label", VARIABLES["label"], "x")
    evil = '\\"); __import__(\\"os\\")\\n#'
    typed = check_expression(f'label == "{evil}"', SCOPE)
    source = generate_source(typed, context.slots)
    assert source.count("\n") == 2
    assert compile_expression(typed, context.slots)(context) is False
    assert evaluate(typed, context.slots, context) is False
