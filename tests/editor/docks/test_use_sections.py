"""Who reads and writes a variable, in the inspector."""

from __future__ import annotations

from editor.documents.open.sample_files import samples_folder


def buttons(window, key):
    view = next(each for each in window.inspector.page._views if each.key == key)
    return {button.text(): button for button in view.buttons}


def test_a_click_on_a_reader_goes_there(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.inspector.page.show_variable("visible", "")
    found = buttons(window, "readers")
    assert "Tank with dead zones › Shoot → Chase" in found
    found["Tank with dead zones › Shoot → Chase"].click()
    edge = next(iter(window.session.selection))
    assert window.session.graph.edges[edge].guard == "3 < d < 5 and visible"


def test_writers_and_readers_follow_edits(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.inspector.page.show_variable("alarm", "")
    written = set(buttons(window, "writers"))
    assert written
    window.run.pause()
    session = window.session
    session.undo()
    window.inspector.page.show_variable("waypoint", "")
    assert any("FindingNewTarget" in text for text in buttons(window, "writers"))


def test_sensors_of_the_world_that_write_a_variable_are_named(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.inspector.page.show_variable("visible", "")
    view = next(each for each in window.inspector.page._views if each.key == "writers")
    assert "sensor" in view.header.note


def test_an_event_tells_who_raises_and_takes_it(window):
    window.open_file(samples_folder() / "stealth_guard.mind.json")
    window.inspector.page.show_event("noise")
    assert any("Investigate" in text for text in buttons(window, "readers"))
