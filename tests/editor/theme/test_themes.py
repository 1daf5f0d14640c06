"""Theme files: complete, readable, honest about mistakes, and switched live."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from PySide6.QtGui import QColor, QGuiApplication

from editor.basics.resource_files import resource_path
from editor.theme.theme_manager import ThemeManager
from editor.theme.tokens import (
    THEME_NAMES,
    Family,
    StatusLook,
    Theme,
    ThemeFileError,
    load_theme,
    theme_from_data,
)


@pytest.mark.parametrize("name", THEME_NAMES)
def test_theme_has_every_status_and_family(name):
    theme = load_theme(name)
    assert theme.name == name
    assert set(theme.statuses) == {look.value for look in StatusLook}
    assert set(theme.families) == {family.value for family in Family}
    assert len(theme.tints) == 8


@pytest.mark.parametrize("name", THEME_NAMES)
def test_themes_name_the_same_tokens(name):
    assert set(load_theme(name).colors) == set(load_theme("dark").colors)


def test_dotted_tokens_reach_every_group():
    theme = load_theme("dark")
    assert theme.color("surface.node") == QColor("#252931")
    assert theme.color("status.running.line") == theme.status(StatusLook.RUNNING).line
    assert theme.color("family.ask.chip") == theme.family(Family.ASK).chip
    assert theme.color("world.vector.seek").isValid()
    assert theme.color("tint.0") == theme.tint(8), "the eight tints repeat"


def test_unknown_token_is_named():
    with pytest.raises(KeyError, match=r"surface\.nowhere"):
        load_theme("dark").color("surface.nowhere")


def test_failure_keeps_its_dash_as_last_result():
    theme = load_theme("light")
    assert theme.status(StatusLook.FAILURE).dash == (6.0, 2.0)
    assert theme.ghost_dash(StatusLook.FAILURE) == (6.0, 2.0)
    assert theme.ghost_dash(StatusLook.SUCCESS) == ()


def _dark_data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(resource_path("themes", "dark.json").read_text(encoding="utf-8"))
    return data


def test_wrong_color_is_reported_with_file_and_token():
    data = _dark_data()
    data["surface"]["node"] = "#12"
    with pytest.raises(ThemeFileError, match=r"mine\.json: surface\.node: expected a color"):
        theme_from_data(data, "mine.json")


def test_missing_status_is_reported():
    data = _dark_data()
    del data["status"]["pending"]
    with pytest.raises(ThemeFileError, match=r"status\.pending"):
        theme_from_data(data, "mine.json")


def test_missing_theme_file_names_the_known_themes():
    with pytest.raises(ThemeFileError, match="light, dark, high_contrast"):
        load_theme("sepia")


def test_theme_files_use_no_shorthand_colors():
    for name in THEME_NAMES:
        text = resource_path("themes", f"{name}.json").read_text(encoding="utf-8")
        assert all(len(found) == 7 for found in re.findall(r"#[0-9A-Fa-f]+", text))


def test_set_theme_tells_once_and_only_on_a_change(qtbot):
    manager = ThemeManager("dark")
    told: list[Theme] = []
    manager.theme_changed.connect(told.append)
    manager.set_theme("light")
    manager.set_theme("light")
    assert [theme.name for theme in told] == ["light"]
    assert manager.theme is load_theme("light")


def test_set_theme_refuses_unknown_choice_and_keeps_the_theme(qtbot):
    manager = ThemeManager("dark")
    with pytest.raises(ValueError, match="sepia"):
        manager.set_theme("sepia")
    assert manager.theme.name == "dark"


def test_system_choice_follows_the_desktop(qtbot):
    manager = ThemeManager("high_contrast")
    manager.set_theme("system")
    assert manager.choice == "system"
    is_light = QGuiApplication.styleHints().colorScheme().name == "Light"
    assert manager.theme.name == ("light" if is_light else "dark")
