"""What the world tells can be tried in the panel that answers why; of it only variables can be written."""

from __future__ import annotations

import pytest

from editor.window.parts.callouts import why_panel
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


def state(window) -> str:
    return window.run.session.state_hash()


def test_a_distance_is_tried_and_cannot_be_written(window):
    open_sample(window, "swarm", "why")
    window.run.advance(30)
    window.session.select(("alarm",))
    trial, before = window.part(why_panel).trial, state(window)
    [name] = [each for each in trial.rows if each.startswith("distance(")]
    row = trial.rows[name]
    assert row.variable.origin == "fact"
    assert row.slider is not None
    assert row.slider.accessibleName() == name
    answer = trial.outcome.answer
    trial.set_value(name, 1.0 if row.variable.now > 4 else 9.0)
    assert trial.outcome.answer != answer
    assert trial.values()
    assert not trial.apply.isEnabled()
    assert trial.reset.isEnabled()
    assert state(window) == before
    at_rest(window)


def test_a_variable_that_all_agents_share_is_tried_and_written(window):
    open_sample(window, "decorator_gym", "why")
    agent = next(
        each for each in window.run.thinking_agents() if window.run.session.mind_of(each).endswith("#partner")
    )
    window.run.pick_agent(agent)
    window.area.enter("partner")
    window.run.advance(5)
    window.session.select(("seen",))
    trial = window.part(why_panel).trial
    assert trial.rows["pretending"].variable.origin == "world"
    wanted = not window.run.session.world_variables()["pretending"]
    trial.set_value("pretending", wanted)
    assert trial.outcome.answer is wanted
    trial.apply.click()
    assert window.run.session.world_variables()["pretending"] is wanted
    at_rest(window)
