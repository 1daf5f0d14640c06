"""`mindloom export --from OLD` writes how games saved with an older export go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor.command_line.main import main
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.load_program import load_files
from tests.runtime.session_of import SAMPLES


@pytest.fixture
def tank(tmp_path: Path) -> Path:
    """Return a document beside an export of its older version, old/tank.runtime.json."""
    document = tmp_path / "tank.mind.json"
    data = json.loads((SAMPLES / "tank.mind.json").read_text(encoding="utf-8"))
    document.write_text(json.dumps(data), encoding="utf-8")
    (tmp_path / "old").mkdir()
    assert main(["export", str(document), "--out", str(tmp_path / "old" / "tank.runtime.json")]) == 0
    data["variables"]["extra"] = {"type": "int", "default": 3}
    document.write_text(json.dumps(data), encoding="utf-8")
    return document


def export(document: Path, old: Path, *more: str) -> int:
    out = document.with_name("tank.runtime.json")
    return main(["export", str(document), "--out", str(out), "--from", str(old), *more])


def test_the_table_lies_beside_the_program_and_is_told(tank, capsys):
    old = tank.parent / "old" / "tank.runtime.json"
    assert export(tank, old, "--compact") == 0
    assert "go on by tank.upgrade.json" in capsys.readouterr().out
    table = json.loads(tank.with_name("tank.upgrade.json").read_text(encoding="utf-8"))
    assert table == upgrade_table(load_files(old), load_files(tank.with_name("tank.runtime.json")))
    assert export(tank, old, "--compact") == 0  # and is replaced by the next export


def test_of_the_same_program_no_table_is_written(tank, capsys):
    assert export(tank, tank.parent / "old" / "tank.runtime.json") == 0
    tank.with_name("tank.upgrade.json").unlink()
    assert export(tank, tank.with_name("tank.runtime.json")) == 0
    assert "is the same program" in capsys.readouterr().out
    assert not tank.with_name("tank.upgrade.json").exists()


@pytest.mark.parametrize(
    ("old", "words"),
    [("gone.json", "No such file"), ("tank.mind.json", "no names beside it"), ("old", "cannot be read")],
)
def test_an_old_export_that_cannot_be_read_is_refused_and_nothing_is_written(old, words, tank, capsys):
    assert export(tank, tank.parent / old) == 2
    assert words in capsys.readouterr().err
    assert not tank.with_name("tank.runtime.json").exists()
