"""Values of expressions in the inspector, while the world runs."""

from __future__ import annotations

import pytest

from editor.documents.sample_files import samples_folder
from editor.gallery.playing import lead_player_to
from graphs.edits.setting import set_field


@pytest.fixture
def tank(window):
    window.open_file(samples_folder() / "tank.mind.json")
    graph = window.session.graph
    edge = next(key for key, one in graph.edges.items() if one.guard == "not visible")
    window.session.select((edge,))
    window.inspector.refresh()
    return window


def live(window, key="guard"):
    return window.inspector.row(key).editor.live


def test_a_guard_shows_what_it_comes_to_at_each_tick(tank):
    tank.run.advance(6)
    lead_player_to(tank, 4.0, 60)
    brain = tank.run.session.brains[tank.run.picked_agent]
    assert brain.read(brain.program.variables["visible"]) is True
    assert live(tank) == "false"


def test_a_change_of_the_text_changes_the_value_and_a_plain_number_has_none(tank):
    tank.run.advance(6)
    edge = next(iter(tank.session.selection))
    before = live(tank)
    graph_id = tank.session.graph_id
    tank.session.apply("Guard", lambda one: set_field(one, graph_id, edge, "guard", "visible"))
    tank.inspector.refresh()
    assert live(tank) == {"true": "false", "false": "true"}[before]
    tank.session.apply("Guard", lambda one: set_field(one, graph_id, edge, "guard", "nobody < 3"))
    tank.inspector.refresh()
    assert live(tank) == ""
    assert live(tank, "priority") == ""


def test_nothing_is_shown_without_a_run_of_this_mind(window):
    session = window.workspace.new()
    window.area.open_session(session)
    assert all(getattr(row.editor, "live", "") == "" for row in window.inspector._page.rows.values())
