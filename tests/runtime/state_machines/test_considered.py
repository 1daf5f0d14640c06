"""What was taken down of considered transitions reads as what could have been said at once (rule 4.14)."""

from __future__ import annotations

from unittest import mock

from hypothesis import HealthCheck, given, settings

from runtime.basics.status import TransitionOutcome
from runtime.minds.brain.brain import Brain
from runtime.minds.machines import considered_transitions as considered
from runtime.minds.machines.considered_transitions import Consideration, candidate_of, held_while_pending
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.triggers import holding
from runtime.records.reasons import Reason
from runtime.records.trace_frame import Candidate
from tests.example_counts import daily
from tests.runtime.lone_brain import LoneBrain, document, machine
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.test_random_machines import brain_of, events_of

MOST_TOLD = 2_000
"""Of one tick: a machine may take a thousand rounds in each of a thousand passes, too much to keep."""


@settings(max_examples=daily(15, deep=40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(machines(), POSTS)
def test_4_14_what_is_told_later_is_what_could_have_been_told_at_once(graph, posts):
    told: list[tuple[Consideration, BrainLog, Candidate]] = []
    plain = considered.consideration

    def with_words(
        brain: Brain, transition: TransitionRow, outcome: TransitionOutcome, reason: Reason | None
    ) -> Consideration:
        taken_down = plain(brain, transition, outcome, reason)
        if len(told) == MOST_TOLD:
            return taken_down
        with holding(held_while_pending(transition, brain), brain):
            explanation = transition.guard.explanation(brain) if transition.guard is not None else None
        assert brain.log is not None
        told.append((taken_down, brain.log, candidate_of(transition, outcome, reason, explanation)))
        return taken_down

    one = brain_of(graph)
    one.brain.interpreted = True
    with mock.patch.object(considered, "consideration", with_words):
        for names in (*posts, ()):
            earlier = told.copy()
            told.clear()
            one.tick(*events_of(names))
            for taken_down, log, candidate in earlier:
                assert taken_down.told(log) == candidate


def test_4_14_the_values_are_those_of_the_moment_the_guard_was_asked():
    """The action of the transition changes what its guard has read; the log tells the former value."""
    graph = machine(
        {"a": {}, "b": {}}, {"t": {"from": "a", "guard": "n < 3", "actions": ["n = 9"], "to": "b"}}
    )
    one = LoneBrain(document({"g": graph}, variables={"n": {"type": "int", "default": 1}}))
    one.tick()
    one.tick()
    assert one.variable("n") == 9
    candidate = one.brain_log.candidates[one.row("t")]
    assert candidate.sentence == "n is 1, 2 below 3"
    assert [(part.text, part.value) for part in candidate.parts] == [("n < 3", "true")]
    assert candidate.outcome == TransitionOutcome.TAKEN


def test_4_14_an_any_state_transition_to_where_the_machine_is_says_so_and_one_that_waits_what_it_lacks():
    edges = {
        "waits": {"from": "a", "guard": "n > 50", "delay": 0.1, "to": "b"},
        "hurt": {"guard": "n >= 0", "to": "a", "interrupt": True},
    }
    one = LoneBrain(document({"g": machine({"a": {}, "b": {}}, edges)}, variables={"n": {"type": "int"}}))
    one.tick()
    one.tick()
    told = {one.program.rows[row].node: each for row, each in one.brain_log.candidates.items()}
    assert told["hurt"].sentence == "its target is active already"
    assert told["hurt"].outcome == TransitionOutcome.TRUE_BUT_LOST
    assert told["waits"].sentence == "n is 0, 50 too low"
