"""The commands in a project: `--project`, manifests, preview worlds, other files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from editor.command_line.main import main
from graphs.projects.project_file import PROJECT_FILE_NAME

OUTPOST = Path(__file__).resolve().parents[2] / "graphs" / "projects" / "outpost"


@pytest.fixture
def outpost(tmp_path):
    return Path(shutil.copytree(OUTPOST, tmp_path / "outpost"))


def test_check_finds_nothing_in_the_example_project(capsys):
    files = [str(path) for path in sorted(OUTPOST.rglob("*.json"))]
    assert main(["check", *files]) == 0
    assert capsys.readouterr().out == "No problems in 5 files.\n"


def test_check_takes_another_project_with_an_option(outpost, tmp_path, capsys):
    (tmp_path / "free").mkdir()
    stray = shutil.copy(outpost / "minds" / "moves.mind.json", tmp_path / "free")
    assert main(["check", str(stray)]) == 1
    assert "Unknown action 'move_to_cover'." in capsys.readouterr().out
    assert main(["check", str(stray), "--project", str(outpost)]) == 0
    assert main(["check", str(stray), "--project", str(outpost / PROJECT_FILE_NAME)]) == 0
    assert main(["check", str(stray), "--project", str(tmp_path)]) == 2


def test_check_says_what_is_wrong_in_a_manifest_once_and_where(outpost, capsys):
    manifest = outpost / "outpost.kinds.json"
    value = json.loads(manifest.read_text())
    value["actions"]["reload"]["stand_in"] = {"action": "waite"}
    manifest.write_text(json.dumps(value))
    documents = [str(path) for path in sorted((outpost / "minds").iterdir())]
    assert main(["check", "--json", str(manifest), *documents]) == 2
    messages = json.loads(capsys.readouterr().out)
    found = [each for each in messages if each["file"] == str(manifest)]
    assert [(item["place"], item["message"]) for item in found] == [
        ("actions.reload.stand_in.action", "There is no built-in action 'waite'.")
    ]


def test_check_weighs_lints_as_the_project_says(outpost, capsys):
    document = outpost / "minds" / "odd.mind.json"
    tree = {"kind": "behavior_tree", "root": "r", "nodes": {"r": {"kind": "succeed", "glow": 1}}}
    document.write_text(json.dumps({"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": tree}}))
    assert main(["check", str(document)]) == 0
    assert "warning W205" in capsys.readouterr().out
    project = outpost / PROJECT_FILE_NAME
    value = json.loads(project.read_text())
    for level, code, shown in (("error", 1, "error W205"), ("off", 0, "No problems.")):
        project.write_text(json.dumps({**value, "severities": {"W205": level}}))
        assert main(["check", str(document)]) == code
        assert shown in capsys.readouterr().out


def test_run_plays_the_preview_world_with_stand_ins_and_other_files(capsys):
    arguments = ["run", str(OUTPOST / "minds" / "guard.mind.json"), "--ticks", "60"]
    assert main([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert Path(result["world"]).name == "yard.world.json"
    guard = next(agent for agent in result["agents"] if agent["id"] == "guard")
    assert (guard["status"], guard["active"]) == ("running", ["Hide"])
    assert main(arguments) == 0


def test_run_says_what_is_wrong_with_the_project(outpost, capsys):
    (outpost / "outpost.kinds.json").unlink()
    assert main(["run", str(outpost / "minds" / "guard.mind.json")]) == 2
    assert "manifests.0: error: There is no file 'outpost.kinds.json'" in capsys.readouterr().err


def test_fmt_writes_projects_and_manifests_in_their_canonical_form(outpost, capsys):
    files = [str(outpost / PROJECT_FILE_NAME), str(outpost / "outpost.kinds.json")]
    assert main(["fmt", "--check", *files]) == 0
    for file in files:
        Path(file).write_text(json.dumps(json.loads(Path(file).read_text())))
    assert main(["fmt", "--check", *files]) == 1
    assert main(["fmt", *files]) == 0
    capsys.readouterr()
    for file in files:
        assert Path(file).read_text() == (OUTPOST / Path(file).name).read_text()


@pytest.fixture
def guard(tmp_path):
    """Return a mind that asks for a field of a waypoint, in a folder with a world and without a project."""
    nodes = {"r": {"kind": "condition", "test": "post.cover > 1"}}
    document = {
        "format": "mindloom",
        "version": 1,
        "root": "g",
        "graphs": {"g": {"kind": "behavior_tree", "root": "r", "nodes": nodes}},
        "variables": {"post": {"type": "entity", "default": "post"}},
    }
    world = {
        "format": "mindloom-world",
        "version": 1,
        "size": [20, 14],
        "agents": {"a": {"at": [2, 2], "mind": "guard.mind.json"}},
        "waypoints": {"post": {"at": [5, 5], "fields": {"cover": 2}}},
    }
    (tmp_path / "guard.mind.json").write_text(json.dumps(document))
    (tmp_path / "guard.world.json").write_text(json.dumps(world))
    return tmp_path / "guard.mind.json"


def test_a_field_of_a_waypoint_is_readable_without_a_manifest(guard, capsys):
    world = guard.with_name("guard.world.json")
    assert main(["check", str(guard), str(world)]) == 0
    assert "No problems" in capsys.readouterr().out
    assert main(["run", str(guard), "--ticks", "3"]) == 0
    assert "cover" not in capsys.readouterr().err


def test_a_field_that_no_world_of_the_document_has_stays_unknown(guard, capsys):
    world = guard.with_name("guard.world.json")
    value = json.loads(world.read_text())
    value["agents"]["a"]["mind"] = "other.mind.json"
    world.write_text(json.dumps(value))
    assert main(["check", str(guard)]) == 1
    assert "cover" in capsys.readouterr().out
    value["agents"]["a"]["mind"] = "guard.mind.json"
    value["waypoints"]["post"]["fields"] = {}
    world.write_text(json.dumps(value))
    assert main(["check", str(guard)]) == 1
