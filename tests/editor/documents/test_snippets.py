"""Snippets are files in the form of the clipboard: named, renamed, deleted; damaged ones are passed over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.canvas.commands.node_choices import SNIPPETS, node_choices
from editor.documents.open.snippets import ENDING, FOLDER_NAME, MOST_BYTES, SnippetShelf, insert_snippet
from graphs.edits.clipboard import copy
from graphs.edits.refusal import EditRefused
from graphs.model import TreeNode
from graphs.model.document import empty_document
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree


@pytest.fixture
def shelf(tmp_path) -> SnippetShelf:
    return SnippetShelf(tmp_path)


def tree_text() -> str:
    document, graph, sequence, _ = waiting_tree()
    return copy(document, graph, [sequence])


def machine_text() -> str:
    document, graph, idle, go, _ = two_state_machine()
    return copy(document, graph, [idle, go])


def test_a_snippet_is_kept_in_a_file_that_is_what_the_clipboard_held(shelf, tmp_path):
    text = tree_text()
    path = shelf.save("Wait a bit", text)
    assert path == tmp_path / FOLDER_NAME / f"Wait a bit{ENDING}"
    assert path.read_text() == text
    (snippet,) = SnippetShelf(tmp_path).all
    assert (snippet.name, snippet.kind, snippet.count) == ("Wait a bit", "behavior_tree", 2)


def test_it_is_inserted_with_ids_of_its_own_as_often_as_wanted(shelf):
    shelf.save("Wait", tree_text())
    document, graph, sequence, wait = waiting_tree()
    document, (first,) = insert_snippet(document, graph, shelf.all[0], REGISTRY, parent=sequence)
    document, (second,) = insert_snippet(document, graph, shelf.all[0], REGISTRY, parent=sequence)
    nodes = document.graphs[graph].nodes
    assert len(nodes) == 6
    parent = nodes[sequence]
    assert isinstance(parent, TreeNode)
    assert parent.children == (wait, first, second)


def test_it_is_refused_in_words_in_another_kind_of_graph(shelf):
    shelf.save("Wait", tree_text())
    document, graph, *_ = two_state_machine()
    with pytest.raises(EditRefused) as refused:
        insert_snippet(document, graph, shelf.all[0], REGISTRY)
    assert refused.value.reason == "The snippet Wait holds nodes of a behavior tree."
    assert refused.value.remedy == "Insert it into a behavior tree."


def test_the_picker_offers_those_that_fit_in_a_group_beside_the_users_own(shelf):
    shelf.save("Wait", tree_text())
    shelf.save("Pair", machine_text())
    document, graph, *_ = waiting_tree()
    choices = node_choices(document, graph, REGISTRY, (), shelf.all)
    assert [(choice.title, choice.group) for choice in choices if choice.snippet] == [("Wait", SNIPPETS)]
    assert choices[0].title == "Wait"
    assert choices[0].help == "2 nodes, saved by you"


@pytest.mark.parametrize("name", ["", "  ", ".hidden", "a/b", "a\\b", "con:", "x" * 61, "a\nb", "what?"])
def test_names_that_cannot_be_files_are_refused(shelf, name):
    with pytest.raises(EditRefused):
        shelf.save(name, tree_text())
    assert shelf.all == ()


def test_a_name_is_taken_whatever_its_case(shelf):
    shelf.save("Wait", tree_text())
    with pytest.raises(EditRefused, match="already"):
        shelf.save("wait", machine_text())
    assert shelf.all[0].kind == "behavior_tree"


def test_renaming_keeps_what_is_in_it_and_refuses_a_name_that_is_taken(shelf):
    shelf.save("Wait", tree_text())
    shelf.save("Pair", machine_text())
    pair, wait = shelf.all
    with pytest.raises(EditRefused):
        shelf.rename(wait, "Pair")
    shelf.rename(wait, "wait")
    shelf.rename(shelf.all[1], "Rest")
    assert [(snippet.name, snippet.kind) for snippet in shelf.all] == [
        ("Pair", "state_machine"),
        ("Rest", "behavior_tree"),
    ]
    shelf.delete(pair.path)
    assert [snippet.name for snippet in shelf.all] == ["Rest"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe\x00", b'{"format": "mindloom-fragment"}', b"import os", b"[" * 100_000],
)
def test_damaged_files_are_named_and_passed_over(shelf, tmp_path, content):
    shelf.save("Wait", tree_text())
    bad = tmp_path / FOLDER_NAME / f"bad{ENDING}"
    bad.write_bytes(content)
    assert [snippet.name for snippet in shelf.all] == ["Wait"]
    assert shelf.damaged == (bad,)


def test_a_file_that_is_too_large_or_changed_meanwhile_is_read_as_it_is_now(shelf, tmp_path):
    path = shelf.save("Wait", tree_text())
    assert shelf.all
    path.write_text(tree_text() + " " * MOST_BYTES)
    assert shelf.damaged == (path,)
    path.write_text(machine_text())
    assert shelf.all[0].kind == "state_machine"


def test_what_is_no_selection_is_not_kept(shelf):
    with pytest.raises(EditRefused):
        shelf.save("Text", "some text")
    assert shelf.all == ()


def test_without_a_folder_there_are_none_and_none_is_kept():
    assert SnippetShelf().all == ()
    with pytest.raises(EditRefused):
        SnippetShelf().save("Wait", tree_text())


@given(st.binary(max_size=400))
def test_any_bytes_are_safe(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("any")
    (folder / FOLDER_NAME).mkdir()
    (folder / FOLDER_NAME / f"any{ENDING}").write_bytes(content)
    shelf = SnippetShelf(folder)
    assert len(shelf.all) + len(shelf.damaged) == 1


def test_an_empty_document_has_no_graph_to_put_one_into(shelf):
    shelf.save("Wait", tree_text())
    with pytest.raises(EditRefused):
        insert_snippet(empty_document(), "none", shelf.all[0], REGISTRY)
