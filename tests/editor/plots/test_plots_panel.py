"""Plots of variables over each other: of the agent shown and of pinned ones, with a cursor at the tick."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from PySide6.QtCore import Qt

from editor.panels.run.plots_panel import MOST_POINTS, points_of
from editor.panels.timeline.curves import Curve
from editor.window.parts.callouts import agents_panel
from editor.window.parts.panels import plots_panel
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    for window in shared_window(tmp_path_factory):
        window.part(plots_panel)  # the menus of its plot stay as long as the window
        yield window


@pytest.fixture
def opened(window):
    open_sample(window, "tank", "plots")
    for agent, name in window.part(plots_panel).ticked:
        window.part(plots_panel).tick(agent, name, on=False)
    for agent in tuple(window.part(agents_panel).pinned):
        window.part(agents_panel).toggle_pin(agent)
    window.run.advance(80)
    window.timeline.filling.finish()
    yield window
    at_rest(window)


def offered(panel) -> set[str]:
    return {panel.list.item(place).text() for place in range(panel.list.count())}


def test_what_is_ticked_is_drawn_with_its_values(opened):
    panel, run = opened.part(plots_panel), opened.run
    assert {"d", "visible", "wp"} <= offered(panel)
    panel.tick(run.picked_agent, "wp")
    panel.tick(run.picked_agent, "d")
    assert set(panel.ticked) == {(run.picked_agent, "wp"), (run.picked_agent, "d")}
    ticks, values = panel._lines[run.picked_agent, "wp"].getData()
    assert (ticks[0], ticks[-1]) == (0, 79)
    assert values[-1] == run.session.variables(run.picked_agent)["wp"]
    assert f"{values[-1]:.4g}" in panel.values.text()
    panel.tick(run.picked_agent, "d", on=False)
    assert panel.ticked == ((run.picked_agent, "wp"),)


def test_the_cursor_stands_at_the_tick_shown_and_leads_to_another(opened):
    panel, run = opened.part(plots_panel), opened.run
    run.look_at(30)
    run.time.finish()
    assert panel.tick_line.value() == 30
    panel.tick_line.setValue(12)
    panel.tick_line.sigDragged.emit(panel.tick_line)
    run.time.finish()
    assert run.time.shown_tick == 12


def test_a_pinned_agent_can_be_plotted_from_the_start_of_the_run(opened):
    panel, run = opened.part(plots_panel), opened.run
    other = next(agent for agent in run.thinking_agents() if agent != run.picked_agent)
    opened.part(agents_panel).toggle_pin(other)
    opened.timeline.filling.finish()
    panel.look_again()
    panel.tick(other, "wp")
    ticks, values = panel._lines[other, "wp"].getData()
    assert (ticks[0], ticks[-1]) == (0, 79)
    assert values[-1] == run.session.variables(other)["wp"]
    assert panel._lines[other, "wp"].opts["pen"].style() == Qt.PenStyle.DashLine


def test_long_curves_keep_their_peaks():
    values = np.sin(np.arange(50_000) / 9.0)
    values[31_234] = 40.0
    curve = Curve("x", False, 100, array("d", values))
    ticks, drawn = points_of(curve)
    assert len(drawn) <= MOST_POINTS + 50
    assert drawn.max() == 40.0
    assert ticks[drawn.argmax()] == 31_334
    assert (np.diff(ticks) > 0).all()
