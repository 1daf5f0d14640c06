"""While a tick of the past is shown: recorded bodies, the way behind and ahead, ghosts."""

from __future__ import annotations

import numpy as np
import pytest

from editor.map.overlays.overlay_catalogue import TRAIL
from editor.map.picture.trail import AHEAD_SECONDS, BEHIND_SECONDS, PastReader
from editor.map.picture.world_picture import Whom
from editor.theme.theme_manager import current_theme
from tests.editor.preview.preview_sessions import RecordedSession, RunDouble, arena, preview_of

TICKS = 240


@pytest.fixture
def past(qtbot):
    """Return a preview of a run of 240 ticks that shows tick 119."""
    session = RecordedSession(arena())
    session.request("tank1", "pursue")
    session.request("tank2", "seek")
    run = RunDouble(session, "tank1")
    panel = preview_of(run)
    qtbot.addWidget(panel)
    panel.resize(520, 320)
    panel.show()
    run.time.start(session)
    session.drive("player", (-0.4, -0.2))
    for _ in range(TICKS):
        run.time.step()
    run.time.go_to(119)
    run.time.finish()
    run.frame_shown.emit()
    return panel


def test_the_way_behind_ends_and_the_way_ahead_begins_at_the_agent(past):
    picture = past.map.picture
    here = picture.agents.positions[picture.picked]
    assert picture.past is not None
    assert picture.past.behind[-1] == pytest.approx(here, abs=0.02)
    assert picture.past.ahead[0] == pytest.approx(here, abs=0.02)
    assert len(picture.past.behind) > 20
    assert len(picture.past.ahead) > 20


def test_there_are_at_most_four_ghosts_and_the_last_one_is_named(past):
    ghosts = past.map.picture.past.ghosts
    assert 2 <= len(ghosts) <= 4
    named = [ghost for ghost in ghosts if ghost.label]
    assert {ghost.label for ghost in named} == {"239"}
    rows = {past.map.picture.agents.ids[ghost.row] for ghost in named}
    assert "player" in rows


def test_ghosts_and_ways_are_drawn_and_go_with_the_trail(past):
    with_past = past.map.grab().toImage()
    past.set_whom(TRAIL, Whom.NONE)
    assert past.map.picture.past is None
    assert past.map.grab().toImage() != with_past
    past.set_whom(TRAIL, Whom.PICKED)
    assert past.map.grab().toImage() == with_past
    assert current_theme().opacity("ghost_agent") < 0.5


def test_the_trail_of_the_run_is_not_drawn_over_the_recorded_one(past):
    assert not any(mark.style.id == "trail" for mark in past.map.picture.marks)


def test_on_the_way_to_a_tick_bodies_stand_where_they_were_recorded(past):
    run = past._run
    run.time.go_to(30)
    past.show_frame()
    assert run.time.is_seeking
    picture = past.map.picture
    assert picture.marks == ()
    recorded = run.time.recording.poses(30)
    assert np.allclose(picture.agents.positions, recorded[:, :2])
    run.time.finish()
    past.show_frame()
    assert past.map.picture.marks
    assert np.allclose(past.map.picture.agents.positions, recorded[:, :2], atol=0.01)


def test_the_present_has_no_past(past):
    run = past._run
    run.time.go_to(TICKS - 1)
    run.time.finish()
    past.show_frame()
    assert past.map.picture.past is None


def test_ways_end_with_the_recording():
    session = RecordedSession(arena())
    session.request("tank1", "pursue")
    run = RunDouble(session, "tank1")
    run.time.start(session)
    for _ in range(50):
        run.time.step()
    recording, reader = run.time.recording, PastReader()
    assert recording is not None
    row = session.agent_ids.index("tank1")
    rate = session.rate
    ahead = reader.way(recording, row, 20, 20 + round(AHEAD_SECONDS * rate), rate)
    behind = reader.way(recording, row, 20 - round(BEHIND_SECONDS * rate), 20, rate)
    assert ahead[-1] == pytest.approx(recording.poses(49)[row, :2])
    assert behind[0] == pytest.approx(recording.poses(0)[row, :2])
    assert reader.poses(recording, 50) is None
