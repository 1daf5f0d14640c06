"""Questions about structure, on sound and on broken graphs."""

from __future__ import annotations

import gc

from graphs.basics.identity_cache import IdentityCache
from graphs.model import Document
from graphs.structure.queries import (
    TOP,
    ancestors,
    children_of,
    cycles,
    descendants,
    document_order,
    edges_into,
    index_of,
    parent_of,
    parents_of,
    source_of,
)
from graphs.structure.references import references_to
from tests.graphs.builders import decision, document_of, documents_of, machine, tree

DEEP = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "sequence", "children": ["c", "d"]},
            "b": "wait",
            "c": "wait",
            "d": "wait",
            "x": {"kind": "inverter", "children": ["y"]},
            "y": "wait",
        },
        loose=["x"],
    )
).graphs["g"]


def test_parents_children_and_order_of_a_tree() -> None:
    assert parent_of(DEEP, "d") == "a"
    assert parent_of(DEEP, "r") == TOP
    assert parent_of(DEEP, "gone") is None
    assert ancestors(DEEP, "d") == ("a", "r")
    assert descendants(DEEP, "r") == ("a", "c", "d", "b")
    assert document_order(DEEP) == ("r", "a", "c", "d", "b", "x", "y")
    assert children_of(DEEP, TOP) == ("r", "x")


def test_the_index_is_built_once_per_graph_object() -> None:
    assert index_of(DEEP) is index_of(DEEP)
    assert index_of(DEEP.model_copy()) is not index_of(DEEP)


def test_a_cache_forgets_what_is_gone() -> None:
    asked: list[str] = []

    def work_out(source: Document) -> int:
        asked.append("again")
        return len(source.graphs)

    cache: IdentityCache[Document, int] = IdentityCache(work_out)
    document = document_of(tree({"r": "wait"}))
    assert (cache(document), cache(document), asked) == (1, 1, ["again"])
    del document
    gc.collect()
    assert cache._entries == {}


def test_merged_branches_have_several_parents() -> None:
    graph = document_of(
        decision(
            {
                "r": {"kind": "test", "test": "a", "branches": [{"child": "x"}, {"child": "t"}]},
                "t": {"kind": "test", "test": "b", "branches": [{"child": "x"}, {"child": "x"}]},
                "x": "outcome",
            }
        )
    ).graphs["g"]
    assert parents_of(graph, "x") == ("r", "t")
    assert children_of(graph, "t") == ("x",)
    assert document_order(graph) == ("r", "x", "t")


def test_sources_and_targets_of_a_machine() -> None:
    graph = document_of(
        machine(
            {
                "a": {"kind": "state", "transitions": ["t1"]},
                "b": {"kind": "state", "children": ["c", "d"], "initial": "c"},
                "c": "state",
                "d": {"kind": "state", "transitions": ["t2"]},
                "e": "state",
            },
            {"t1": {"targets": ["b"]}, "t2": {"targets": ["e"]}, "t9": {"targets": ["a"]}},
            transitions=["t9"],
        )
    ).graphs["g"]
    assert source_of(graph, "t1") == "a"
    assert source_of(graph, "t9") == TOP
    assert source_of(graph, "gone") is None
    assert edges_into(graph, "a") == ("t9",)


def test_broken_graphs_are_walked_once() -> None:
    graph = document_of(
        tree(
            {
                "r": {"kind": "sequence", "children": ["a", "gone"]},
                "a": {"kind": "sequence", "children": ["r"]},
            }
        )
    ).graphs["g"]
    assert document_order(graph) == ("r", "a")
    assert cycles(graph) == (("r", "a"),)
    assert ancestors(graph, "a") in (("r",), ())
    assert descendants(graph, "r") == ("a",)


def test_calls_of_a_graph() -> None:
    document = documents_of(
        {
            "top": machine({"s": {"kind": "state", "activity": {"graph": "mid"}}}),
            "mid": tree({"r": {"kind": "subtree", "graph": "low"}}),
            "low": tree({"r": {"kind": "subtree", "graph": "mid"}}),
        }
    )
    assert [each.graph for each in references_to(document, "mid")] == ["low", "top"]
