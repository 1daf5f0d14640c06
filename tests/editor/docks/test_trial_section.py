"""Trying other values in the panel that answers why: sliders, nearest changes, applying them as inputs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from editor.panels.run.trial_section import STEPS
from editor.panels.run.why_rows import ChangeRow
from editor.window.parts.callouts import WindowCallouts, why_panel
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def opened(window):
    open_sample(window, "attack_or_flee", "why")
    window.area.enter("attack_or_flee")
    window.run.advance(100)
    window.session.select(("near",))
    yield window
    at_rest(window)


@pytest.fixture
def tank(window):
    open_sample(window, "tank", "why")
    window.run.advance(30)
    yield window
    at_rest(window)


def state(window) -> str:
    return window.run.session.state_hash()


def leaf(window) -> str:
    trial = window.part(why_panel).trial
    return trial.offer.brain.program.rows[trial.outcome.leaf].node


def test_every_variable_of_the_decision_has_a_row_with_its_value(opened):
    rows = opened.part(why_panel).trial.rows
    values = opened.run.session.variables(opened.run.picked_agent)
    assert {name: row.value for name, row in rows.items()} == {name: values[name] for name in rows}
    assert set(rows) == {"enemy_visible", "health", "d"}
    assert opened.part(why_panel).trial.answer.text().startswith("As it is:")
    assert not opened.part(why_panel).trial.apply.isEnabled()


def test_moving_a_slider_shows_the_answer_and_the_path_without_touching_the_run(opened):
    before, tick = state(opened), opened.run.tick
    trial = opened.part(why_panel).trial
    row = trial.rows["health"]
    row.slider.setValue(round((10.0 - row.variable.low) / (row.variable.high - row.variable.low) * STEPS))
    assert leaf(opened) == "flee"
    assert "It would choose: <b>Flee</b>" in trial.answer.text()
    said = [trial.path.itemAt(place).widget().said for place in range(trial.path.count())]
    assert any("health is" in words and "below 30" in words for words in said)
    assert (state(opened), opened.run.tick) == (before, tick)
    assert opened.part(WindowCallouts).shown()["flee"].words == "would be chosen"
    trial.reset.click()
    assert trial.answer.text().startswith("As it is:")
    assert not opened.part(WindowCallouts).shown()


def test_a_click_on_a_nearest_change_sets_its_value_and_gives_its_answer(opened, qtbot):
    QApplication.processEvents()
    changes = [row for row in opened.part(why_panel).findChildren(ChangeRow) if not row.isHidden()]
    assert changes
    for row in changes:
        opened.part(why_panel).trial.take_back()
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        trial = opened.part(why_panel).trial
        assert trial.values() == {row.change.variable: row.change.needed}
        assert f"<b>{row.change.leads_to}</b>" in trial.answer.text()


def test_a_value_is_typed_or_switched_too(opened, qtbot):
    trial = opened.part(why_panel).trial
    field = trial.rows["d"].field
    field.setText("9.25")
    field.editingFinished.emit()
    assert trial.values() == {"d": 9.25}
    assert leaf(opened) == "pursue"
    field.setText("far")
    field.editingFinished.emit()
    assert field.text() == "9.25"
    trial.take_back()
    qtbot.mouseClick(trial.rows["enemy_visible"].switch, Qt.MouseButton.LeftButton)
    assert leaf(opened) == "wander"


def test_values_that_were_tried_are_applied_as_an_input_of_the_run(opened):
    agent = opened.run.picked_agent
    opened.part(why_panel).trial.set_value("health", 12.0)
    opened.part(why_panel).trial.apply.click()
    assert opened.run.session.variables(agent)["health"] == 12.0
    assert opened.part(why_panel).trial.rows["health"].value == 12.0
    opened.run.advance(1)
    written = opened.run.time.recording.notes(opened.run.tick - 1).inputs
    assert [(each.agent, each.name, each.value) for each in written] == [(agent, "health", 12.0)]
    assert leaf(opened) == "flee"


def test_a_guard_is_tried_with_what_it_comes_to(tank):
    tank.session.select(("patrol_chase",))
    trial = tank.part(why_panel).trial
    trial.set_value("d", 2.0)
    trial.set_value("visible", True)
    assert "it holds" in trial.answer.text()
    trial.set_value("d", 40.0)
    assert "it does not hold" in trial.answer.text()
    assert trial.outcome.sentence.startswith("d is 40")


def test_where_nothing_is_decided_there_is_nothing_to_try(tank):
    tank.session.select(("chase",))
    assert tank.part(why_panel).trial is None
