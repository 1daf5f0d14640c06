"""What a node and a state show of preconditions and of lines for an end."""

from __future__ import annotations

import pytest

from editor.canvas.items.pictures import state_rows, tree_node_picture
from editor.canvas.items.shown_values import state_value_rects
from editor.canvas.painting.node_geometry import node_geometry
from editor.canvas.painting.pictures import StatePicture, Strip
from editor.canvas.routing.shapes import Rect
from graphs.model import StateNode, TreeNode
from tests.graphs.builders import REGISTRY, document_of, machine, tree

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_node_has_a_strip_for_each_with_the_word_of_what_it_is_for():
    node = {
        "kind": "wait",
        "guard": {"test": "on"},
        "preconditions": [{"test": "n > 3", "gives": "skip"}, {"test": "on", "gives": "while"}],
        "on_end": ["n = 1", "n = 2"],
        "on_halt": ["n = 0"],
    }
    document = document_of(tree({"r": node}))
    graph = document.graphs["g"]
    found = graph.nodes["r"]
    assert isinstance(found, TreeNode)
    picture = tree_node_picture(found, graph, document, REGISTRY)
    assert picture.preconditions == (Strip("n > 3", "skip"), Strip("on", "while"))
    assert picture.ends == (Strip("n = 0", "halt"), Strip("n = 1; n = 2", "end"))
    geometry = node_geometry(picture)
    assert geometry.body_top == 3 * 22
    assert geometry.height == geometry.body_top + geometry.body_height + 2 * 22


def test_a_state_has_a_row_for_each_end_of_its_activity_which_is_not_edited_in_place():
    activity = {"action": "wander", "on_success": ["n = 1"], "on_end": ["n = 2"]}
    document = document_of(machine({"s": {"kind": "state", "entry": ["n = 0"], "activity": activity}}))
    state = document.graphs["g"].nodes["s"]
    assert isinstance(state, StateNode)
    rows = state_rows(state, document, REGISTRY)
    assert [(row.key, row.text) for row in rows[2:]] == [("on success", "n = 1"), ("on end", "n = 2")]
    rects = state_value_rects(StatePicture("s", rows=rows), Rect(0, 0, 200, 120))
    assert rects.keys() == {"entry", "activity"}
