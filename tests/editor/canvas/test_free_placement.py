"""Behavior trees and decision trees whose nodes stand where they are dragged."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from graphs.edits.adding import add_node
from graphs.layout.free_trees import is_placed_freely
from tests.editor.canvas.sample_documents import soldier

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hand(open_canvas):
    hand = open_canvas(soldier(), size=(1500, 800))
    hand.view.camera.reduced_motion = True
    return hand


@pytest.fixture
def free(hand):
    hand.view.placing.toggle_free_placement()
    return hand


def corners(hand):
    return {each: (hand.rect(each).left, hand.rect(each).top) for each in hand.tree.node_ids()}


def test_turning_it_on_and_off_is_one_step_each_and_moves_nothing(hand):
    before, places = hand.session.document, corners(hand)
    hand.view.placing.toggle_free_placement()
    assert is_placed_freely(hand.view.graph)
    assert corners(hand) == places
    hand.view.placing.toggle_free_placement()
    assert corners(hand) == places
    assert hand.session.document == before
    assert [step.label for step in hand.session.history.steps] == ["Place freely", "Place tidily"]
    hand.session.undo()
    assert is_placed_freely(hand.view.graph)


def test_a_drag_moves_a_node_with_all_below_it_and_keeps_order_and_parents(free):
    before, places = free.session.document, corners(free)
    parent = next(
        each for each, below in free.tree.shape.children.items() if below and each != free.view.graph.root
    )
    x, y = free.center(parent)
    free.drag((x, y), (x + 160, y + 96), keys=CONTROL)
    moved = {key for key, at in corners(free).items() if at != places[key]}
    assert moved == {parent, *free.tree.shape.children[parent]} | {
        inner for child in free.tree.shape.children[parent] for inner in free.tree.shape.children[child]
    }
    after = free.session.document
    assert after.graphs["g1"].nodes == before.graphs["g1"].nodes
    free.session.undo()
    assert free.session.document == before
    assert corners(free) == places
    free.session.redo()
    assert free.session.document == after


def test_a_drag_lands_on_the_grid_and_shows_edges_on_the_way(free):
    leaf = next(key for key, below in free.tree.shape.children.items() if not below)
    x, y = free.center(leaf)
    before = free.session.document
    free.press((x, y))
    free.move((x + 333, y + 217), start=(x, y))
    assert free.session.document is before
    parent = next(each for each, below in free.tree.shape.children.items() if leaf in below)
    end = next(line.end for line in free.tree.buses[parent].drops if line.child == leaf)
    port = free.tree.port(parent)
    assert port[1] + end[1] == pytest.approx(free.rect(leaf).top + 217, abs=17)
    free.release((x + 333, y + 217))
    at = free.view.graph.layout[leaf].at
    assert free.session.document is not before
    assert at == (free.rect(leaf).left, free.rect(leaf).top)


def test_escape_puts_everything_back(free):
    before, places = free.session.document, corners(free)
    leaf = next(key for key, below in free.tree.shape.children.items() if not below)
    free.drag_and_escape(free.center(leaf), (900, 700))
    assert free.session.document is before
    assert corners(free) == places
    assert not free.tree.item._gliding


def test_reordering_by_keys_changes_the_numbers_and_no_place(free):
    root = free.view.graph.root
    first = free.tree.shape.children[root][0]
    places = corners(free)
    free.session.select([first])
    free.view.structure.move_later()
    assert free.tree.shape.numbers[first] == 2
    assert corners(free) == places


def test_an_added_node_stands_below_its_parent(free):
    root = free.view.graph.root
    free.session.select([root])
    x, y = free.center(root)
    free.drag((x, y), (x + 400, y + 200), keys=CONTROL)
    known = set(free.view.graph.nodes)
    registry = free.session.registry
    free.session.apply("Add wait", lambda each: add_node(each, "g1", "wait", registry, parent=root)[0])
    made = next(item for item in free.view.graph.nodes if item not in known)
    assert free.rect(made).top > free.rect(root).bottom


def test_nudging_and_laying_out_work_on_a_tree_placed_freely(free):
    root = free.view.graph.root
    leaf = free.tree.shape.children[root][-1]
    places = corners(free)
    free.session.select([leaf])
    free.key(Qt.Key.Key_Right, SHIFT)
    assert corners(free)[leaf][0] == places[leaf][0] + 16
    free.view.placing.lay_out_all()
    assert corners(free) == places
    assert is_placed_freely(free.view.graph)


def two_branches(hand):
    """Return a leaf of the first branch, that branch, and the last one."""
    first, *_, last = hand.tree.shape.children[hand.view.graph.root]
    return hand.tree.shape.children[first][0], first, last


def handle_of(hand, node_id):
    """Return a place on the handle under a node, a little below its middle."""
    x, y = hand.tree.port(node_id)
    return x + 1, y + 2


@pytest.mark.parametrize("way", ["handle", "shift"])
def test_a_node_dropped_on_a_handle_or_with_shift_on_a_node_hangs_there_last(free, way):
    leaf, first, last = two_branches(free)
    before = free.session.document
    below = free.tree.shape.children[last]
    if way == "handle":
        free.drag(free.center(leaf), handle_of(free, last))
    else:
        free.drag(free.center(leaf), free.center(last), keys=SHIFT)
    assert free.tree.shape.children[last] == (*below, leaf)
    assert leaf not in free.tree.shape.children[first]
    assert free.rect(leaf).left > free.rect(below[-1]).right
    assert free.rect(leaf).top == pytest.approx(free.rect(below[-1]).top, abs=16)
    assert free.session.selection == {leaf}
    after = free.session.document
    free.session.undo()
    assert free.session.document == before
    free.session.redo()
    assert free.session.document == after


def test_the_node_that_would_take_it_is_outlined_and_escape_gives_it_up(free):
    leaf, _, last = two_branches(free)
    before, places = free.session.document, corners(free)
    free.press(free.center(leaf))
    free.move(handle_of(free, last), start=free.center(leaf))
    assert free.view.canvas.marks.drop_target == last
    free.key(Qt.Key.Key_Escape)
    assert free.view.canvas.marks.drop_target == ""
    free.release(handle_of(free, last))
    assert free.session.document is before
    assert corners(free) == places


def test_a_leaf_refuses_as_it_does_in_a_tidy_tree(free):
    leaf, _, last = two_branches(free)
    other = free.tree.shape.children[last][0]
    before, places = free.session.document, corners(free)
    free.drag(free.center(leaf), free.center(other), keys=SHIFT)
    assert free.view.refusal_tip.isVisible()
    assert free.view.canvas.marks.drop_target == ""
    assert free.session.document is before
    assert corners(free) == places


def test_a_leaf_has_no_handle_so_nodes_can_stand_close_below_it(free):
    leaf, first, last = two_branches(free)
    other = free.tree.shape.children[last][0]
    free.drag(free.center(leaf), handle_of(free, other))
    assert leaf in free.tree.shape.children[first]
    assert not free.view.refusal_tip.isVisible()
    assert free.rect(leaf).top > free.rect(other).top


def test_a_branch_goes_with_all_below_it_and_never_under_itself(free):
    _, first, last = two_branches(free)
    inside = free.tree.shape.children[first]
    shape = {each: (free.rect(each).left - free.rect(first).left) for each in inside}
    free.drag(free.center(first), free.center(last), keys=SHIFT)
    assert free.tree.shape.children[last][-1] == first
    assert free.tree.shape.children[first] == inside
    assert {item: (free.rect(item).left - free.rect(first).left) for item in inside} == shape
    before = free.session.document
    free.drag(free.center(last), free.center(inside[0]), keys=SHIFT)
    assert free.session.document.graphs["g1"].nodes == before.graphs["g1"].nodes


def test_several_nodes_hang_in_their_order_side_by_side(free):
    _, first, last = two_branches(free)
    chosen = free.tree.shape.children[first][:2]
    below = free.tree.shape.children[last]
    free.session.select(chosen)
    free.drag(free.center(chosen[0]), handle_of(free, last))
    assert free.tree.shape.children[last] == (*below, *chosen)
    assert free.rect(chosen[0]).right < free.rect(chosen[1]).left
