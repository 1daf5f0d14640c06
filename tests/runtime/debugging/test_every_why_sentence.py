"""Every form of sentence that answers why is said in some run, and stated here in full with its numbers.

A form that is added without a run that says it, or without its sentence, fails the test of completeness.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from graphs.expressions.types import Value
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.who_wrote import who_wrote, writer_reason
from runtime.history.why.why_forms import Cause, WhyForm, WhyReason
from runtime.session.session import Session
from tests.runtime.debugging.why_machine_scenes import MACHINE_RUNS
from tests.runtime.debugging.why_run import MIND, logged, lone, mind, reasons, swap, write
from tests.runtime.debugging.why_stated import STATED
from tests.runtime.debugging.why_tree_scenes import TREE_RUNS
from tests.runtime.debugging.why_want_scenes import WANT_RUNS, WANT_STATED
from tests.runtime.debugging.why_writer_scenes import WRITERS
from tests.runtime.lone_brain import tree
from tests.runtime.session_of import session_of

RUNS = {**TREE_RUNS, **MACHINE_RUNS, **WANT_RUNS}
ALL_STATED = {**STATED, **WANT_STATED}
COUNTING = mind(
    {
        "g": tree(
            {
                "root": {"kind": "sequence", "children": ["count", "wait"]},
                "count": {"kind": "set", "title": "Count", "actions": ["distance = distance + 0.5"]},
                "wait": {"kind": "wait", "params": {"seconds": 0.05}},
            }
        )
    }
)
RESTING = mind({"g": tree({"root": {"kind": "wait", "params": {"seconds": 9}}})})
WITH_COUNT = mind(
    {"g": tree({"root": {"kind": "wait", "params": {"seconds": 9}}})},
    variables={"n": {"type": "int", "default": 4}},
)
WATCH = {"kind": "distance", "params": {"to": "b"}, "writes": {"distance": "distance"}}


def watching() -> Session:
    """Open a world in which a knows how far b is."""
    agents = {"a": {"mind": MIND, "at": [2, 7], "sensors": [WATCH]}, "b": {"at": [8.5, 7]}}
    return session_of(agents, {MIND: RESTING})


SCENES: dict[str, tuple[Callable[[], LoggedTicks], str, Value]] = {
    "distance became 4 at tick 4: 'Count' wrote it.": (
        lambda: logged(lone(COUNTING), 8),
        "distance",
        4.0,
    ),
    "distance became 7.25 at tick 3: it was written from outside.": (
        lambda: logged(lone(RESTING), 8, {3: write(distance=7.25)}),
        "distance",
        7.25,
    ),
    "distance became 6.5 at tick 7: the distance sensor wrote it.": (
        lambda: logged(watching(), 8),
        "distance",
        6.5,
    ),
    "n became 4 at tick 4: an edit made it again.": (
        lambda: logged(lone(RESTING), 8, {4: swap(WITH_COUNT)}),
        "n",
        4,
    ),
    "distance has been 3 from the start: nothing has changed it.": (
        lambda: logged(lone(RESTING), 8),
        "distance",
        3.0,
    ),
    "distance has been 3 since before the recording begins at tick 2: nothing has changed it.": (
        lambda: logged(lone(RESTING), 8, first=2),
        "distance",
        3.0,
    ),
}
"""Runs in which a variable was written last by somebody, or nobody, and its value, by what is said."""


@cache
def run(name: str) -> LoggedTicks:
    return RUNS[name]()


@cache
def told(name: str, tick: int, node: str) -> tuple[WhyReason, ...]:
    return reasons(run(name), tick, node)


STATEMENTS = [(name, tick, node) for name, places in ALL_STATED.items() for tick, node in places]


@pytest.mark.parametrize(("name", "tick", "node"), STATEMENTS)
def test_what_why_says_is_said_word_by_word(name: str, tick: int, node: str):
    assert tuple(each.sentence for each in told(name, tick, node)) == ALL_STATED[name][tick, node]


@cache
def told_of_writer(sentence: str) -> WhyReason:
    make, variable, now = SCENES[sentence]
    ticks = make()
    last = [each for each in who_wrote(ticks, variable, 7) if each is not None]
    return writer_reason(ticks, variable, last[-1] if last else None, now, ticks.registry)


@pytest.mark.parametrize("sentence", SCENES)
def test_who_wrote_a_variable_is_said_word_by_word(sentence: str):
    assert told_of_writer(sentence).sentence == sentence


@cache
def told_of_other(sentence: str) -> WhyReason:
    return WRITERS[sentence]()


@pytest.mark.parametrize("sentence", WRITERS)
def test_who_wrote_what_is_no_plain_variable_of_the_agent_is_said_word_by_word(sentence: str):
    assert told_of_other(sentence).sentence == sentence


def test_every_form_is_stated_by_a_run_that_says_it():
    found = [each for place in STATEMENTS for each in told(*place)]
    found += [told_of_writer(entry) for entry in SCENES] + [told_of_other(value) for value in WRITERS]
    said = {form for item in found for form in item.forms}
    assert sorted(form.name for form in {*WhyForm, *Cause} - said) == []


def test_the_sentences_of_a_form_are_made_of_it():
    """What is said begins and ends as the forms that are named for it do."""
    for place in STATEMENTS:
        for each in told(*place):
            main = each.forms[0]
            first, last = re.split(r"\{\w+\}", main)[0], re.split(r"\{\w+\}", each.forms[-1])[-1]
            assert each.sentence.startswith(first)
            assert isinstance(each.forms[-1], Cause) or each.sentence.endswith(last)
