"""`mindloom edit`: it makes all edits of a script or none, says what is wrong, and spares other files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editor.command_line.main import main
from graphs.files.document_file import document_from_bytes, load_document
from graphs.scripts.declared_edits import declared_edits
from graphs.worlds.model.world_file import load_world

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
TANK = RESOURCES / "samples" / "tank.mind.json"
BRAWLER = RESOURCES / "samples" / "attack_or_flee.mind.json"
WORLD = RESOURCES / "samples" / "tank.world.json"

REST = {"edit": "add_node", "graph_id": "brawler", "kind": "wait", "new_ids": ["rest"]}
LONGER = {"edit": "set_parameter", "graph_id": "brawler", "node_id": "rest", "name": "seconds", "value": 3}


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a script of these steps."""

    def written(*steps: object, **fields: object) -> Path:
        path = tmp_path / "some.edits.json"
        whole = {"format": "mindloom-edits", "version": 1, "edits": list(steps), **fields}
        path.write_text(json.dumps(whole), encoding="utf-8")
        return path

    return written


def edited(*arguments: object) -> int:
    return main(["edit", *map(str, arguments)])


def test_a_script_names_what_it_makes_and_goes_on_with_it(
    script: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.mind.json"
    assert edited(BRAWLER, "--script", script(REST, LONGER), "--out", out) == 0
    assert capsys.readouterr().out == f"wrote {out}: 2 edits\n"
    assert load_document(out).graphs["brawler"].nodes["rest"].params == {"seconds": 3}


def test_a_dry_run_prints_the_difference_and_writes_nothing(
    script: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert edited(BRAWLER, "--script", script(REST, LONGER), "--dry-run") == 0
    assert capsys.readouterr().out == "Brawler › Wait 3 s added (Wait) as a loose node\n"
    assert edited(BRAWLER, "--script", script(), "--dry-run", "--json") == 0
    assert json.loads(capsys.readouterr().out)["differences"] == []
    assert [path.name for path in tmp_path.iterdir()] == ["some.edits.json"]


def test_a_refused_edit_takes_all_others_with_it(
    script: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.mind.json"
    path = script(REST, {**LONGER, "value": -1})
    assert edited(BRAWLER, "--script", path, "--out", out) == 1
    expected = f"{path}: edits.1: error: Seconds is -1 s; the least is 0 s. Give another value.\n"
    assert capsys.readouterr().err == expected
    assert not out.exists()


def test_worlds_are_edited_too(
    script: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.world.json"
    step = {"edit": "add_source", "at": [3, 4], "kind": "noise"}
    assert edited(WORLD, "--script", script(step), "--out", out) == 0
    assert len(load_world(out).sources) == len(load_world(WORLD).sources) + 1
    assert edited(WORLD, "--script", script(REST), "--dry-run") == 1
    assert "'add_node' is an edit of a document. Name a document file." in capsys.readouterr().err


def test_the_file_itself_may_be_named_and_no_other_is_written_over(
    script: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, other = tmp_path / "own.mind.json", tmp_path / "other.mind.json"
    own.write_bytes(BRAWLER.read_bytes())
    other.write_text("mine", encoding="utf-8")
    path = script(REST)
    assert edited(own, "--script", path, "--out", own) == 0
    assert "rest" in load_document(own).graphs["brawler"].nodes
    assert edited(BRAWLER, "--script", path, "--out", other) == 2
    assert "Name another file, or add --force" in capsys.readouterr().err
    assert other.read_text(encoding="utf-8") == "mine"
    assert edited(BRAWLER, "--script", path, "--out", other, "--force") == 0
    assert edited(BRAWLER, "--script", path, "--out", other) == 0, "the same bytes are no other file"


def test_what_is_no_script_and_what_is_no_document_ends_with_2(
    script: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert edited(BRAWLER, "--script", TANK, "--dry-run") == 2
    assert "This is not a Mindloom script of edits" in capsys.readouterr().err
    assert edited(script(), "--script", script(), "--dry-run") == 2
    assert edited(tmp_path / "none.mind.json", "--script", script(), "--dry-run") == 2
    assert "Traceback" not in capsys.readouterr().err


FAULTS: dict[str, Callable[[dict[str, Any], random.Random], dict[str, Any]]] = {
    "unknown edit": lambda step, rng: {**step, "edit": step["edit"] + "x"},
    "no edit": lambda step, rng: {key: value for key, value in step.items() if key != "edit"},
    "unknown argument": lambda step, rng: {**step, "colour": 1},
    "argument missing": lambda step, rng: {key: step[key] for key in step if key != _first(step)},
    "argument of another type": lambda step, rng: {**step, _first(step): {"a": [rng.random()]}},
    "number in the place of a text": lambda step, rng: {**step, _first(step): rng.randrange(9)},
    "something that is not there": lambda step, rng: {**step, _first(step): f"gone{rng.randrange(99)}"},
    "ids that are none": lambda step, rng: {**step, "new_ids": ["a b", "\u001b[31m"]},
    "more ids than it makes": lambda step, rng: {**step, "new_ids": [f"n{each}" for each in range(9)]},
    "an edit of a world": lambda step, rng: {"edit": rng.choice([*declared_edits("world")])},
}
"""What may be wrong in a step. Its first argument names what it is about."""

STEPS: list[dict[str, Any]] = [
    {"edit": "add_node", "graph_id": "tank", "kind": "state"},
    {"edit": "rename_graph", "graph_id": "tank", "title": "Panzer"},
    {"edit": "set_field", "graph_id": "tank", "element_id": "", "path": "note", "value": "x"},
    {"edit": "duplicate_graph", "graph_id": "tank"},
    {"edit": "clear_layout", "graph_id": "tank"},
    {"edit": "set_collapsed", "graph_id": "tank", "node_id": "chase", "collapsed": True},
    {"edit": "remove", "graph_id": "tank", "ids": ["chase"]},
    {"edit": "set_enabled", "graph_id": "tank", "ids": ["chase"], "enabled": False},
    {"edit": "set_initial", "graph_id": "tank", "parent": "", "child": "chase"},
    {"edit": "add_frame", "graph_id": "tank", "at": [0, 0]},
]


def _first(step: dict[str, Any]) -> str:
    return next(key for key in step if key != "edit")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["edit"])
def test_a_faulty_script_changes_nothing_and_says_where_and_what_to_do(
    script: Callable[..., Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    step: dict[str, Any],
    fault: str,
) -> None:
    own = tmp_path / "own.mind.json"
    own.write_bytes(TANK.read_bytes())
    good = {"edit": "add_event", "name": "alarm"}
    path = script(good, FAULTS[fault](step, random.Random(f"{step['edit']} {fault}")))
    assert edited(own, "--script", path, "--out", own) == 1
    said = capsys.readouterr()
    assert own.read_bytes() == TANK.read_bytes()
    assert said.out == ""
    assert said.err.startswith(f"{path}: edits.1")
    assert said.err.count("\n") == 1
    assert "\x1b" not in said.err
    message = said.err.partition(": error: ")[2].strip()
    assert len([part for part in message.replace("?", ".").split(". ") if part]) >= 2, message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "mindloom-edits"}',
        '{"format": "mindloom-edits", "version": 2, "edits": []}',
        '{"format": "mindloom-edits", "version": 1, "edits": {}}',
        '{"format": "mindloom-edits", "version": 1, "edits": [3]}',
        '{"format": "mindloom-edits", "version": 1, "edits": [], "editz": []}',
        '{"format": "mindloom-edits", "version": 1, "edits": [{"edit": "move", "edit": "swap"}]}',
        '{"format": "mindloom-edits", "version": 1, "edits": [{"value": NaN}]}',
    ],
)
def test_a_damaged_script_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path, out = tmp_path / "damaged.edits.json", tmp_path / "out.mind.json"
    path.write_text(text, encoding="utf-8")
    assert edited(TANK, "--script", path, "--out", out) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{path}: ")
    assert said.count("\n") == 1
    assert not out.exists()


def test_fmt_writes_scripts_in_their_canonical_form(
    script: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = script(REST, LONGER)
    assert main(["fmt", str(path)]) == 0
    assert main(["fmt", "--check", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith('{\n  "edits": [\n')


def test_a_script_of_the_schema_is_the_one_that_is_read(script: Callable[..., Path], tmp_path: Path) -> None:
    out = tmp_path / "out.mind.json"
    path = script(REST, **{"$schema": "edits.schema.json"})
    assert edited(BRAWLER, "--script", path, "--out", out) == 0
    assert "rest" in document_from_bytes(out.read_bytes()).graphs["brawler"].nodes
