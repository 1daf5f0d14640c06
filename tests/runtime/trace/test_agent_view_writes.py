"""What the view of an agent says of variables that are written."""

from __future__ import annotations

import numpy as np

from graphs.expressions.types import Value
from runtime.basics.status import Status
from runtime.history.recording.agent_view import AgentView
from runtime.records.trace_frame import BrainFrame, TraceFrame, VariableWrite
from tests.runtime.lone_brain import LoneBrain, document, tree


def frame(tick: int, value: Value) -> TraceFrame:
    write = VariableWrite("visible", value)
    brain = BrainFrame("me", b"\x02", Status.SUCCESS, writes=(write,))
    return TraceFrame(tick, {"me": brain}, np.zeros((1, 3)))


def test_write_of_the_same_value_is_no_news() -> None:
    program = LoneBrain(document({"g": tree({"root": {"kind": "succeed"}})})).program
    view = AgentView(program, "me")
    for tick, value in enumerate([False, False, True, True]):
        view.merge(frame(tick, value))
    assert view.writes == {"visible": 2}
