"""Parts of a question for places hang below one only, whatever edit would bring them elsewhere."""

from __future__ import annotations

import pytest

from graphs.edits.adding import add_node, add_on_edge, insert_on_edge
from graphs.edits.clipboard import copy, duplicate, paste
from graphs.edits.connecting import connect
from graphs.edits.extracting import wrap_into_subgraph
from graphs.edits.kind_change import change_kind
from graphs.edits.ordering import reparent, swap
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import pull_out, remove_and_heal
from graphs.edits.setting import set_root
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import empty_document
from graphs.structure.queries import TOP, children_of

REGISTRY = builtin_registry()
PART, NONE_ITS_OWN = "is a part of Best place", "Best place takes its own parts only"


def tree(**nodes: tuple[str, tuple[str, ...]]) -> Document:
    """Return a document with one tree of nodes: kind and children by id; the first one is the root."""
    made = {key: TreeNode(kind=kind, children=children) for key, (kind, children) in nodes.items()}
    below = {child for _, children in nodes.values() for child in children}
    root, *others = (key for key in nodes if key not in below)
    graph = BehaviorTreeGraph(kind="behavior_tree").model_copy(
        update={"root": root, "nodes": made, "loose": tuple(others)}
    )
    return empty_document().model_copy(update={"graphs": {"g": graph}, "root": "g"})


def asking() -> Document:
    """Return a sequence of a question with two parts and an action, and a loose part beside it."""
    return tree(
        top=("sequence", ("ask", "go")),
        ask=("best_place", ("ring", "keep")),
        ring=("points_ring", ()),
        keep=("keep_places", ()),
        go=("wait", ()),
        loose=("score_places", ()),
    )


def test_parts_are_added_connected_copied_and_moved_where_they_belong():
    document, added = add_node(asking(), "g", "points_of_cover", REGISTRY, parent="ask", index=0)
    assert children_of(document.graphs["g"], "ask") == (added, "ring", "keep")
    document, _ = connect(document, "g", "ask", "loose", REGISTRY)
    assert children_of(document.graphs["g"], "ask")[-1] == "loose"
    document, copies = duplicate(document, "g", ["keep"], REGISTRY)
    assert copies[0] in children_of(document.graphs["g"], "ask")
    document = swap(document, "g", "ring", "keep", REGISTRY)
    changed = change_kind(document, "g", "ring", "points_grid", REGISTRY)
    assert changed.graphs["g"].nodes["ring"].kind == "points_grid"


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda d: add_node(d, "g", "points_ring", REGISTRY, parent="top"), PART),
        (lambda d: add_node(d, "g", "wait", REGISTRY, parent="ask"), NONE_ITS_OWN),
        (lambda d: add_on_edge(d, "g", "ring", "inverter", REGISTRY), NONE_ITS_OWN),
        (lambda d: add_on_edge(d, "g", "ask", "best_place", REGISTRY), NONE_ITS_OWN),
        (lambda d: insert_on_edge(d, "g", "go", "loose", REGISTRY), "leaf"),
        (lambda d: connect(d, "g", "top", "loose", REGISTRY), PART),
        (lambda d: connect(d, "g", "ask", "go", REGISTRY), NONE_ITS_OWN),
        (lambda d: reparent(d, "g", "ring", "top", REGISTRY), PART),
        (lambda d: paste(d, "g", copy(d, "g", ["keep"]), REGISTRY, parent="top"), PART),
        (lambda d: paste(d, "g", copy(d, "g", ["go"]), REGISTRY, parent="ask"), NONE_ITS_OWN),
        (lambda d: change_kind(d, "g", "ring", "wait", REGISTRY), NONE_ITS_OWN),
        (lambda d: change_kind(d, "g", "go", "points_ring", REGISTRY), PART),
        (lambda d: change_kind(d, "g", "ask", "sequence", REGISTRY), PART),
        (lambda d: swap(d, "g", "ring", "go", REGISTRY), PART),
        (lambda d: pull_out(d, "g", "ask", REGISTRY), PART),
        (lambda d: remove_and_heal(d, "g", ["ask"], REGISTRY), PART),
        (lambda d: wrap_into_subgraph(d, "g", ["ring"], REGISTRY), NONE_ITS_OWN),
    ],
)
def test_what_would_bring_them_elsewhere_is_refused_with_the_words_of_the_rule(edit, reason):
    with pytest.raises(EditRefused) as refused:
        edit(asking())
    assert reason in refused.value.reason
    assert refused.value.remedy


def test_a_part_is_no_root_but_may_lie_loose():
    empty = empty_document().model_copy(
        update={"graphs": {"g": BehaviorTreeGraph(kind="behavior_tree")}, "root": "g"}
    )
    with pytest.raises(EditRefused, match="no tree by itself"):
        add_node(empty, "g", "points_ring", REGISTRY)
    document, added = add_node(asking(), "g", "points_ring", REGISTRY, at=(0.0, 0.0))
    assert added in children_of(document.graphs["g"], TOP)
    with pytest.raises(EditRefused, match="no tree by itself"):
        change_kind(tree(only=("wait", ())), "g", "only", "points_ring", REGISTRY)
    with pytest.raises(EditRefused, match="no tree by itself") as refused:
        set_root(asking(), "g", "loose", REGISTRY)
    assert refused.value.remedy == "Add a Best place first."


def test_a_tree_that_is_wrong_already_can_be_mended_step_by_step():
    wrong = tree(top=("sequence", ("ring", "go", "ask")), ring=("points_ring", ()), go=("wait", ()),
                 ask=("best_place", ("stray",)), stray=("wait", ()))  # fmt: skip
    document = reparent(wrong, "g", "ring", "ask", REGISTRY)
    document = reparent(document, "g", "stray", "top", REGISTRY)
    assert children_of(document.graphs["g"], "ask") == ("ring",)
    assert change_kind(wrong, "g", "go", "inverter", REGISTRY).graphs["g"].nodes["go"].kind == "inverter"
