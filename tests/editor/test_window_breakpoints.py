"""Breakpoints in the window: set, seen on the canvas, met, told of, kept."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import sample_paths
from runtime.history.why.breakpoints import Breakpoint


@pytest.fixture
def opened(window):
    window.open_file(next(path for path in sample_paths() if path.name.startswith("tank")))
    return window


def dots(window) -> frozenset[str]:
    return window.view.canvas.marks.breakpoints


def run_until_held(window, ticks: int = 400) -> None:
    window.run.run()
    for _ in range(ticks):
        if not window.run.is_running:
            return
        window.run._step()
    window.run.pause()


def kind_of_banner(window) -> str:
    content = window.area.banner.content
    return content.kind if content is not None else ""


def press(window, command: str) -> None:
    window.commands.refresh()
    window.commands.action(command).trigger()


def test_the_key_sets_a_breakpoint_on_the_selection_and_takes_it_away(opened):
    opened.session.select(("moving_finding", "chase"))
    press(opened, "run.breakpoint")
    assert dots(opened) == {"moving_finding", "chase"}
    assert {(each.element, each.moment) for each in opened.breakpoints.all} == {
        ("moving_finding", "taken"),
        ("chase", "enter"),
    }
    opened.session.select(("chase",))
    press(opened, "run.breakpoint")
    assert dots(opened) == {"moving_finding"}
    press(opened, "run.clear_breakpoints")
    assert dots(opened) == frozenset()
    assert not opened.commands.action("run.clear_breakpoints").isEnabled()


def test_the_document_is_not_touched_by_a_breakpoint(opened):
    before = opened.session.document
    opened.session.select(("chase",))
    press(opened, "run.breakpoint")
    assert opened.session.document is before
    assert opened.session.is_saved


def test_a_met_breakpoint_holds_the_run_and_says_where_and_why(opened):
    opened.session.select(("moving_finding",))
    press(opened, "run.breakpoint")
    opened.session.select(())
    run_until_held(opened)
    assert not opened.run.is_running
    content = opened.area.banner.content
    assert content.kind == "breakpoint"
    assert content.text == "Paused: MovingToTarget → FindingNewTarget was taken"
    assert content.note.startswith(f"tick {opened.run.time.shown_tick:,} · Tank ")
    stop = opened.breakpoints.stop
    assert opened.run.picked_agent == stop.agent
    assert opened.session.selection == {"moving_finding"}
    assert opened.breakpoints.hits(stop.breakpoint) >= 1


def test_going_on_takes_the_banner_away_until_the_next_hit(opened):
    opened.session.select(("moving_finding",))
    press(opened, "run.breakpoint")
    run_until_held(opened)
    first = opened.run.time.shown_tick
    opened.run.run()
    assert kind_of_banner(opened) == ""
    run_until_held(opened)
    assert opened.run.time.shown_tick > first
    assert kind_of_banner(opened) == "breakpoint"


def test_a_breakpoint_is_met_in_the_past_too(opened):
    opened.run.advance(300)
    opened.session.select(("moving_finding",))
    press(opened, "run.breakpoint")
    opened.run.look_at(0)
    opened.run.time.finish()
    run_until_held(opened)
    assert opened.breakpoints.stop is not None
    assert opened.run.time.is_past


def test_a_breakpoint_with_a_condition_tells_what_it_came_to(opened):
    mind = opened.session.file_name
    opened.breakpoints.add(Breakpoint(mind, "taken", "tank", "moving_finding", condition="waypoint >= 1"))
    run_until_held(opened, 900)
    assert "waypoint" in opened.area.banner.content.note


def test_a_breakpoint_that_is_off_shows_no_dot_and_stops_nothing(opened):
    opened.session.select(("moving_finding",))
    press(opened, "run.breakpoint")
    opened.breakpoints.switch(opened.breakpoints.all[0], on=False)
    assert dots(opened) == frozenset()
    run_until_held(opened, 200)
    assert opened.breakpoints.stop is None


def test_breakpoints_are_there_again_in_another_window(opened, open_window):
    opened.session.select(("chase",))
    press(opened, "run.breakpoint")
    other = open_window()
    assert [each.element for each in other.breakpoints.all] == ["chase"]
