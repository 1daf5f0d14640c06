"""Values of expressions in the inspector, while the world runs."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import samples_folder
from editor.panels.run.blackboard_rows import value_words
from graphs.edits.events import add_event, set_payload_field
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from tests.editor.window_builders import two_state_machine
from tools.gallery.playing import lead_player_to


@pytest.fixture
def tank(window):
    window.open_file(samples_folder() / "tank.mind.json")
    graph = window.session.graph
    edge = next(key for key, each in graph.edges.items() if each.guard == "not visible")
    window.session.select((edge,))
    window.inspector.page.refresh()
    return window


def live(window, key="guard"):
    return window.inspector.page.row(key).editor.live


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
    tank.session.apply("Guard", lambda each: set_field(each, graph_id, edge, "guard", "visible"))
    tank.inspector.page.refresh()
    assert live(tank) == {"true": "false", "false": "true"}[before]
    tank.session.apply("Guard", lambda item: set_field(item, graph_id, edge, "guard", "nobody < 3"))
    tank.inspector.page.refresh()
    assert live(tank) == ""
    assert live(tank, "priority") == ""


def test_nothing_is_shown_without_a_run_of_this_mind(window):
    session = window.workspace.new()
    window.area.open_session(session)
    assert all(getattr(row.editor, "live", "") == "" for row in window.inspector.page.rows.values())


def reads(window, key="guard"):
    return window.inspector.page.row(key).reads.words


def test_all_that_an_expression_reads_stands_below_it(tank):
    tank.run.advance(6)
    lead_player_to(tank, 4.0, 60)
    edge = next(iter(tank.session.selection))
    graph_id = tank.session.graph_id
    tank.session.apply("Guard", lambda each: set_field(each, graph_id, edge, "guard", "visible and d < 100"))
    tank.inspector.page.refresh()
    brain = tank.run.session.brains[tank.run.picked_agent]
    d = value_words(brain.read(brain.program.variables["d"]))
    assert live(tank) == "true"
    assert reads(tank) == f"visible is true · d is {d}"


def test_an_entity_is_shown_by_its_name(tank):
    tank.run.advance(6)
    tank.session.select(("chase",))
    tank.inspector.page.refresh()
    assert live(tank, "activity.arguments.prey") == "Player"


def test_what_was_not_asked_for_is_not_said(tank):
    tank.run.advance(6)
    edge = next(iter(tank.session.selection))
    graph_id = tank.session.graph_id
    tank.session.apply("Guard", lambda each: set_field(each, graph_id, edge, "guard", "visible and d < 100"))
    tank.inspector.page.refresh()
    assert (live(tank), reads(tank)) == ("false", "visible is false")


def test_in_the_past_the_values_are_those_of_the_tick_shown(tank):
    tank.run.advance(6)
    lead_player_to(tank, 4.0, 60)
    assert live(tank) == "false"
    tank.run.look_at(2)
    tank.run.time.finish()
    assert tank.run.time.is_past
    assert live(tank) == "true"
    assert reads(tank) == "visible is false"


def hearing_machine():
    """Return a machine with a variable of its own and a transition that takes a noise."""
    document, graph_id, _, _, edge = two_state_machine()
    document, _ = add_event(document, "noise")
    document = set_payload_field(document, "noise", "loudness", "float")
    document, _ = add_variable(document, "heard", "int", graph_id=graph_id)
    document = set_field(document, graph_id, edge, "event", "noise")
    document = set_field(document, graph_id, edge, "guard", "event.loudness > 3 and heard < 4")
    return document, edge


def test_variables_of_the_graph_and_the_payload_of_its_event_have_values(window):
    document, edge = hearing_machine()
    session = window.workspace.new(document)
    window.area.open_session(session)
    session.select((edge,))
    window.inspector.page.refresh()
    window.run.advance(2)
    assert reads(window) == ""
    window.run.session.post_event(window.run.picked_agent, "noise", {"loudness": 2.5})
    window.run.advance(1)
    assert live(window) == "false"
    assert reads(window) == "event.loudness is 2.5"
    window.run.session.post_event(window.run.picked_agent, "noise", {"loudness": 4.5})
    window.run.advance(1)
    assert reads(window) == "event.loudness is 4.5 · heard is 0"
