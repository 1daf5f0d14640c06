"""The help page of the preview holds what the records and the key map say."""

from __future__ import annotations

import pytest

from editor.commands.keymap import load_keymap
from editor.map.overlays.overlay_catalogue import OVERLAYS
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from tools.help_pages.preview_page import overlay_tables, page_text, with_tables


def test_the_stored_page_is_the_one_written_from_the_records():
    assert page_text() == with_tables(page_text())


def test_every_overlay_stands_on_it_with_its_marks():
    text = page_text()
    for kind in OVERLAYS:
        assert f"| **{kind.title}** | {kind.help}" in text
        assert all(style.words in text for style in kind.styles)


def test_every_behavior_and_sensor_is_named():
    text = overlay_tables()
    for kind in SENSOR_KINDS.values():
        assert f"sensor {kind.title.lower()}" in text
    assert "every behavior" in text
    assert all(each.title in text for each in BEHAVIORS.values() if each.parameter("target") is not None)


def test_the_keys_of_the_map_are_those_of_the_key_map():
    text = page_text()
    for binding in load_keymap().values():
        if binding.command.startswith("preview."):
            assert f"`{binding.keys[0]}`" in text, binding.command


def test_a_page_without_a_place_for_the_tables_is_refused():
    with pytest.raises(ValueError, match="no place for the overlays"):
        with_tables("# Nothing")
