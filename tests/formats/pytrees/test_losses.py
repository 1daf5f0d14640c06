"""What a tree of py_trees keeps or changes is told at its node, and what is exact is not."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import py_trees
import pytest

from mindloom import from_py_trees
from tests.formats.game_trees import MOST_FALSE, assert_told, false_share

STATUS = py_trees.common.Status
POLICY = py_trees.common.ParallelPolicy
DRESS, LEAF, ORDER = py_trees.decorators, py_trees.behaviours, py_trees.composites

Make = Callable[[], Any]


class Own(py_trees.behaviour.Behaviour):
    """Stand for a behavior of the game."""

    def update(self) -> Any:
        raise AssertionError("nothing of a tree is run")


class OwnOrder(py_trees.composites.Sequence):
    """Stand for a composite of the game."""


class OwnDress(py_trees.decorators.Decorator):
    """Stand for a decorator of the game."""

    def update(self) -> Any:
        raise AssertionError("nothing of a tree is run")


@pytest.fixture(autouse=True)
def _board() -> Iterator[None]:
    py_trees.blackboard.Blackboard.clear()
    py_trees.blackboard.Blackboard.set("speed", 3)
    py_trees.blackboard.Blackboard.set("word", "go")
    yield
    py_trees.blackboard.Blackboard.clear()


def own() -> Any:
    return Own("own")


def compared(name: str, value: object, by: Any = operator.eq) -> Any:
    return py_trees.common.ComparisonExpression(name, value, by)


def check(name: str, value: object, by: Any = operator.eq) -> Make:
    return lambda: LEAF.CheckBlackboardVariableValue("it", compared(name, value, by))


def wait(name: str, value: object, by: Any = operator.eq) -> Make:
    return lambda: LEAF.WaitForBlackboardVariableValue("it", compared(name, value, by))


def put(name: str, value: object, *, overwrite: bool = True) -> Make:
    return lambda: LEAF.SetBlackboardVariable("it", name, value, overwrite=overwrite)


def timer(seconds: float) -> Make:
    return lambda: py_trees.timers.Timer("it", duration=seconds)


def dressed(kind: Any, *more: Any, **fields: Any) -> Make:
    return lambda: kind("it", own(), *more, **fields)


CASES: dict[str, tuple[str, list[Make]]] = {
    "Timeout": ("changed", [dressed(DRESS.Timeout, duration=n) for n in (0.5, 2.0, 5.0)]),
    "Timer": ("changed", [timer(n) for n in (0.5, 2.0, 5.0)]),
    "a check of a variable without a value": (
        "changed",
        [check("a", 1), check("b", "x"), check("c", 2.5, operator.gt)],
    ),
    "a wait for a variable without a value": (
        "changed",
        [wait("a", 1), wait("b", True), wait("speed", 2.5, operator.lt)],
    ),
    "a set of a variable without a value": ("changed", [put("a", 1), put("b", "x"), put("c", False)]),
    "a check that no expression can say": (
        "kept",
        [check("speed", lambda: 1), check("word", "a", operator.lt), check("speed", [1])],
    ),
    "a wait that no expression can say": (
        "kept",
        [wait("speed", lambda: 1), wait("word", "a", operator.gt), wait("speed", 2, operator.contains)],
    ),
    "a set that no line can say": (
        "kept",
        [put("speed", lambda: 1), put("speed", 2, overwrite=False), put("speed", {"a": 1})],
    ),
    "any other decorator": (
        "kept",
        [
            dressed(DRESS.Count),
            dressed(DRESS.RunningIsFailure),
            dressed(DRESS.StatusToBlackboard, "found"),
            dressed(DRESS.Condition, STATUS.RUNNING),
        ],
    ),
    "any other leaf": (
        "kept",
        [
            lambda: LEAF.TickCounter("it", 2, STATUS.SUCCESS),
            lambda: LEAF.UnsetBlackboardVariable("it", "speed"),
            lambda: LEAF.SuccessEveryN("it", 3),
            lambda: LEAF.CheckBlackboardVariableExists("it", "speed"),
        ],
    ),
    "a behavior of the game with others inside": (
        "kept",
        [
            lambda: OwnOrder("it", memory=True, children=[own()]),
            lambda: OwnOrder("it", memory=False, children=[own(), own()]),
            lambda: OwnDress("it", own()),
        ],
    ),
}


def placed(number: int, it: Any) -> Any:
    """Return one of three trees: the behavior alone, behind another, inside a decorator."""
    if number == 0:
        return it
    if number == 1:
        return ORDER.Selector("order", memory=True, children=[own(), it])
    return ORDER.Sequence("order", memory=False, children=[DRESS.Inverter("turned", it)])


@pytest.mark.parametrize(
    ("number", "how", "make"),
    [
        pytest.param(number % 3, how, make, id=f"{name} {number}")
        for name, (how, makers) in CASES.items()
        for number, make in enumerate(makers)
    ],
)
def test_what_is_not_exact_is_told_at_its_node(number: int, how: str, make: Make) -> None:
    it = make()
    found = from_py_trees(placed(number, it))
    rows = [row for row in found.rows if row.what == f"{type(it).__name__} 'it'"]
    assert [(row.how, row.node) for row in rows] == [(how, "it")]
    assert [row.how for row in found.rows if row not in rows] == ["exact"] * (len(found.rows) - 1)
    assert_told(rows[0], found)


def test_each_construct_has_three_trees() -> None:
    assert all(len(makers) >= 3 for _, makers in CASES.values())


@pytest.mark.parametrize("later", [check("a", 1), wait("a", 2, operator.gt), put("a", 3)])
def test_each_use_of_a_variable_without_a_value_is_told(later: Make) -> None:
    found = from_py_trees(ORDER.Sequence("order", memory=True, children=[put("a", 1)(), later()]))
    assert [row.how for row in found.rows] == ["exact", "changed", "changed"]


DECORATORS: list[Callable[[Any], Any]] = [
    *(
        lambda child, kind=kind: kind("it", child)
        for kind in (
            *(DRESS.Inverter, DRESS.PassThrough, DRESS.FailureIsSuccess, DRESS.SuccessIsFailure),
            *(DRESS.FailureIsRunning, DRESS.SuccessIsRunning),
        )
    ),
    lambda child: DRESS.Repeat("it", child, num_success=3),
    lambda child: DRESS.Retry("it", child, num_failures=2),
    lambda child: DRESS.OneShot("it", child, policy=py_trees.common.OneShotPolicy.ON_COMPLETION),
    lambda child: DRESS.Condition("it", child, status=STATUS.SUCCESS),
    lambda child: DRESS.EternalGuard("it", child, condition=lambda: True),
]
LEAVES: list[Make] = [
    *(own, lambda: LEAF.Success("it"), lambda: LEAF.Failure("it"), lambda: LEAF.Running("it")),
    *(check("speed", 2, operator.gt), wait("word", "stop"), put("speed", 1)),
]


def exact_tree(rng: Random, depth: int) -> Any:
    """Return a tree of constructs that are exact by the table."""
    if not depth:
        return rng.choice(LEAVES)()
    if rng.random() < 0.4:
        return rng.choice(DECORATORS)(exact_tree(rng, depth - 1))
    children = [exact_tree(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    kind = rng.choice([ORDER.Sequence, ORDER.Selector, None])
    if kind is not None:
        return kind("order", memory=rng.random() < 0.5, children=children)
    policies = [POLICY.SuccessOnAll(synchronise=False), POLICY.SuccessOnAll(), POLICY.SuccessOnOne()]
    return ORDER.Parallel("order", policy=rng.choice(policies), children=children)


def test_few_rows_of_exact_trees_are_false_alarms() -> None:
    rows = [row for seed in range(40) for row in from_py_trees(exact_tree(Random(seed), 4)).rows]
    assert false_share(rows) <= MOST_FALSE
