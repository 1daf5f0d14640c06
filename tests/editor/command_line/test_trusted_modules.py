"""`--trust` runs the Python modules of a project, this once."""

from __future__ import annotations

import json

import pytest

from editor.basics.user_state import STATE_FOLDER_VARIABLE
from editor.command_line.main import main
from editor.documents.open.trust import TrustStore
from tests.editor.documents.trusted_project import MODULE, game_folder


@pytest.fixture
def game(tmp_path, monkeypatch, modules_as_before):
    monkeypatch.setenv(STATE_FOLDER_VARIABLE, str(tmp_path / "state"))
    return game_folder(tmp_path / "game")


def test_check_without_trust_says_that_modules_did_not_run(game, capsys):
    assert main(["check", str(game / "guard.mind.json")]) == 1
    printed = capsys.readouterr().out
    assert "python_modules: note: The Python module doors.py of game did not run" in printed
    assert "Add --trust to run them" in printed
    assert "knock" in printed


def test_check_and_run_with_trust_know_what_modules_declare(game, capsys):
    mind = str(game / "guard.mind.json")
    assert main(["check", "--trust", mind]) == 0
    assert capsys.readouterr().out == "No problems.\n"
    assert main(["run", "--trust", "--json", "--ticks", "3", mind]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["errors"] == 0
    assert [agent["status"] for agent in result["agents"]] == ["success"]
    assert not TrustStore().trusts(game)


def test_a_folder_that_the_user_trusts_needs_no_flag(game, capsys):
    TrustStore().trust(game)
    assert main(["check", str(game / "guard.mind.json")]) == 0
    assert main(["run", "--ticks", "1", str(game / "guard.mind.json")]) == 0
    assert capsys.readouterr().err == ""


def test_run_without_trust_says_why_it_cannot_run(game, capsys):
    assert main(["run", "--ticks", "1", str(game / "guard.mind.json")]) == 1
    said = capsys.readouterr().err
    assert "did not run: the folder is not trusted" in said
    assert "'knock'" in said


def test_a_failing_module_is_an_error_with_its_line(game, capsys):
    (game / "doors.py").write_text(MODULE + "\n1 / 0\n")
    for file in ("mindloom.project.json", "guard.mind.json"):
        assert main(["check", "--trust", str(game / file)]) == 1
        assert "doors.py: line 8: error: The module fails when it is loaded." in capsys.readouterr().out


def test_a_project_file_is_checked_with_its_modules(game, capsys):
    assert main(["check", "--trust", str(game / "mindloom.project.json")]) == 0
    assert main(["check", str(game / "mindloom.project.json")]) == 0
    assert "did not run" in capsys.readouterr().out
