"""Make random well-typed expressions for property tests, with the scope they stand in."""

from __future__ import annotations

import functools

from hypothesis import strategies as st

from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.scope import ActionSignature, CallParameter, Scope, Signature, VariableInfo
from graphs.expressions.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    ConditionCall,
    Constant,
    ContextRead,
    EntityField,
    EventField,
    EventName,
    FunctionCall,
    LastField,
    Logical,
    Negate,
    Not,
    Received,
    ToFloat,
    TypedExpression,
    VariableRead,
    VectorComponent,
)
from graphs.expressions.types import (
    BOOL,
    ENTITY,
    FLOAT,
    INT,
    STRING,
    TRIGGER,
    VECTOR,
    Type,
    Value,
    enum_type,
    readable_type,
)

MODE = enum_type(("patrol", "chase", "flee"))

VARIABLES: dict[str, Type] = {
    "alarmed": BOOL,
    "ammo": INT,
    "count": INT,
    "goal": VECTOR,
    "health": FLOAT,
    "hit": TRIGGER,
    "label": STRING,
    "last_noise": VECTOR,
    "mode": MODE,
    "speed": FLOAT,
    "target": ENTITY,
    "world_alarm": BOOL,
    "world_level": FLOAT,
    "world_mode": MODE,
    "world_score": INT,
    "world_leader": ENTITY,
    "world_center": VECTOR,
}

EVENT_FIELDS = {
    "at": VECTOR,
    "loudness": FLOAT,
    "rounds": INT,
    "source": ENTITY,
    "kind": STRING,
    "mood": MODE,
}

SCOPE = Scope(
    variables={
        name: VariableInfo(declared, f"key:{name}", "world" if name.startswith("world_") else "agent")
        for name, declared in VARIABLES.items()
    },
    events={"noise": EVENT_FIELDS, "noise.loud": EVENT_FIELDS, "alarm": {}},
    current_event="noise",
    conditions={
        "sees_player": Signature(),
        "can_reach": Signature(
            (CallParameter("point", VECTOR), CallParameter("within", FLOAT, 5.0, required=False))
        ),
    },
    actions={
        "ring": ActionSignature(
            (CallParameter("times", INT, 1, required=False), CallParameter("tone", STRING)), True
        ),
        "go_to": ActionSignature((CallParameter("point", VECTOR),)),
    },
    allow_event=True,
    allow_state_time=True,
)

_INTS = st.one_of(st.integers(-4, 4), st.sampled_from([-(2**31), 2**31 - 1, 2**16, -70_000]))
_FLOATS = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, 1.0, -1.0, 2.5, 360.0, -90.0, 1e300, 1e-300, 1e-7]),
    st.floats(allow_nan=False, allow_infinity=False),
)
_TEXTS = st.one_of(
    st.sampled_from(["", "patrol", "a b", 'say "hi"', "back\\slash", "two\nlines"]), st.text(max_size=4)
)
_KINDS = (BOOL, INT, FLOAT, STRING, MODE, VECTOR, ENTITY)


@functools.cache
def expressions(kind: Type, depth: int = 3) -> st.SearchStrategy[TypedExpression]:
    """Make typed trees of one type, at most about ``depth`` levels deep, all at span (0, 0)."""
    if depth <= 0:
        return _leaves(kind)
    return st.one_of(_leaves(kind), st.deferred(lambda: st.one_of(*_inner(kind, depth - 1))))


def any_expression(depth: int = 3) -> st.SearchStrategy[TypedExpression]:
    """Make typed trees of any type."""
    return st.sampled_from(_KINDS).flatmap(lambda kind: expressions(kind, depth))


def spread_spans(node: TypedExpression) -> TypedExpression:
    """Return the tree with a different span on every node, so that places of errors can be compared."""
    counter = iter(range(10_000_000))

    def spread(part: object) -> object:
        if isinstance(part, TypedExpression):
            start = next(counter)
            changed = {
                name: spread(getattr(part, name))
                for name in part.__dataclass_fields__
                if name not in ("type", "start", "end")
            }
            return type(part)(part.type, start, start + 1, **changed)
        return tuple(map(spread, part)) if isinstance(part, tuple) else part

    spread_node = spread(node)
    assert isinstance(spread_node, TypedExpression)
    return spread_node


