"""A behavior tree that grows from left to right: places, lines, drops, keys, files, pictures."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.items.hit_testing import HitKind
from editor.canvas.scene.graph_picture import svg_bytes
from graphs.difference.difference_text import difference_line
from graphs.difference.document_difference import document_difference
from graphs.edits.aligning import clear_layout, lead_across, place_freely, place_tidily
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes
from graphs.layout.free_trees import runs_across
from graphs.merging.document_merge import merge_documents
from graphs.structure.queries import child_ids, children_of, parent_of
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import game_registry, interrupts, soldier

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def across(open_canvas: OpenCanvas) -> Hand:
    hand = open_canvas(soldier(), size=(1500, 1000))
    hand.view.placing.toggle_across()
    hand.view.entering.frame_all()
    return hand


def _pairs(hand: Hand) -> list[tuple[str, str]]:
    nodes = hand.graph().nodes
    return [(node, child) for node in nodes for child in child_ids(nodes[node]) if node in hand.tree.rects]


def test_children_are_right_of_their_parent_in_order_from_top_to_bottom(across: Hand) -> None:
    for parent, child in _pairs(across):
        assert across.rect(child).left > across.rect(parent).right
    for node, entry in across.graph().nodes.items():
        tops = [across.rect(child).top for child in child_ids(entry) if node in across.tree.rects]
        assert tops == sorted(tops)
    rects = list(across.tree.rects.values())
    assert not any(a.overlaps(b) for a in rects for b in rects if a is not b)


def test_lines_lead_from_the_right_side_to_the_left_one(across: Hand) -> None:
    for parent, bus in across.tree.buses.items():
        for line, points in bus.ways():
            assert points[0][0] == across.rect(parent).right
            assert points[-1] == (across.rect(line.child).left, across.rect(line.child).center[1])


def test_it_is_one_step_and_back(across: Hand) -> None:
    assert runs_across(across.graph())
    across.session.undo()
    assert not runs_across(across.graph())
    assert not across.tree.across
    across.session.redo()
    assert across.tree.across


def test_the_handle_is_at_the_right_and_a_wire_from_it_goes_in_by_height(across: Hand) -> None:
    parent = next(node for node, entry in across.graph().nodes.items() if len(child_ids(entry)) > 1)
    port = across.tree.port(parent)
    assert port == (across.rect(parent).right, across.rect(parent).center[1])
    assert across.view.canvas.hit((port[0] + 3, port[1]), 1.0).kind is HitKind.PORT
    first = child_ids(across.graph().nodes[parent])[0]
    above = across.rect(first).center[0], across.rect(first).top - 6
    across.view.adding.open_add_search(above, parent)
    assert across.view.adding._add_place.index == 0
    across.view.search.popup.cancel()


def test_a_node_is_dropped_above_and_below_its_siblings(across: Hand) -> None:
    parent = next(
        node for node in across.tree.shape.children if len(child_ids(across.graph().nodes[node])) > 2
    )
    first, *_, last = child_ids(across.graph().nodes[parent])
    target = across.rect(first)
    across.drag(across.center(last), (target.center[0], target.top + 3))
    assert children_of(across.graph(), parent)[0] == last
    assert parent_of(across.graph(), last) == parent
    across.session.undo()
    across.drag_and_escape(across.center(last), (target.center[0], target.top + 3))
    assert children_of(across.graph(), parent)[0] == first


def test_arrows_follow_the_picture(across: Hand) -> None:
    root = across.graph().root
    first, second = child_ids(across.graph().nodes[root])[:2]
    across.session.select([root])
    for key, expected in (
        (Qt.Key.Key_Right, first),
        (Qt.Key.Key_Down, second),
        (Qt.Key.Key_Up, first),
        (Qt.Key.Key_Left, root),
    ):
        across.key(key)
        assert across.session.selection == {expected}


def test_ctrl_with_an_arrow_moves_a_node_the_way_it_points(across: Hand) -> None:
    root = across.graph().root
    first, second = child_ids(across.graph().nodes[root])[:2]
    across.session.select([first])
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Down, CTRL)
    event.ignore()
    QApplication.sendEvent(across.view, event)
    assert event.isAccepted()
    across.key(Qt.Key.Key_Down, CTRL)
    assert child_ids(across.graph().nodes[root])[:2] == (second, first)
    across.key(Qt.Key.Key_Up, CTRL)
    assert child_ids(across.graph().nodes[root])[:2] == (first, second)
    across.view.placing.toggle_across()
    event.ignore()
    QApplication.sendEvent(across.view, event)
    assert not event.isAccepted()


def test_order_numbers_and_what_stands_for_hidden_nodes_are_beside_the_node(across: Hand) -> None:
    numbered = next(key for key, part in across.tree.nodes.items() if part.base.order_number is not None)
    bounds = across.tree.nodes[numbered].paint_bounds(across.rect(numbered))
    assert across.rect(numbered).left - bounds.left() > 20
    parent = next(
        node
        for node, entry in across.graph().nodes.items()
        if child_ids(entry) and node != across.graph().root
    )
    across.view.entering.toggle_collapsed(parent)
    x, y = across.tree.port(parent)
    assert across.view.canvas.hit((x + 32, y), 1.0).kind is HitKind.STUB


def test_nodes_placed_freely_keep_their_places_and_hang_to_the_right(across: Hand) -> None:
    before = dict(across.tree.rects)
    across.view.placing.toggle_free_placement()
    assert across.tree.rects == before
    for parent, bus in across.tree.buses.items():
        assert bus.start == across.tree.port(parent)
    document = across.session.document
    assert runs_across(place_tidily(document, "g1").graphs["g1"])
    assert runs_across(clear_layout(document, "g1").graphs["g1"])


def test_the_picture_in_a_file_follows(across: Hand) -> None:
    content = across.view.canvas.content_rect()
    assert content.width() > content.height()
    written = svg_bytes(across.view.canvas, content, "Soldier")
    across.view.placing.toggle_across()
    assert written != svg_bytes(across.view.canvas, across.view.canvas.content_rect(), "Soldier")


# ---- the document ----


def test_a_file_that_uses_it_says_version_2_and_one_that_does_not_keeps_its_bytes() -> None:
    before = document_to_bytes(soldier())
    document = lead_across(document_from_bytes(before), "g1", True)
    value = json.loads(document_to_bytes(document))
    assert (value["version"], value["graphs"]["g1"]["layout"][""]) == (2, {"across": True})
    assert document_from_bytes(document_to_bytes(document)) == document
    assert document_to_bytes(lead_across(document, "g1", False)) == before
    assert lead_across(document, "g1", True) is document
    free = place_freely(document, "g1", {})
    assert runs_across(free.graphs["g1"])


@pytest.mark.parametrize("wrong", ["yes", 1, None])
def test_a_wrong_value_is_refused_in_words(wrong: object) -> None:
    value = json.loads(document_to_bytes(soldier()))
    value["graphs"]["g1"].setdefault("layout", {})[""] = {"across": wrong}
    with pytest.raises(FileProblem) as caught:
        document_from_bytes(json.dumps(value).encode())
    assert "across" in caught.value.where
    assert caught.value.message.startswith("Expected true or false")


def test_machines_and_decision_trees_are_refused() -> None:
    with pytest.raises(EditRefused, match="Only a behavior tree"):
        lead_across(interrupts(), "g1", True)


def test_differences_name_it_and_merges_keep_it() -> None:
    base = soldier()
    turned = lead_across(base, "g1", True)
    found = {each.place.field: each for each in document_difference(base, turned)}
    assert "the way it grows" in difference_line(found["layout"], base, turned, game_registry())
    assert found["layout"].only_canvas
    assert runs_across(merge_documents(base, base, turned).document.graphs["g1"])
