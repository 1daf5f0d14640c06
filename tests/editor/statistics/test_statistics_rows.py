"""Rows of the table: what was drawn stands beside what was to be expected, and sorts by how far off it is."""

from __future__ import annotations

from editor.panels.statistics.statistics_rows import COLUMNS, columns_for, rows_of
from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import empty_document
from runtime.history.counts.element_statistics import DrawnChild, ElementStatistics
from runtime.minds.program.rows import RowFamily

REGISTRY = builtin_registry()


def test_what_a_random_selector_drew_is_named_by_its_children():
    document, graph = add_graph(empty_document(), "behavior_tree", "Walk")
    document, pick = add_node(document, graph, "random_selector", REGISTRY)
    document, left = add_node(document, graph, "wait", REGISTRY, parent=pick)
    document, right = add_node(document, graph, "wait", REGISTRY, parent=pick)
    document = set_field(document, graph, left, "title", "Left")
    document = set_field(document, graph, right, "title", "Right")
    children = (DrawnChild(left, 10, 7, 5), DrawnChild(right, 10, 3, 5))
    elements = {
        (graph, pick): ElementStatistics(
            graph, pick, RowFamily.TREE_NODE, "random_selector", 20, 20, children=children
        ),
        (graph, left): ElementStatistics(graph, left, RowFamily.TREE_NODE, "wait", 20, 7),
    }
    rows = rows_of(elements, document, REGISTRY)
    column = next(each for each in COLUMNS if each.title == "Drawn / expected")
    assert column in columns_for(rows)
    assert column.words(rows[0]) == "Left 70% / 50% · Right 30% / 50%"
    assert column.words(rows[1]) == ""
    assert column.sorts_by(rows[0]) == 0.2
    assert column.sorts_by(rows[1]) is None


def test_children_that_were_in_no_draw_are_not_named():
    document, graph = add_graph(empty_document(), "behavior_tree", "Walk")
    document, pick = add_node(document, graph, "random_selector", REGISTRY)
    one = ElementStatistics(
        graph, pick, RowFamily.TREE_NODE, "random_selector", children=(DrawnChild("gone", 0, 0, 0),)
    )
    [row] = rows_of({(graph, pick): one}, document, REGISTRY)
    assert row.drawn == ()
