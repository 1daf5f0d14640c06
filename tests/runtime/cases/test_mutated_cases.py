"""Whatever a case says, it is refused in words or runs to a result: nothing is raised."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphs.files.document_file import FileProblem
from runtime.trials.cases.case_file import case_from_bytes
from runtime.trials.cases.case_format import CASE_SUFFIX
from runtime.trials.cases.case_runner import run_case
from tests.runtime.cases.test_cases import GAME

FOLDER = Path(__file__).parent

SEEDS = (
    "2.1-a-write-of-the-wrong-type-is-refused",
    "2.4-self-and-fields-of-entities-are-readable",
    "2.4-the-payload-of-an-event-is-readable",
    "2.5-send-posts-for-the-receivers-next-tick",
    "2.3-a-trigger-latched-for-a-time-dies-when-it-is-over",
    "3.12-an-exception-fails-the-node-and-the-run-goes-on",
    "3.13-a-case-begins-with-the-memory-its-start-tells",
    "3.10-the-interval-is-drawn-within-the-jitter",
    "4.8-a-delayed-event-is-taken-on-its-tick",
    "4.10-a-delayed-transition-is-pending-first",
    "4.14-candidates-say-what-their-guard-came-to",
    "5.4-each-step-knows-its-values-and-the-nearest-threshold",
    "7.4-interventions-overrule-what-the-mind-would-do",
    "8.3-a-case-enters-the-state-that-its-start-lacks",
    "9.1-requests-of-running-nodes-are-in-force",
    "9.3-effects-are-collected",
    "9.3-world-variables-change-after-the-brain-has-ticked",
)

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 2**31, -(2**31) - 1, 10**300, -(10**300), 0.5, 1e308, -0.0]),
    st.sampled_from(["", "x", "\x00", "\ud7ff", "self", "../x", "a" * 300, "R", "running", "1 +"]),
    st.sampled_from(
        [[], {}, [0, 0], [1e308, 1e308], [0.3, 0, 0], [[]], [True, 1], {"expr": "1"}, [None, None]]
    ),
)
"""What a value of a case is replaced by."""

Place = tuple[str | int, ...]


@cache
def seed(name: str) -> Any:
    return json.loads((FOLDER / f"{name}{CASE_SUFFIX}").read_bytes())


def places(value: Any, at: Place = ()) -> list[Place]:
    """Return the place of every value in a JSON value, the mind's apart."""
    found = []
    if isinstance(value, (dict, list)):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            if (*at, key) != ("mind",):
                found += [(*at, key), *places(value[key], (*at, key))]
    return found


@st.composite
def cases(draw: st.DrawFn) -> Any:
    """Draw a case of the suite in which one to three values are others, gone, or under other names."""
    case = copy.deepcopy(seed(draw(st.sampled_from(SEEDS))))
    case.setdefault("entities", {}).setdefault("e", {"position": [1, 1], "velocity": [0, 0]})
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from(places(case)))
        parent = case
        for key in above:
            parent = parent[key]
        act = draw(st.integers(0, 9))
        if act == 0:
            del parent[last]
        elif act == 1 and isinstance(parent, dict):
            parent[draw(st.sampled_from(["", "x", "root", f"{last}s"]))] = parent.pop(last)
        else:
            parent[last] = copy.deepcopy(draw(VALUES))
    return case


@given(cases())
def test_a_mutated_case_is_refused_in_words_or_runs(value: Any) -> None:
    try:
        case = case_from_bytes(json.dumps(value).encode())
    except FileProblem:
        return
    if case.mind is not None:
        result = run_case(case, case.mind, GAME)
        assert all(problem.message for problem in result.problems)
