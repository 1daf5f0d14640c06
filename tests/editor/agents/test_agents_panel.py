"""Finding agents, pinning them, seeing two beside each other; filters of logs; words at the pointer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from editor.panels.run.agents_panel import ANY
from editor.panels.run.run_log_panel import KINDS
from editor.widgets.filter_row import FilterRow
from editor.window.parts.callouts import WindowCallouts, agents_panel
from editor.window.parts.panels import transitions_panel
from editor.window.parts.tips import WindowTips
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def opened(window):
    open_sample(window, "tank", "agents")
    panel = window.part(agents_panel)
    for agent in panel.pinned:
        panel.toggle_pin(agent)
    panel.search.clear()
    panel.state.set_value(ANY)
    panel.all_lines.setChecked(False)
    window.run.pick_agent("tank_1")
    window.run.advance(90)
    yield window
    at_rest(window)


def listed(window) -> list[str]:
    return [row[0] for row in window.part(agents_panel).model.rows]


def lines(window):
    return {line.name: line for line in window.part(agents_panel).comparison.lines}


def test_agents_are_listed_found_by_words_and_picked_by_a_click(opened, qtbot):
    panel = opened.part(agents_panel)
    everyone = listed(opened)
    assert everyone == list(opened.run.thinking_agents())
    panel.search.setText("tank 2")
    assert listed(opened) == ["tank_2"]
    rect = panel.view.visualRect(panel.model.index(0))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert opened.run.picked_agent == "tank_2"
    panel.search.clear()
    assert listed(opened) == everyone


def test_agents_are_found_by_what_they_do(opened):
    panel = opened.part(agents_panel)
    doing = {agent: opened.run.active_words(agent) for agent in opened.run.thinking_agents()}
    state = next(iter(doing.values()))
    panel.state.pick(state)
    assert listed(opened) == [agent for agent, words in doing.items() if words == state]


def test_a_pinned_agent_stands_beside_the_one_shown_and_wears_a_badge(opened, qtbot):
    panel, run = opened.part(agents_panel), opened.run
    assert not panel.comparison.lines
    other = next(agent for agent in run.thinking_agents() if agent != run.picked_agent)
    row = listed(opened).index(other)
    rect = panel.view.visualRect(panel.view.model().index(row))
    pin = QPoint(rect.right() - 10, rect.center().y())
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=pin)
    assert panel.pinned == (other,)
    assert run.picked_agent != other
    assert panel.comparison.titles == (run.agent_title(run.picked_agent), run.agent_title(other))
    found = lines(opened)
    assert found["Active"].cells[0].words.startswith("Patrol")
    mine, its = run.session.variables(run.picked_agent), run.session.variables(other)
    different = {name for name in mine if mine[name] != its[name]}
    shown = {line.name for line in panel.comparison.lines if line.kind == "variable"}
    assert shown <= different
    assert "wp" in shown
    panel.all_lines.setChecked(True)
    assert {line.name for line in panel.comparison.lines if line.kind == "variable"} == set(mine)
    assert lines(opened)["target"].cells[0].words == run.agent_title(mine["target"]) == "Player"
    statuses = {line.element: line for line in panel.comparison.lines if line.kind == "status"}
    assert statuses["patrol"].cells[1].words == "running"
    badges = opened.part(WindowCallouts).shown()
    assert badges["patrol"].words == run.agent_title(other)
    assert not badges["patrol"].framed
    panel.toggle_pin(other)
    assert not opened.part(WindowCallouts).shown()


def test_in_the_past_both_sides_are_of_the_tick_shown(opened):
    panel, run = opened.part(agents_panel), opened.run
    other = next(agent for agent in run.thinking_agents() if agent != run.picked_agent)
    panel.toggle_pin(other)
    run.look_at(20)
    run.time.finish()
    mine, its = run.session.variables(run.picked_agent), run.session.variables(other)
    assert lines(opened)["wp"].cells[0].words == f"{mine['wp']:.4g}"
    assert lines(opened)["wp"].cells[1].words == f"{its['wp']:.4g}"
    assert panel.note.text().startswith("tick 20")


def test_the_pointer_over_a_transition_tells_what_its_guard_saw(opened):
    view = opened.view
    middle = view.canvas.machine.plate_row("patrol_chase").center
    place = view.mapFromScene(*middle)
    words = opened.part(WindowTips).words_at(view, place.x(), place.y())
    assert words.startswith("refused: ")
    assert "never taken so far" in words
    state = view.canvas.node_rect("moving")
    place = view.mapFromScene(state.center[0], state.top + 8)
    assert opened.part(WindowTips).words_at(view, place.x(), place.y()).startswith("active for")


def test_the_transition_log_is_filtered_by_words_and_agent(opened):
    opened.panels.show_panel("transitions")
    panel = opened.part(transitions_panel)
    alone = len(panel.model.rows)
    panel.filter.all_agents.setChecked(True)
    assert len(panel.model.rows) > alone
    assert {entry.agent for entry in panel.model.rows} == set(opened.run.thinking_agents())
    panel.filter.field.setText("finding moving tank_3")
    assert {entry.agent for entry in panel.model.rows} == {"tank_3"}
    panel.filter.field.setText("nothing like it")
    assert panel.empty.text() == "Nothing is left by the filter."


def test_a_filter_takes_words_kinds_and_agents_together(qtbot):
    row = FilterRow("Filter", KINDS)
    qtbot.addWidget(row)
    assert row.is_open
    assert row.lets("Division by zero Guard › Aim", "error", "a", "b")
    row.kind.pick("error")
    assert not row.lets("Said something", "log", "a", "a")
    row.field.setText("aim ZERO")
    assert row.lets("Division by zero Guard › Aim", "error", "a", "b")
    assert not row.lets("Division by zero", "error", "a", "b")
    row.all_agents.setChecked(False)
    assert not row.lets("Division by zero Guard › Aim", "error", "a", "b")
    assert not row.is_open


def test_the_list_of_states_has_room_for_its_words(opened):
    panel = opened.part(agents_panel)
    opened.resize(1440, 900)
    QApplication.processEvents()
    panel.grab()
    assert not panel.state._is_elided
