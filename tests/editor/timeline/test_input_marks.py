"""What was asked of a run from outside is marked on the timeline."""

from __future__ import annotations

from editor.panels.timeline.lanes import inputs_of
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Event
from runtime.basics.status import Status
from runtime.history.recording.recorded_run import Recorder
from runtime.minds.machines.machine_rows import StateRow
from runtime.worlds.flight.projectiles import STONE
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import sample_session, session_of

REGISTRY = builtin_registry()


def marks(recorder: Recorder, agent: str, end: int = 1000) -> list[tuple[int, str]]:
    return [(mark.tick, mark.name) for mark in inputs_of(recorder.recording, agent, REGISTRY, 0, end)]


def test_each_input_is_named_at_its_tick_for_the_agent_it_is_of():
    recorder = Recorder(sample_session("tank", events={"noise": Event(), "bang": Event()}))
    session = recorder.session
    agent, other = list(session.brains)[:2]
    states = [row for row in session.brains[agent].program.rows if isinstance(row, StateRow)]
    asked = [
        lambda: session.enter_state(agent, states[-1].path),
        lambda: session.post_event(agent, "noise"),
        lambda: session.post_event(other, "bang"),
        lambda: session.throw_object((3.0, 3.0), STONE),
        lambda: session.make_noise((1.0, 1.0)),
    ]
    for each in asked:
        each()
        recorder.step()
    named = marks(recorder, agent)
    assert named[0] == (0, f"enter {states[-1].name}")
    assert named[1:] == [(1, "noise posted"), (3, "stone thrown"), (4, "noise made")]
    assert marks(recorder, agent, 1) == named[:1]


def test_a_gesture_that_goes_on_is_one_mark():
    recorder = Recorder(sample_session("tank"))
    for tick in range(60):
        if tick < 20 or tick > 50:
            recorder.session.set_pose("player", (2.0 + tick / 30, 2.0))
        recorder.step()
    agent = next(iter(recorder.session.brains))
    assert marks(recorder, agent) == [(0, "player put"), (51, "player put")]
    titled = inputs_of(recorder.recording, agent, REGISTRY, 0, 1000, {"player": "Player"}.__getitem__)
    assert [mark.name for mark in titled] == ["Player put", "Player put"]


def test_a_forced_node_is_named_by_its_title():
    nodes = {
        "root": {"kind": "sequence", "children": ["w"]},
        "w": {"kind": "wait", "params": {"seconds": 9}, "title": "Look around"},
    }
    mind = document({"g": tree(nodes)})
    recorder = Recorder(session_of({"me": {"mind": "m.mind.json"}}, {"m.mind.json": mind}))
    recorder.session.force_result("me", "w", Status.FAILURE)
    recorder.step()
    recorder.session.force_result("me", "w", None)
    recorder.step()
    assert marks(recorder, "me") == [(0, "force Look around: failure"), (1, "free Look around")]
