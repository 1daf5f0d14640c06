from __future__ import annotations

import pytest

from editor.window.parts.banners import WindowBanners
from graphs.files.document_file import document_to_bytes
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.minds.world_choice import field_world
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import load_world, save_world
from tests.editor.window_builders import two_state_machine


@pytest.fixture
def conflicting(window, tmp_path):
    """Return the window with an edited world whose file was changed by someone else, and its session."""
    mind = tmp_path / "guard.mind.json"
    mind.write_bytes(document_to_bytes(two_state_machine()[0]))
    path = tmp_path / "guard.world.json"
    save_world(path, field_world(mind.name))
    window.open_file(mind)
    session = window.shelf.open(path)
    session.apply("Team", lambda each: set_element_field(each, Element("agents", "agent"), "team", "red"))
    save_world(path, load_world(path).model_copy(update={"seed": 9}))
    window.shelf.changed_on_disk.emit(session)
    return window, session


def press(window, title: str) -> None:
    content = window.area.banner.content
    next(button for button in content.buttons if button.title == title).run()


def test_the_edits_are_kept_and_the_banner_offers_to_decide(conflicting):
    window, session = conflicting
    assert window.area.banner.content.text == "guard.world.json changed on disk"
    assert session.world.agents["agent"].team == "red"
    press(window, "Keep mine")
    assert window.area.banner.content is None
    assert session.world.seed == 0
    assert not session.is_saved


def test_reloading_takes_the_file_as_a_step_that_can_be_undone(conflicting):
    window, session = conflicting
    press(window, "Reload")
    assert window.area.banner.content is None
    assert (session.world.seed, session.world.agents["agent"].team) == (9, "blue")
    session.undo()
    assert session.world.agents["agent"].team == "red"


def test_comparing_lists_what_differs_and_decides_nothing(conflicting, monkeypatch):
    window, _ = conflicting
    pages: list[str] = []
    banner = window.area.banner
    monkeypatch.setattr(window.part(WindowBanners), "_show_page", lambda _title, text: pages.append(text))
    press(window, "Compare")
    assert "- seed 9 → default" in pages[0]
    assert '- agent agent\\: team \\"blue\\" → \\"red\\"' in pages[0], "a text of the user is no markup"
    assert banner.content is not None
