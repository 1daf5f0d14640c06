"""The page architecture names every room in its layer, and no path that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tools.help_pages.house_picture import FLOORS, PICTURES, ROOT, imports_between_rooms, layers_of, picture

PAGE = (ROOT / "resources" / "help" / "architecture.md").read_text(encoding="utf-8")
LINES = PAGE.splitlines()
CODE = re.compile(r"`([^`]+)`")
PATH = re.compile(r"(graphs|runtime|editor|resources|tools|tests)/[\w./-]*")
BESIDE = re.compile(r"\w+\.(py|md)")
MODULE = re.compile(r"(?:python -m )?((?:graphs|runtime|editor|tools)(?:\.\w+)+)")
MOST_LINES = 198


def rooms_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()}


ROOMS = [f"{floor}/{room}" for floor in FLOORS for room in sorted(rooms_in(ROOT / floor))]


def row_of(room: str) -> str:
    (row,) = (line for line in LINES if line.startswith(f"| `{room}` |"))
    return row


def test_every_path_that_is_named_is_there():
    for line in LINES:
        folder = None
        for name in CODE.findall(line):
            if PATH.fullmatch(name):
                path = ROOT / name
                folder = path if path.is_dir() else path.parent
                assert path.exists(), f"{name}: {line}"
            elif BESIDE.fullmatch(name):
                assert folder is not None, f"{name} beside what: {line}"
                assert (folder / name).is_file(), f"{name} is not in {folder}: {line}"
            elif found := MODULE.fullmatch(name):
                path = ROOT / found[1].replace(".", "/")
                assert path.is_dir() or path.with_suffix(".py").is_file(), f"{name}: {line}"


@pytest.mark.parametrize("floor", FLOORS)
def test_the_rooms_of_a_floor_stand_on_it_from_the_lowest_up(floor):
    named = [
        found[1] for line in LINES if (found := re.match(rf"\| `{floor}/(\w+)` \|", line)) and " | " in line
    ]
    layers = [set(layer) for layer in layers_of(floor)]
    assert set(named) == rooms_in(ROOT / floor)
    in_layers = []
    for layer in layers:
        in_layers.append(set(named[: len(layer)]))
        named = named[len(layer) :]
    assert in_layers == layers


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_within_a_room_stand_in_its_row(room):
    row, inner = row_of(room), rooms_in(ROOT / room)
    assert {name for name in inner if f"`{name}`" not in row.partition("Inside:")[2]} == set()
    assert bool(inner) == ("Inside:" in row)


def test_the_tools_stand_on_it():
    assert [name for name in rooms_in(ROOT / "tools") if f"`tools/{name}`" not in PAGE] == []


def test_it_is_short_enough_to_be_read_at_once():
    assert len(LINES) <= MOST_LINES


@pytest.fixture(scope="module")
def imports():
    return imports_between_rooms()


@pytest.mark.parametrize("theme", PICTURES)
def test_the_picture_is_the_one_drawn_from_the_imports(theme, imports):
    stored = (ROOT / PICTURES[theme]).read_bytes()
    assert stored == picture(theme, imports).encode("utf-8"), "run: python3 dev.py house"


@pytest.mark.parametrize("theme", PICTURES)
def test_the_picture_can_be_shown_and_has_every_room(qapp, theme):
    file = ROOT / PICTURES[theme]
    assert QImage(str(file)).width() > 600
    text = file.read_text(encoding="utf-8")
    assert [room for room in ROOMS if f">{Path(room).name}</text>" not in text] == []
