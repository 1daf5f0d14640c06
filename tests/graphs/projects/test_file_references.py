"""References into other files: followed once, inside the project, without circles (rule 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from graphs.edits.setting import set_field
from graphs.files.document_file import load_document
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.file_references import load_referenced_files, split_reference
from graphs.projects.project_check import check_in_project
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from graphs.projects.project_registry import project_registry
from graphs.structure.references import references_in
from tests.graphs.builders import documents_of, machine, tree
from tests.graphs.projects.calling_documents import BASE, call, calling, check, errors, leaf, refusal
from tests.graphs.projects.outpost_files import OUTPOST, project_value, write


def test_a_reference_names_a_file_and_a_graph() -> None:
    assert split_reference("minds/a.mind.json#g3") == ("minds/a.mind.json", "g3")
    assert split_reference("odd#name.mind.json#g3") == ("odd#name.mind.json", "g3")
    assert split_reference("g3") == ("", "g3")


def test_2_2_the_example_calls_a_graph_of_another_file() -> None:
    project = load_project(OUTPOST)
    registry = project_registry(project)
    for name in ("guard.mind.json", "moves.mind.json"):
        path = OUTPOST / "minds" / name
        assert check_in_project(load_document(path), path, registry, project) == ()


def test_references_are_relative_to_the_document_and_files_are_read_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.mind.json": calling("sub/b.mind.json#g", "./sub/b.mind.json#h"),
            "sub/b.mind.json": documents_of({"g": leaf(), "h": tree({"r": call("../c.mind.json#g")})}),
            "c.mind.json": documents_of({"g": leaf()}),
        },
    )
    library = CountingLibrary()
    path = tmp_path / "a.mind.json"
    files = load_referenced_files(load_document(path), path, library=library)
    assert files.refused == {}
    root = tmp_path.resolve()
    assert set(files.documents) == {root / "sub" / "b.mind.json", root / "c.mind.json"}
    assert library.asked == [root / "sub" / "b.mind.json", root / "c.mind.json"]
    assert check(tmp_path, "a.mind.json") == []


class CountingLibrary(DocumentLibrary):
    """Note which documents are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Path] = []

    def document(self, path: Path) -> Document:
        self.asked.append(path)
        return super().document(path)


def test_a_document_without_a_file_has_its_references_checked_for_form_only() -> None:
    document = calling("nowhere.mind.json#g")
    assert errors(check_in_project(document, None, BASE)) == []
    (problem,) = errors(check_in_project(calling("#g"), None, BASE))
    assert problem.code == "E015"


PARAMETERS = {
    "speed": {"type": "float", "direction": "in"},
    "found": {"type": "entity", "direction": "out"},
    "calm": {"type": "bool", "direction": "in", "default": True},
}


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        ({"speed": 2, "found": {"variable": "foe"}}, []),
        ({"speed": {"expr": "2 * pace"}}, []),
        ({}, [("E018", "arguments")]),
        ({"sped": 2, "speed": 1}, [("E018", "arguments.sped")]),
        ({"speed": "fast"}, [("E018", "arguments.speed")]),
        ({"speed": {"expr": "pcae"}}, [("E102", "arguments.speed.expr")]),
        ({"speed": 1, "found": {"variable": "pace"}}, [("E018", "arguments.found.variable")]),
    ],
)
def test_arguments_are_checked_against_the_graph_of_the_other_file(
    tmp_path: Path, arguments: Any, problems: Any
) -> None:
    caller = documents_of(
        {"g": tree({"r": call("b.mind.json#g", **arguments)})},
        variables={"pace": {"type": "float"}, "foe": {"type": "entity"}},
    )
    write(tmp_path, {"a.mind.json": caller, "b.mind.json": documents_of({"g": leaf(parameters=PARAMETERS)})})
    found = [(problem.code, problem.place.field) for problem in check(tmp_path, "a.mind.json")]
    assert found == problems


def test_the_kind_of_graph_in_the_other_file_is_checked(tmp_path: Path) -> None:
    other = documents_of({"m": machine({"s": "state"})})
    write(tmp_path, {"a.mind.json": calling("b.mind.json#m"), "b.mind.json": other})
    (problem,) = check(tmp_path, "a.mind.json")
    assert problem.code == "E016"
    assert problem.message == "Machine is a state machine; expected a behavior tree."


def test_a_file_that_is_not_there_is_said_with_the_nearest_name_and_a_fix(tmp_path: Path) -> None:
    other = documents_of({"g": leaf()})
    write(tmp_path, {"a.mind.json": calling("patrll.mind.json#g"), "patrol.mind.json": other})
    problem = refusal(tmp_path, "a.mind.json")
    assert problem.message == "There is no file patrll.mind.json. Did you mean patrol.mind.json?"
    assert problem.remedy == "Use patrol.mind.json#g."
    assert problem.fix is not None
    arguments: Mapping[str, Any] = problem.fix.arguments
    document = load_document(tmp_path / "a.mind.json")
    mended = set_field(document, **arguments)
    assert references_in(mended.graphs["g"])[0].target == "patrol.mind.json#g"


