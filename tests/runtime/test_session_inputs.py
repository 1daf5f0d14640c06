"""What is asked of a session, as values in the frame of the step it was applied before (rule 7.4)."""

from __future__ import annotations

import math
from typing import cast

from graphs.model import Event
from runtime.history.recording.recorded_run import RecordedRun
from runtime.session.inputs import PostEvent, SendAgent, SessionInput, SetPose, ThrowObject, WriteVariable
from runtime.worlds.flight.projectiles import GRENADE
from tests.runtime.session_of import sample_session


def test_7_4_a_frame_names_the_inputs_of_its_step_in_the_order_asked():
    session = sample_session("tank", events={"noise": Event(payload={"a": "int", "b": "int"})})
    agent = next(iter(session.brains))
    session.set_pose("player", (3.0, 4.0))
    session.post_event(agent, "noise", {"b": 2, "a": 1})
    first = session.step()
    assert first.inputs == (
        SetPose("player", (3.0, 4.0)),
        PostEvent((agent,), "noise", (("a", 1), ("b", 2))),
    )
    assert session.step().inputs == ()


def test_7_4_inputs_applied_while_the_run_is_held_are_in_the_next_frame_before_later_ones():
    session = sample_session("tank")
    session.set_pose("player", (3.0, 4.0))
    session.apply_inputs()
    session.set_pose("player", (5.0, 4.0))
    assert session.step().inputs == (SetPose("player", (3.0, 4.0)), SetPose("player", (5.0, 4.0)))


def test_7_4_the_same_inputs_asked_of_a_fresh_session_give_the_same_state():
    session, again = sample_session("tank"), sample_session("tank")
    agent = next(iter(session.brains))
    for tick in range(120):
        if tick % 40 == 0:
            session.set_pose("player", (2.0 + tick / 20, 6.0))
            session.ask(WriteVariable(agent, "health", 100.0 - tick))
        frame = session.step()
        for asked in frame.inputs:
            again.ask(cast(SessionInput, asked))
        again.step()
    assert again.state_hash() == session.state_hash()


def test_7_4_a_restored_session_has_forgotten_inputs_that_were_applied_after():
    session = sample_session("tank")
    saved = session.snapshot()
    session.set_pose("player", (3.0, 4.0))
    session.apply_inputs()
    session.restore(saved)
    assert session.step().inputs == ()


def test_7_4_a_throw_is_an_input_and_comes_from_the_player():
    session, again = sample_session("tank"), sample_session("tank")
    session.throw_object((6.0, 6.0), GRENADE)
    frame = session.step()
    assert frame.inputs == (ThrowObject((6.0, 6.0), GRENADE),)
    (thing,) = session.world.projectiles
    assert thing.shooter == session.document.player
    again.ask(frame.inputs[0])
    again.step()
    assert again.state_hash() == session.state_hash()
    session.throw_object((6.0, 6.0), start=(1.0, 1.0))
    session.step()
    assert session.world.projectiles[-1].shooter == ""
    assert session.world.projectiles[-1].start == (1.0, 1.0)


def test_7_4_who_is_sent_somewhere_is_led_there_by_every_step_and_then_let_go():
    session, again = sample_session("tank"), sample_session("tank")
    start = session.world.pose("player").position
    goal = (start[0] + 2.0, start[1])
    session.send("player", goal)
    frames, saved = [session.step()], session.snapshot()
    assert frames[0].inputs == (SendAgent("player", goal),)
    assert session.world.sent_to("player") == goal
    frames += [session.step() for _ in range(179)]
    assert all(frame.inputs == () for frame in frames[1:])
    place = session.world.pose("player")
    assert math.dist(place.position, goal) <= 0.25 + 0.05
    assert place.velocity == (0.0, 0.0)
    assert session.world.sent_to("player") is None
    for frame in frames:
        for asked in frame.inputs:
            again.ask(cast(SessionInput, asked))
        again.step()
    assert again.state_hash() == session.state_hash()
    again.restore(saved)
    for _ in range(179):
        again.step()
    assert again.state_hash() == session.state_hash()


def test_7_4_who_is_driven_by_hand_goes_where_it_was_sent_no_more():
    session = sample_session("tank")
    session.send("player", (9.0, 9.0))
    session.step()
    session.drive("player", (0.0, 1.0))
    session.step()
    assert session.world.sent_to("player") is None


def test_7_3_a_recording_goes_back_to_a_tick_on_the_way_of_who_was_sent():
    run = RecordedRun(sample_session("tank"))
    x, y = run.session.world.pose("player").position
    hashes = []
    for tick in range(90):
        if tick == 20:
            run.session.send("player", (x + 2.0, y))
        run.step()
        hashes.append(run.session.state_hash())
    for tick in (60, 21, 45):
        for _ in run.go_to(tick):
            pass
        assert run.session.state_hash() == hashes[tick]
