"""Trees of behavior3: projects and single trees, their places, what is told and what is refused."""

from __future__ import annotations

import pytest

from graphs.files.document_file import FileProblem
from graphs.layout.free_trees import is_placed_freely
from tests.formats.game_trees import errors, imported, read_file, root_of, told, tree_of


def test_a_project_has_a_graph_for_each_tree_and_the_selected_one_is_the_root() -> None:
    found = read_file("behavior3", "project.json")
    assert [*found.document.graphs] == ["Rest", "Guard"]
    assert found.document.root == "Guard"
    assert told(found) == {
        ("name of the project", 2): "kept",
        ("path of the project", 2): "kept",
        ("owner of tree Guard", 17): "kept",
    }
    assert errors(found) == []
    nodes = tree_of(found).nodes
    assert (nodes["rest"].kind, nodes["rest"].graph) == ("subtree", "Rest")
    assert nodes["is_near"].test == "IsNear(radius = 2.5)"
    assert tree_of(found, "Rest").nodes["sleep"].title == "Sleep 8 h"


def test_nodes_are_where_the_file_has_them() -> None:
    tree = tree_of(read_file("behavior3", "project.json"), "Rest")
    assert is_placed_freely(tree)
    assert tree.layout["sleep"].at == (200, 50)


def test_what_changes_or_is_kept_is_told_at_its_line() -> None:
    found = read_file("behavior3", "changed.json")
    names = ["Sequence", "Priority", "Repeater", "RepeatUntilFailure", "RepeatUntilSuccess", "MaxTime"]
    names += ["Limiter", "Wait", "Error", "Loop"]
    names += ["Fire"]
    assert sorted(told(found)) == sorted((name, line) for line, name in enumerate(names, 4))
    assert told(found)["Loop", 13] == "kept"
    assert root_of(found).params == {"memory": "none"}
    assert tree_of(found).loose == ("fire_7",)
    assert errors(found) == []


NODE = '"a": {"id": "a", "name": "Sequence", "properties": {}, "children": ["a"]}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"nodes": [], "properties": {}, "root": "a"}', "no tree or project"),
        ('{"nodes": {}, "properties": {}, "root": "a"}', "is not in it"),
        (f'{{"nodes": {{{NODE}}}, "properties": {{}}, "root": "a"}}', "inside two others"),
        ('{"nodes": {}, "properties": {}, "root": ', "JSON"),
    ],
)
def test_what_is_no_tree_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(FileProblem) as caught:
        imported("behavior3", text, "t.json")
    assert caught.value.message
    assert said in caught.value.message or said == "JSON"
    assert caught.value.remedy


def test_a_second_import_is_the_same_document() -> None:
    assert read_file("behavior3", "project.json") == read_file("behavior3", "project.json")