def test_a_moved_file_is_found_in_its_new_folder(tmp_path: Path) -> None:
    other = documents_of({"g": leaf()})
    files = {
        "minds/a.mind.json": calling("patrol.mind.json#g"),
        "library/patrol.mind.json": other,
        ".trash/patrol.mind.json": other,
        PROJECT_FILE_NAME: project_value(),
    }
    write(tmp_path, files)
    problem = refusal(tmp_path, "minds/a.mind.json", load_project(tmp_path))
    assert "It may have moved to ../library/patrol.mind.json." in problem.message
    assert problem.remedy == "Use ../library/patrol.mind.json#g."


def test_a_missing_file_without_anything_like_it_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a.mind.json": calling("zebra.mind.json#g")})
    assert refusal(tmp_path, "a.mind.json").message == "There is no file zebra.mind.json."


def test_a_graph_that_is_not_in_the_file_is_said_with_the_nearest_name(tmp_path: Path) -> None:
    other = documents_of({"patrol": leaf(title="Walk")})
    write(tmp_path, {"a.mind.json": calling("b.mind.json#patrl"), "b.mind.json": other})
    problem = refusal(tmp_path, "a.mind.json")
    assert problem.message == "b.mind.json has no graph 'patrl'. Did you mean 'patrol'?"
    write(tmp_path, {"a.mind.json": calling("b.mind.json#Walk")})
    assert refusal(tmp_path, "a.mind.json").remedy == "Use 'patrol'."


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("../b.mind.json#g", "'../b.mind.json' leads out of the folder minds."),
        ("/b.mind.json#g", "'/b.mind.json' is not a relative path."),
        ("C:\\b.mind.json#g", "'C:\\\\b.mind.json' is written with a backslash."),
        ("b.mind.json#", "'b.mind.json#' names no graph of another file."),
        ("#g", "'#g' names no graph of another file."),
    ],
)
def test_a_reference_stays_inside_the_folder_and_names_a_graph(
    tmp_path: Path, target: str, message: str
) -> None:
    write(tmp_path, {"minds/a.mind.json": calling(target), "b.mind.json": documents_of({"g": leaf()})})
    assert refusal(tmp_path / "minds", "a.mind.json").message == message


def test_in_a_project_references_reach_all_of_its_folder(tmp_path: Path) -> None:
    files = {
        "minds/a.mind.json": calling("../b.mind.json#g"),
        "b.mind.json": documents_of({"g": leaf()}),
        PROJECT_FILE_NAME: project_value(),
    }
    write(tmp_path, files)
    assert check(tmp_path, "minds/a.mind.json", load_project(tmp_path)) == []


def test_a_file_that_is_no_document_is_said_with_the_place_in_it(tmp_path: Path) -> None:
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g"), "b.mind.json": "{\n  oops\n}"})
    message = refusal(tmp_path, "a.mind.json").message
    assert message.startswith("b.mind.json cannot be read at line 2, column 3. This is not JSON")


def test_2_2_a_file_does_not_name_itself(tmp_path: Path) -> None:
    write(tmp_path, {"a.mind.json": calling("a.mind.json#g")})
    problem = refusal(tmp_path, "a.mind.json")
    assert problem.message == "a.mind.json names itself."
    assert problem.why


def test_2_2_references_form_no_circle_even_among_graphs_that_do_not(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.mind.json": calling("b.mind.json#g"),
            "b.mind.json": documents_of({"g": leaf(), "h": tree({"c0": call("c.mind.json#g")}, root="c0")}),
            "c.mind.json": calling("a.mind.json#g"),
        },
    )
    expected = {
        "a": "a.mind.json uses b.mind.json, which uses c.mind.json, which uses a.mind.json again.",
        "b": "b.mind.json uses c.mind.json, which uses a.mind.json, which uses b.mind.json again.",
        "c": "c.mind.json uses a.mind.json, which uses b.mind.json, which uses c.mind.json again.",
    }
    for name, message in expected.items():
        assert refusal(tmp_path, f"{name}.mind.json").message == message


def test_what_a_called_graph_cannot_reach_is_said_at_the_call(tmp_path: Path) -> None:
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g"), "b.mind.json": calling("c.mind.json#g")})
    message = refusal(tmp_path, "a.mind.json").message
    assert message == "b.mind.json cannot be used. There is no file c.mind.json."


def test_what_an_uncalled_graph_of_the_other_file_cannot_reach_does_not_matter(tmp_path: Path) -> None:
    other = documents_of({"g": leaf(), "h": tree({"r": call("c.mind.json#g")})})
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g"), "b.mind.json": other})
    assert check(tmp_path, "a.mind.json") == []
