"""A world names minds of its project, without one of its folder; what leads elsewhere is refused (E015)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from editor.command_line.main import main
from editor.documents.folders.folder_checks import worst_problem
from editor.documents.folders.folder_files import with_renamed_mind
from editor.documents.open.open_files import NotSaved
from editor.documents.open.sample_files import samples_folder
from editor.documents.open.world_shelf import world_for_folder
from editor.documents.open.worlds_around import DocumentSurroundings
from editor.running.case_files import CaseReport
from editor.window.main_window import MainWindow
from editor.window.parts.places import WindowPlaces
from graphs.files.document_file import FileProblem, load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from graphs.worlds.minds.world_choice import OpenMinds, choose_world, world_choice_of_world
from graphs.worlds.minds.world_minds import mind_path, name_in_world
from graphs.worlds.model.world_file import AgentEntry, WorldDocument, empty_world, load_world, save_world

OUTSIDE = (
    "../out/secret.mind.json",
    "maps/../../out/secret.mind.json",
    "link.mind.json",
    "linked/secret.mind.json",
    "..\\out\\secret.mind.json",
    "C:\\secret.mind.json",
    "C:secret.mind.json",
    "~/secret.mind.json",
    " secret.mind.json",
    "a\0b.mind.json",
    "a\nb.mind.json",
    "",
)
"""Names that lead out of the world's folder, or would on some system."""


