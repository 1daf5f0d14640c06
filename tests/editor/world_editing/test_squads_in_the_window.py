"""In the window: a squad is made of picked agents, edited in rows, and its mind is watched like any agent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from editor.documents.open.world_session import WorldSession
from editor.map.painting.agent_painting import seen_agents
from editor.map.picture.map_view import fitted_view
from editor.map.view.map_widget import agent_at
from editor.window.main_window import MainWindow
from graphs.files.document_file import document_to_bytes
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument, save_world
from tests.editor.window_builders import two_state_machine
from tests.runtime.worlds.edits.edited_world import document

ADA, BEN, EVE = (Element("agents", name) for name in ("ada", "ben", "eve"))


def field() -> WorldDocument:
    """Return four agents, three with a mind; two of them are a squad whose mind is another document."""
    mind = {"mind": "member.mind.json"}
    return document(
        version=4,
        agents={
            "ada": {"at": [10, 8], "heading": 90, "name": "Ada", **mind},
            "ben": {"at": [8, 4], "name": "Ben", **mind},
            "cleo": {"at": [12, 4], "name": "Cleo", **mind},
            "eve": {"at": [16, 3]},
        },
        squads={"red": {"members": ["ada", "ben"], "name": "Reds", "mind": "orders.mind.json"}},
        circles={"ring": {"around": "eve"}},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    mind = document_to_bytes(two_state_machine()[0])
    for name in ("member.mind.json", "orders.mind.json"):
        (tmp_path / name).write_bytes(mind)
    save_world(tmp_path / "field.world.json", field())
    return tmp_path


@pytest.fixture
def opened(window: MainWindow, folder: Path) -> MainWindow:
    assert window.open_file(folder / "member.mind.json")
    assert window.open_file(folder / "field.world.json")
    return window


def world_of(window: MainWindow) -> WorldSession:
    assert window.world.session is not None
    return window.world.session


def test_the_mind_of_a_squad_is_watched_like_an_agent_and_the_canvas_follows(opened: MainWindow):
    run = opened.run
    assert run.thinking_agents() == ("ada", "ben", "cleo", "red")
    assert run.agent_title("red") == "Reds"
    run.pick_agent("red")
    assert run.picked_agent == "red"
    assert opened.session is not None
    assert opened.session.file_name == "orders.mind.json"
    for _ in range(5):
        run.step_tick()
    assert run.session is not None
    assert run.session.tick == 5
    assert run.view is not None
    assert run.view.agent == "red"
    assert run.active_words("red")
    run.pick_agent("ben")
    assert opened.session.file_name == "member.mind.json"


def test_the_mind_of_a_squad_has_no_body_on_the_map_however_far_one_looks(opened: MainWindow):
    opened.run.pick_agent("red")
    opened.run.step_tick()
    picture, view = opened.preview.map.picture, fitted_view((1000.0, 1000.0), 900.0, 900.0)
    agents = replace(picture.agents, positions=picture.agents.positions + 100.0)
    row = agents.index("red")
    assert row == picture.picked
    assert [agents.ids[each] for each in seen_agents(agents, view).rows] == ["ada", "ben", "cleo", "eve"]
    x, y = agents.positions[row]
    at = view.point((float(x), float(y)))
    assert view.bounds().contains(at)
    assert agent_at(agents, view, at) == -1
    opened.world.editor.toggle()
    assert "red" not in opened.world.editor.editing.world.agents


def test_the_formation_of_the_watched_mind_is_shown_and_the_view_follows_the_leader(opened: MainWindow):
    opened.run.pick_agent("red")
    opened.preview.actions_by_name["follow"].setChecked(True)
    opened.run.step_tick()
    held = [mark for mark in opened.preview.map.picture.marks if mark.style.id == "formation.held"]
    assert len(held) == 1
    middle = opened.preview.map.view.world(opened.preview.map.view.bounds().center())
    assert middle == pytest.approx((10.0, 8.0), abs=1.0)


def test_picked_agents_become_a_squad_by_a_command_and_not_twice(opened: MainWindow):
    opened.world.editor.toggle()
    assert not opened.commands["world.make_squad"].enabled()
    session = world_of(opened)
    session.select((EVE, Element("agents", "cleo")))
    assert opened.commands["world.make_squad"].enabled()
    opened.commands.run("world.make_squad")
    assert session.world.squads["squad_1"].members == ("cleo", "eve")
    assert "squad_1: Cleo leads 1 more" in opened.area.toast.label.text()
    before = session.world
    opened.commands.run("world.make_squad")
    assert session.world is before
    session.undo()
    assert list(session.world.squads) == ["red"]


def test_rows_of_the_inspector_change_the_squad_in_one_step_each(opened: MainWindow, qtbot):
    opened.world.editor.toggle()
    session, page = world_of(opened), opened.world.inspector
    session.select(())
    qtbot.waitUntil(lambda: "squads.red.leader" in page.rows)
    page._edit("squads.red.leader", "ben", False)
    page._edit("squads.red.members.add", "cleo", False)
    assert session.world.squads["red"].members == ("ada", "ben", "cleo")
    assert session.world.squads["red"].leader == "ben"
    session.undo()
    assert "cleo" not in session.world.squads["red"].members
    session.select((BEN,))
    qtbot.waitUntil(lambda: "squad.leads" in page.rows)


def test_a_marked_place_of_a_formation_is_deleted_alone(opened: MainWindow, qtbot):
    opened.world.editor.toggle()
    session, page = world_of(opened), opened.world.inspector
    session.select(())
    qtbot.waitUntil(lambda: "squads.red.formation.shape" in page.rows)
    page._edit("squads.red.formation.shape", "own", False)
    slots = session.world.squads["red"].formation.slots
    session.select((ADA,))
    opened.world.editor.editing.choose_point((ADA, 1))
    opened.commands.run("edit.delete")
    assert session.world.squads["red"].formation.slots == (slots[0], *slots[2:])
    assert "ada" in session.world.agents


def test_the_mind_of_a_squad_may_be_any_graph_of_a_document_with_variables_of_its_own(
    opened: MainWindow, qtbot
):
    opened.world.editor.toggle()
    session, page = world_of(opened), opened.world.inspector
    session.select(())
    qtbot.waitUntil(lambda: "squads.red.mind.graph" in page.rows)
    graph = two_state_machine()[1]
    page._edit("squads.red.mind.graph", graph, False)
    assert session.world.squads["red"].mind == f"orders.mind.json#{graph}"
    page._edit("squads.red.variables.d", 7, False)
    assert session.world.squads["red"].variables == {"d": 7}
    session.undo()
    assert session.world.squads["red"].variables == {}
    page._edit("squads.red.mind", None, False)
    qtbot.waitUntil(lambda: "squads.red.mind.graph" not in page.rows)


def test_the_status_bar_counts_agents_and_not_the_minds_of_squads(opened: MainWindow):
    opened.run.step_tick()
    opened.status_row.show_numbers()
    assert "4 agents" in opened.status_row.numbers.text()
