"""The smallest change of a need that lets the second child catch up, against a search."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphs.model import Variable
from runtime.history.why.need_margins import WeighedNeeds, least_change, weighed_needs
from tests.graphs.builders import document_of, tree

NAMES = ("hunger", "fatigue")
STEP = 0.05
numbers = st.integers(-40, 40).map(lambda value: value / 4)
children = st.fixed_dictionaries(dict.fromkeys(NAMES, numbers))
values = st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(0, 40).map(lambda value: value / 4)))


def left(found: dict[str, float], added: dict[str, float]) -> float:
    return sum(max(0.0, found[need] + added[need]) ** 2 for need in NAMES)


@settings(max_examples=100, deadline=None)
@given(now=values, first=children, second=children)
def test_the_change_levels_both_and_no_smaller_one_does(
    now: dict[str, float], first: dict[str, float], second: dict[str, float]
) -> None:
    lead = left(now, second) - left(now, first)
    assume(lead > 0)
    declared = {name: Variable(type="float", min=0) for name in NAMES}
    change = least_change(WeighedNeeds(declared, (first, second)), now, 0, 1, lead)

    def gap(need: str, by: float) -> float:
        moved = {**now, need: now[need] + by}
        return left(moved, second) - left(moved, first)

    if change is not None:
        assert now[change.need] + change.by >= -1e-9
        assert abs(gap(change.need, change.by)) <= 1e-6 * max(1.0, lead, abs(change.by) ** 2)
    reach = abs(change.by) - 2 * STEP if change is not None else 60.0
    for need in NAMES:
        for way in (-1, 1):
            for place in range(int(max(0.0, reach) / STEP)):
                by = way * place * STEP
                if now[need] + by >= 0:
                    assert gap(need, by) > 0


def test_the_worked_example_is_exact() -> None:
    declared = {"hunger": Variable(type="float", min=0), "fatigue": Variable(type="float", min=0)}
    weighed = WeighedNeeds(declared, ({"hunger": -2, "fatigue": 0}, {"hunger": 0, "fatigue": -2}))
    change = least_change(weighed, {"hunger": 4, "fatigue": 3}, 0, 1, 4)
    assert change is not None
    assert (change.need, change.by) == ("hunger", -1)


def test_what_is_an_expression_is_not_worked_out() -> None:
    child = {"kind": "wait", "slot": {"effects": {"hunger": {"expr": "-1"}}}}
    nodes = {"r": {"kind": "goal_selector", "children": ["c"], "needs": ["hunger"]}, "c": child}
    made = document_of(tree(nodes), variables={"hunger": {"type": "float"}})
    assert weighed_needs(made, "g", "r") is None
    nodes["c"] = {"kind": "wait", "slot": {"effects": {"hunger": -1}, "duration": 2}}
    made = document_of(tree(nodes), variables={"hunger": {"type": "float", "rise": 0.5}})
    weighed = weighed_needs(made, "g", "r")
    assert weighed is not None
    assert weighed.added == ({"hunger": 0.0},)
