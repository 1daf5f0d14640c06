"""Machines five levels deep, every state with an activity: what runs is what is active (4.6, 5.5, 6.1)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.basics.host import RaisedEvent
from tests.example_counts import daily
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted

DEPTH = 5
LEVELS = range(DEPTH)
CHAIN = [f"c{level}" for level in LEVELS]
ASIDE = [f"l{level}" for level in LEVELS]
LEAVES = ("left", "right")

PICK = {
    "kind": "decision_tree",
    "root": "q",
    "nodes": {
        "q": {
            "kind": "test",
            "test": "left",
            "branches": [{"when": True, "child": "left"}, {"when": False, "child": "right"}],
        },
        **{leaf: scripted("", leaf) for leaf in LEAVES},
    },
}

EDGES = st.lists(
    st.fixed_dictionaries(
        {
            "from": st.sampled_from([*CHAIN, *ASIDE]),
            "event": st.sampled_from(["one", "two"]),
            "to": st.sampled_from([*CHAIN, *ASIDE]),
            "internal": st.booleans(),
            "reenter": st.booleans(),
        }
    ),
    min_size=3,
    max_size=8,
)
TICKS = st.lists(st.sampled_from([(), ("one",), ("two",), ("one", "two")]), min_size=12, max_size=12)
FLIPS = st.lists(st.booleans(), min_size=12, max_size=12)


def deep(edges: list[dict[str, Any]]) -> dict[str, Any]:
    """Return compounds in compounds, each beside a plain state; the innermost picks by a decision tree."""
    nodes: dict[str, Any] = {}
    for level in LEVELS:
        inside = [f"c{level + 1}", f"l{level + 1}"] if level + 1 < DEPTH else []
        nodes[f"c{level}"] = {"activity": _acting(f"c{level}")}
        if inside:
            nodes[f"c{level}"] |= {"children": inside, "initial": inside[0]}
        nodes[f"l{level}"] = {"activity": _acting(f"l{level}")}
    nodes[CHAIN[-1]]["activity"] = {"graph": "pick", "every": 1}
    return machine(nodes, {f"t{number}": dict(edge) for number, edge in enumerate(edges)})


def _acting(name: str) -> dict[str, Any]:
    return {"action": "scripted", "params": scripted("", name)["params"]}


def assert_all_runs_as_it_is_active(one: LoneBrain) -> None:
    """Each activity is entered, ticked and halted in turns, and what is not halted is of an active state."""
    active = set(one.active())
    for name in (*CHAIN[:-1], *ASIDE, *LEAVES):
        words = "".join(word[0] for word in one.log if word.split(" ", 1)[1] == name)
        assert re.fullmatch("(et*h)*(et*)?", words), (name, one.log)
        open_now = words.count("e") > words.count("h")
        owner = CHAIN[-1] if name in LEAVES else name
        assert not open_now or owner in active, (name, one.log)
    assert sum(_is_open(one, leaf) for leaf in LEAVES) <= 1, one.log


def _is_open(one: LoneBrain, name: str) -> bool:
    return one.log.count(f"enter {name}") > one.log.count(f"halt {name}")


@pytest.mark.parametrize("interpreted", [False, True])
@settings(max_examples=daily(15, deep=40), deadline=None)
@given(edges=EDGES, posts=TICKS, flips=FLIPS)
def test_6_1_activities_run_while_their_states_are_active_and_no_longer(interpreted, edges, posts, flips):
    source = document(
        {"g": deep(edges), "pick": PICK},
        variables={"left": {"type": "bool"}},
        events={"one": {}, "two": {}},
    )
    one = LoneBrain(source)
    one.brain.interpreted = interpreted
    for names, left in zip(posts, flips, strict=True):
        one.write("left", left)
        for name in names:
            one.brain.post(RaisedEvent(name))
        one.brain.tick()
        one.host.tick += 1
        _assert_one_chain(set(one.active()))
        assert_all_runs_as_it_is_active(one)


def _assert_one_chain(active: set[str]) -> None:
    """One state is active on every level down to the first that has none inside."""
    for level in LEVELS:
        here = active & {f"c{level}", f"l{level}"}
        assert len(here) == 1, active
        if here == {f"l{level}"}:
            assert all(name[1:] <= str(level) for name in active), active
            return
