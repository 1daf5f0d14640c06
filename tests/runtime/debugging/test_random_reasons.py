"""Whatever is asked of any run, the answer is a sentence with the numbers there were.

A longer search is `python3 dev.py soak reasons`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.expressions.types import Value
from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes
from runtime.basics.context import EvaluationError
from runtime.minds.actions.condition import ConditionContext, ConditionLibrary
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.debugging.checked_reasons import Run, check_run, check_writers
from tests.runtime.debugging.why_run import MIND
from tests.runtime.interventions import intervene
from tests.runtime.lone_brain import REGISTRY, CarelessAction, NotingAction, RequestingAction, ScriptedAction
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import move_player, sample_session
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import POSTS, machines, waiting_machines

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
FEW = settings(max_examples=daily(5, deep=10), deadline=None, suppress_health_check=SLOW)
TICKS = 14


def word_is_true(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Answer by the length of the word; of a lost one nobody can say."""
    if arguments == ("lost",):
        raise EvaluationError("Nobody can say.")
    return len(str(arguments[0])) % 2 == 0


WORDS = ConditionLibrary({"word_is_true": word_is_true})


def opened(mind: Document, seed: int) -> Session:
    """Open a world with one agent that thinks with a random mind."""
    library = builtin_library().extended(
        {
            "scripted": ScriptedAction([]),
            "asking": RequestingAction(),
            "note": NotingAction(),
            "careless": CarelessAction(),
        }
    )
    every = random.Random(seed).choice(["1", "1", "3"])
    world = (
        f'{{"format": "mindloom-world", "version": 1, "size": [20, 14], "seed": {seed}, '
        f'"agents": {{"a": {{"at": [5, 7], "mind": "{MIND}", "tick_every": {every}}}}}}}'
    )
    return Session.open(world_from_bytes(world.encode()), {MIND: mind}, REGISTRY, library, conditions=WORDS)


def asked(mind: Document, posts: list[tuple[str, ...]], seed: int) -> Run:
    """Run a random mind, with events and interventions."""
    run, source = Run(opened(mind, seed), "a"), random.Random(seed)
    for tick in range(TICKS):
        for name in posts[tick]:
            run.session.post_event("a", name, {"x": 1} if name == "one" else {})
        if source.random() < 0.2:
            intervene(run.session, source)
        run.step()
    return run


@FEW
@given(st.one_of(machines(), waiting_machines()), POSTS, st.integers(0, 99))
def test_of_every_row_of_a_random_machine_why_is_said_in_a_sentence(graph: dict[str, Any], posts, seed):
    run = asked(mind_of_machine(graph), posts, seed)
    tick = random.Random(seed).randrange(TICKS)
    check_run(run, {0, 1, tick, TICKS - 1})
    check_writers(run, tick, run.before)


@FEW
@given(TREES_WITH_CALLS, st.integers(0, 99))
def test_of_every_row_of_a_random_tree_why_is_said_in_a_sentence(nodes: dict[str, Any], seed):
    run = asked(mind_of_tree(nodes), [()] * TICKS, seed)
    tick = random.Random(seed).randrange(TICKS)
    check_run(run, {0, tick, TICKS - 1})
    check_writers(run, tick, run.before)


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_of_rows_of_every_sample_why_is_said_with_the_values_there_were(name):
    session, source = sample_session(name), random.Random(name)
    run = Run(session, source.choice(sorted(session.brains)))
    length = 60
    for _ in range(length):
        move_player(session)
        run.step()
    count = len(session.programs[run.agent].rows)
    for tick in source.sample(range(length), daily(1, deep=2)):
        rows = source.sample(range(count), min(12, count))
        check_run(run, [tick], rows)
        names = source.sample(sorted(run.values[0]), min(2, len(run.values[0])))
        check_writers(run, tick, names)
