"""Going through a tick visit by visit in the window."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import sample_paths
from editor.window.parts.past import WindowVisits
from runtime.history.why.tick_steps import TickStep


@pytest.fixture
def opened(window):
    window.open_file(next(path for path in sample_paths() if path.name.startswith("soldier")))
    window.run.advance(30)
    return window


def press(window, command: str) -> None:
    window.commands.refresh()
    window.commands.action(command).trigger()


def test_the_first_step_goes_into_the_next_tick(opened):
    press(opened, "run.step_visit")
    assert opened.run.time.shown_tick == 30
    assert opened.part(WindowVisits).walk.position == 1
    content = opened.area.banner.content
    assert content.kind == "visit"
    assert content.note.startswith("step 1 of ")
    assert content.note.endswith("in tick 30")


def test_each_step_shows_what_the_tick_has_done_so_far_and_selects_the_node(opened):
    press(opened, "run.step_visit")
    steps = opened.part(WindowVisits).walk.steps
    assert steps is not None
    whole = opened.run.time.recording.outcome(steps.agent, 30).outcomes
    for position in range(1, len(steps.steps) + 1):
        assert opened.part(WindowVisits).walk.position == position
        step = steps.steps[position - 1]
        assert opened.session.selection == {steps.program.rows[step.row].node}
        if step.kind == "visit":
            assert opened.run.view.outcome[step.row] & 7 == step.outcome
        press(opened, "run.step_visit")
    assert opened.part(WindowVisits).walk.steps is None
    assert bytes(opened.run.view.outcome) == whole
    assert opened.area.banner.content is None


def test_back_from_a_whole_tick_looks_at_its_last_visit_and_on_to_before_the_first(opened):
    press(opened, "run.step_visit_back")
    assert opened.run.time.shown_tick == 29
    count = len(opened.part(WindowVisits).walk.steps.steps)
    assert opened.part(WindowVisits).walk.position == count
    for _ in range(count):
        press(opened, "run.step_visit_back")
    assert opened.part(WindowVisits).walk.position == 0
    assert opened.area.banner.content.text == "Before the mind ticks"
    press(opened, "run.step_visit_back")
    assert opened.part(WindowVisits).walk.steps.tick == 28
    assert opened.part(WindowVisits).walk.position == len(opened.part(WindowVisits).walk.steps.steps)


def test_over_skips_what_a_node_does_inside_and_out_ends_its_parent(opened):
    press(opened, "run.step_visit_back")
    steps = opened.part(WindowVisits).walk.steps
    while opened.part(WindowVisits).walk.position:
        press(opened, "run.step_visit_back")
    press(opened, "run.step_over")
    assert opened.part(WindowVisits).walk.position == steps.over(0)
    before = opened.part(WindowVisits).walk.position
    press(opened, "run.step_out")
    assert opened.part(WindowVisits).walk.position == steps.out(before)


@pytest.mark.parametrize("command", ["run.step", "run.step_back", "run.whole_tick"])
def test_whatever_else_is_looked_at_ends_the_walk(opened, command):
    press(opened, "run.step_visit")
    press(opened, command)
    opened.run.time.finish()
    assert opened.part(WindowVisits).walk.steps is None
    content = opened.area.banner.content
    assert content is None or content.kind != "visit"


def test_the_run_is_not_touched_by_the_walk(opened):
    before = opened.run.session.state_hash()
    press(opened, "run.step_visit_back")
    press(opened, "run.step_visit_back")
    press(opened, "run.whole_tick")
    assert opened.run.session.state_hash() == before
    assert not opened.run.time.is_past


def test_7_1_going_back_over_several_ticks_leads_through_the_same_visits_as_going_forwards(opened):
    walk = opened.part(WindowVisits).walk
    first = opened.run.tick

    def looked_at() -> tuple[int, TickStep] | None:
        return (walk.steps.tick, walk.step) if walk.steps is not None and walk.step is not None else None

    there: list[tuple[int, TickStep] | None] = []
    while opened.run.tick < first + 3:
        walk.forward()
        there.append(looked_at())
    back: list[tuple[int, TickStep] | None] = []
    while not back or back[-1] is None or back[-1][0] > first:
        walk.back()
        back.append(looked_at())
    there = [each for each in there if each is not None and each[0] > first]
    back = [item for item in back if item is not None and item[0] > first]
    assert len(there) > 4
    assert back[::-1] == there[:-1], "the last one is where going back began"
