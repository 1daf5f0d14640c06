"""The window says when it looks at the past, and what can be done there."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import sample_paths


@pytest.fixture
def opened(window):
    window.open_file(next(path for path in sample_paths() if path.name.startswith("tank")))
    window.run.advance(120)
    return window


def kinds(window):
    content = window.area.banner.content
    return content.kind if content is not None else None


def test_a_tick_back_by_its_command_shows_the_banner_and_the_end_takes_it_away(opened, qtbot):
    assert kinds(opened) is None
    opened.commands.action("run.step_back").trigger()
    opened.run.time.finish()
    assert opened.run.tick == 119
    assert kinds(opened) == "past"
    opened.commands.action("run.to_end").trigger()
    opened.run.time.finish()
    assert opened.run.tick == 120
    assert kinds(opened) is None
    assert not opened.commands.action("run.to_end").isEnabled()


def test_branch_here_keeps_the_other_run_and_goes_on_from_the_tick_shown(opened, qtbot):
    opened.commands.action("run.to_start").trigger()
    opened.run.time.finish()
    opened.run.advance(50)
    assert kinds(opened) == "past"
    opened.commands.action("run.branch").trigger()
    assert kinds(opened) is None
    assert opened.run.tick == 50
    assert [take.end_tick for take in opened.run.time.takes] == [120]
    opened.run.advance(1)
    assert opened.run.time.recording.end_tick == 51
