"""`mindloom convert`: documents to plain trees and back, what is in the way, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.command_line.main import main
from graphs.files.document_file import document_to_bytes, load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import export_document
from tests.graphs.builders import documents_of, tree

TANK = Path(__file__).resolve().parents[3] / "resources" / "samples" / "tank.mind.json"


def converted(*arguments: object) -> int:
    return main(["convert", *map(str, arguments)])


@pytest.fixture
def tank(tmp_path: Path) -> Path:
    """Return a copy of a sample in a folder of one's own."""
    path = tmp_path / "tank.mind.json"
    path.write_bytes(TANK.read_bytes())
    return path


def test_a_document_goes_to_a_tree_beside_it_and_comes_back(
    tank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, again = tank.with_name("tank.tree.json"), tank.with_name("again.mind.json")
    assert converted(tank, "--to", "tree") == 0
    assert converted(plain, "--to", "mind", "--out", again) == 0
    assert capsys.readouterr().out == (
        f"wrote {plain}: 3 graphs, 18 nodes\nwrote {again}: 3 graphs, 18 nodes\n"
    )
    texts = [export_document(load_document(path), builtin_registry()).text() for path in (tank, again)]
    assert texts[0] == texts[1]
    assert not any(graph.layout for graph in load_document(again).graphs.values())
    assert main(["check", str(again)]) == 0


def test_a_tree_of_a_bundled_sample_goes_into_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert converted(TANK, "--to", "tree") == 0
    assert [path.name for path in tmp_path.iterdir()] == ["tank.tree.json"]


def test_another_file_is_left_alone_unless_told(tank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tank.with_name("tank.tree.json")
    out.write_text("mine", encoding="utf-8")
    assert converted(tank, "--to", "tree") == 2
    assert "add --force" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "mine"
    assert converted(tank, "--to", "tree", "--force") == 0
    assert converted(tank, "--to", "tree") == 0
    assert converted(out, "--to", "mind") == 2
    assert tank.read_bytes() == TANK.read_bytes()


def test_a_mistake_in_a_tree_is_told_with_its_place_and_ends_with_2(
    tank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tank.with_name("wrong.tree.json")
    assert converted(tank, "--to", "tree", "--out", out) == 0
    text = out.read_text(encoding="utf-8")
    line = text[: text.index('"if"')].count("\n") + 1
    out.write_text(text.replace('"if"', '"iff"', 1), encoding="utf-8")
    assert converted(out, "--to", "mind") == 2
    said = capsys.readouterr().err
    assert f"/iff, line {line}: error: There is no 'iff' here. Use 'if'.\n" in said
    assert not out.with_name("wrong.mind.json").exists()


def test_a_document_that_no_tree_can_say_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.mind.json"
    broken = documents_of({"g": tree({"r": {"kind": "inverter", "children": ["b"]}})})
    path.write_bytes(document_to_bytes(broken))
    assert converted(path, "--to", "tree") == 1
    assert "'b' is in a list, and is not there." in capsys.readouterr().err
    assert converted(tmp_path / "none.tree.json", "--to", "mind") == 2


def test_fmt_writes_a_tree_in_its_one_form(tank: Path) -> None:
    out = tank.with_name("tank.tree.json")
    assert converted(tank, "--to", "tree") == 0
    text = out.read_text(encoding="utf-8")
    assert main(["fmt", "--check", str(out)]) == 0
    out.write_text(text.replace("\n", " "), encoding="utf-8")
    assert main(["fmt", "--check", str(out)]) == 1
    assert main(["fmt", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == text