def world_of(mind: str) -> WorldDocument:
    return empty_world().model_copy(update={"agents": {"a": AgentEntry(at=(1, 1), mind=mind)}})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a mind, beside one whose mind is none of its business."""
    folder, outside = tmp_path / "game", tmp_path / "out"
    (folder / "maps").mkdir(parents=True)
    outside.mkdir()
    tank = samples_folder() / "tank.mind.json"
    for path in (folder / "own.mind.json", folder / "maps" / "own.mind.json", outside / "secret.mind.json"):
        shutil.copy(tank, path)
    (folder / "link.mind.json").symlink_to(outside / "secret.mind.json")
    (folder / "linked").symlink_to(outside)
    return folder


def world_file(folder: Path, mind: str, name: str = "w.world.json") -> Path:
    path = folder / name
    save_world(path, world_of(mind))
    return path


@pytest.mark.parametrize("name", [*OUTSIDE, "/absolute.mind.json"])
def test_a_name_that_leads_out_of_the_folder_is_refused(place: Path, name: str) -> None:
    with pytest.raises(FileProblem) as caught:
        mind_path(world_of(f"{name}#g1"), name, place, world_path=place / "w.world.json")
    assert (caught.value.where, caught.value.code) == ("agents.a.mind", "E015")
    assert caught.value.remedy


@pytest.mark.parametrize(
    "name", ["own.mind.json", "./own.mind.json", "maps/own.mind.json", "maps/../own.mind.json"]
)
def test_a_name_that_stays_in_the_folder_is_followed(place: Path, name: str) -> None:
    assert load_document(mind_path(world_of(name), name, place)).graphs
    assert world_choice_of_world(world_file(place, name)).minds.keys() == {name}


def test_without_a_project_only_what_is_below_the_world_is_followed(place: Path) -> None:
    world = world_of("../own.mind.json")
    with pytest.raises(FileProblem):
        mind_path(world, "../own.mind.json", place / "maps")
    (place / PROJECT_FILE_NAME).write_text('{"format": "mindloom-project", "version": 1}')
    assert mind_path(world, "../own.mind.json", place / "maps").is_file()
    assert mind_path(world, "../own.mind.json", place / "maps", load_project(place)).is_file()


def test_a_project_elsewhere_opens_nothing_to_a_world_that_is_not_in_it(place: Path, tmp_path: Path) -> None:
    project = tmp_path / "out" / PROJECT_FILE_NAME
    project.write_text('{"format": "mindloom-project", "version": 1}')
    world = world_of("../out/secret.mind.json")
    with pytest.raises(FileProblem, match="leads out of the folder game"):
        mind_path(world, "../out/secret.mind.json", place, load_project(project))


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_reads_a_mind_that_is_refused(place: Path, name: str) -> None:
    path = world_file(place, name)
    world, secret = load_world(path), place.parent / "out" / "secret.mind.json"
    choice = world_choice_of_world(path)
    assert (choice.minds, [problem.code for problem in choice.problems]) == ({}, ["E015"])
    assert name_in_world(world, path, secret) is None
    assert OpenMinds(lambda _path: None, lambda: None).of_world(world, place) == {}
    assert DocumentSurroundings()(secret, None) is None
    assert with_renamed_mind(world, path, secret, secret.with_name("other.mind.json")) == world
    with pytest.raises(FileProblem) as caught:
        choose_world(load_document(secret), secret, path)
    assert caught.value.code == "E015"


@pytest.mark.parametrize("name", OUTSIDE)
def test_check_run_and_simulate_refuse_it(
    place: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    world_file(place, name)
    assert main(["check", "w.world.json"]) == 1
    assert "w.world.json: agents.a.mind: error E015: The mind " in capsys.readouterr().out
    secret = str(place.parent / "out" / "secret.mind.json")
    for call in (["run", secret, "--world", "w.world.json"], ["simulate", "w.world.json", "--out", "x.csv"]):
        assert main(call) == 2
        assert "w.world.json: agents.a.mind: error E015: " in capsys.readouterr().err
    assert not (place / "x.csv").exists()


def test_an_export_is_not_run_in_a_world_that_names_a_mind_outside(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    assert main(["export", "own.mind.json"]) == 0
    two = {"a": AgentEntry(at=(1, 1), mind="own.mind.json"), "b": AgentEntry(at=(3, 3), mind=OUTSIDE[0])}
    save_world(place / "w.world.json", empty_world().model_copy(update={"agents": two}))
    assert main(["run", "own.runtime.json", "--ticks", "1"]) == 2
    assert "w.world.json: agents.b.mind: error E015: " in capsys.readouterr().err


def test_the_list_of_files_marks_such_a_world(place: Path) -> None:
    path = world_file(place, OUTSIDE[0])
    assert worst_problem(path, builtin_registry(), None) == "error"


def test_the_window_shows_such_a_world_without_the_mind_and_says_why(place: Path, window: MainWindow) -> None:
    two = {"a": AgentEntry(at=(1, 1), mind="own.mind.json"), "b": AgentEntry(at=(3, 3), mind=OUTSIDE[0])}
    save_world(place / "w.world.json", empty_world().model_copy(update={"agents": two}))
    told: list[str] = []
    window.follower.trouble.connect(lambda text, _remedy: told.append(text))
    assert window.open_file(place / "w.world.json")
    assert window.run.choice is not None
    assert window.run.choice.minds.keys() == {"own.mind.json"}
    assert window.run.session is not None
    assert set(window.run.session.brains) == {"a"}
    assert told == [f"w.world.json: '{OUTSIDE[0]}' leads out of the folder game."]


def test_the_report_of_a_test_opens_no_document_outside(place: Path, window: MainWindow) -> None:
    (place / PROJECT_FILE_NAME).write_text('{"format": "mindloom-project", "version": 1}')
    case = {"format": "mindloom-case", "version": 1, "document": OUTSIDE[0], "ticks": [{}]}
    (place / "x.case.json").write_text(json.dumps(case))
    before = len(window.workspace.sessions)
    window.part(WindowPlaces).go_to_report(CaseReport(place / "x.case.json"), window.workspace)
    assert len(window.workspace.sessions) == before


def test_a_world_is_not_saved_where_its_minds_would_be_outside(place: Path) -> None:
    world = world_of("own.mind.json")
    with pytest.raises(NotSaved, match=r"Seen from there, .* leads out of the folder maps"):
        world_for_folder(world, place, place / "maps" / "w.world.json")
    (place / PROJECT_FILE_NAME).write_text(json.dumps({"format": "mindloom-project", "version": 1}))
    moved = world_for_folder(world, place, place / "maps" / "w.world.json")
    assert moved.agents["a"].mind == "../own.mind.json"


def test_a_refused_mind_stays_as_it_is_written_when_its_world_is_saved_elsewhere(place: Path) -> None:
    world = world_of("a\0b.mind.json")
    assert world_for_folder(world, place, place / "maps" / "w.world.json") == world
