"""The union of two versions holds everything of both, and what was removed stands where it was."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings

from editor.comparison.comparison import merged, union_document
from editor.comparison.graph_marks import graph_marks
from graphs.difference.document_difference import document_difference
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import children_of, index_of
from tests.editor.canvas.sample_documents import attack_or_flee, soldier, tank
from tests.example_counts import daily
from tests.graphs.random_documents import documents

Json = dict[str, Any]


def _edited(source: Document, graph_id: str) -> tuple[Json, Json]:
    """Return a document as JSON, and one of its graphs in it, to be changed by hand."""
    whole = json.loads(source.model_dump_json(by_alias=True, exclude_defaults=True))
    return whole, whole["graphs"][graph_id]


def _made(value: Json) -> Document:
    return Document.model_validate_json(json.dumps(value))


def test_what_is_gone_follows_the_neighbor_it_followed():
    assert merged("abcd", "ad", {"b", "c"}) == ("a", "b", "c", "d")
    assert merged("abcd", "da", {"b", "c"}) == ("d", "a", "b", "c")
    assert merged("ab", "xb", {"a"}) == ("a", "x", "b")
    assert merged("ab", "", {"a"}) == ("a",)


def test_a_removed_state_stands_in_its_old_compound_with_its_transitions():
    old = tank()
    value, graph = _edited(old, "g1")
    graph["nodes"].pop("finding")
    graph["nodes"]["patrol"]["children"].remove("finding")
    graph["nodes"]["entry"]["transitions"].remove("ef")
    graph["nodes"]["moving"]["transitions"].remove("mf")
    for edge in ("ef", "mf", "fm"):
        graph["edges"].pop(edge)
    graph["layout"].pop("finding")
    union = union_document(old, _made(value)).graphs["g1"]
    assert isinstance(union, StateMachineGraph)
    assert union.nodes["patrol"].children == ("entry", "moving", "finding")
    assert union.nodes["entry"].transitions == ("em", "ef")
    assert union.layout["finding"] == old.graphs["g1"].layout["finding"]


def test_a_removed_root_hangs_loose_beside_the_new_one():
    old = soldier()
    value, graph = _edited(old, "g1")
    graph["nodes"] = {"attack": {"kind": "sequence"}}
    graph["root"] = "attack"
    union = union_document(old, _made(value)).graphs["g1"]
    assert not isinstance(union, StateMachineGraph)
    assert union.root == "attack"
    assert union.loose == ("root",)
    assert children_of(union, "root") == ("lost", "seen")


def test_a_removed_branch_is_drawn_where_it_was():
    old = attack_or_flee()
    value, graph = _edited(old, "g1")
    graph["nodes"]["hp"]["branches"].pop(0)
    graph["nodes"].pop("flee")
    union = union_document(old, _made(value)).graphs["g1"]
    assert children_of(union, "hp") == ("flee", "dist")


@given(documents(), documents())
@settings(max_examples=daily(12, deep=60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_of_either_version_is_lost(old, new):
    union = union_document(old, new)
    for each in {*old.graphs, *new.graphs}:
        was, now = old.graphs.get(each), new.graphs.get(each)
        kinds = {graph.kind for graph in (was, now) if graph is not None}
        for graph in (was, now) if len(kinds) == 1 else (now,):
            if graph is not None:
                assert graph.nodes.keys() <= union.graphs[each].nodes.keys()
        index_of(union.graphs[each])
    again = union_document(new, new)
    assert {key: graph.nodes for key, graph in again.graphs.items()} == {
        item: graph.nodes for item, graph in new.graphs.items()
    }


def test_marks_tell_what_became_of_each_thing():
    old = tank()
    value, graph = _edited(old, "g1")
    graph["nodes"]["new"] = {"kind": "state", "name": "New"}
    graph["children"] = ["patrol", "shoot", "chase", "new"]
    graph["nodes"]["shoot"]["name"] = "Fire"
    graph["edges"]["pc"]["guard"] = "d < 6"
    graph["layout"]["chase"]["at"] = [500, 50]
    graph["nodes"]["chase"]["transitions"] = ["cp1", "cs"]
    graph["edges"].pop("cp2")
    marks = graph_marks(document_difference(old, _made(value)))
    assert marks.added == {"new"}
    assert marks.removed == {"cp2"}
    assert marks.changed == {"shoot", "pc"}
    assert marks.placed == {"chase"}
    assert set(marks.moved) & {"chase", "shoot"}
    assert all(move.is_reorder for move in marks.moved.values())
    assert marks.counts()["removed"] == 1
