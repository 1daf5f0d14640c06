from __future__ import annotations

import pytest

from graphs.edits.adding import add_node
from graphs.edits.aligning import move, place_freely, place_tidily, set_collapsed
from graphs.edits.clipboard import copy, duplicate, paste
from graphs.edits.extracting import wrap_into_subgraph
from graphs.edits.graph_library import add_graph
from graphs.edits.ordering import reparent
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.layout.free_trees import carried_places, free_places, is_placed_freely, tidied_places, tops_of
from graphs.model import BehaviorTreeGraph, Document
from graphs.model.document import empty_document
from graphs.structure.queries import children_of

REGISTRY = builtin_registry()


def tree() -> tuple[Document, str, str, str, str]:
    """Return a sequence with two waits, and the ids of graph, sequence and waits."""
    document, graph = add_graph(empty_document(), "behavior_tree", "Walk")
    document, top = add_node(document, graph, "sequence", REGISTRY)
    document, first = add_node(document, graph, "wait", REGISTRY, parent=top)
    document, second = add_node(document, graph, "wait", REGISTRY, parent=top)
    return document, graph, top, first, second


def tree_of(document: Document, graph_id: str) -> BehaviorTreeGraph:
    graph = document.graphs[graph_id]
    assert isinstance(graph, BehaviorTreeGraph)
    return graph


def test_a_tree_placed_freely_stores_places_and_keeps_its_order() -> None:
    document, graph, top, first, second = tree()
    free = place_freely(document, graph, {top: (0, 0), first: (300, 40), second: (-80, 90), "gone": (1, 1)})
    assert is_placed_freely(free.graphs[graph])
    assert not is_placed_freely(document.graphs[graph])
    assert free.graphs[graph].layout[first].at == (300, 40)
    assert "gone" not in free.graphs[graph].layout
    assert children_of(free.graphs[graph], top) == (first, second)
    assert document_from_bytes(document_to_bytes(free)) == free


def test_tidily_forgets_every_place_but_those_of_loose_nodes_and_keeps_what_is_folded() -> None:
    document, graph, top, first, _ = tree()
    document, loose = add_node(document, graph, "wait", REGISTRY, at=(500, 0))
    free = place_freely(document, graph, {top: (0, 0), first: (300, 40), loose: (520, 16)})
    free = set_collapsed(free, graph, top, True)
    tidy = place_tidily(free, graph).graphs[graph]
    assert not is_placed_freely(tidy)
    assert {key for key, entry in tidy.layout.items() if entry.at is not None} == {loose}
    assert tidy.layout[top].collapsed


def test_there_and_back_leaves_the_document_as_it_was() -> None:
    document, graph, top, first, second = tree()
    free = place_freely(document, graph, {top: (8, 8), first: (1, 2), second: (3, 4)})
    assert document_to_bytes(place_tidily(free, graph)) == document_to_bytes(document)


def test_a_machine_is_refused() -> None:
    document, graph = add_graph(empty_document(), "state_machine", "Guard")
    for edit in (lambda: place_freely(document, graph, {}), lambda: place_tidily(document, graph)):
        with pytest.raises(EditRefused):
            edit()


def test_nodes_without_a_place_stand_by_their_parent_as_in_the_tidy_tree() -> None:
    document, graph, top, first, second = tree()
    free = tree_of(place_freely(document, graph, {top: (100, 100), first: (300, 40)}), graph)
    tidy = {top: (0.0, 0.0), first: (-60.0, 80.0), second: (60.0, 80.0)}
    children = {top: (first, second), first: (), second: ()}
    assert free_places(free, (top, first, second), children, tidy) == {
        top: (100, 100),
        first: (300, 40),
        second: (160, 180),
    }


def test_a_node_carries_all_below_it() -> None:
    document, graph, top, first, second = tree()
    free = place_freely(document, graph, {top: (0, 0), first: (10, 80), second: (200, 80)})
    shown = {top: (0.0, 0.0), first: (10.0, 80.0), second: (200.0, 80.0)}
    shape = tree_of(free, graph)
    places = carried_places(shape, tops_of(shape, (first, top)), shown, (16, 32))
    assert places == {top: (16, 32), first: (26, 112), second: (216, 112)}
    moved = move(free, graph, places)
    assert moved.graphs[graph].layout[second].at == (216, 112)


def test_tidying_up_below_a_node_leaves_it_where_it_is() -> None:
    document, graph, top, first, second = tree()
    document = place_freely(document, graph, {top: (50, 60), first: (10, 80), second: (200, 80)})
    free = tree_of(document, graph)
    tidy = {top: (0.0, 0.0), first: (-60.0, 80.0), second: (60.0, 80.0)}
    shown = {top: (50.0, 60.0), first: (10.0, 80.0), second: (200.0, 80.0)}
    assert tidied_places(free, (top,), shown, tidy) == {first: (-10, 140), second: (110, 140)}


def free_tree() -> tuple[Document, str, str, str, str]:
    document, graph, top, first, second = tree()
    places = {top: (0, 0), first: (300, 40), second: (-80, 90)}
    return place_freely(document, graph, places), graph, top, first, second


def test_a_node_that_is_hung_elsewhere_stays_where_it_is() -> None:
    document, graph, top, first, _ = free_tree()
    document, other = add_node(document, graph, "selector", REGISTRY, parent=top)
    document = reparent(document, graph, first, other, REGISTRY)
    assert document.graphs[graph].layout[first].at == (300, 40)
    assert children_of(document.graphs[graph], other) == (first,)


def test_a_copy_stands_by_its_parent_and_not_on_the_original() -> None:
    document, graph, top, first, _ = free_tree()
    document, ids = duplicate(document, graph, {first}, REGISTRY)
    assert document.graphs[graph].layout[ids[0]].at not in (None, (300, 40))
    pasted, made = paste(document, graph, copy(document, graph, {top}), REGISTRY, at=(500, 500))
    inner = children_of(pasted.graphs[graph], made[0])
    assert pasted.graphs[graph].layout[made[0]].at == (500, 500)
    assert inner
    assert all(each not in pasted.graphs[graph].layout for each in inner)


def test_a_branch_that_becomes_a_graph_of_its_own_keeps_its_places() -> None:
    document, graph, top, *_ = free_tree()
    document, below = add_node(document, graph, "sequence", REGISTRY, parent=top)
    document, leaf = add_node(document, graph, "wait", REGISTRY, parent=below)
    document = move(document, graph, {below: (10, 200), leaf: (40, 300)})
    document, made, call = wrap_into_subgraph(document, graph, {below}, REGISTRY)
    assert is_placed_freely(document.graphs[made])
    assert document.graphs[made].layout[leaf].at == (40, 300)
    assert document.graphs[graph].layout[call].at == (10, 200)
    assert leaf not in document.graphs[graph].layout
