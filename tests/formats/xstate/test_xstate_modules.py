"""Modules that make machines of XState are run only where that is asked for, and fail in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor.command_line.main import main
from editor.documents.imports.xstate_module import xstate_module
from graphs.files.document_file import FileProblem
from tests.other_programs import path_of

LIBRARY = """
export class StateNode { constructor(machine) { this.machine = machine; } _initialize() {} }
export class Actor { start() { throw new Error('An actor was started.'); } }
export class StateMachine {
  constructor(config) {
    this.config = config;
    this.implementations = { delays: { soon: 500 } };
    this.root = new StateNode(this);
    this.root._initialize();
  }
}
export const createMachine = (config) => new StateMachine(config);
export const createActor = () => new Actor();
"""
MODULE = """
import { createActor, createMachine } from 'xstate';
console.log('noise on standard output');
const a = { on: { E: undefined, F: 'b' }, entry: () => 1 };
const hidden = createMachine({ id: 'hidden', initial: 'a', states: { a, b: {} } });
createActor(hidden).start();
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path_of("nodejs")
    folder = tmp_path / "node_modules" / "xstate"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(
        json.dumps({"name": "xstate", "exports": {"import": "./index.mjs", "require": "./index.cjs"}})
    )
    (folder / "index.mjs").write_text(LIBRARY)
    plain = LIBRARY.replace("export class ", "class ").replace("export const ", "const ")
    names = "StateNode, Actor, StateMachine, createMachine, createActor"
    (folder / "index.cjs").write_text(f"{plain}\nmodule.exports = {{ {names} }};")
    return tmp_path


def test_all_machines_of_a_module_are_found_and_actors_stay_still(project: Path) -> None:
    path = project / "machine.mjs"
    path.write_text(MODULE)
    (found,) = json.loads(xstate_module(path).data)["machines"]
    assert found["delays"] == {"soon": 500}
    assert found["config"]["states"]["a"] == {"on": {"E": {}, "F": "b"}, "entry": {"$function": "() => 1"}}


def test_a_module_for_require_is_read_too(project: Path) -> None:
    path = project / "machine.cjs"
    path.write_text("require('xstate').createMachine({ id: 'm', states: { a: {} } });")
    (found,) = json.loads(xstate_module(path).data)["machines"]
    assert found["config"] == {"id": "m", "states": {"a": {}}}


@pytest.mark.parametrize(
    ("text", "said"),
    [("throw new Error('broken');", "broken"), ("export {};", "no machine"), ("let x = ;", "token")],
)
def test_a_module_without_machines_is_refused_in_words(project: Path, text: str, said: str) -> None:
    path = project / "machine.mjs"
    path.write_text(text)
    with pytest.raises(FileProblem) as caught:
        xstate_module(path)
    assert said in caught.value.message


def test_a_module_is_not_run_unless_that_is_asked_for(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    (project / "machine.mjs").write_text(
        MODULE + "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');"
    )
    assert main(["import", "machine.mjs"]) == 2
    assert not (project / "ran").exists()
    assert main(["import", "machine.mjs", "--run-module"]) == 1
    assert (project / "ran").exists()
    assert "XState, 1 graph" in capsys.readouterr().out
