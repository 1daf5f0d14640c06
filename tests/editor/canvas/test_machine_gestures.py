"""Gestures on a machine: done, canceled, refused, undone, redone."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.canvas.commands.selection_commands import Direction
from editor.canvas.routing.shapes import Point
from graphs.model import Document, StateMachineGraph
from tests.editor.canvas.conftest import LEFT, MIDDLE, RIGHT, Hand, OpenCanvas
from tests.editor.canvas.sample_documents import interrupts, tank

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(tank())


def _undo_redo(hand: Hand, before: Document) -> Any:
    """Undo to `before`, redo, and return the document after it."""
    after = hand.session.document
    assert after != before
    hand.session.undo()
    assert hand.session.document == before
    hand.session.redo()
    assert hand.session.document == after
    return after


def _edges(document: Document) -> set[str]:
    graph = document.graphs["g1"]
    assert isinstance(graph, StateMachineGraph)
    return set(graph.edges)


def _handle(hand: Hand, node_id: str) -> Point:
    rect = hand.rect(node_id)
    return rect.right, (rect.top + rect.bottom) / 2


def _aside(hand: Hand, node_id: str, dx: float = 30.0) -> Point:
    """A point of a state's body that is no title."""
    rect = hand.rect(node_id)
    return rect.left + dx, rect.bottom - 6


def test_click_selects_and_a_click_on_nothing_selects_nothing(hand: Hand) -> None:
    hand.click(hand.center("chase"))
    assert hand.session.selection == {"chase"}
    hand.click((600, 600))
    assert hand.session.selection == frozenset()


def test_shift_click_adds_and_ctrl_click_toggles(hand: Hand) -> None:
    hand.click(hand.center("chase"))
    hand.click(hand.center("shoot"), keys=SHIFT)
    assert hand.session.selection == {"chase", "shoot"}
    hand.click(hand.center("chase"), keys=CTRL)
    assert hand.session.selection == {"shoot"}


def test_click_on_a_row_of_a_plate_selects_that_transition(hand: Hand) -> None:
    label = hand.machine.arrangement.routes["chase>patrol"].label
    assert label is not None
    hand.click((label.center[0], label.top + 12))
    assert hand.session.selection == {"cp1"}
    hand.click((label.center[0], label.bottom - 12))
    assert hand.session.selection == {"cp2"}


def test_box_selects_what_it_touches_and_escape_restores(hand: Hand) -> None:
    hand.click(hand.center("entry"))
    hand.drag((470, 20), (700, 180))
    assert "chase" in hand.session.selection
    assert "shoot" not in hand.session.selection
    hand.drag_and_escape((470, 280), (700, 420))
    assert "shoot" not in hand.session.selection


def test_move_snaps_to_the_grid_and_is_one_step(hand: Hand) -> None:
    before = hand.session.document
    start = _aside(hand, "chase")
    hand.drag(start, (start[0] + 35, start[1] + 52))
    after = _undo_redo(hand, before)
    at = after.graphs["g1"].layout["chase"].at
    assert (at[0] % 16, at[1] % 16) == (0, 0)
    assert at != before.graphs["g1"].layout["chase"].at
    assert len(hand.session.history.steps) == 1


def test_escape_while_moving_restores_the_picture(hand: Hand) -> None:
    before = hand.session.document
    rect = hand.rect("chase")
    start = _aside(hand, "chase")
    hand.press(start)
    hand.move((start[0] + 60, start[1] + 60), start=start)
    assert hand.rect("chase") != rect
    hand.key(Qt.Key.Key_Escape)
    assert hand.rect("chase") == rect
    hand.release((start[0] + 60, start[1] + 60))
    assert hand.session.document is before


def test_dragging_a_state_into_a_compound_nests_it(hand: Hand) -> None:
    before = hand.session.document
    start = _aside(hand, "shoot")
    hand.drag(start, (270, 385))
    after = _undo_redo(hand, before)
    assert "shoot" in after.graphs["g1"].nodes["patrol"].children
    assert "shoot" not in after.graphs["g1"].children


def test_dragging_a_state_out_of_its_compound_unnests_it(hand: Hand) -> None:
    start = _aside(hand, "finding")
    hand.drag(start, (420, 470))
    graph = hand.graph()
    assert "finding" in graph.children
    assert "finding" not in graph.nodes["patrol"].children


