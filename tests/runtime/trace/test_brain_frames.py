"""Frames of a step as columns answer as a dictionary of whole frames would."""

from __future__ import annotations

import pytest

from runtime.basics.status import Status
from runtime.history.recording.outcome_table import OutcomeTable
from runtime.records.brain_frames import BrainFrames, outcomes_by_agent, told_frames
from runtime.records.trace_frame import BrainFrame, RunError, VariableWrite


def made() -> tuple[BrainFrames, dict[str, BrainFrame]]:
    """Return the frames of three agents, the second of whom wrote a variable, and a dictionary of them."""
    whole = {
        "a": BrainFrame("a", b"\1\2", Status.RUNNING),
        "b": BrainFrame("b", b"\2\2", Status.SUCCESS, taken=(1,), writes=(VariableWrite("v", 3, 1),)),
        "d": BrainFrame("d", b"\3\0", Status.FAILURE),
    }
    frames = BrainFrames()
    for agent, frame in whole.items():
        frames.agents.append(agent)
        frames.outcomes.append(frame.outcomes)
        frames.statuses.append(frame.status)
    frames.told["b"] = whole["b"]
    return frames, whole


def test_columns_are_read_as_whole_frames() -> None:
    frames, whole = made()
    assert frames == whole
    assert list(frames) == list(whole)
    assert frames.get("c") is None
    assert "a" in frames
    assert "c" not in frames
    assert dict(outcomes_by_agent(frames)) == dict(outcomes_by_agent(whole))


def test_only_those_who_may_have_done_more_are_told() -> None:
    frames, whole = made()
    assert list(told_frames(frames)) == [whole["b"]]
    assert list(told_frames(whole)) == list(whole.values())


def test_an_error_is_added_to_the_frame_of_its_agent() -> None:
    frames, whole = made()
    error = RunError(1, "No.")
    assert frames.add_error("d", error)
    assert frames["d"] == whole["d"]._replace(errors=(error,))
    assert not frames.add_error("c", error)
    assert [frame.agent for frame in told_frames(frames)] == ["b", "d"]


@pytest.mark.parametrize("agent", ["", "c", "e"])
def test_a_late_frame_stands_in_the_order_of_ids(agent: str) -> None:
    frames, whole = made()
    late = BrainFrame(agent, b"\0\0", Status.IDLE, ended=True)
    frames.put(late)
    assert list(frames) == sorted([*whole, agent])
    assert frames[agent] == late
    assert len(frames) == 4


def test_columns_are_numbered_as_whole_frames_are() -> None:
    frames, whole = made()
    first, second = OutcomeTable(), OutcomeTable()
    expected = [first.code_of(frame) for frame in whole.values()]
    assert second.codes_of(frames) == expected
    assert second.codes_of(frames) == expected
    assert [second[code] for code in expected] == [first[code] for code in expected]
    assert len(second) == len(first)
    assert second.codes_of(whole) == expected