def without_spans(node: TypedExpression) -> TypedExpression:
    """Return the tree with every span at (0, 0)."""

    def strip(part: object) -> object:
        if isinstance(part, TypedExpression):
            names = [name for name in part.__dataclass_fields__ if name not in ("type", "start", "end")]
            return type(part)(part.type, 0, 0, **{name: strip(getattr(part, name)) for name in names})
        return tuple(map(strip, part)) if isinstance(part, tuple) else part

    stripped = strip(node)
    assert isinstance(stripped, TypedExpression)
    return stripped


def _leaves(kind: Type) -> st.SearchStrategy[TypedExpression]:
    options: list[st.SearchStrategy[TypedExpression]] = [
        st.just(VariableRead(kind, 0, 0, name, f"key:{name}"))
        for name, declared in VARIABLES.items()
        if readable_type(declared) == kind
    ]
    for name, declared in EVENT_FIELDS.items():
        if declared == kind:
            options.append(st.just(EventField(kind, 0, 0, name)))
            options.append(st.just(LastField(kind, 0, 0, "noise.loud", name)))
    constants: dict[Type, st.SearchStrategy[Value]] = {
        BOOL: st.booleans(),
        INT: _INTS,
        FLOAT: _FLOATS,
        STRING: _TEXTS,
        MODE: st.sampled_from(MODE.values),
        ENTITY: st.none(),
    }
    if kind in constants:
        options.append(constants[kind].map(lambda value: Constant(kind, 0, 0, value)))
    if kind == FLOAT:
        options += [
            st.just(ContextRead(FLOAT, 0, 0, "time")),
            st.just(ContextRead(FLOAT, 0, 0, "state_time")),
        ]
    if kind == ENTITY:
        options.append(st.just(ContextRead(ENTITY, 0, 0, "self")))
    if kind == STRING:
        options.append(st.just(EventName(STRING, 0, 0)))
    if kind == BOOL:
        options += [st.just(Received(BOOL, 0, 0, event)) for event in ("noise", "noise.loud", "alarm")]
        options.append(st.just(ConditionCall(BOOL, 0, 0, "sees_player", ())))
    return st.one_of(*options)


def _inner(kind: Type, depth: int) -> list[st.SearchStrategy[TypedExpression]]:
    def sub(of: Type) -> st.SearchStrategy[TypedExpression]:
        return expressions(of, depth)

    options: list[st.SearchStrategy[TypedExpression]] = [
        st.builds(Conditional, st.just(kind), _ZERO, _ZERO, sub(BOOL), sub(kind), sub(kind))
    ]
    if kind in (INT, FLOAT):
        operators = "+-*%" if kind == INT else "+-*/%"
        options.append(
            st.builds(
                Arithmetic, st.just(kind), _ZERO, _ZERO, st.sampled_from(operators), sub(kind), sub(kind)
            )
        )
    if kind in (INT, FLOAT, VECTOR):
        options.append(sub(kind).filter(_is_no_literal).map(lambda operand: Negate(kind, 0, 0, operand)))
    if kind == FLOAT:
        options.append(sub(INT).filter(_is_no_literal).map(lambda operand: ToFloat(FLOAT, 0, 0, operand)))
        options.append(
            st.builds(VectorComponent, st.just(FLOAT), _ZERO, _ZERO, sub(VECTOR), st.sampled_from("xy"))
        )
    if kind == VECTOR:
        plus = st.sampled_from("+-")
        options.append(st.builds(Arithmetic, st.just(VECTOR), _ZERO, _ZERO, plus, sub(VECTOR), sub(VECTOR)))
        for sides in ((VECTOR, FLOAT), (FLOAT, VECTOR)):
            options.append(
                st.builds(
                    Arithmetic, st.just(VECTOR), _ZERO, _ZERO, st.just("*"), sub(sides[0]), sub(sides[1])
                )
            )
    if kind in (FLOAT, VECTOR, STRING):
        fields = [name for name, declared in SCOPE.entity_fields.items() if declared == kind]
        options.append(
            st.builds(EntityField, st.just(kind), _ZERO, _ZERO, sub(ENTITY), st.sampled_from(fields))
        )
    if kind == BOOL:
        options += _inner_bool(depth)
    options += _function_calls(kind, depth)
    return options


