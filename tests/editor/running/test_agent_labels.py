from __future__ import annotations

import pytest

from editor.documents.open.sample_files import sample_paths
from editor.panels.timeline.lanes import lanes_of
from editor.running.run_controller import RunController
from graphs.files.document_file import load_document
from graphs.worlds.minds.world_choice import choose_world
from runtime.history.recording.recording import Recording
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.window_builders import REGISTRY


@pytest.fixture
def run(qtbot):
    run = RunController(REGISTRY, builtin_library())
    yield run
    run.unload()
    run.deleteLater()


def load(run: RunController, mind: str) -> None:
    path = next(path for path in sample_paths() if path.name == f"{mind}.mind.json")
    run.load(choose_world(load_document(path), path))


def bars_of(run: RunController, recording: Recording) -> set[tuple[str, int]]:
    """Return title and tint of what the first lanes of the timeline show at the last tick."""
    last = run.tick - 1
    lanes = lanes_of(recording, run.picked_agent or "", REGISTRY, 0, run.tick)
    tops = [lane for lane in lanes if lane.kind == "branch"] or list(lanes[:1])
    return {(span.title, span.tint) for lane in tops for span in lane.spans if span.first <= last < span.end}


@pytest.mark.parametrize("mind", ["tank", "stealth_guard", "wolf", "soldier"])
def test_the_state_of_an_agent_has_the_tint_of_its_bar_on_the_timeline(run, mind):
    load(run, mind)
    for _ in range(6):
        run.advance(23)
        state = run.active_state(run.picked_agent)
        assert state is not None
        assert run.time.recording is not None
        assert (state.words, state.tint) in bars_of(run, run.time.recording)


def test_a_decision_tree_has_a_tint_for_each_of_its_ends(run):
    load(run, "attack_or_flee")
    seen = set()
    for _ in range(40):
        run.advance(12)
        state = run.active_state(run.picked_agent)
        assert state is not None
        seen.add((state.words, state.tint))
    words, tints = zip(*sorted(seen), strict=True)
    assert len(seen) >= 2
    assert all(words)
    assert len(set(words)) == len(set(tints)) == len(seen)


def test_before_the_first_tick_nothing_is_told(run):
    load(run, "tank")
    assert run.active_state(run.picked_agent) is None
    assert run.active_state("nobody") is None


def test_of_a_tick_of_the_past_its_own_state_is_told(run):
    load(run, "tank")
    run.advance(1)
    first = run.active_state(run.picked_agent)
    session = run.session
    while run.active_state(run.picked_agent) == first and run.tick < 600:
        at = session.world.pose(run.picked_agent).position
        session.set_pose(session.document.player, (at[0] + 2.0, at[1]))
        run.advance(6)
    assert run.active_state(run.picked_agent) != first
    run.look_at(0)
    run.time.finish()
    assert run.active_state(run.picked_agent) == first
