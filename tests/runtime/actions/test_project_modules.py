"""Python modules of a project run only where the folder is trusted, and fail with a place."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.project_file import Project, load_project
from graphs.projects.project_registry import project_registry
from runtime.basics.status import Status
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors, with_modules
from runtime.minds.actions.project_modules import load_project_modules
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from tests.runtime.actions.game_session import MIND, doing, field_with, statuses, tree_document

HEAD = """
from __future__ import annotations
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.condition import ConditionContext
from runtime.minds.actions.parameter_types import EntityId
from runtime.minds.actions.registration import action, condition
from runtime.basics.status import Status
"""

KNOCK = (
    HEAD
    + """
@action()
def knock(door: EntityId, times: int = 1) -> bool:
    return times < 3
"""
)

pytestmark = pytest.mark.usefixtures("modules_as_before")


def project_of(folder: Path, files: dict[str, str], *, manifest: dict[str, Any] | None = None) -> Project:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    listed = [name for name in files if not Path(name).name.startswith("_")]
    value: dict[str, Any] = {"format": "mindloom-project", "version": 1, "python_modules": listed}
    if manifest is not None:
        (folder / "game.kinds.json").write_text(
            json.dumps({"format": "mindloom-kinds", "version": 1, **manifest})
        )
        value["manifests"] = ["game.kinds.json"]
    (folder / "mindloom.project.json").write_text(json.dumps(value))
    return load_project(folder)


def loaded(project: Project) -> GameBehaviors:
    found = load_project_modules(project, trusted=True)
    return with_modules(project_registry(project), builtin_library(), ConditionLibrary(), found)


def test_2_7_a_module_of_an_untrusted_folder_never_runs(tmp_path):
    project = project_of(tmp_path, {"a.py": f"open({str(tmp_path / 'ran')!r}, 'w').close()"})
    found = load_project_modules(project, trusted=False)
    assert (found.found, found.problems, found.waiting) == ((), (), ("a.py",))
    project_registry(project)
    assert not (tmp_path / "ran").exists()
    load_project_modules(project, trusted=True)
    assert (tmp_path / "ran").exists()


def test_2_7_loading_a_document_runs_no_module(tmp_path):
    project_of(tmp_path, {"a.py": f"open({str(tmp_path / 'ran')!r}, 'w').close()"})
    path = tmp_path / MIND
    path.write_text(tree_document({"r": doing("knock", door="other")}).model_dump_json(exclude_defaults=True))
    load_document(path)
    assert not (tmp_path / "ran").exists()


def test_a_project_without_modules_and_no_project_load_nothing(tmp_path):
    assert load_project_modules(None, trusted=True).found == ()
    assert load_project_modules(project_of(tmp_path, {}), trusted=True).found == ()


def test_what_a_module_declares_can_be_named_and_runs(tmp_path):
    game = loaded(project_of(tmp_path, {"a.py": KNOCK}))
    assert game.problems == ()
    assert "knock" in game.registry.actions
    document = tree_document({"r": doing("knock", door="other", times=2)})
    session = Session.open(field_with(), {MIND: document}, game.registry, game.actions)
    assert statuses(session, 1) == [Status.SUCCESS]
    assert session.programs["me"].stand_ins == frozenset()


def test_loading_leaves_no_compiled_files_and_no_import_path(tmp_path):
    before = list(sys.path)
    loaded(project_of(tmp_path, {"a.py": KNOCK + "\nfrom ._more import NUMBER\n", "_more.py": "NUMBER = 1"}))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["_more.py", "a.py", "mindloom.project.json"]
    assert sys.path == before
    assert sys.dont_write_bytecode is False or "PYTHONDONTWRITEBYTECODE" in __import__("os").environ


def test_modules_import_one_another_as_parts_of_one_package(tmp_path):
    files = {
        "minds/doors.py": KNOCK + "\nfrom .._shared.numbers import FOUR\nfrom ..walls import lean\n",
        "_shared/numbers.py": "FOUR = 4",
        "walls.py": HEAD + "\n@action()\ndef lean() -> None: ...\n",
    }
    (tmp_path / "_shared").mkdir()
    project = project_of(tmp_path, files)
    file = json.loads((tmp_path / "mindloom.project.json").read_text())
    file["python_modules"] = ["minds/doors.py", "walls.py"]
    (tmp_path / "mindloom.project.json").write_text(json.dumps(file))
    project = load_project(tmp_path)
    found = load_project_modules(project, trusted=True)
    assert found.problems == ()
    assert [(each.registration.declaration.id, each.path.name) for each in found.found] == [
        ("knock", "doors.py"),
        ("lean", "walls.py"),
    ]


def test_a_changed_module_is_read_anew(tmp_path):
    project = project_of(tmp_path, {"a.py": KNOCK, "_more.py": ""})
    first = loaded(project)
    (tmp_path / "a.py").write_text(KNOCK.replace("knock", "ring_"))
    second = loaded(project)
    assert "knock" in first.registry.actions
    assert "knock" not in second.registry.actions
    assert "ring_" in second.registry.actions


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("x = 1\ny = = 2\n", "line 2, column 5", "This is not Python: invalid syntax."),
        ("x = 1\n\nx / 0\n", "line 3", "ZeroDivisionError: division by zero."),
        ("import sys\nsys.exit('bye')\n", "line 2", "SystemExit: bye."),
        ("import missing_module_here\n", "line 1", "ModuleNotFoundError: No module named"),
        (HEAD + "\n@action()\ndef bad(x): ...\n", "line 9", "The parameter 'x' has no type"),
        ("def f():\n    raise LookupError\n\nf()\n", "line 2", "LookupError."),
        ("\x00", "", "null bytes"),
    ],
)
def test_a_failing_module_gives_a_problem_with_its_place_and_the_others_are_used(tmp_path, text, where, said):
    game = loaded(project_of(tmp_path, {"a.py": text, "b.py": KNOCK}))
    (problem,) = game.problems
    assert problem.path == tmp_path / "a.py"
    assert problem.where == where
    assert said in problem.message
    assert problem.remedy
    assert "knock" in game.registry.actions


def test_what_a_failing_module_declared_before_is_not_used(tmp_path):
    game = loaded(project_of(tmp_path, {"a.py": KNOCK + "\nraise ValueError\n"}))
    assert len(game.problems) == 1
    assert "knock" not in game.registry.actions


def test_a_mistake_in_an_imported_file_is_located_there(tmp_path):
    game = loaded(project_of(tmp_path, {"a.py": "from . import _more", "_more.py": "\n\n1 / 0\n"}))
    (problem,) = game.problems
    assert (problem.path, problem.where) == (tmp_path / "_more.py", "line 3")


def test_a_module_that_is_not_there_is_a_problem_of_the_project_file(tmp_path):
    project = project_of(tmp_path, {"a.py": KNOCK})
    (tmp_path / "a.py").unlink()
    (problem,) = loaded(project).problems
    assert (problem.path, problem.where) == (tmp_path / "mindloom.project.json", "python_modules.0")
    assert "There is no file 'a.py'" in problem.message


def test_a_module_that_leads_out_of_the_folder_by_a_link_is_refused(tmp_path):
    folder = tmp_path / "inside"
    folder.mkdir()
    project = project_of(folder, {"a.py": KNOCK})
    (tmp_path / "outside.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    (folder / "a.py").unlink()
    (folder / "a.py").symlink_to(tmp_path / "outside.py")
    (problem,) = loaded(project).problems
    assert "leads out of the folder" in problem.message
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            KNOCK + "\n@action(name='knock')\ndef again() -> None: ...\n",
            "'knock' is declared at line 9 of a.py too",
        ),
        (HEAD + "\n@action()\ndef seek() -> None: ...\n", "The action 'seek' is built in."),
    ],
)
def test_a_name_that_is_taken_is_a_problem_at_the_second(tmp_path, text, said):
    game = loaded(project_of(tmp_path, {"a.py": text}))
    (problem,) = game.problems
    assert said in problem.message
    lines = text.splitlines()
    decorated = max(number for number, line in enumerate(lines, 1) if "@action" in line)
    assert problem.where == f"line {decorated}"


MANIFEST: dict[str, Any] = {
    "actions": {
        "knock": {"parameters": [{"name": "door", "type": "entity"}, {"name": "times", "type": "int"}]}
    },
    "conditions": {"open": {"stand_in": True}},
}


def test_a_module_gives_behavior_to_what_a_manifest_declares(tmp_path):
    text = (
        KNOCK
        + "\n@condition(name='open')\ndef is_open(context: ConditionContext) -> bool:\n    return False\n"
    )
    project = project_of(tmp_path, {"a.py": text}, manifest=MANIFEST)
    game = loaded(project)
    assert game.problems == ()
    assert game.registry.actions["knock"].stand_in is None
    nodes = {
        "r": {"kind": "selector", "children": ["a", "b"]},
        "a": {"kind": "condition", "test": "open()"},
        "b": doing("knock", door="other", times=5),
    }
    world = field_with()
    session = Session.open(
        world, {MIND: tree_document(nodes)}, game.registry, game.actions, conditions=game.conditions
    )
    assert statuses(session, 1) == [Status.FAILURE]
    assert session.programs["me"].stand_ins == frozenset()
    untrusted = project_registry(project)
    session = Session.open(world, {MIND: tree_document(nodes)}, untrusted, builtin_library())
    assert statuses(session, 1) == [Status.SUCCESS]
    assert set(session.programs["me"].stand_in_conditions) == {"open"}


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ({"actions": {"knock": {}}}, "takes () in the manifest and (door: entity, times: int) here"),
        ({"actions": {"knock": {**MANIFEST["actions"]["knock"], "instant": True}}}, "is instant in one of"),
    ],
)
def test_a_module_that_differs_from_the_manifest_is_a_problem(tmp_path, manifest, said):
    game = loaded(project_of(tmp_path, {"a.py": KNOCK}, manifest=manifest))
    (problem,) = game.problems
    assert said.replace("()", "(nothing)") in problem.message
    assert game.actions.get("knock") is None


def test_everything_that_is_given_stays_where_no_module_declares_anything(tmp_path):
    registry, library, conditions = builtin_registry(), builtin_library(), ConditionLibrary()
    game = with_modules(registry, library, conditions, load_project_modules(None, trusted=True))
    assert (game.registry, game.actions, game.conditions) == (registry, library, conditions)


def test_a_class_is_located_at_its_line(tmp_path):
    text = (
        HEAD
        + "\n\n@action()\nclass Wave(Action):\n    def tick(self, context):\n        return Status.SUCCESS\n"
    )
    found = load_project_modules(project_of(tmp_path, {"a.py": text}), trusted=True)
    assert [(each.path.name, each.line) for each in found.found] == [("a.py", 10)]
