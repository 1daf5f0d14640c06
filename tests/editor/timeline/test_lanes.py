"""What stands in the lanes is what the frames of the run say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from editor.panels.timeline.lanes import events_of, lanes_of
from graphs.edits.adding import add_node
from graphs.edits.removing import remove
from graphs.edits.setting import set_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import BehaviorTreeGraph, Event
from runtime.history.recording.recorded_run import Recorder
from tests.runtime.lone_brain import document
from tests.runtime.session_of import move_player, sample_session, session_of

ACTIVE = (1, 2, 4)


@pytest.fixture(scope="module", params=["tank", "alarm_guard", "light_bulb"])
def run(request):
    recorder = Recorder(sample_session(request.param))
    frames = []
    for _ in range(330):
        move_player(recorder.session)
        frames.append(recorder.step())
    return recorder, next(iter(recorder.session.brains)), frames


def test_a_state_has_a_bar_exactly_where_it_is_active(run):
    recorder, agent, frames = run
    for first, end in ((0, 330), (40, 200)):
        lanes = lanes_of(recorder.recording, agent, builtin_registry(), first, end)
        assert lanes[0].kind == "states"
        for lane in lanes:
            assert list(lane.spans) == sorted(lane.spans, key=lambda span: span.first)
            for row in {span.row for span in lane.spans}:
                barred = {
                    tick for span in lane.spans if span.row == row for tick in range(span.first, span.end)
                }
                active = {
                    frame.tick
                    for frame in frames[first:end]
                    if agent in frame.brains and frame.brains[agent].outcomes[row] in ACTIVE
                }
                assert barred == active


def test_the_bars_of_the_outermost_machine_leave_no_gap(run):
    recorder, agent, _ = run
    spans = lanes_of(recorder.recording, agent, builtin_registry(), 0, 330)[0].spans
    assert spans[0].first == 0
    assert spans[-1].end == 330
    for each, following in pairwise(spans):
        assert each.end == following.first


def test_a_tree_has_a_lane_for_each_branch():
    recorder = Recorder(sample_session("soldier"))
    for _ in range(200):
        move_player(recorder.session)
        recorder.step()
    agent = next(iter(recorder.session.brains))
    lanes = lanes_of(recorder.recording, agent, builtin_registry(), 0, 200)
    assert [lane.title for lane in lanes] == ["Attack when close", "Give up when lost", "Chase when seen"]
    assert all(lane.kind == "branch" for lane in lanes)
    assert any(lane.spans for lane in lanes)


def test_events_are_those_of_the_agent_in_the_range():
    recorder = Recorder(sample_session("tank", events={"noise": Event()}))
    agents = list(recorder.session.brains)
    for tick in range(30):
        if tick in (5, 20):
            recorder.session.post_event(agents[0], "noise")
        if tick == 7:
            recorder.session.post_event(agents[1], "noise")
        recorder.step()
    marks = events_of(recorder.recording, agents[0], 0, 15)
    assert [(mark.tick, mark.name) for mark in marks if mark.name == "noise"] == [(5, "noise")]


def test_nothing_is_shown_of_ticks_that_were_not_run():
    recorder = Recorder(sample_session("tank"))
    agent = next(iter(recorder.session.brains))
    assert lanes_of(recorder.recording, agent, builtin_registry(), 0, 100) == ()


def test_1_3_a_bar_lasts_until_the_mind_ticks_again():
    graph = {
        "kind": "state_machine",
        "children": ["on", "off"],
        "initial": "on",
        "nodes": {
            "on": {"kind": "state", "name": "On", "transitions": ["t"]},
            "off": {"kind": "state", "name": "Off", "transitions": ["u"]},
        },
        "edges": {"t": {"after": 0.5, "targets": ["off"]}, "u": {"after": 0.5, "targets": ["on"]}},
    }
    mind = document({"g": graph})
    who = {"a": {"mind": "a.mind.json", "tick_every": 7, "phase": 3}}
    recorder = Recorder(session_of(who, {"a.mind.json": mind}))
    for _ in range(200):
        recorder.step()
    (lane,) = lanes_of(recorder.recording, "a", builtin_registry(), 0, 200)
    assert lane.spans[0].first == 3
    assert [span.title for span in lane.spans[:3]] == ["On", "Off", "On"]
    for each, following in pairwise(lane.spans):
        assert each.end == following.first
        assert (each.end - 3) % 7 == 0
        assert each.end - each.first >= 28
    (later,) = lanes_of(recorder.recording, "a", builtin_registry(), 60, 63)
    assert [(span.first, span.end) for span in later.spans] == [(60, 63)]


def test_8_1_what_older_versions_of_the_mind_did_stands_in_the_same_lanes():
    session = sample_session("tank")
    name, first = next(iter(session.segments[0].minds.documents.items()))
    agent, registry = "tank_1", builtin_registry()
    recorder = Recorder(session)

    def run_on(ticks: int) -> None:
        for _ in range(ticks):
            recorder.step()

    run_on(40)
    more, _ = add_node(first, "tank", "state", registry)
    more = set_field(more, "tank", "patrol", "name", "Walk")
    session.swap(session.compiled_with({name: more}))
    run_on(30)
    session.swap(session.compiled_with({name: set_field(first, "tank", "patrol", "name", "Walk")}))
    run_on(30)
    recording = recorder.recording
    assert [segment.first_tick for segment in recording.segments] == [0, 40, 70]
    lanes = lanes_of(recording, agent, registry, 0, 100)
    for lane in lanes[:2]:
        assert lane.spans[0].first == 0
        assert lane.spans[-1].end == 100
        for each, following in pairwise(lane.spans):
            assert each.end == following.first
    assert [(span.first, span.end, span.title) for span in lanes[0].spans] == [(0, 100, "Walk")]
    rows = recording.program(agent, 99).rows
    assert rows[lanes[0].spans[0].row].node == "patrol"
    alone = lanes_of(recording, agent, registry, 0, 40)
    assert [span.title for span in alone[0].spans] == ["Patrol"]


def test_8_4_a_branch_that_is_gone_keeps_its_bars_below_the_others():
    session = sample_session("soldier")
    name, first = next(iter(session.segments[0].minds.documents.items()))
    agent = next(iter(session.brains))
    recorder = Recorder(session)
    for _ in range(120):
        move_player(session)
        recorder.step()
    graph = first.root or ""
    tree = first.graphs[graph]
    assert isinstance(tree, BehaviorTreeGraph)
    branches = tree.nodes[tree.root or ""].children
    before = lanes_of(recorder.recording, agent, builtin_registry(), 0, 120)
    shown = [lane for lane in before if lane.spans]
    gone = branches[[lane.title for lane in before].index(shown[0].title)]
    session.swap(session.compiled_with({name: remove(first, graph, [gone])}))
    for _ in range(20):
        recorder.step()
    lanes = lanes_of(recorder.recording, agent, builtin_registry(), 0, 140)
    assert [lane.title for lane in lanes][-1] == shown[0].title
    assert lanes[-1].spans == tuple(replace(span, row=-1) for span in shown[0].spans)
    left = [lane.title for lane in before if lane.title != shown[0].title]
    assert [lane.title for lane in lanes][:-1] == left
