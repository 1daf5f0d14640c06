"""What was entered, exited and halted, as watched brains log it (rules 3.2, 3.3)."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings

from runtime.basics.status import Status
from runtime.history.recording.agent_view import AgentView
from runtime.records.trace_frame import Counts, TraceFrame
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES, VARIABLES
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree

FEW = settings(max_examples=daily(12, deep=60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def passages(one: LoneBrain) -> list[str]:
    """Tick and return the passages as "enter id"."""
    one.tick()
    return [f"{kind} {one.program.rows[row].node}" for row, kind in one.brain_log.passages]


@FEW
@given(TREES)
def test_3_2_every_enter_of_every_node_has_exactly_one_exit_or_halt(nodes):
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    inside: set[int] = set()
    for _ in range(25):
        one.tick()
        for row, kind in one.brain_log.passages:
            assert (row in inside) == (kind != "enter")
            inside ^= {row}
        stored = one.brain.bytes_
        assert inside == {row.index for row in one.program.rows if stored[row.index] == Status.RUNNING}


def test_3_3_a_halt_is_logged_children_first():
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": "timeout", "children": ["both"], "params": {"seconds": 1 / 60}},
                        "both": {"kind": "parallel", "children": ["a", "b"]},
                        "a": scripted("R", "a"),
                        "b": scripted("R", "b"),
                    }
                )
            }
        )
    )
    assert passages(one) == ["enter root", "enter both", "enter a", "enter b"]
    assert passages(one) == ["halt a", "halt b", "halt both", "exit root"]


def test_states_are_entered_and_exited():
    one = LoneBrain(document({"g": machine({"s": {}, "t": {}}, {"go": {"from": "s", "to": "t"}})}))
    assert passages(one) == ["enter ", "enter s"]
    assert passages(one) == ["exit s", "enter t"]


def test_a_view_adds_up_what_watched_frames_say():
    one = LoneBrain(document({"g": tree({"root": scripted("RS", "a")})}))
    view = AgentView(one.program, "me")
    for tick in range(5):
        status = one.tick()
        view.merge(TraceFrame(tick, {"me": one.brain.frame(status, one.brain_log)}, np.zeros((1, 3))))
    assert view.counts[0] == Counts(enter=3, exit=2, halt=0)