_ZERO = st.just(0)


def _is_no_literal(node: TypedExpression) -> bool:
    return not isinstance(node, Constant)


def _has_no_text_literal(nodes: list[TypedExpression]) -> bool:
    return any(not _is_literal_choice(node) for node in nodes)


def _is_literal_choice(node: TypedExpression) -> bool:
    if isinstance(node, Conditional):
        return _is_literal_choice(node.when_true) and _is_literal_choice(node.when_false)
    return isinstance(node, Constant)


def _inner_bool(depth: int) -> list[st.SearchStrategy[TypedExpression]]:
    def compared(kind: Type) -> st.SearchStrategy[TypedExpression]:
        operators = ["==", "!="] + (["<", "<=", ">", ">="] if kind.is_number else [])
        operands = st.lists(expressions(kind, depth), min_size=2, max_size=3)
        if kind == MODE:
            operands = operands.filter(_has_no_text_literal)
        return operands.flatmap(
            lambda parts: st.lists(
                st.sampled_from(operators), min_size=len(parts) - 1, max_size=len(parts) - 1
            ).map(lambda signs: Comparison(BOOL, 0, 0, tuple(parts), tuple(signs)))
        )

    logical = st.builds(
        Logical,
        st.just(BOOL),
        _ZERO,
        _ZERO,
        st.sampled_from(["and", "or"]),
        st.lists(expressions(BOOL, depth), min_size=2, max_size=3).map(tuple),
    )
    reach = st.tuples(expressions(VECTOR, depth), expressions(FLOAT, depth)).map(
        lambda arguments: ConditionCall(BOOL, 0, 0, "can_reach", arguments)
    )
    negated = expressions(BOOL, depth).map(lambda operand: Not(BOOL, 0, 0, operand))
    return [logical, reach, negated, *map(compared, _KINDS)]


_SIGNATURES: tuple[tuple[str, tuple[Type, ...], Type], ...] = (
    ("abs", (INT,), INT),
    ("abs", (FLOAT,), FLOAT),
    ("angle_difference", (FLOAT, FLOAT), FLOAT),
    ("angle_to", (VECTOR, VECTOR), FLOAT),
    ("atan2", (FLOAT, FLOAT), FLOAT),
    ("ceil", (FLOAT,), INT),
    ("clamp", (INT, INT, INT), INT),
    ("clamp", (FLOAT, FLOAT, FLOAT), FLOAT),
    ("cos", (FLOAT,), FLOAT),
    ("direction", (FLOAT,), VECTOR),
    ("distance", (VECTOR, VECTOR), FLOAT),
    ("dot", (VECTOR, VECTOR), FLOAT),
    ("floor", (FLOAT,), INT),
    ("length", (VECTOR,), FLOAT),
    ("lerp", (FLOAT, FLOAT, FLOAT), FLOAT),
    ("lerp", (VECTOR, VECTOR, FLOAT), VECTOR),
    ("max", (INT, INT, INT), INT),
    ("max", (FLOAT, FLOAT), FLOAT),
    ("min", (INT, INT), INT),
    ("min", (FLOAT, FLOAT, FLOAT), FLOAT),
    ("normalize", (VECTOR,), VECTOR),
    ("round", (FLOAT,), INT),
    ("sign", (INT,), INT),
    ("sign", (FLOAT,), FLOAT),
    ("sin", (FLOAT,), FLOAT),
    ("sqrt", (FLOAT,), FLOAT),
    ("vec", (FLOAT, FLOAT), VECTOR),
)
assert {name for name, _, _ in _SIGNATURES} == set(PURE_FUNCTIONS)


def _function_calls(kind: Type, depth: int) -> list[st.SearchStrategy[TypedExpression]]:
    return [
        st.tuples(*(expressions(parameter, depth) for parameter in parameters)).map(
            lambda arguments, name=name: FunctionCall(kind, 0, 0, name, arguments)  # type: ignore[misc]
        )
        for name, parameters, result in _SIGNATURES
        if result == kind
    ]
