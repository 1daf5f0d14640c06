"""Trying other values gives what the run would give with them, and changes nothing of it."""

from __future__ import annotations

import pytest

from graphs.expressions.types import ValueType
from runtime.history.why.what_if import Trial, nearest_changes, trial_of, tried_variables
from runtime.minds.program.rows import RowFamily
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import move_player, sample_session


@pytest.fixture
def brawler():
    session = sample_session("attack_or_flee")
    for _ in range(100):
        session.step()
    agent = next(iter(session.brains))
    return session, agent, session.brains[agent]


def row_of(brain, node: str) -> int:
    return next(row.index for row in brain.program.rows if row.node == node)


def trial_at(brain, node: str) -> Trial:
    found = trial_of(brain.program, row_of(brain, node))
    assert found is not None
    return found


def changes_of(session, agent, trial):
    brain = session.brains[agent]
    document = session.segments[-1].minds.documents[session.mind_of(agent).partition("#")[0]]
    found = nearest_changes(
        trial.ask(brain), brain.program.variables, session.variables(agent), document.variables
    )
    return found, document


def test_a_decision_reads_the_variables_of_all_its_questions(brawler):
    _, _, brain = brawler
    trial = trial_at(brain, "near")
    assert set(trial.reads) == {"enemy_visible", "health", "d"}


def test_5_4_other_values_lead_down_the_path_that_they_would_take(brawler):
    session, _, brain = brawler
    before = session.state_hash()
    trial = trial_at(brain, "near")
    rows = brain.program.rows
    as_it_is = trial.outcome(brain, {})
    assert rows[as_it_is.leaf].node == rows[as_it_is.steps[-1].row].branches[as_it_is.steps[-1].branch].node
    hurt = trial.outcome(brain, {"health": 12.0})
    assert "health is 12" in hurt.steps[-1].sentence
    assert hurt.answer != as_it_is.answer
    assert session.state_hash() == before


def test_each_nearest_change_set_as_a_value_gives_what_it_says(brawler):
    session, agent, brain = brawler
    trial = trial_at(brain, "near")
    found, document = changes_of(session, agent, trial)
    assert found
    for change in found:
        assert trial.outcome(brain, {change.variable: change.needed}).answer == change.answer
    for variable in tried_variables(trial, brain, document.variables, found):
        needed = [change.needed for change in found if change.variable == variable.name]
        if variable.kind in (ValueType.INT, ValueType.FLOAT):
            assert all(variable.low <= value <= variable.high for value in (variable.now, *needed))


def test_a_guard_that_fails_is_no_answer_and_says_why():
    session = sample_session("tank")
    session.step()
    brain = session.brains[next(iter(session.brains))]
    trial = trial_at(brain, "patrol_chase")
    assert set(trial.reads) == {"d", "visible"}
    assert trial.outcome(brain, {"d": 2.0, "visible": True}).answer is True
    said = trial.outcome(brain, {"d": 7.5, "visible": True})
    assert said.answer is False
    assert "7.5" in said.sentence
    assert trial_of(brain.program, row_of(brain, "chase")) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_test_and_decision_of_every_sample_can_be_tried(name):
    session = sample_session(name)
    for _ in range(20):
        move_player(session)
        session.step()
    agent = next(iter(session.brains), None)
    if agent is None:
        return
    before = session.state_hash()
    brain = session.brains[agent]
    mind = (session.mind_of(agent) or "").partition("#")[0]
    declared = session.segments[-1].minds.documents[mind].variables
    for row in brain.program.rows:
        trial = trial_of(brain.program, row.index)
        if trial is None:
            continue
        values = {variable.name: variable.now for variable in tried_variables(trial, brain, declared, ())}
        assert trial.outcome(brain, values).answer == trial.outcome(brain, {}).answer
        assert row.family in (RowFamily.DECISION, RowFamily.TRANSITION, RowFamily.TREE_NODE)
    assert session.state_hash() == before