def test_wire_from_the_rim_handle_connects_two_states(hand: Hand) -> None:
    before = hand.session.document
    hand.move(hand.center("shoot"))
    hand.drag(_handle(hand, "shoot"), _aside(hand, "moving"))
    after = _undo_redo(hand, before)
    made = set(after.graphs["g1"].edges) - _edges(before)
    assert [after.graphs["g1"].edges[each].targets for each in made] == [("moving",)]
    assert hand.session.selection == made


def test_shift_drag_from_the_body_connects(hand: Hand) -> None:
    before = set(hand.graph().edges)
    hand.drag(_aside(hand, "chase"), _aside(hand, "finding"), keys=SHIFT)
    (made,) = set(hand.graph().edges) - before
    assert made in hand.graph().nodes["chase"].transitions
    assert hand.graph().edges[made].targets == ("finding",)


def test_escape_while_wiring_leaves_nothing(hand: Hand) -> None:
    before = hand.session.document
    hand.move(hand.center("chase"))
    hand.drag_and_escape(_handle(hand, "chase"), _aside(hand, "entry"))
    assert hand.session.document is before
    assert hand.view.canvas.marks.drop_target == ""


def test_wire_released_on_empty_canvas_makes_a_state_and_a_transition_in_one_step(hand: Hand) -> None:
    before = hand.session.document
    hand.move(hand.center("chase"))
    hand.drag(_handle(hand, "chase"), (800, 200))
    hand.view.title_editor.cancel()
    graph = hand.graph()
    (state,) = set(graph.nodes) - set(before.graphs["g1"].nodes)
    (edge,) = set(graph.edges) - _edges(before)
    assert graph.edges[edge].targets == (state,)
    assert len(hand.session.history.steps) == 1
    _undo_redo(hand, before)


def test_a_new_state_can_be_named_at_once(hand: Hand) -> None:
    hand.move(hand.center("chase"))
    hand.drag(_handle(hand, "chase"), (800, 200))
    editor = hand.view.title_editor
    assert editor.is_open
    editor.setText("Alert")
    editor.commit()
    assert "Alert" in [node.name for node in hand.graph().nodes.values()]


def test_wire_released_on_its_own_state_is_a_self_loop(hand: Hand) -> None:
    before = set(hand.graph().edges)
    rect = hand.rect("chase")
    hand.move(hand.center("chase"))
    hand.drag(_handle(hand, "chase"), (rect.left + 20, rect.bottom - 8))
    (made,) = set(hand.graph().edges) - before
    assert hand.graph().edges[made].targets == ("chase",)
    points = hand.machine.arrangement.routes["chase>chase"].points
    assert points[1][1] < rect.top


