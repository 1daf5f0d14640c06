"""The stored help pages are those that the records make, and their pictures are there."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QImage

from editor.help.help_examples import page_picture
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.help_pages import INDEX_PAGE, page_names
from tools.help_pages.kind_pages import main, markdown_files, pages_folder

REGISTRY = builtin_registry()
FOLDER = pages_folder()
PAGES = page_names(REGISTRY)
MOST_BYTES = 1_000_000


def test_the_stored_pages_are_current():
    stored = {path.name: path.read_bytes() for path in FOLDER.glob("*.md")}
    made = markdown_files(REGISTRY)
    stale = sorted(name for name in stored.keys() | made.keys() if stored.get(name) != made.get(name))
    assert stale == [], "run: python -m tools.help_pages.kind_pages"


@pytest.mark.parametrize("name", [name for name in PAGES if name != INDEX_PAGE])
def test_a_page_has_a_picture_of_sane_size(name):
    picture = QImage(str(FOLDER / f"{name}.png"))
    assert 60 <= picture.width() <= 720
    assert 40 <= picture.height() <= 300
    assert picture.hasAlphaChannel()
    assert picture.pixelColor(0, 0).alpha() == 0
    assert f"]({name}.png)" in (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_pictures_are_small_and_none_is_left_over():
    pictures = list(FOLDER.glob("*.png"))
    assert {path.stem for path in pictures} == set(PAGES) - {INDEX_PAGE}
    assert sum(path.stat().st_size for path in pictures) < MOST_BYTES


def test_links_and_rules_of_the_stored_pages_exist():
    semantics = (FOLDER.parent / "semantics.md").read_text(encoding="utf-8")
    for path in FOLDER.glob("*.md"):
        for link in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
            file, _, rule = link.partition("#")
            assert (FOLDER / file).is_file(), f"{path.name}: {link}"
            assert not rule or f"**{rule}**" in semantics, f"{path.name}: {link}"


def test_the_generator_writes_pages_and_removes_what_is_left_over(qapp, tmp_path, capsys):
    (tmp_path / "behavior_tree.gone.md").write_text("# Gone\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("kept", encoding="utf-8")
    assert main([str(tmp_path), "--no-pictures"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"{name}.md" for name in PAGES} | {"notes.txt"}
    assert "files" in capsys.readouterr().out


def test_a_picture_is_painted_at_the_wanted_density(qapp):
    plain = page_picture("behavior_tree.sequence", REGISTRY)
    dense = page_picture("behavior_tree.sequence", REGISTRY, 2.0)
    assert plain is not None
    assert dense is not None
    assert dense.width() == 2 * plain.width()
    assert dense.deviceIndependentSize() == plain.deviceIndependentSize()
    assert page_picture(INDEX_PAGE, REGISTRY) is None
