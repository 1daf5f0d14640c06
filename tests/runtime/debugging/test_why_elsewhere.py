"""Why is answered alike after a branch, after an edit, in a recording read from a file, and deep inside."""

from __future__ import annotations

from pathlib import Path

from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import open_recording, save_recording
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from tests.runtime.debugging.why_machine_scenes import PLAIN, TWO, of_machine, to
from tests.runtime.debugging.why_run import MIND, logged, lone, reasons, write
from tests.runtime.lone_brain import machine, tree

GAME = GameBehaviors(builtin_registry(), builtin_library(), ConditionLibrary())


def said(ticks: LoggedTicks, tick: int, node: str) -> list[str]:
    return [reason.sentence for reason in reasons(ticks, tick, node)]


def two_run(steps: int) -> RecordedRun:
    run = RecordedRun(lone(TWO))
    for tick in range(steps):
        if tick == 6:
            run.session.write_variable("a", "distance", 1.25)
        run.step()
    return run


CAME_IN = (
    "'B' has been active since tick 6, entered by 'A → B (distance < 2)': distance is 1.25, 0.75 below 2."
)


def test_7_3_in_a_branch_it_tells_of_the_branch_and_in_what_was_left_of_that():
    run = two_run(12)
    list(run.go_to(3))
    run.session.write_variable("a", "distance", 0.5)
    left = run.branch()
    for _ in range(6):
        run.step()
    here = LoggedTicks(run.recording, run.session.at_start(), "a")
    there = LoggedTicks(left, run.session.at_start(), "a")
    assert said(there, 9, "b") == [CAME_IN]
    assert said(here, 9, "b") == [
        "'B' has been active since tick 4, entered by 'A → B (distance < 2)': distance is 0.5, 1.5 below 2."
    ]


def test_7_3_in_a_recording_read_from_a_file_it_tells_the_same(tmp_path: Path):
    run = two_run(12)
    save_recording(tmp_path / "run.trace", run.recording, run.session)
    opened = open_recording(tmp_path / "run.trace", GAME)
    ticks = LoggedTicks(opened.recording, opened.session, "a")
    for tick in (0, 5, 6, 11):
        for node in ("a", "b", "near", "go", "again", "g"):
            known = LoggedTicks(run.recording, run.session.at_start(), "a")
            assert said(ticks, tick, node) == said(known, tick, node)
    assert said(ticks, 11, "b") == [CAME_IN]


def test_8_1_what_happened_before_an_edit_is_told_of_the_document_of_that_tick():
    """The edit gave the transition another guard, which would not have let it be taken."""
    other = of_machine(
        {"a": {}, "b": {}}, {"near": to("a", "b", guard="distance < 0.1"), "home": to("b", "a", event="go")}
    )
    run = RecordedRun(lone(PLAIN))
    for tick in range(10):
        if tick == 3:
            run.session.write_variable("a", "distance", 0.5)
        if tick == 6:
            run.session.swap(run.session.compiled_with({MIND: other}))
        run.step()
    start = run.session.at_start(run.recording.segments[0].minds)
    ticks = LoggedTicks(run.recording, start, "a")
    assert said(ticks, 9, "b") == [
        "'B' has been active since tick 3, entered by 'A → B': distance is 0.5, 0.5 below 1."
    ]
    assert said(ticks, 2, "near") == [
        "'A → B' was not taken because `distance < 1` was false: distance is 3, 2 too high. "
        "It has never held here."
    ]


def test_6_4_the_cause_is_found_three_graphs_deep():
    inner = {
        **machine({"m": {"name": "M"}, "n": {"name": "N"}}, {"mn": to("m", "n", guard="distance > 5")}),
        "title": "Inner",
    }
    made = of_machine(
        {"a": {"activity": {"graph": "outer"}}},
        {},
        outer={
            **tree({"call": {"kind": "subtree", "graph": "middle", "title": "Call"}}, "call"),
            "title": "Outer",
        },
        middle={
            **tree({"run": {"kind": "run_machine", "graph": "inner", "title": "Run it"}}, "run"),
            "title": "Middle",
        },
        inner=inner,
    )
    ticks = logged(lone(made), 8, {5: write(distance=6.5)})
    assert said(ticks, 4, "n") == [
        "'N' has not been entered yet.",
        "'M → N' was not taken because `distance > 5` was false: distance is 3, 2 too low. "
        "It has never held here.",
    ]
    assert said(ticks, 7, "call") == [
        "'Call' has been running since tick 0.",
        "'Run it' has been running since tick 0.",
        "'Inner' has been running since tick 0.",
        "'N' has been active since tick 5, entered by 'M → N': distance is 6.5, 1.5 above 5.",
    ]


def test_the_first_and_the_last_tick_have_their_reasons():
    ticks = logged(lone(TWO), 3)
    assert said(ticks, 0, "near") == [
        "'A → B (distance < 2)' was not asked: 'A' was only entered in this tick."
    ]
    assert said(ticks, 2, "again") == ["'B → A' was not asked: 'B' is not active."]
