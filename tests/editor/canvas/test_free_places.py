"""What is added by keys stands beside what is there, not on it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.canvas.commands.node_choices import NodeChoice, node_choices
from editor.canvas.gestures.places import NEW_NODE, free_corner
from editor.canvas.routing.shapes import Rect, rect_at
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import document, soldier, tank

_number = st.floats(-500, 500).map(round)
_rects = st.lists(
    st.builds(lambda x, y, w, h: Rect(x, y, x + w, y + h), *[_number] * 2, *[st.integers(1, 300)] * 2)
)


def choice(hand: Hand, key: str) -> NodeChoice:
    choices = node_choices(hand.session.document, hand.session.graph_id, hand.session.registry)
    return next(each for each in choices if each.key == key)


@given(st.tuples(_number, _number), _rects)
def test_a_free_corner_covers_nothing_and_lies_in_the_same_row(
    corner: tuple[int, int], taken: list[Rect]
) -> None:
    found = free_corner(corner, taken)
    assert not any(each.overlaps(rect_at(found, NEW_NODE)) for each in taken)
    assert found[1] == corner[1]
    assert found[0] >= corner[0]
    if not any(item.overlaps(rect_at(corner, NEW_NODE).grown(16)) for item in taken):
        assert found == corner


def test_states_added_one_after_the_other_do_not_cover_each_other(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(document({"g1": {"kind": "state_machine", "nodes": {}}}, "g1"))
    for _ in range(4):
        assert hand.view.adding.add_where_selected(choice(hand, "kind:state"))
    rects = [hand.rect(each) for each in hand.graph().nodes]
    assert not any(first.grown(64).overlaps(other.grown(64)) for first, other in combinations(rects, 2))


@pytest.mark.parametrize("box", ["patrol", ""])
def test_a_state_is_added_beside_what_stands_in_its_box(open_canvas: OpenCanvas, box: str) -> None:
    hand = open_canvas(tank())
    middle = hand.rect("moving").center if box else hand.rect("chase").center
    hand.view.camera.go(1.0, hand.view.mapToScene(hand.place(middle)), animated=False)
    before = set(hand.graph().nodes)
    assert hand.view.adding.add_where_selected(choice(hand, "kind:state"))
    (made,) = set(hand.graph().nodes) - before
    beside = [each for each in hand.machine.shape.children[box] if each != made]
    assert made in hand.machine.shape.children[box]
    assert not any(hand.rect(item).overlaps(hand.rect(made)) for item in beside)


def test_a_loose_node_is_added_beside_the_tree(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    hand.session.select(())
    assert hand.view.adding.add_where_selected(choice(hand, "kind:sequence"))
    (made,) = hand.graph().loose
    rects = [rect for key, rect in hand.tree.rects.items() if key != made]
    assert not any(each.overlaps(hand.rect(made)) for each in rects)
