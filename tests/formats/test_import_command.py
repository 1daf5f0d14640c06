"""`mindloom import` and `convert`: files, exit codes, the report, and what they leave alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from editor.basics.resource_files import resource_path
from editor.command_line.main import main
from graphs.files.document_file import load_document
from graphs.formats.listed_formats import FORMATS
from graphs.projects.project_registry import project_of, project_registry
from tests.formats.made_up_format import lines_listed

PROJECT = {"format": "mindloom-project", "version": 1}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.lines").write_text("#lines\ngo\nlook")
    (tmp_path / "odd.lines").write_text("#lines\ngo\n~wait\n?dance\n-sing")
    with lines_listed():
        yield tmp_path


def test_an_import_writes_document_manifest_and_project(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "good.lines"]) == 0
    assert capsys.readouterr().out == (
        "wrote good.mind.json: Lines, 1 graph, 3 nodes; 2 exact, 0 changed, 0 kept, 0 lost\n"
    )
    path = folder / "good.mind.json"
    assert {getattr(node, "action", None) for node in load_document(path).graphs["g"].nodes.values()} == {
        None,
        "go",
        "look",
    }
    assert {"go", "look"} <= set(project_registry(project_of(path)).actions)
    assert main(["check", "good.mind.json"]) == 0


def test_what_is_not_exact_is_told_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "odd.lines", "--report", "r.json"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "odd.lines:3:1: changed: ~wait. It waits a tick. Say it otherwise. (rule 3.5)"
    assert [line.split(": ")[1] for line in lines[:3]] == ["changed", "kept", "lost"]
    report = json.loads(Path("r.json").read_text())
    assert report["counts"] == {"exact": 1, "changed": 1, "kept": 1, "lost": 1}
    assert [row["line"] for row in report["rows"]] == [2, 3, 4, 5]
    assert main(["import", "odd.lines", "--report", "r.json", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == report


def test_strict_refuses_what_is_changed_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "odd.lines", "--strict"]) == 1
    assert "nothing was written" in capsys.readouterr().out
    assert not list(folder.glob("*.json"))
    assert main(["import", "good.lines", "--strict"]) == 0


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ("missing.lines", "There is no such file"),
        ("broken.lines", "broken.lines: line 3: error: It is broken. Mend it."),
        ("other.txt", "No format that can be imported is found in it. Say which it is: "),
        ("good.lines other.txt", "other.txt: error: No format"),
        (".", "This is a folder"),
    ],
)
def test_what_cannot_be_read_ends_with_2(
    folder: Path, capsys: pytest.CaptureFixture[str], files: str, said: str
) -> None:
    (folder / "broken.lines").write_text("#lines\ngo\nbroken")
    (folder / "other.txt").write_text("dear diary")
    assert main(["import", *files.split()]) == 2
    assert said in capsys.readouterr().err
    assert not list(folder.glob("*.json"))


@pytest.mark.parametrize("name", ["good.mind.json", "good.kinds.json"])
def test_a_file_that_is_there_is_left_alone_without_force(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (folder / name).write_text("mine")
    assert main(["import", "good.lines"]) == 2
    assert "--force" in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in folder.glob("*.json")] == [(name, "mine")]
    assert main(["import", "good.lines", "--force"]) == 0
    assert (folder / name).read_text() != "mine"


def test_importing_again_changes_nothing_unasked(folder: Path) -> None:
    assert main(["import", "good.lines"]) == 0
    before = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    assert main(["import", "good.lines"]) == 0
    assert {path.name: path.read_bytes() for path in folder.glob("*.json")} == before


def test_a_project_that_is_there_is_changed_only_when_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = folder / "mindloom.project.json"
    project.write_text(json.dumps(PROJECT))
    assert main(["import", "good.lines"]) == 0
    assert "Add 'good.kinds.json' to the manifests" in capsys.readouterr().err
    assert json.loads(project.read_text()) == PROJECT
    assert main(["import", "good.lines", "--add-to-project"]) == 0
    assert json.loads(project.read_text()) == {**PROJECT, "manifests": ["good.kinds.json"]}
    assert "go" in project_registry(project_of(folder / "good.mind.json")).actions


def test_files_are_imported_together(folder: Path) -> None:
    assert main(["import", "good.lines", "odd.lines", "--out", "both.mind.json"]) == 1
    assert len(load_document(folder / "both.mind.json").graphs["g"].nodes) == 6


def test_convert_reads_and_writes_the_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "good.lines"]) == 0
    (folder / "good.lines").unlink()
    assert main(["convert", "good.mind.json", "--to", "lines"]) == 0
    assert capsys.readouterr().out.endswith(
        "wrote good.lines: 1 graph, 3 nodes; 2 exact, 0 changed, 0 kept, 0 lost\n"
    )
    assert (folder / "good.lines").read_text() == "#lines\ngo\nlook"
    assert (folder / "good.notes").read_text() == "good"
    assert main(["convert", "good.lines", "--to", "tree"]) == 0
    assert main(["convert", "odd.lines", "--to", "mind", "--out", "x.mind.json"]) == 1
    assert main(["convert", "odd.lines", "--to", "mind", "--out", "y.mind.json", "--strict"]) == 1
    assert not (folder / "y.mind.json").exists()
    (folder / "good.notes").write_text("mine")
    (folder / "good.lines").unlink()
    assert main(["convert", "good.mind.json", "--to", "lines"]) == 2
    assert (folder / "good.notes").read_text() == "mine"
    assert not (folder / "good.lines").exists()


def test_a_module_runs_only_when_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "machine.mjs").write_text('import { writeFileSync } from "node:fs"; writeFileSync("ran", "");')
    assert main(["import", "machine.mjs"]) == 2
    assert "--run-module" in capsys.readouterr().err
    assert not (folder / "ran").exists()


def test_the_page_lists_each_format_and_what_can_be_done_with_it() -> None:
    page = resource_path("help", "importing.md").read_text()
    for each in FORMATS.values():
        if each.id != "lines":
            ways = f"{'yes' if each.read else '–'} | {'yes' if each.write else '–'} |"
            assert any(f"`{each.id}`" in row and row.endswith(ways) for row in page.splitlines()), each.id
