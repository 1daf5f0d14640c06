"""Ctrl+Shift and a drag carry copies; what they stand for stays where it is."""

from __future__ import annotations

from PySide6.QtCore import Qt

from graphs.edits.frames import add_frame
from graphs.model import Graph
from graphs.structure.queries import child_ids, children_of, parent_of
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.gesture_case import CTRL, SHIFT
from tests.editor.canvas.sample_documents import soldier, tank

BOTH = CTRL | SHIFT


def _new(hand: Hand, before: Graph) -> list[str]:
    return [node for node in hand.graph().nodes if node not in before.nodes]


def test_copies_of_states_keep_their_places_to_one_another_and_the_transitions_among_them(
    open_canvas: OpenCanvas,
) -> None:
    hand = open_canvas(tank(), size=(1500, 900))
    before, rects = hand.graph(), dict(hand.machine.arrangement.rects)
    hand.session.select(["shoot", "chase"])
    x, y = hand.rect("shoot").left + 30, hand.rect("shoot").bottom - 4
    hand.drag((x, y), (x + 320, y + 352), keys=BOTH)
    made = _new(hand, before)
    assert len(made) == 2
    assert hand.session.selection == set(made)
    assert all(hand.graph().nodes[node] == before.nodes[node] for node in before.nodes)
    firsts = {hand.view.name_of(node).rstrip(" 0123456789"): hand.rect(node) for node in made}
    apart = rects["chase"].left - rects["shoot"].left, rects["chase"].top - rects["shoot"].top
    names = [hand.view.name_of(node).rstrip(" 0123456789") for node in ("shoot", "chase")]
    a, b = (firsts[name] for name in names)
    assert (b.left - a.left, b.top - a.top) == apart
    among = [edge for edge in before.edges.values() if set(edge.targets) <= {"shoot", "chase"}]
    owned = [
        edge
        for node in ("shoot", "chase")
        for edge in before.nodes[node].transitions
        if set(before.edges[edge].targets) <= {"shoot", "chase"}
    ]
    assert among
    assert len(hand.graph().edges) == len(before.edges) + len(owned)
    hand.session.undo()
    assert hand.graph() == before


def test_a_copied_branch_goes_where_the_bar_is(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    before = hand.graph()
    target = hand.rect("seen")
    parent = parent_of(before, "seen")
    assert parent is not None
    hand.drag(hand.center("attack"), (target.left + 6, target.center[1]), keys=BOTH)
    made = _new(hand, before)
    tops = [node for node in made if parent_of(hand.graph(), node) == parent]
    assert len(tops) == 1
    order = children_of(hand.graph(), parent)
    assert order.index(tops[0]) == order.index("seen") - 1
    assert len(child_ids(hand.graph().nodes[tops[0]])) == len(child_ids(before.nodes["attack"]))
    hand.session.undo()
    hand.drag(hand.center("attack"), (target.left, target.bottom + 300), keys=BOTH)
    assert len(hand.graph().loose) == len(before.loose) + 1


def test_copies_in_a_tree_that_is_placed_freely_stand_where_they_were_dropped(
    open_canvas: OpenCanvas,
) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    hand.view.placing.toggle_free_placement()
    before, at = hand.graph(), hand.rect("lost")
    x, y = hand.center("lost")
    hand.drag((x, y), (x + 160, y + 160), keys=BOTH)
    (top,) = hand.session.selection
    assert abs(hand.rect(top).left - at.left - 160) <= 8
    assert abs(hand.rect(top).top - at.top - 160) <= 8
    assert hand.rect("lost") == at
    assert parent_of(hand.graph(), top) == parent_of(before, "lost")


def test_a_frame_is_copied_and_esc_leaves_nothing(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank(), size=(1500, 900))
    hand.session.apply("Frame", lambda document: add_frame(document, "g1", (640, 480), (160, 96))[0])
    before = hand.session.document
    start = (650.0, 490.0)
    hand.drag_and_escape(start, (800.0, 600.0), keys=BOTH)
    assert hand.session.document is before
    hand.drag(start, (650.0, 650.0), keys=BOTH)
    frames = [frame.at for frame in hand.graph().notes.values()]
    assert sorted(frames) == [(640, 480), (640, 640)]


def test_the_cursor_tells_that_copies_would_be_carried(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    hand.move(hand.center("lost"))
    hand.view.director.follow_keys(hand.view.director.hover.pointer(BOTH))
    assert hand.view.viewport().cursor().shape() is Qt.CursorShape.DragCopyCursor
