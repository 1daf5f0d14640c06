"""What the worlds of a document do with its names, read from their files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from editor.command_line.main import main
from editor.documents.open.worlds_around import DocumentSurroundings
from graphs.checks.lints.outside_uses import Surroundings
from graphs.files.document_file import document_to_bytes
from graphs.projects.project_file import load_project
from graphs.worlds.model.world_file import load_world
from tests.editor.window_builders import two_state_machine


def _world(path: Path, mind: str, *, writes: str = "d") -> None:
    sight = {"kind": "sight", "writes": {writes: "distance"}}
    value: dict[str, Any] = {
        "format": "mindloom-world",
        "version": 1,
        "size": [10, 10],
        "agents": {"a": {"at": [1, 1], "mind": mind, "sensors": [sight]}},
    }
    path.write_text(json.dumps(value))


@pytest.fixture
def guard(tmp_path: Path) -> Path:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    return path


def _written(found: Surroundings | None) -> frozenset[str]:
    assert found is not None
    return found.written


def test_without_a_world_nothing_is_known(guard: Path) -> None:
    find = DocumentSurroundings()
    assert find(guard, None) is None
    assert find(None, None) is None
    (guard.parent / "broken.world.json").write_text("{")
    _world(guard.parent / "other.world.json", "other.mind.json")
    assert find(guard, None) is None


def test_all_worlds_of_the_folder_that_name_it_are_joined(guard: Path) -> None:
    _world(guard.parent / "a.world.json", "guard.mind.json", writes="seen_at")
    _world(guard.parent / "b.world.json", "guard.mind.json#g1", writes="d")
    assert _written(DocumentSurroundings()(guard, None)) == {"seen_at", "d"}


def test_the_preview_world_of_the_project_counts_wherever_it_lies(guard: Path) -> None:
    worlds = guard.parent / "worlds"
    worlds.mkdir()
    _world(worlds / "yard.world.json", "../guard.mind.json", writes="d")
    project = guard.parent / "mindloom.project.json"
    names = {"guard.mind.json": "worlds/yard.world.json"}
    project.write_text(json.dumps({"format": "mindloom-project", "version": 1, "preview_worlds": names}))
    assert DocumentSurroundings()(guard, None) is None
    assert _written(DocumentSurroundings()(guard, load_project(project))) == {"d"}


def test_a_world_that_is_open_for_editing_goes_before_its_file(guard: Path) -> None:
    path = guard.parent / "a.world.json"
    _world(path, "guard.mind.json", writes="seen_at")
    on_disk = load_world(path)
    sensor = on_disk.agents["a"].sensors[0].model_copy(update={"writes": {"d": "distance"}})
    agent = on_disk.agents["a"].model_copy(update={"sensors": (sensor,)})
    edited = on_disk.model_copy(update={"agents": {"a": agent}})
    find = DocumentSurroundings(opened=lambda asked: edited if asked == path else None)
    assert _written(find(guard, None)) == {"d"}


def test_a_world_that_changes_is_read_again(guard: Path) -> None:
    world = guard.parent / "a.world.json"
    _world(world, "guard.mind.json", writes="seen_at")
    find = DocumentSurroundings()
    assert _written(find(guard, None)) == {"seen_at"}
    _world(world, "guard.mind.json", writes="d")
    os.utime(world, ns=(1, 1))
    assert _written(find(guard, None)) == {"d"}
    world.unlink()
    assert find(guard, None) is None


def test_check_tells_what_only_a_world_could_write(guard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(guard)])
    assert "W217" not in capsys.readouterr().out
    world = guard.parent / "a.world.json"
    _world(world, "guard.mind.json", writes="seen_at")
    main(["check", str(guard)])
    assert "'d' is read and never written" in capsys.readouterr().out
    _world(world, "guard.mind.json", writes="d")
    main(["check", str(guard)])
    assert "W217" not in capsys.readouterr().out
