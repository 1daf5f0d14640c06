"""`mindloom export` writes what a game loads, and `mindloom run` runs it to the same trace."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from editor.command_line.main import main
from editor.documents.exports.exporting import export_name
from editor.documents.open.sample_files import samples_folder
from graphs.edits.setting import set_field
from graphs.files.document_file import document_to_bytes
from runtime.embedding import Mind
from tests.editor.window_builders import two_state_machine

SAMPLES = samples_folder()


def run(*arguments: object) -> int:
    return main([str(each) for each in arguments])


@pytest.fixture
def tank(tmp_path: Path) -> Path:
    """Return a copy of the sample tank, its world beside it."""
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "tank.mind.json"


def trace_hash(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run("run", *arguments, "--ticks", 120, "--json") == 0
    return str(json.loads(capsys.readouterr().out)["trace_hash"])


@pytest.mark.parametrize("options", [(), ("--strip-names",), ("--compact",), ("--keep-disabled",)])
def test_an_export_runs_to_the_trace_of_its_document(tank, options, capsys):
    assert run("export", tank, *options) == 0
    told = capsys.readouterr().out
    target = tank.with_name("tank.runtime.json")
    assert f"wrote {target}: 31 rows for 60 ticks per second" in told
    assert "The game supplies 4 actions, 8 variables" in told
    assert trace_hash(capsys, target) == trace_hash(capsys, tank)


def test_names_go_to_a_file_of_their_own_unless_they_are_stripped(tank, capsys):
    for number, options in enumerate(((), ("--strip-names",), ("--compact",))):
        target = tank.with_name(f"x{number}.runtime.json")
        names = tank.with_name(f"x{number}.names.json")
        assert run("export", tank, "--out", target, *options) == 0
        assert names.exists() == ("--strip-names" not in options)
        if names.exists():
            assert json.loads(names.read_bytes())["program"] == json.loads(target.read_bytes())["hash"]
    sizes = [tank.with_name(f"x{number}.runtime.json").stat().st_size for number in range(3)]
    assert sizes[0] == sizes[1] > sizes[2]


def test_names_of_an_older_export_are_left_alone_and_not_used(tank, capsys):
    target, names = tank.with_name("tank.runtime.json"), tank.with_name("tank.names.json")
    assert run("export", tank) == 0
    older = names.read_bytes()
    assert run("export", tank, "--strip-names", "--rate", "30") == 0
    assert names.read_bytes() == older
    assert not Mind.load(target).has_names


def test_a_file_that_is_no_export_is_not_written_over_by_names(tank, capsys):
    names = tank.with_name("tank.names.json")
    names.write_text("mine", encoding="utf-8")
    assert run("export", tank) == 2
    assert "tank.names.json: error: It cannot be written" in capsys.readouterr().err
    assert names.read_text("utf-8") == "mine"
    assert not tank.with_name("tank.runtime.json").exists()
    assert run("export", tank, "--force") == 0


def test_requirements_list_everything_that_the_game_must_supply(tank, capsys):
    assert run("export", tank, "--requirements") == 0
    told = capsys.readouterr().out
    assert "Actions:\n  arrive(target: point, target_radius: float" in told
    assert "speed: float = none" in told
    assert "      speed               optional, at least 0, in u/s\n" in told
    assert "Variables:\n  alarm: bool" in told
    assert not tank.with_name("tank.runtime.json").exists()
    assert run("export", tank, "--requirements", "--json") == 0
    needs = json.loads(capsys.readouterr().out)["needs"]
    assert sorted(needs["actions"]) == ["arrive", "face", "fire", "pursue"]
    by_name = {each["name"]: each for each in needs["actions"]["arrive"]["parameters"]}
    assert by_name["speed"] == {
        "minimum": 0,
        "name": "speed",
        "optional": True,
        "type": "float",
        "unit": "u/s",
    }
    assert (by_name["target_radius"]["default"], by_name["target_radius"]["minimum"]) == (0.5, 0)
    assert not {"default", "optional"} & set(by_name["target"])
    assert needs["variables"]["waypoint"] == {
        "max": 1.0,
        "min": 0.0,
        "scope": "agent",
        "type": "int",
        "unit": "",
    }


def test_errors_of_the_document_refuse_the_export_in_words(tmp_path, capsys):
    document, graph, _, _, edge = two_state_machine()
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(set_field(document, graph, edge, "guard", "dd < 5")))
    assert run("export", path) == 1
    assert "Unknown name" in capsys.readouterr().err
    assert not path.with_name("guard.runtime.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.mind.json",), "nowhere.mind.json"),
        ((f"{SAMPLES / 'tank.mind.json'}#ghost",), "There is no graph 'ghost'; there are"),
        ((SAMPLES / "tank.mind.json", "--out", "/nowhere/at/all.runtime.json"), "It cannot be written"),
    ],
)
def test_wrong_use_is_told(arguments, said, capsys):
    assert run("export", *arguments) == 2
    assert said in capsys.readouterr().err


def test_a_damaged_export_is_refused_by_run(tank, capsys):
    run("export", tank)
    target = tank.with_name("tank.runtime.json")
    target.write_text(target.read_text(encoding="utf-8").replace('"op": "transition"', '"op": "dance"', 1))
    capsys.readouterr()
    assert run("run", target) == 1
    assert "Expected the op of a row, found" in capsys.readouterr().err


def test_check_looks_at_exports_too(tank, capsys):
    run("export", tank)
    target = tank.with_name("tank.runtime.json")
    assert run("check", target) == 0
    target.write_text(target.read_text(encoding="utf-8").replace('"rate": 60', '"rate": 0'))
    capsys.readouterr()
    assert run("check", target) == 1
    assert "rate: error: Expected a whole number from 1 to 1000, found 0." in capsys.readouterr().out


def test_one_graph_of_a_document_is_exported_under_its_name(tank, capsys):
    assert run("export", f"{tank}#hunt") == 0
    assert json.loads(tank.with_name("tank.hunt.runtime.json").read_bytes())["rows"][0]["op"] == "ordered"
    assert run("run", tank.with_name("tank.hunt.runtime.json"), "--ticks", 5) == 0
    assert "in an empty field" in capsys.readouterr().out


def test_names_of_exports_follow_those_of_minds():
    assert export_name("gym.mind.json") == "gym.runtime.json"
    assert export_name("gym.mind.json#g2") == "gym.g2.runtime.json"
    assert export_name("gym.runtime.json") == "gym.runtime.json"
    assert export_name("gym.mind.json#a/b") == "gym.a-b.runtime.json"
