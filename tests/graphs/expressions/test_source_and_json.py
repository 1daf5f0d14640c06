"""A typed tree survives its canonical text and its JSON, and only well-typed JSON is read."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.expressions.checker import check_expression
from graphs.expressions.parser import parse_expression
from graphs.expressions.serial import TypedDataError, type_problem, typed_from_json, typed_to_json
from graphs.expressions.syntax import StringLiteral
from graphs.expressions.typed import Negate, ToFloat, VariableRead, walk_typed
from graphs.expressions.types import FLOAT, quoted
from tests.example_counts import daily
from tests.graphs.expressions.canonical_source import to_source
from tests.graphs.expressions.typed_trees import SCOPE, any_expression, spread_spans, without_spans

_MANY = settings(
    max_examples=daily(60, deep=300),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("((health))<  3", "health < 3.0"),
        ("not (hit)and(alarmed or hit)", "not hit and (alarmed or hit)"),
        ("(ammo + 1) * 2 - (3 - ammo)", "(ammo + 1) * 2 - (3 - ammo)"),
        ("(ammo * 2) + 1", "ammo * 2 + 1"),
        ("'it\\'s' == label", '"it\'s" == label'),
        ("mode=='flee'", 'mode == "flee"'),
        ("clamp(high = 3, low = 1, x = ammo)", "clamp(ammo, 1, 3)"),
        ("distance(self, target)", "distance(self.position, target.position)"),
        ("-(ammo)", "-ammo"),
        ("-(3)", "-(3)"),
        (
            "(1 if hit else 2) if alarmed else (3 if hit else 4)",
            "(1 if hit else 2) if alarmed else 3 if hit else 4",
        ),
        ("(hit == alarmed) == true", "(hit == alarmed) == true"),
        ("(goal + last_noise).x", "(goal + last_noise).x"),
        ("last( noise . loud ).at", "last(noise.loud).at"),
        ("can_reach(goal)", "can_reach(goal, 5.0)"),
    ],
)
def test_the_canonical_text_has_the_fewest_parentheses(text, canonical) -> None:
    typed = check_expression(text, SCOPE)
    assert to_source(typed) == canonical
    assert to_source(check_expression(canonical, SCOPE)) == canonical


@_MANY
@given(any_expression())
def test_the_canonical_text_checks_to_the_same_tree(typed) -> None:
    checked = check_expression(to_source(typed), SCOPE, typed.type)
    again = check_expression(to_source(checked), SCOPE, typed.type)
    assert repr(without_spans(again)) == repr(without_spans(checked))
    if not any(isinstance(node, ToFloat) for node in walk_typed(typed)):
        assert repr(without_spans(checked)) == repr(typed)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_text_survives_quoting(text) -> None:
    node = parse_expression(quoted(text))
    assert isinstance(node, StringLiteral)
    assert node.value == text


@_MANY
@given(any_expression().map(spread_spans))
def test_2_7_a_tree_survives_its_json(typed) -> None:
    written = json.dumps(typed_to_json(typed), allow_nan=False)
    assert repr(typed_from_json(json.loads(written))) == repr(typed)


@_MANY
@given(any_expression())
def test_2_4_every_checked_tree_keeps_the_typing_rules(typed) -> None:
    checked = check_expression(to_source(typed), SCOPE)
    assert [type_problem(node) for node in walk_typed(checked) if type_problem(node)] == []


EXAMPLE = "health + 2 < 3 and (mode == 'flee' or min(ammo, 1) == 2) and goal.x > length(goal * 2.0)"


def test_2_7_json_is_plain_data_with_types_and_spans() -> None:
    assert typed_to_json(check_expression("mode == 'flee'", SCOPE)) == {
        "node": "comparison",
        "type": "bool",
        "span": [0, 14],
        "operands": [
            {
                "node": "variable_read",
                "type": {"enum": ["patrol", "chase", "flee"]},
                "span": [0, 4],
                "name": "mode",
                "slot_key": "key:mode",
            },
            {
                "node": "constant",
                "type": {"enum": ["patrol", "chase", "flee"]},
                "span": [8, 14],
                "value": "flee",
            },
        ],
        "operators": ["=="],
    }


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((), 3, "expression: Expected an expression node but found 3."),
        (("node",), "exec", "expression: Unknown expression node 'exec'."),
        (("node",), ["x"], "expression: Unknown expression node a list."),
        (("type",), "object", "type: Expected a type but found 'object'."),
        (("type",), "enum", "type: Expected a type but found 'enum'."),
        (("span",), [3, 1], "span: Expected a span [start, end] but found a list."),
        (("extra",), 1, "expression: The object has wrong fields: unknown extra."),
        (("operator",), "xor", "expression: The parts of this Logical do not fit. (characters 0 to 88)"),
        (("type",), "int", "expression: The parts of this Logical do not fit. (characters 0 to 88)"),
        (("operands",), "x", "operands: Expected a list but found 'x'."),
        (
            ("operands", 0, "operators", 0),
            "is",
            "expression: The parts of this Comparison do not fit. (characters 0 to 14)",
        ),
        (
            ("operands", 0, "operands", 1, "value"),
            1e999,
            "operands[0].operands[1].value: inf is no float constant.",
        ),
        (
            ("operands", 0, "operands", 1, "value"),
            "3",
            "operands[0].operands[1].value: '3' is no float constant.",
        ),
        (
            ("operands", 0, "operands", 0, "operator"),
            "**",
            "expression: The parts of this Arithmetic do not fit. (characters 0 to 10)",
        ),
        (
            ("operands", 0, "operands", 0, "left", "name"),
            3,
            "operands[0].operands[0].left.name: Expected a text but found 3.",
        ),
        (
            ("operands", 2, "operands", 1, "function"),
            "eval",
            "expression: The parts of this FunctionCall do not fit. (characters 70 to 88)",
        ),
        (
            ("operands", 2, "operands", 0, "component"),
            "z",
            "expression: The parts of this VectorComponent do not fit. (characters 61 to 67)",
        ),
    ],
)
def test_2_7_other_json_is_refused_with_its_path(path, value, message) -> None:
    data: object = typed_to_json(check_expression(EXAMPLE, SCOPE))
    assert typed_from_json(copy.deepcopy(data)) == check_expression(EXAMPLE, SCOPE)
    if path:
        place = data
        for key in path[:-1]:
            place = place[key]  # type: ignore[index]
        place[path[-1]] = value  # type: ignore[index]
    else:
        data = value
    with pytest.raises(TypedDataError) as failure:
        typed_from_json(data)
    assert str(failure.value) == message


def test_2_7_a_tree_of_endless_depth_is_refused() -> None:
    typed = VariableRead(FLOAT, 0, 1, "health", "key:health")
    data = typed_to_json(typed)
    for _ in range(5000):
        data = {"node": "negate", "type": "float", "span": [0, 1], "operand": data}
    with pytest.raises(TypedDataError, match="levels deep"):
        typed_from_json(data)
    assert typed_from_json(typed_to_json(Negate(FLOAT, 0, 1, typed))) == Negate(FLOAT, 0, 1, typed)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["node", "type", "span", "operand", "value", "operands"]), inner
            )
        ),
        max_leaves=12,
    ),
    st.integers(0, 40),
)
def test_2_7_any_json_is_read_or_refused(junk, position) -> None:
    data = typed_to_json(check_expression(EXAMPLE, SCOPE))
    places: list[tuple[dict[str, object] | list[object], object]] = []

    def collect(value: object) -> None:
        items = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, inner in items:
            places.append((value, key))  # type: ignore[arg-type]
            collect(inner)

    collect(data)
    owner, key = places[position % len(places)]
    owner[key] = junk
    try:
        typed = typed_from_json(data)
    except TypedDataError:
        return
    assert typed_from_json(typed_to_json(typed)) == typed
