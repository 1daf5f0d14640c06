"""Every command that lets a document run refuses what `mindloom check` calls an error (rule 8.5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from editor.command_line.main import main
from graphs.files.document_file import save_document
from tests.runtime.lone_brain import document, tree

CALLED = {
    **tree({"root": {"kind": "succeed"}}),
    "parameters": {"p": {"type": "float", "direction": "in"}},
}
WRONG = document({"g": tree({"root": {"kind": "subtree", "graph": "h"}}), "h": CALLED})

COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "check": lambda folder: ["check", str(folder / "x.mind.json")],
    "run": lambda folder: ["run", str(folder / "x.mind.json"), "--ticks", "1"],
    "test": lambda folder: ["test", str(folder / "x.case.json")],
    "simulate": lambda folder: ["simulate", str(folder / "x.world.json"), "--replay", "0", "--ticks", "1"],
    "export": lambda folder: ["export", str(folder / "x.mind.json")],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_8_5_an_error_is_refused_as_the_check_refuses_it(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save_document(tmp_path / "x.mind.json", WRONG)
    case = {"format": "mindloom-case", "version": 1, "title": "x", "document": "x.mind.json", "ticks": [{}]}
    (tmp_path / "x.case.json").write_text(json.dumps(case), encoding="utf-8")
    agents = {"a": {"at": [2, 2], "mind": "x.mind.json"}}
    world = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": agents}
    (tmp_path / "x.world.json").write_text(json.dumps(world), encoding="utf-8")
    assert main(COMMANDS[command](tmp_path)) == 1
    told = "".join(capfd.readouterr())
    assert "E018" in told
    assert "Set it in the inspector, or give the parameter a default." in told
    assert "Traceback" not in told
