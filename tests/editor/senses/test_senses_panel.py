"""What each sensor found and what blocked the rest, of the agent and the tick shown."""

from __future__ import annotations

import math

import pytest

from editor.documents.open.sample_files import sample_paths
from editor.panels.run.senses_panel import sensor_blocks
from editor.running.node_facts import agent_facts
from editor.window.parts.panels import senses_panel
from tests.runtime.session_of import sample_session


def test_a_thing_that_is_not_seen_is_told_of_with_what_blocked_it():
    session = sample_session("soldier")
    agent = next(iter(session.brains))
    session.watch([agent])
    for _ in range(29):
        session.step()
    frame = session.step()
    sight, distance = sensor_blocks(session, agent, frame)
    (told,) = (sense for sense in frame.senses[agent] if sense.index == 0)
    candidate = told.candidates[0]
    line = sight.found[0]
    assert (line.name, line.sensed) == ("Player", False)
    assert line.words.startswith("out of range")
    assert f"{candidate.distance:.1f} away" in line.words
    assert f"{candidate.angle:.0f}° off" in line.words
    assert f"behind {candidate.blocked_by}" in line.words
    assert sight.note == "looked in this tick"
    assert ("visible → visible", "no") in sight.outputs
    assert distance.found[0].sensed


def test_what_a_sensor_gives_out_names_who_it_is_about():
    session = sample_session("tank")
    agent = next(iter(session.brains))
    pose = session.world.pose(agent)
    (x, y), ahead = pose.position, math.radians(pose.heading)
    session.set_pose("player", (x + 1.5 * math.cos(ahead), y + 1.5 * math.sin(ahead)))
    session.watch([agent])
    sight = sensor_blocks(session, agent, session.step())[0]
    assert ("target", "Player") in sight.outputs
    assert any("target Player" in line for line in agent_facts(session, agent, "Tank 1", ""))


def test_a_sensor_that_was_not_due_says_so():
    session = sample_session("soldier")
    agent = next(iter(session.brains))
    session.step()
    assert all("not due" in block.note for block in sensor_blocks(session, agent, None))


@pytest.fixture
def opened(window, qtbot):
    window.resize(1440, 900)
    window.open_file(next(path for path in sample_paths() if path.name == "soldier.mind.json"))
    window.panels.show_panel("senses")
    qtbot.waitUntil(window.part(senses_panel).isVisible)
    return window


def test_the_panel_follows_run_agent_and_time(opened):
    panel = opened.part(senses_panel)
    opened.run.advance(60)
    live = panel.blocks
    assert [block.title for block in live] == ["sight", "distance"]
    opened.run.look_at(10)
    opened.run.time.finish()
    assert panel.blocks != live
    past = panel.blocks
    assert past[0].note == "looked in this tick"
    opened.run.look_at(59)
    opened.run.time.finish()
    assert panel.blocks == live
    player = opened.run.session.document.player
    opened.run.pick_agent(player)
    assert panel.blocks == ()
    assert panel.empty.text().startswith("The agent shown has no sensors.")


def test_of_an_agent_that_nobody_watched_it_is_told_as_it_would_look_now_and_says_why():
    session = sample_session("tank")
    watched, other = sorted(session.brains)[:2]
    session.watch([watched])
    frame = session.step()
    assert {block.note for block in sensor_blocks(session, watched, frame)} == {"looked in this tick"}
    assert {block.note for block in sensor_blocks(session, other, frame)} == {
        "not recorded for this agent; as it would look now"
    }
