"""Costs are told by the ticks run again: own time goes to the node whose note ends it."""

from __future__ import annotations

import itertools

from runtime.history.recording.recorded_run import Recorder
from runtime.history.why.visit_costs import VisitCosts, measure_costs, sampled_ticks
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import sample_session, session_of

MIND = "a.mind.json"


def test_own_time_is_the_number_of_notes_with_a_clock_that_counts():
    nodes = {
        "root": {"kind": "sequence", "children": ["first", "second"]},
        "first": {"kind": "condition", "test": "true"},
        "second": {"kind": "wait", "params": {"seconds": 100}},
    }
    mind = document({"g": tree(nodes)})
    recorder = Recorder(session_of({"a": {"mind": MIND}}, {MIND: mind}))
    for _ in range(40):
        recorder.step()
    recording = recorder.recording
    ticks = sampled_ticks(recording, "a", 1, 40, 4)
    assert ticks == [1, 13, 26, 39]
    costs, clock = VisitCosts(), itertools.count()
    scratch = recorder.session.at_start()
    for _ in measure_costs(recording, scratch, "a", ticks, costs, lambda: float(next(clock))):
        pass
    assert costs.ticks == 4
    # A clock that counts its looks: in a running sequence only the wait and then the sequence are noted.
    assert {key[1]: seconds for key, seconds in costs.seconds.items()} == {"second": 4.0, "root": 4.0}
    assert costs.microseconds() == dict.fromkeys(costs.seconds, 1000000.0)


def test_measuring_leaves_the_run_as_it_is():
    recorder = Recorder(sample_session("tank"))
    for _ in range(60):
        recorder.step()
    before = recorder.session.state_hash()
    agent = next(iter(recorder.recording.cast.minds))
    costs = VisitCosts()
    ticks = sampled_ticks(recorder.recording, agent, 0, 60, 5)
    for _ in measure_costs(recorder.recording, recorder.session.at_start(), agent, ticks, costs):
        pass
    assert recorder.session.state_hash() == before
    assert costs.seconds
    assert all(seconds >= 0 for seconds in costs.seconds.values())
