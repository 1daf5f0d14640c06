from __future__ import annotations

from graphs.edits.adding import add_node
from graphs.edits.connecting import connect
from graphs.edits.events import add_event
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.edits.variables import add_parameter, add_variable, rename_variable
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.searching.uses_of_names import NamePlaces, uses_of_event, uses_of_variable
from tests.graphs.builders import document_of, tree

REGISTRY = builtin_registry()


def guard() -> tuple[Document, str, str, str, str]:
    document, graph = add_graph(empty_document(), "state_machine", "Guard")
    document, _ = add_variable(document, "d", "float")
    document, _ = add_event(document, "noise")
    document, idle = add_node(document, graph, "state", REGISTRY, fields={"name": "Idle"})
    document, go = add_node(document, graph, "state", REGISTRY, fields={"name": "Go"})
    document, edge = connect(document, graph, idle, go, REGISTRY, fields={"guard": "d < 5"})
    return document, graph, idle, go, edge


def elements(places: NamePlaces) -> tuple[list[str], list[str]]:
    return [reader.element for reader in places.readers], [writer.element for writer in places.writers]


def test_guards_read_and_action_lines_write_a_variable() -> None:
    document, graph, idle, go, edge = guard()
    document = set_field(document, graph, go, "entry", ["d = d + 1"])
    assert elements(uses_of_variable(document, "d", "", REGISTRY)) == ([go, edge], [go])
    assert elements(uses_of_variable(document, "nobody", "", REGISTRY)) == ([], [])
    assert idle not in elements(uses_of_variable(document, "d", "", REGISTRY))[0]


def test_a_graph_with_a_name_of_its_own_means_its_own() -> None:
    document, *_ = guard()
    document, tree = add_graph(document, "behavior_tree", "Walk")
    document, _ = add_parameter(document, tree, "d", "float")
    document, ask = add_node(document, tree, "condition", REGISTRY, fields={"test": "d > 1"})
    assert ask not in elements(uses_of_variable(document, "d", "", REGISTRY))[0]
    assert elements(uses_of_variable(document, "d", tree, REGISTRY)) == ([ask], [])


def test_a_word_in_a_text_that_only_looks_like_the_name_is_no_use() -> None:
    document, *_ = guard()
    document, tree = add_graph(document, "behavior_tree", "Say")
    document, log = add_node(document, tree, "log", REGISTRY)
    document = set_field(document, tree, log, "params.text", "d is small")
    assert log not in [
        each for part in elements(uses_of_variable(document, "d", "", REGISTRY)) for each in part
    ]


def test_events_are_raised_and_taken() -> None:
    document, graph, _, go, edge = guard()
    document = set_field(document, graph, edge, "event", "noise")
    document = set_field(document, graph, go, "entry", ["raise noise"])
    assert elements(uses_of_event(document, "noise")) == ([edge], [go])


def test_claims_read_and_write_the_places_they_count_and_only_read_who_is_claimed() -> None:
    nodes = {
        "r": {"kind": "sequence", "children": ["c", "d", "e"]},
        "c": {"kind": "claim", "params": {"variable": "tokens"}},
        "d": {"kind": "release", "params": {"variable": "tokens"}},
        "e": {"kind": "claim", "params": {"variable": "seat"}},
    }
    declared = {"tokens": {"type": "int", "scope": "world"}, "seat": {"type": "entity"}}
    document = document_of(tree(nodes), variables=declared)
    assert elements(uses_of_variable(document, "tokens", "", REGISTRY)) == (["c", "d"], ["c", "d"])
    assert elements(uses_of_variable(document, "seat", "", REGISTRY)) == (["e"], [])
    renamed = rename_variable(document, "tokens", "places")
    assert elements(uses_of_variable(renamed, "places", "", REGISTRY)) == (["c", "d"], ["c", "d"])
    assert elements(uses_of_variable(renamed, "tokens", "", REGISTRY)) == ([], [])
