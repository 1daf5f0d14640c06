"""Documents of a project in the editor: the game's kinds, other files, preview worlds, what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from editor.basics.user_state import UserState
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_shelf import WorldShelf
from editor.running.run_controller import RunController
from editor.running.world_follower import WorldFollower
from graphs.edits.setting import set_field
from graphs.files.document_file import FileProblem, load_document
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from graphs.structure.references import references_in
from graphs.worlds.minds.world_choice import choose_world
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.window_builders import REGISTRY

OUTPOST = Path(__file__).resolve().parents[2] / "graphs" / "projects" / "outpost"


@pytest.fixture
def outpost(tmp_path):
    return Path(shutil.copytree(OUTPOST, tmp_path / "outpost"))


@pytest.fixture
def workspace(qtbot, tmp_path):
    workspace = Workspace(REGISTRY, UserState(tmp_path / "state"))
    yield workspace
    workspace.deleteLater()


def test_a_document_opens_with_the_kinds_and_files_of_its_project(workspace, outpost):
    session = workspace.open(outpost / "minds" / "guard.mind.json")
    assert session.project.file.title == "Outpost"
    assert "move_to_cover" in session.registry.actions
    assert session.problems == ()
    assert "moves.mind.json#g1" in session.runnable_document().graphs
    assert "moves.mind.json#g1" not in session.document.graphs


def test_a_document_outside_any_project_opens_with_the_built_in_kinds(workspace, outpost, tmp_path):
    stray = Path(shutil.copy(outpost / "minds" / "guard.mind.json", tmp_path / "stray.mind.json"))
    session = workspace.open(stray)
    assert session.project is None
    assert session.registry is REGISTRY
    assert {"E015", "E024"} <= {problem.code for problem in session.problems}


def test_another_project_can_be_asked_for(workspace, outpost, tmp_path):
    stray = Path(shutil.copy(outpost / "minds" / "guard.mind.json", tmp_path / "stray.mind.json"))
    workspace.asked_project = outpost
    assert "reload" in workspace.open(stray).registry.actions


def test_a_broken_project_is_told_and_the_document_opens_all_the_same(workspace, outpost, qtbot):
    (outpost / "outpost.kinds.json").write_text("{")
    with qtbot.waitSignal(workspace.project_trouble) as told:
        session = workspace.open(outpost / "minds" / "moves.mind.json")
    assert told.args[0].startswith("outpost.kinds.json: line 1, column 2:")
    assert session.registry is REGISTRY
    assert session.project.file.title == "Outpost"


def test_the_preview_world_of_the_project_is_chosen(outpost):
    path = outpost / "minds" / "guard.mind.json"
    project = load_project(outpost)
    choice = choose_world(load_document(path), path, project=project)
    assert choice.path == outpost.resolve() / "yard.world.json"
    assert choice.mind_name == "minds/guard.mind.json"
    assert choose_world(load_document(path), path).path is None


def test_a_preview_world_that_does_not_name_the_document_is_said(outpost):
    value = json.loads((outpost / PROJECT_FILE_NAME).read_text())
    value["preview_worlds"]["minds/moves.mind.json"] = "yard.world.json"
    (outpost / PROJECT_FILE_NAME).write_text(json.dumps(value))
    path = outpost / "minds" / "moves.mind.json"
    with pytest.raises(FileProblem, match=r"No agent of this world thinks with moves\.mind\.json"):
        choose_world(load_document(path), path, project=load_project(outpost))


def test_the_editor_runs_the_document_with_stand_ins_and_follows_edits(workspace, outpost, qtbot):
    run = RunController(REGISTRY, builtin_library())
    follower = WorldFollower(workspace, run, WorldShelf(lambda _world, _folder: ()))
    session = workspace.open(outpost / "minds" / "guard.mind.json")
    follower.show(session)
    assert run.problems_at_compile == ()
    run.advance(40)
    assert run.active_words("guard") == "Hide"
    session.apply("Rename", lambda document: set_field(document, "g1", "s2", "name", "Take cover"))
    run.advance(2)
    assert run.problems_at_compile == ()
    assert run.active_words("guard") == "Take cover"
    run.unload()
    follower.deleteLater()
    run.deleteLater()


def test_a_document_saved_in_another_folder_keeps_its_references(workspace, outpost):
    session = workspace.open(outpost / "minds" / "guard.mind.json")
    (outpost / "deep" / "er").mkdir(parents=True)
    workspace.save(session, outpost / "deep" / "er" / "copy.mind.json")
    targets = [call.target for call in references_in(session.document.graphs["g1"])]
    assert targets == ["../../minds/moves.mind.json#g1"]
    assert session.is_saved
    assert load_document(outpost / "deep" / "er" / "copy.mind.json") == session.document
    session.check_now()
    assert session.problems == ()


def test_the_check_sees_other_open_documents_with_their_unsaved_changes(workspace, outpost):
    guard = workspace.open(outpost / "minds" / "guard.mind.json")
    moves = workspace.open(outpost / "minds" / "moves.mind.json")
    field = "parameters.threat"
    moves.apply("Retype", lambda each: set_field(each, "g1", "", f"{field}.type", "float"))
    guard.check_now()
    assert ("E103", "activity.arguments.threat.expr") in [
        (problem.code, problem.place.field) for problem in guard.problems
    ]


def test_a_referenced_file_that_changes_on_disk_is_seen_by_the_next_check(workspace, outpost):
    session = workspace.open(outpost / "minds" / "guard.mind.json")
    (outpost / "minds" / "moves.mind.json").rename(outpost / "moves.mind.json")
    session.check_now()
    (problem,) = session.problems
    assert problem.code == "E015"
    assert "It may have moved to ../moves.mind.json." in problem.message
