"""An unknown name in a guard can be declared, written by a sensor, or asked of the world."""

from __future__ import annotations

import shutil

import pytest

from editor.documents.open.sample_files import samples_folder
from editor.panels.inspector.fix_buttons import WrappingButton
from graphs.edits.variables import add_variable, set_variable_field
from graphs.files.document_file import load_document, save_document
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import load_world, save_world


@pytest.fixture
def tank(window):
    window.open_file(samples_folder() / "tank.mind.json")
    return window


def fixes(window, guard: str) -> dict[str, WrappingButton]:
    """Type a guard and return the buttons under its field by their words."""
    window.session.select(["chase_shoot"])
    page = window.inspector.page
    page.refresh()
    page.set_value("guard", guard)
    window.session.check_now()
    page.refresh()
    return {button.title: button for button in page.row("guard").fixes.buttons}


def test_a_field_of_the_agent_itself_is_asked_of_the_world(tank):
    offered = fixes(tank, "heading > 3 and visible")
    assert "Declare heading as float" in offered
    offered["Ask the world: self.heading"].click()
    assert tank.session.graph.edges["chase_shoot"].guard == "self.heading > 3 and visible"
    tank.session.undo()
    assert tank.session.graph.edges["chase_shoot"].guard == "heading > 3 and visible"


def test_nothing_is_offered_that_is_not_there(tank):
    offered = fixes(tank, "qqqq > 3")
    assert not any(title.startswith("Ask") for title in offered)


def test_a_value_that_another_mind_shares_is_declared_as_that_mind_has_it(window, tmp_path):
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(samples_folder() / name, tmp_path / name)
    other = load_document(tmp_path / "tank.mind.json")
    other = add_variable(other, "uproar", "float")[0]
    other = set_variable_field(other, "uproar", "scope", "world")
    save_document(tmp_path / "other.mind.json", other)
    world = load_world(tmp_path / "tank.world.json")
    world = set_element_field(world, Element("agents", "tank_2"), "mind", "other.mind.json")
    save_world(tmp_path / "tank.world.json", world)
    window.open_file(tmp_path / "tank.mind.json")
    fixes(window, "uproar > 3")["Ask the world for uproar"].click()
    assert window.session.document.variables["uproar"].scope == "world"
    window.session.undo()
    assert "uproar" not in window.session.document.variables
