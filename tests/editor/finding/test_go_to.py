from __future__ import annotations

from PySide6.QtCore import Qt

from editor.documents.open.sample_files import samples_folder
from editor.help.help_window import HelpWindow
from editor.window.commands.palette_items import COMMANDS_ONLY, best_matches, palette_items


def test_places_come_before_commands_and_a_greater_sign_leaves_only_commands(window):
    window.open_file(samples_folder() / "tank.mind.json")
    items = palette_items(window)
    found = best_matches(items, "re")
    first_command = next(place for place, each in enumerate(found) if each.is_command)
    assert not any(thing.is_command for thing in found[:first_command])
    first_help = next(place for place, item in enumerate(found) if item.is_help)
    assert all(entry.is_command for entry in found[first_command:first_help])
    assert all(value.is_help for value in found[first_help:])
    assert all(match.is_command for match in best_matches(items, f"{COMMANDS_ONLY} re"))


def test_states_variables_events_and_files_of_the_folder_are_gone_to(window):
    window.open_file(samples_folder() / "stealth_guard.mind.json")
    items = palette_items(window)

    def first(text):
        best = best_matches(items, text)[0]
        return best.title, best.note.partition(" ")[0]

    assert first("last_noise") == ("last_noise", "variable")
    assert first("investigate") == ("Investigate", "in")
    assert first("tank.mind") == ("tank.mind.json", str(samples_folder()).partition(" ")[0])
    assert "noise" in [match.title for match in best_matches(items, "noise") if match.note == "event"]


def test_enter_goes_to_the_best_answer(qtbot, window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.commands.action("view.go_to").trigger()
    qtbot.keyClicks(window.palette_box.field, "shoot")
    qtbot.keyClick(window.palette_box.field, Qt.Key.Key_Return)
    name = window.view.name_of(next(iter(window.session.selection)))
    assert name == "Shoot"


def test_ctrl_shift_p_begins_with_the_commands(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.commands.action("view.commands").trigger()
    assert window.palette_box.field.text() == COMMANDS_ONLY
    assert all(item.is_command for item in window.palette_box.model.rows)


def test_pages_and_headings_of_the_help_come_last_and_say_what_they_are(window):
    window.open_file(samples_folder() / "tank.mind.json")
    items = palette_items(window)
    found = best_matches(items, "breakpoints")
    first_help = next(place for place, each in enumerate(found) if each.is_help)
    assert any(item.is_command for item in found[:first_help])
    assert all(entry.is_help for entry in found[first_help:])
    heading = next(value for value in found if value.title == "Breakpoints" and value.is_help)
    assert heading.note.startswith("help › ")
    assert not any(match.is_help for match in best_matches(items, f"{COMMANDS_ONLY} breakpoints"))
    assert not any(thing.is_help for thing in best_matches(items, ""))


def test_help_is_not_found_by_letters_in_order(window):
    assert not any(match.is_help for match in best_matches(palette_items(window), "bkpnts"))


def test_enter_opens_the_help_at_the_heading(qtbot, window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.commands.action("view.go_to").trigger()
    box = window.palette_box
    qtbot.keyClicks(box.field, "two canvases")
    assert box.model.rows[0].is_help
    qtbot.keyClick(box.field, Qt.Key.Key_Return)
    (opened,) = [each for each in window.findChildren(HelpWindow) if each.isVisible()]
    assert opened.browser.address == "finding-your-way"
    assert opened.browser.textCursor().block().text() == "Two canvases"


def test_what_has_the_word_goes_before_what_has_only_its_letters(window):
    window.open_file(samples_folder() / "tank.mind.json")
    titles = [match.title for match in best_matches(palette_items(window), "cond")]
    words = ["cond" in title.lower() for title in titles]
    assert "Condition" in titles
    assert "crowd.mind.json" in titles
    assert words == sorted(words, reverse=True)


def test_what_can_be_added_comes_below_all_places_and_is_added_as_one_step(qtbot, window):
    window.open_file(samples_folder() / "tank.mind.json")
    found = best_matches(palette_items(window), "pursue")
    assert [item.title for item in found if item.is_added] == ["Add Pursue"]
    added = next(place for place, item in enumerate(found) if item.is_added)
    assert not any(item.is_added or item.is_command for item in found[:added])
    assert best_matches(palette_items(window), "patrol")[0].title == "Patrol"
    before = window.session.document
    window.commands.action("view.go_to").trigger()
    qtbot.keyClicks(window.palette_box.field, "add pursue")
    qtbot.keyClick(window.palette_box.field, Qt.Key.Key_Return)
    assert window.session.history.undo_label == "Add Pursue"
    window.session.undo()
    assert window.session.document == before


def test_nothing_is_offered_to_be_added_to_a_document_that_cannot_be_changed(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.session.read_only_reason = "It is of a newer version."
    assert not any(item.is_added for item in palette_items(window))
    window.session.read_only_reason = ""
