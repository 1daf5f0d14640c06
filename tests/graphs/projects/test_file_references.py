"""References into other files: followed once, inside the project, without circles (SEMANTICS 2.2)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.edits import set_field
from graphs.files.document_file import FileProblem, load_document
from graphs.kinds.builtin import builtin_registry
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.file_references import load_referenced_files, split_reference
from graphs.projects.linking import link_document
from graphs.projects.moved_files import references_after_move, rewrite_references
from graphs.projects.project_check import check_in_project, runnable_document, uses_other_files
from graphs.projects.project_file import PROJECT_FILE_NAME, Project, load_project
from graphs.projects.project_registry import project_registry
from graphs.referenced_graphs import ReferenceRefusal
from graphs.references import references_in
from graphs.validation.problem import Problem
from tests.graphs.builders import documents_of, machine, tree
from tests.graphs.projects.outpost_files import OUTPOST, project_value, write

BASE = builtin_registry()


def calling(*targets: str, **fields: Any) -> Document:
    """Return a document whose one tree calls these graphs in order."""
    if not targets:
        return documents_of({"g": leaf()}, **fields)
    nodes: dict[str, Any] = {f"c{place}": call(target) for place, target in enumerate(targets)}
    nodes["r"] = {"kind": "sequence", "children": list(nodes)}
    return documents_of({"g": tree(nodes)}, **fields)


def call(target: str, **arguments: Any) -> dict[str, Any]:
    return {"kind": "subtree", "graph": target, "arguments": arguments}


def leaf(**fields: Any) -> dict[str, Any]:
    return tree({"r": "succeed"}, **fields)


def check(folder: Path, name: str, project: Project | None = None) -> list[Problem]:
    path = folder / name
    return errors(check_in_project(load_document(path), path, BASE, project))


def errors(problems: Iterable[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def refusal(folder: Path, name: str, project: Project | None = None) -> Problem:
    """Return the one error of a document, which is at a reference."""
    (problem,) = check(folder, name, project)
    assert problem.code == "E015"
    assert problem.place.element == "c0"
    assert problem.place.field == "graph"
    assert problem.remedy
    return problem


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


# -- the callee is known to the check ------------------------------------------------------------------


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


# -- what cannot be followed ---------------------------------------------------------------------------


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


# -- what a graph of another file sees -----------------------------------------------------------------


def seeing(test: str, **fields: Any) -> Document:
    """Return a document with a graph that asks for something, and a wrong one that is never called."""
    asking = tree(
        {"r": {"kind": "condition", "test": test}},
        variables={"own": {"type": "int"}},
        parameters={"given": {"type": "int", "direction": "in", "default": 1}},
    )
    return documents_of({"g": asking}, **fields)


SCOPES = {"shared": {"type": "int", "scope": "world"}, "private": {"type": "int"}}


@pytest.mark.parametrize("test", ["own > 0", "given > 0", "shared > 0", "time > 1 and self.radius > 0"])
def test_2_2_a_graph_of_another_file_sees_parameters_own_and_world_variables(
    tmp_path: Path, test: str
) -> None:
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g"), "b.mind.json": seeing(test, variables=SCOPES)})
    assert check(tmp_path, "b.mind.json") == []
    assert check(tmp_path, "a.mind.json") == []


def test_2_2_a_graph_of_another_file_sees_no_agent_variable_of_either_file(tmp_path: Path) -> None:
    caller = calling("b.mind.json#g", variables={"private": {"type": "int"}})
    write(tmp_path, {"a.mind.json": caller, "b.mind.json": seeing("private > 0", variables=SCOPES)})
    assert check(tmp_path, "b.mind.json") == []
    problem = refusal(tmp_path, "a.mind.json")
    assert problem.message.startswith("b.mind.json#g cannot be used from here. Unknown name 'private'.")
    assert "world variables, nothing else" in problem.why


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (
            {"shared": {"type": "int"}},
            "'shared' is a world variable in b.mind.json and an agent's own variable",
        ),
        (
            {"shared": {"type": "float", "scope": "world"}},
            "The world variable 'shared' is int in b.mind.json and float in another file.",
        ),
        ({"shared": {"type": "int", "scope": "world", "default": 3}}, ""),
    ],
)
def test_2_2_all_documents_agree_on_world_variables(tmp_path: Path, own: Any, message: str) -> None:
    caller = calling("b.mind.json#g", variables=own)
    write(tmp_path, {"a.mind.json": caller, "b.mind.json": seeing("shared > 0", variables=SCOPES)})
    if message:
        assert refusal(tmp_path, "a.mind.json").message.startswith(message)
    else:
        assert check(tmp_path, "a.mind.json") == []


def test_events_of_both_files_must_agree(tmp_path: Path) -> None:
    other = seeing("received(noise)", events={"noise": {"payload": {"at": "vector"}}})
    write(tmp_path, {"b.mind.json": other, "a.mind.json": calling("b.mind.json#g")})
    assert check(tmp_path, "a.mind.json") == []
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g", events={"noise": {}})})
    assert "The event 'noise' carries something else" in refusal(tmp_path, "a.mind.json").message


# -- joining -------------------------------------------------------------------------------------------


def test_a_joined_document_holds_every_graph_it_calls_under_its_new_id(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.mind.json": calling("./sub/b.mind.json#g"),
            "sub/b.mind.json": documents_of(
                {
                    "g": tree(
                        {
                            "r": {"kind": "sequence", "children": ["x", "y"]},
                            "x": call("h"),
                            "y": call("../c.mind.json#g"),
                        }
                    ),
                    "h": leaf(),
                    "unused": leaf(),
                }
            ),
            "c.mind.json": documents_of({"g": leaf()}),
        },
    )
    path = tmp_path / "a.mind.json"
    joined = runnable_document(load_document(path), path)
    assert sorted(joined.graphs) == ["c.mind.json#g", "g", "sub/b.mind.json#g", "sub/b.mind.json#h"]
    calls = {
        (graph_id, call.node): call.target
        for graph_id, graph in joined.graphs.items()
        for call in references_in(graph, graph_id)
    }
    assert calls == {
        ("g", "c0"): "sub/b.mind.json#g",
        ("sub/b.mind.json#g", "x"): "sub/b.mind.json#h",
        ("sub/b.mind.json#g", "y"): "c.mind.json#g",
    }


def test_a_document_that_calls_no_other_file_is_its_own_joined_document(tmp_path: Path) -> None:
    document = calling("g2")
    assert runnable_document(document, tmp_path / "a.mind.json") is document
    assert not uses_other_files(document)


def test_a_refused_reference_stays_as_it_is_when_joined(tmp_path: Path) -> None:
    path = tmp_path / "a.mind.json"
    document = calling("gone.mind.json#g")
    linked = link_document(load_referenced_files(document, path))
    assert linked.document is document
    assert linked.refusals == {
        "gone.mind.json#g": ReferenceRefusal(
            "There is no file gone.mind.json.", "Put the file back, or choose another graph in the inspector."
        )
    }


# -- files that change and move ------------------------------------------------------------------------


def test_a_library_reads_a_file_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "b.mind.json"
    write(tmp_path, {"b.mind.json": documents_of({"g": leaf()})})
    library = DocumentLibrary()
    first = library.document(path)
    assert library.document(path) is first
    write(tmp_path, {"b.mind.json": documents_of({"g": leaf(), "longer": leaf()})})
    assert "longer" in library.document(path).graphs
    path.unlink()
    with pytest.raises(FileProblem):
        library.document(path)


def test_a_document_that_is_open_goes_before_its_file(tmp_path: Path) -> None:
    opened = documents_of({"new": leaf()})
    library = DocumentLibrary({(tmp_path / "b.mind.json").resolve(): opened}.get)
    path = tmp_path / "a.mind.json"
    assert errors(check_in_project(calling("b.mind.json#new"), path, BASE, library=library)) == []


def test_references_follow_a_file_that_moved() -> None:
    document = calling("old.mind.json#g", "./old.mind.json#h", "other.mind.json#g", "g")
    moved = rewrite_references(document, "old.mind.json", "sub/new.mind.json")
    targets = [call.target for call in references_in(moved.graphs["g"])]
    assert targets == ["sub/new.mind.json#g", "sub/new.mind.json#h", "other.mind.json#g", "g"]
    assert rewrite_references(document, "absent.mind.json", "x.mind.json") is document


def test_references_of_states_follow_a_file_that_moved() -> None:
    nodes = {
        "s": {"kind": "state", "activity": {"graph": "o.mind.json#g"}},
        "c": {"kind": "choice", "decision": {"graph": "o.mind.json#d"}},
        "k": {"kind": "state", "activity": {"action": "stop"}},
    }
    document = documents_of({"g": machine(nodes)})
    moved = rewrite_references(document, "o.mind.json", "n.mind.json")
    assert {call.target for call in references_in(moved.graphs["g"])} == {"n.mind.json#g", "n.mind.json#d"}
    assert moved.graphs["g"].nodes["k"] is document.graphs["g"].nodes["k"]


def test_references_lead_to_the_same_files_after_the_document_moved(tmp_path: Path) -> None:
    document = calling("b.mind.json#g", "../c.mind.json#h", "g")
    moved = references_after_move(
        document, tmp_path / "minds" / "a.mind.json", tmp_path / "other" / "deep" / "a.mind.json"
    )
    targets = [call.target for call in references_in(moved.graphs["g"])]
    assert targets == ["../../minds/b.mind.json#g", "../../c.mind.json#h", "g"]


NAMES = ["a.mind.json", "b.mind.json", "c.mind.json", "sub/d.mind.json"]
TARGETS = st.sampled_from(
    [f"{name}#{graph}" for name in (*NAMES, "../a.mind.json", "gone.mind.json") for graph in ("g", "x")]
) | st.text(alphabet="ab#./\\:é\x00", max_size=8).map(lambda text: f"{text}#g")


@given(st.lists(st.lists(TARGETS, max_size=3), min_size=4, max_size=4))
def test_whatever_files_refer_to_checking_and_joining_end(
    tmp_path_factory: pytest.TempPathFactory, targets: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("files")
    write(folder, {name: calling(*listed) for name, listed in zip(NAMES, targets, strict=True)})
    for name in NAMES:
        path = folder / name
        document = load_document(path)
        problems = check_in_project(document, path, BASE)
        joined = runnable_document(document, path)
        clean = not any(problem.code == "E015" for problem in problems)
        assert clean == all(
            call.target in joined.graphs for graph in joined.graphs.values() for call in references_in(graph)
        )
        assert json.loads(joined.model_dump_json())
