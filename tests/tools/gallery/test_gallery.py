"""The pictures of the gallery show everything there is, full and empty, in every theme."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialog

import editor
from editor.documents.open.sample_files import sample_paths
from editor.theme.theme_manager import current_theme, set_theme
from editor.theme.tokens import GRAPH_LOOKS, THEME_NAMES, load_theme
from tools.gallery.__main__ import arguments_of, scenes_with, share_of
from tools.gallery.contact_sheets import SHEET, WHOLE, shown_size, write_contact_sheets
from tools.gallery.pictures import stack_showing
from tools.gallery.scene import EMPTY, NO_DOCUMENT, Scene
from tools.gallery.scenes import all_scenes
from tools.gallery.taking import groups_of, picture_name, take

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

SCENES = all_scenes()
PAGE_OF_TEXT = "dialog:TextWindow"
"""A window for a page of text, which is never opened without one."""
SAMPLES = {path.name for path in sample_paths()}


def without(subjects: set[str], *, empty: bool) -> set[str]:
    """Return the subjects that no full scene shows, or no empty one."""
    return subjects - {each for scene in SCENES if scene.is_empty is empty for each in scene.subjects}


def test_every_sample_is_in_a_picture_and_no_two_pictures_share_a_name() -> None:
    assert {scene.sample for scene in SCENES} >= SAMPLES
    names = [scene.name for scene in SCENES]
    assert len(set(names)) == len(names)


def test_a_scene_shows_a_sample_that_exists_and_crops_to_what_it_shows() -> None:
    for scene in SCENES:
        assert scene.sample == NO_DOCUMENT or scene.sample in SAMPLES, scene.name
        assert not scene.crop or f"panel:{scene.crop}" in scene.subjects, scene.name


def test_every_panel_is_pictured_full_and_empty(window: MainWindow) -> None:
    panels = {f"panel:{each}" for each in window.panels.panel_ids()}
    assert not without(panels, empty=False)
    assert not without(panels, empty=True)
    known = {subject for scene in SCENES for subject in scene.subjects if subject.startswith("panel:")}
    assert known <= panels


def test_every_window_of_its_own_is_pictured_full_and_empty() -> None:
    for module in pkgutil.walk_packages(editor.__path__, "editor."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    windows = {
        f"dialog:{subclass.__name__}"
        for subclass in QDialog.__subclasses__()
        if subclass.__module__[:7] == "editor."
    }
    assert len(windows) >= 6
    assert not without(windows, empty=False)
    assert not without(windows - {PAGE_OF_TEXT}, empty=True)


def test_every_kind_of_graph_and_every_mode_is_pictured_full_and_empty() -> None:
    subjects = {*(f"graph:{kind}" for kind in GRAPH_LOOKS), "mode:welcome", "mode:world_editing"}
    assert not without({*subjects, "mode:past"}, empty=False)
    assert not without(subjects, empty=True)


def test_every_menu_is_pictured_full_and_empty(window: MainWindow) -> None:
    titles = [action.text().replace("&", "") for action in window.title_row.menu_bar.actions()]
    menus = {f"menu:{title.lower()}" for title in titles if title}
    assert len(menus) >= 8
    assert not without(menus, empty=False)
    assert not without(menus, empty=True)


def test_scenes_that_share_a_window_start_alike() -> None:
    for group in groups_of(SCENES):
        assert len({(each.sample, each.ticks, each.size, each.scale) for each in group}) == 1, group[0].name
        assert len(group) == 1 or all(item.act is not None for item in group)


def test_a_scene_knows_its_subjects_and_whether_they_are_empty() -> None:
    scene = Scene("none", shows=("panel:log", EMPTY))
    assert scene.is_empty
    assert scene.subjects == ("panel:log",)
    assert not Scene("full", shows=("panel:log",)).is_empty


def test_one_window_is_pictured_in_every_theme_and_cropped(qapp, tmp_path: Path) -> None:
    scenes = [each for each in SCENES if each.name in ("panel-log-new", "panel-history-new")]
    written = take(scenes, tmp_path)
    assert [path.name for path in written] == [
        picture_name(item, name) for item in scenes for name in THEME_NAMES
    ]
    for scene in scenes:
        for name in THEME_NAMES:
            picture = QImage(str(tmp_path / picture_name(scene, name)))
            assert picture.width() < 1000
            corner = picture.pixelColor(picture.width() - 4, picture.height() - 4)
            assert corner == QColor(load_theme(name).color("surface.panel"))
    set_theme("dark")


def test_several_processes_take_each_picture_once() -> None:
    groups = groups_of(SCENES)
    scales = {group[0].scale for group in groups}
    assert scales == {1, 2}
    shares = [share_of(groups, share, 3, 1) for share in range(3)]
    taken = [*(group for share in shares for group in share), *share_of(groups, 0, 1, 2)]
    assert sorted(each.name for group in taken for each in group) == sorted(item.name for item in SCENES)
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_a_panel_that_is_not_in_view_cannot_be_pictured(window: MainWindow) -> None:
    window.panels.show_panel("log")
    assert stack_showing(window, "log") is window.panels.stacks["bottom"]
    with pytest.raises(LookupError, match="tests is not in view"):
        stack_showing(window, "tests")


def test_words_and_themes_choose_what_is_taken(tmp_path: Path) -> None:
    chosen = arguments_of([str(tmp_path), "--only", "panel-log", "--theme", "high_contrast"])
    assert {each.name for each in scenes_with(chosen.only)} >= {"panel-log", "panel-log-new"}
    assert all("panel-log" in item.name for item in scenes_with(chosen.only))
    assert picture_name(SCENES[0], chosen.theme[0]).endswith("-high-contrast.png")
    assert current_theme().name in THEME_NAMES


def test_windows_of_another_size_and_screens_of_another_scale_are_pictured(tmp_path: Path) -> None:
    chosen = arguments_of([str(tmp_path), "--size", "1024x700", "--scale", "1.5"])
    assert (chosen.size, chosen.scale) == ((1024, 700), 1.5)
    scenes = {each.name: each for each in scenes_with((), chosen.size, chosen.scale)}
    assert scenes["panel-log"].size == (1024, 700)
    assert scenes["narrow"].size == next(each.size for each in SCENES if each.name == "narrow")
    assert {each.scale for each in scenes.values()} == {1.5}
    groups = groups_of(scenes.values())
    taken = [group for share in range(2) for group in share_of(groups, share, 2, 1.5)]
    assert len(taken) == len(groups)
    assert share_of(groups, 0, 1, 1) == []


def test_contact_sheets_hold_every_picture_and_shrink_only_whole_windows(qapp, tmp_path: Path) -> None:
    pictures = []
    for number in range(5):
        image = QImage(QSize(1440, 900), QImage.Format.Format_RGB32)
        image.fill(QColor(10 * number, 0, 0))
        pictures.append(tmp_path / f"{number}.png")
        assert image.save(str(pictures[-1]))
    assert shown_size(QSize(1440, 900)).width() == WHOLE
    assert shown_size(QSize(212, 600)) == QSize(212, 600)
    assert shown_size(QSize(920, 204)) == QSize(920, 204)
    sheets = write_contact_sheets(pictures, tmp_path)
    assert [path.name for path in sheets] == ["contact-01.png"]
    sheet = QImage(str(sheets[0]))
    assert sheet.width() <= SHEET.width()
    seen = {sheet.pixelColor(x, y).red() for x in (100, 900) for y in (100, 600, 1100)}
    assert {0, 10, 20, 30, 40} <= seen
    assert write_contact_sheets([], tmp_path) == []
