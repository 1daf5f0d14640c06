"""`mindloom.project.json`: found by walking up, every refusal located, no path out of the folder."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.files.document_file import FileProblem
from graphs.projects.project_file import (
    PROJECT_FILE_NAME,
    find_project,
    load_project,
    project_from_bytes,
)
from graphs.projects.project_registry import project_of
from tests.graphs.projects.outpost_files import OUTPOST, project_value, write

HERE = Path("game") / PROJECT_FILE_NAME


def loaded(value: Any) -> Any:
    return project_from_bytes(json.dumps(value).encode(), HERE)


def refusal(value: Any) -> FileProblem:
    with pytest.raises(FileProblem) as caught:
        loaded(value)
    return caught.value


def test_the_example_project_loads_with_its_paths_resolved() -> None:
    project = load_project(OUTPOST / PROJECT_FILE_NAME)
    assert project.file.title == "Outpost"
    assert project.folder == OUTPOST
    assert project.manifest_paths == (OUTPOST / "outpost.kinds.json",)
    assert project.severities == {"I302": "warning", "W209": "off"}
    assert project.preview_world(OUTPOST / "minds" / "guard.mind.json") == OUTPOST / "yard.world.json"
    assert project.preview_world(OUTPOST / "minds" / "moves.mind.json") is None


def test_a_project_is_found_from_a_document_a_folder_and_a_file_that_is_not_there_yet() -> None:
    expected = OUTPOST / PROJECT_FILE_NAME
    assert find_project(OUTPOST / "minds" / "guard.mind.json") == expected
    assert find_project(OUTPOST / "minds") == expected
    assert find_project(OUTPOST / "minds" / "new" / "unsaved.mind.json") == expected
    assert find_project(expected) == expected


def test_the_nearest_project_wins_and_another_one_can_be_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {PROJECT_FILE_NAME: project_value(title="Outer")})
    write(tmp_path / "inner", {PROJECT_FILE_NAME: project_value(title="Inner")})
    document = tmp_path / "inner" / "deep" / "a.mind.json"
    inner, outer = project_of(document), project_of(document, tmp_path)
    assert inner is not None
    assert outer is not None
    assert (inner.file.title, outer.file.title) == ("Inner", "Outer")


def test_without_a_project_there_is_none(tmp_path: Path) -> None:
    assert find_project(tmp_path / "a.mind.json") is None
    assert project_of(tmp_path / "a.mind.json") is None
    assert project_of(None) is None


def test_a_folder_named_like_a_project_file_is_no_project(tmp_path: Path) -> None:
    (tmp_path / PROJECT_FILE_NAME).mkdir()
    assert find_project(tmp_path / "a.mind.json") is None


def test_a_project_that_is_asked_for_and_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileProblem) as caught:
        project_of(None, tmp_path)
    assert caught.value.path == tmp_path / PROJECT_FILE_NAME
    assert caught.value.message == "There is no such file."


def test_a_preview_world_is_found_however_the_document_is_written(tmp_path: Path) -> None:
    worlds = {"./minds/../minds/a.mind.json": "w.world.json"}
    write(tmp_path, {PROJECT_FILE_NAME: project_value(preview_worlds=worlds), "minds/a.mind.json": {}})
    project = load_project(tmp_path)
    assert project.preview_world(tmp_path / "minds" / "a.mind.json") == tmp_path.resolve() / "w.world.json"


@pytest.mark.parametrize(
    ("value", "where", "message"),
    [
        ([], "format", "This is not a Mindloom project"),
        ({"format": "mindloom", "version": 1}, "format", "This is not a Mindloom project"),
        (project_value() | {"version": 0}, "version", "Expected the version number 1."),
        (project_value() | {"version": True}, "version", "Expected the version number 1."),
        (project_value() | {"version": 2}, "version", "is of version 2"),
        (project_value(manifests="a.kinds.json"), "manifests", 'Expected a list; found "a.kinds.json".'),
        (project_value(manifests=["../a.kinds.json"]), "manifests.0", "leads out of the folder game"),
        (project_value(manifests=["x/../../a.kinds.json"]), "manifests.0", "leads out of the folder game"),
        (project_value(manifests=["/a.kinds.json"]), "manifests.0", "is not a relative path"),
        (project_value(manifests=["C:/a.kinds.json"]), "manifests.0", "is not a relative path"),
        (project_value(manifests=["a\\b.kinds.json"]), "manifests.0", "is written with a backslash"),
        (project_value(manifests=[""]), "manifests.0", "cannot be the path of a file"),
        (project_value(manifests=["a\x00.kinds.json"]), "manifests.0", "cannot be the path of a file"),
        (project_value(manifests=["a.json"]), "manifests.0", "does not end in .kinds.json"),
        (
            project_value(manifests=["a.kinds.json", "./a.kinds.json"]),
            "manifests.1",
            "'./a.kinds.json' is named twice",
        ),
        (project_value(python_modules=["a.txt"]), "python_modules.0", "does not end in .py"),
        (project_value(severities={"W301": "loud"}), "severities.W301", 'found "loud"'),
        (project_value(severities={"dead zone": "off"}), "severities.dead zone", "is not the code of a lint"),
        (project_value(severities={"E015": "off"}), "severities.E015", "is an error and stays one"),
        (
            project_value(preview_worlds={"a.mind.json": "a.mind.json"}),
            "preview_worlds.a.mind.json",
            "does not end in .world.json",
        ),
        (
            project_value(preview_worlds={"../a.mind.json": "a.world.json"}),
            "preview_worlds.../a.mind.json",
            "leads out of the folder",
        ),
    ],
)
def test_every_refusal_says_where_and_what(value: Any, where: str, message: str) -> None:
    problem = refusal(value)
    assert problem.path is not None
    assert problem.path.name == PROJECT_FILE_NAME
    assert problem.where == where
    assert message in problem.message
    assert problem.remedy


def test_an_unknown_field_is_refused_with_the_nearest_name() -> None:
    problem = refusal(project_value(manifest=["a.kinds.json"]))
    assert (problem.where, problem.remedy) == ("manifest", "Did you mean 'manifests'?")
    assert "title" in refusal(project_value(zzz=1)).remedy


def test_a_schema_may_be_named() -> None:
    assert loaded(project_value(**{"$schema": "project.schema.json"})).file.schema_ == "project.schema.json"


@pytest.mark.skipif(os.name != "posix", reason="links need no right there")
def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/a.kinds.json": {}, f"game/{PROJECT_FILE_NAME}": ""})
    (tmp_path / "game" / "out").symlink_to(tmp_path / "elsewhere")
    write(tmp_path / "game", {PROJECT_FILE_NAME: project_value(manifests=["out/a.kinds.json"])})
    with pytest.raises(FileProblem, match="leads out of the folder game"):
        load_project(tmp_path / "game")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
PATHS = st.text(alphabet="ab./\\:~ \x00é", max_size=8) | st.sampled_from(
    ["a.kinds.json", "../a.kinds.json", "a.py", "a.mind.json", "a.world.json", "./.", "a" * 300]
)


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_project_or_refused(data: bytes) -> None:
    with pytest.raises(FileProblem):
        project_from_bytes(data, HERE)


@given(
    st.fixed_dictionaries(
        {"format": st.just("mindloom-project"), "version": st.just(1) | JSON},
        optional={
            "title": st.text(max_size=5) | JSON,
            "manifests": st.lists(PATHS | JSON, max_size=3) | JSON,
            "python_modules": st.lists(PATHS, max_size=3) | JSON,
            "severities": st.dictionaries(
                st.sampled_from(["W301", "E015", "x"]) | st.text(max_size=4),
                st.sampled_from(["off", "note", "error"]) | JSON,
                max_size=3,
            )
            | JSON,
            "preview_worlds": st.dictionaries(PATHS, PATHS | JSON, max_size=3) | JSON,
            "extra": JSON,
        },
    )
)
def test_whatever_a_project_says_it_loads_or_is_refused(value: Any) -> None:
    with contextlib.suppress(FileProblem):
        project = loaded(value)
        assert all(path.is_relative_to(project.folder) for path in project.manifest_paths)
