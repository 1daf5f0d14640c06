"""What differs between two documents makes either of them of the other, exactly, and is small."""

from __future__ import annotations

import gc
import itertools
import random
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.edits.history import History
from graphs.edits.patches import LONG_LIST, MOST_ORDERED, ListPatch, MovedMember, patch_between
from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from graphs.structure.graph_index import GraphIndex, parts_of
from graphs.structure.queries import index_of
from tests.example_counts import daily
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.random_documents import documents
from tests.graphs.validation.test_checker import mixed_documents

IDS = st.lists(st.sampled_from([f"n{number}" for number in range(80)]), min_size=LONG_LIST, max_size=90)


def assert_leads_both_ways(old: Document, new: Document) -> None:
    patch = patch_between(old, new)
    for made, meant in ((patch.forward(old), new), (patch.backward(new), old)):
        assert made == meant
        assert document_to_bytes(made) == document_to_bytes(meant)
        assert [*made.graphs] == [*meant.graphs]
        assert [*made.variables] == [*meant.variables]
        for graph in made.graphs.values():
            assert index_of(graph).parents == GraphIndex(parts_of(graph)).parents


@settings(max_examples=daily(12, deep=60), deadline=None)
@given(documents(), documents())
def test_any_document_is_made_of_any_other(old: Document, new: Document) -> None:
    assert_leads_both_ways(old, new)


@settings(max_examples=daily(12, deep=60), deadline=None)
@given(mixed_documents())
def test_documents_that_share_parts_are_made_of_each_other(states: list[Document]) -> None:
    for old, new in itertools.pairwise(states):
        assert_leads_both_ways(old, new)


@given(IDS, IDS)
def test_any_long_list_is_made_of_any_other(old: list[str], new: list[str]) -> None:
    patch = patch_between(tuple(old), tuple(new))
    assert patch.forward(tuple(old)) == tuple(new)
    assert patch.backward(tuple(new)) == tuple(old)


@given(IDS, st.integers(0, 200), st.integers(0, 200))
def test_a_moved_member_costs_its_two_places(ids: list[str], start: int, end: int) -> None:
    old = tuple(ids)
    rest = [*old]
    one = rest.pop(start % len(old))
    rest.insert(end % len(old), one)
    patch = patch_between(old, tuple(rest))
    assert patch.forward(old) == tuple(rest)
    assert patch.backward(tuple(rest)) == old
    assert isinstance(patch, MovedMember) or (isinstance(patch, ListPatch) and len(patch.old) <= 1)


@pytest.mark.parametrize(("old", "new"), [(1, 1.0), (True, 1), (0, False), (0.0, -0.0), (1.0, True)])
def test_values_that_are_equal_and_not_the_same_come_back_as_they_were(old: Any, new: Any) -> None:
    first = document_of(tree({"r": {"kind": "wait", "params": {"seconds": old}}}))
    graph = first.graphs["g"]
    node = graph.nodes["r"].model_copy(update={"params": {"seconds": new}})
    changed = graph.model_copy(update={"nodes": {"r": node}})
    second = first.model_copy(update={"graphs": {"g": changed}})
    history = History(first)
    history.commit("Set", second)
    expected = document_to_bytes(first), document_to_bytes(second)
    assert expected[0] != expected[1]
    del first, second, graph, node, changed
    history.undo()
    assert document_to_bytes(history.document) == expected[0]
    history.redo()
    assert document_to_bytes(history.document) == expected[1]


def test_a_graph_that_is_removed_comes_back_in_its_place() -> None:
    document = document_of(tree({"r": "wait"}))
    for _ in range(5):
        document, _ = edits.add_graph(document, "state_machine")
    order = [*document.graphs]
    history = History(document)
    history.commit("Remove", edits.remove_graph(document, order[2]))
    del document
    history.undo()
    assert [*history.document.graphs] == order
    assert len(order) <= MOST_ORDERED


def large_machine(count: int) -> Document:
    nodes = {f"s{each}": {"kind": "state", "transitions": [f"t{each}"]} for each in range(count)}
    edges = {f"t{item}": {"targets": [f"s{(item + 1) % count}"], "guard": "d < 3"} for item in range(count)}
    return document_of(machine(nodes, edges), variables={"d": {"type": "float"}})


def one_edit(document: Document, number: int, source: random.Random) -> Document:
    states, transitions = document.graphs["g"].nodes, document.graphs["g"].edges  # type: ignore[union-attr]
    one, other = source.sample([*states], 2)
    edge = source.choice([*transitions])
    match number % 7:
        case 0:
            return edits.set_field(document, "g", one, "note", f"note {number}")
        case 1:
            return edits.add_node(document, "g", "state", REGISTRY, at=(number, 0))[0]
        case 2:
            return edits.remove(document, "g", [one])
        case 3:
            return edits.connect(document, "g", one, other, REGISTRY)[0]
        case 4:
            return edits.move_child(document, "g", one, source.randrange(len(states)))
        case 5:
            return edits.retarget(document, "g", edge, [one], REGISTRY)
        case _:
            return edits.move(document, "g", {one: (number, number)})


def bytes_per_step(count: int, steps: int = 210) -> float:
    """Return how much memory each step of a long row of edits holds."""
    source = random.Random(7)
    tracemalloc.start()
    try:
        history = History(large_machine(count))
        for number in range(70):
            history.commit("Edit", one_edit(history.document, number, source))
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for number in range(steps):
            history.commit("Edit", one_edit(history.document, number, source))
        gc.collect()
        return (tracemalloc.get_traced_memory()[0] - before) / steps
    finally:
        tracemalloc.stop()


def test_a_step_costs_memory_for_what_it_changed_whatever_the_size_of_the_document() -> None:
    small, large = bytes_per_step(300), bytes_per_step(3000)
    print(f"bytes per step: {small:.0f} of 300 states, {large:.0f} of 3,000")
    assert small < 5_000
    assert large < 1.5 * small