def test_a_final_state_refuses_to_be_left_and_says_why(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(interrupts())
    before = hand.session.document
    hand.press(hand.center("dead"), keys=SHIFT)
    hand.move(hand.center("calm"), start=hand.center("dead"))
    tip = hand.view.refusal_tip
    assert tip.isVisible()
    assert "final" in tip.reason
    assert tip.remedy
    hand.release(hand.center("calm"), keys=SHIFT)
    assert hand.session.document is before


def test_dragging_the_end_of_a_line_retargets_and_keeps_the_guard(hand: Hand) -> None:
    before = hand.session.document
    points = hand.machine.arrangement.routes["patrol>chase"].points
    hand.drag((points[-1][0] - 2, points[-1][1]), _aside(hand, "shoot"))
    after = _undo_redo(hand, before)
    edge = after.graphs["g1"].edges["pc"]
    assert edge.targets == ("shoot",)
    assert edge.guard == "d < 5 and visible"


def test_an_end_dropped_on_empty_canvas_is_refused(hand: Hand) -> None:
    before = hand.session.document
    points = hand.machine.arrangement.routes["patrol>chase"].points
    hand.drag((points[-1][0] - 2, points[-1][1]), (420, 600))
    assert hand.session.document is before
    assert hand.view.refusal_tip.reason == "A transition needs a state at both ends."


def test_dragging_the_beginning_of_a_line_changes_its_source(hand: Hand) -> None:
    points = hand.machine.arrangement.routes["chase>shoot"].points
    hand.drag((points[0][0], points[0][1] + 3), _aside(hand, "moving"))
    assert "cs" in hand.graph().nodes["moving"].transitions
    assert "cs" not in hand.graph().nodes["chase"].transitions


def test_the_corner_resizes_a_compound_but_not_below_its_content(hand: Hand) -> None:
    before = hand.session.document
    rect = hand.rect("patrol")
    hand.drag((rect.right - 1, rect.bottom - 1), (rect.right + 30, rect.bottom + 40))
    after = _undo_redo(hand, before)
    size = after.graphs["g1"].layout["patrol"].size
    assert size[0] > 304
    assert size[1] > 404
    rect = hand.rect("patrol")
    hand.drag((rect.right - 1, rect.bottom - 1), (60, 60))
    for child in ("entry", "moving", "finding"):
        assert hand.rect("patrol").contains_rect(hand.rect(child))


def test_f2_and_double_click_rename_in_place(hand: Hand) -> None:
    before = hand.session.document
    hand.click(hand.center("chase"))
    hand.view.values.rename_selected()
    assert hand.view.title_editor.text() == "Chase"
    hand.view.title_editor.setText("Hunt")
    hand.view.title_editor.commit()
    after = _undo_redo(hand, before)
    assert after.graphs["g1"].nodes["chase"].name == "Hunt"
    title = hand.title_rect("shoot")
    hand.double_click((title.left + 12, title.center[1]))
    assert hand.view.title_editor.element == "shoot"


def test_a_name_that_is_taken_is_flagged_and_escape_drops_it(hand: Hand) -> None:
    before = hand.session.document
    hand.view.values.rename_in_place("chase")
    hand.view.title_editor.setText("Shoot")
    assert "Shoot" in hand.view.title_editor.problem
    hand.view.title_editor.commit()
    assert hand.view.title_editor.is_open
    hand.view.title_editor.cancel()
    assert hand.session.document is before


def test_the_caret_folds_a_compound_and_unfolds_it(hand: Hand) -> None:
    before = hand.session.document
    rect = hand.rect("patrol")
    caret = (rect.left + 17, rect.top + 16)
    hand.click(caret)
    assert hand.view.canvas.node_rect("entry") is None
    assert hand.rect("patrol").height == 32
    _undo_redo(hand, before)
    hand.click(caret)
    assert hand.view.canvas.node_rect("entry") is not None


def test_delete_takes_transitions_into_the_state_along(hand: Hand) -> None:
    before = hand.session.document
    hand.session.select(["shoot"])
    hand.view.removing.delete_selection()
    after = _undo_redo(hand, before)
    assert "shoot" not in after.graphs["g1"].nodes
    assert "cs" not in after.graphs["g1"].edges
    assert "chase>shoot" not in hand.machine.lines


def test_middle_and_right_drag_pan_and_space_drag_too(hand: Hand) -> None:
    center = hand.view.camera.center
    hand.drag((600, 560), (560, 530), button=MIDDLE)
    assert hand.view.camera.center != center
    center = hand.view.camera.center
    hand.drag((600, 560), (560, 530), button=RIGHT)
    assert hand.view.camera.center != center
    center = hand.view.camera.center
    QTest.keyPress(hand.view, Qt.Key.Key_Space)
    hand.drag(hand.center("chase"), (600, 530), button=LEFT)
    QTest.keyRelease(hand.view, Qt.Key.Key_Space)
    assert hand.view.camera.center != center
    assert hand.session.history.steps == ()


def test_a_right_click_asks_for_the_menu_of_what_is_there(hand: Hand) -> None:
    asked = []
    hand.view.menu_asked.connect(lambda place, element: asked.append(element))
    hand.click(hand.center("chase"), button=RIGHT)
    assert asked == ["chase"]
    assert hand.session.selection == {"chase"}


def test_an_undo_in_the_middle_of_a_drag_cancels_the_drag(hand: Hand) -> None:
    hand.view.values.rename_element("chase", "Hunt")
    start = _aside(hand, "shoot")
    hand.press(start)
    hand.move((start[0] + 60, start[1] + 60), start=start)
    hand.session.undo()
    assert hand.view.director.active is None
    hand.release((start[0] + 60, start[1] + 60))
    assert hand.graph().layout["shoot"].at == (488, 304)


def test_arrow_keys_walk_and_shift_nudges(hand: Hand) -> None:
    hand.session.select(["chase"])
    hand.key(Qt.Key.Key_Down)
    assert hand.session.selection == {"shoot"}
    hand.key(Qt.Key.Key_Right, SHIFT)
    hand.key(Qt.Key.Key_Right, SHIFT)
    assert hand.graph().layout["shoot"].at == (488 + 32, 304)
    assert len(hand.session.history.steps) == 1


def test_lay_out_all_places_every_state_as_one_step(hand: Hand) -> None:
    before = hand.session.document
    hand.view.placing.lay_out_all()
    _undo_redo(hand, before)
    rects = [hand.rect(each) for each in ("patrol", "chase", "shoot")]
    assert not any(a.overlaps(b) for i, a in enumerate(rects) for b in rects[i + 1 :])


def test_a_double_click_on_empty_canvas_adds_a_state_by_name(hand: Hand) -> None:
    before = hand.session.document
    hand.double_click((600, 560))
    search = hand.view.search.popup
    assert search.isVisible()
    search.field.setText("state")
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    after = _undo_redo(hand, before)
    (made,) = set(after.graphs["g1"].nodes) - set(before.graphs["g1"].nodes)
    assert after.graphs["g1"].layout[made].at == (608, 560)


def test_a_state_dropped_on_a_plain_one_is_nested_in_it(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(_aside(hand, "shoot"), _aside(hand, "chase", 50))
    after = _undo_redo(hand, before)
    assert after.graphs["g1"].nodes["chase"].children == ("shoot",)
    assert hand.rect("chase").contains_rect(hand.rect("shoot"))


def test_a_state_put_into_a_transition_leaves_event_and_guard_on_the_first_half(hand: Hand) -> None:
    label = hand.machine.arrangement.routes["patrol>chase"].label
    assert label is not None
    hand.drag(_aside(hand, "shoot"), label.center)
    graph = hand.graph()
    assert graph.edges["pc"].targets == ("shoot",)
    assert graph.edges["pc"].guard == "d < 5 and visible"
    (onward,) = [each for each in graph.nodes["shoot"].transitions if each not in ("sc", "sp1", "sp2")]
    assert graph.edges[onward].targets == ("chase",)
    assert graph.edges[onward].guard is None or graph.edges[onward].guard == ""


def test_a_paste_goes_into_the_box_under_the_pointer(hand: Hand) -> None:
    hand.session.select(["chase"])
    hand.view.clipboard.copy_selection()
    hand.click((270, 385))
    hand.view.clipboard.paste_clipboard()
    (made,) = hand.session.selection
    assert made in hand.graph().nodes["patrol"].children


def test_states_and_frames_are_copied_together(hand: Hand) -> None:
    hand.session.select(["chase", "shoot"])
    hand.view.adding.add_frame_here()
    hand.view.title_editor.cancel()
    (frame,) = hand.session.selection
    hand.session.select([frame, "chase", "shoot"])
    hand.view.clipboard.copy_selection()
    hand.click((0, 620))
    hand.view.clipboard.paste_clipboard()
    made = hand.session.selection
    assert len(made & set(hand.graph().notes)) == 1
    assert len(made & set(hand.graph().nodes)) == 2
    hand.view.selecting.nudge(Direction.RIGHT)
    assert hand.session.history.undo_label == "Nudge"
    hand.view.clipboard.cut_selection()
    assert made.isdisjoint({*hand.graph().notes, *hand.graph().nodes})


def test_what_is_inside_a_state_is_selected_with_it(hand: Hand) -> None:
    hand.session.select(["patrol"])
    hand.view.selecting.select_below()
    assert hand.session.selection == {"patrol", "entry", "moving", "finding"}
    hand.session.select(["moving"])
    hand.view.selecting.select_above()
    assert hand.session.selection == {"moving", "patrol"}


@pytest.mark.parametrize("chosen", [("chase",), ("patrol",), ("chase", "shoot")])
def test_copies_are_beside_what_they_were_made_of_and_cover_no_state(hand: Hand, chosen) -> None:
    before = hand.session.document
    hand.session.select(chosen)
    hand.view.clipboard.duplicate_selection()
    canvas, graph = hand.view.canvas, hand.graph()
    top = [rect for node_id in graph.children if (rect := canvas.node_rect(node_id)) is not None]
    assert len(top) == 3 + len(chosen)
    assert not [pair for pair in combinations(top, 2) if pair[0].overlaps(pair[1])]
    _undo_redo(hand, before)


def test_f2_on_a_transition_edits_its_label_as_one_step(hand: Hand) -> None:
    before = hand.session.document
    hand.session.select(["cs"])
    hand.view.values.rename_selected()
    assert hand.view.title_editor.is_open
    hand.view.title_editor.setText("after 2 s")
    hand.view.title_editor.commit()
    assert _undo_redo(hand, before).graphs[hand.view.graph_id].edges["cs"].after == 2
