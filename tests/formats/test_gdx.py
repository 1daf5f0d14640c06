"""Trees of gdx-ai: what each task becomes, what is told, and what is refused."""

from __future__ import annotations

import pytest

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from tests.formats.game_trees import errors, imported, read_file, root_of, told, tree_of


def tree(text: str) -> Imported:
    return imported("gdx", text, "dog.tree")


def test_a_file_of_exact_tasks_has_no_other_row_and_no_error() -> None:
    for file in ("guard_dog.tree", "dynamic.tree"):
        found = read_file("gdx", file)
        assert told(found) == {}
        assert errors(found) == []


def test_what_changes_is_told_at_its_line() -> None:
    found = read_file("gdx", "changed.tree")
    assert told(found) == {
        ("randomSequence", 1): "changed",
        ("randomSelector", 2): "changed",
        **{("wait", line): "changed" for line in (3, 4, 5, 6)},
        **{("random", line): "changed" for line in (7, 9)},
        **{("repeat", line): "changed" for line in (10, 12)},
        ("semaphoreGuard", 14): "changed",
        ("parallel", 16): "changed",
        ("wait", 19): "kept",
    }
    assert errors(found) == []


def test_what_has_no_form_keeps_its_place_and_its_attributes() -> None:
    found = read_file("gdx", "kept.tree")
    kept = {key: how for key, how in told(found).items() if how == "kept"}
    assert [*kept] == [("com.example.Loop", 2), ("guard random", 4), ("include data/missing.tree", 5)]
    loop = tree_of(found).nodes["loop"]
    assert (loop.kind, loop.params) == ("foreign_node", {"name": "Loop"})
    assert loop.origin["gdx"] == {"task": "com.example.Loop", "attributes": {"count": 3}}
    included = [node for node in tree_of(found).nodes.values() if node.kind == "subtree"]
    assert [node.graph for node in included] == ["guard_dog"]
    assert errors(found) == []


def test_tasks_of_the_game_are_actions_whose_parameters_have_the_types_of_all_uses() -> None:
    found = tree('sequence\n  a.Bark times:1 at:"x"\n  a.Bark times:2.5 loud:true\n  a.Bark at:3')
    assert found.manifest is not None
    types = {each.name: each.type for each in found.manifest.actions["Bark"].parameters}
    assert types == {"times": "float", "at": "string", "loud": "bool"}
    assert tree_of(found).nodes["bark_3"].params == {"at": "3"}


def test_guards_are_conditions_of_the_game_joined_by_and() -> None:
    found = tree('import near:"a.Near"\n(near d:2) (success) wait seconds:1')
    guard = root_of(found).guard
    assert guard is not None
    assert (guard.test, guard.abort) == ("Near(d = 2) and true", "none")
    assert found.manifest is not None
    assert [*found.manifest.conditions] == ["Near"]


def test_a_dynamic_guard_selector_runs_the_first_child_whose_guard_holds() -> None:
    found = tree("dynamicGuardSelector\n  (a.Near) a.Run\n  a.Stand")
    nodes = tree_of(found).nodes
    assert root_of(found).kind == "utility_selector"
    scores = [node.slot.score for node in (nodes["run"], nodes["stand"]) if node.slot]
    assert scores == ["1 if Near() else 0", "1"]


@pytest.mark.parametrize(
    ("policy", "params"),
    [
        ("", {"success": "all", "failure": "any", "ended": "again"}),
        (' policy:"selector"', {"success": "any", "failure": "all", "ended": "again"}),
        (' orchestrator:"join"', {"success": "all", "failure": "any", "ended": "wait"}),
    ],
)
def test_a_parallel_has_the_policy_and_the_orchestrator_of_the_file(
    policy: str, params: dict[str, str]
) -> None:
    found = tree(f"parallel{policy}\n  success\n  success")
    assert root_of(found).params == params


def test_comments_are_notes_of_the_task_behind_or_before_them() -> None:
    found = tree("# the dog\nselector # first\n  # rests\n  wait seconds:1\n# end")
    assert root_of(found).note == "the dog\nfirst"
    assert tree_of(found).nodes["wait"].note == "rests"
    assert tree_of(found).note == "end"


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("sequence\n  wait seconds:x", "line 2, column 16", "no number"),
        ("sequence\n  wait seconds:1 seconds:2", "line 2", "given twice"),
        ("sequence\nselector", "line 2, column 1", "one root"),
        ("(a.b", "line 1", "does not end"),
        ("(a.b)", "line 1", "not followed"),
        ("selector\n  $gone", "line 2, column 3", "no subtree 'gone'"),
        ("invert\n  success\n  failure", "line 1", "2 tasks inside"),
        ("root\n  sequence", "line 2", "0 tasks inside"),
        ('subtree name:""\n  success', "line 1", "needs a name"),
        ("import a:1\nsuccess", "line 1", "is no text"),
        ('wait seconds:"uniform,a"', "line 1", "no distribution"),
        ('wait seconds:"1', "line 1", "does not end"),
        ('# only a comment\nimport a:"b"', "", "no tree"),
        ("a\n" + "".join(f"{' ' * n}a\n" for n in range(1, 250)), "line 201", "levels"),
    ],
)
def test_what_gdx_ai_refuses_is_refused_with_its_place(text: str, where: str, said: str) -> None:
    with pytest.raises(FileProblem) as caught:
        tree(text)
    assert where in caught.value.where
    assert said in caught.value.message
    assert caught.value.remedy


def test_a_file_that_includes_itself_is_read_once() -> None:
    found = read_file("gdx", "kept.tree")
    assert len(found.document.graphs) == 3


def test_a_second_import_is_the_same_document() -> None:
    assert read_file("gdx", "changed.tree") == read_file("gdx", "changed.tree")
