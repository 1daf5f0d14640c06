"""Frames and notes: added, moved, resized, renamed, deleted; each one step, none of them run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from editor.panels.inspector.node_contents import selection_content
from editor.theme.theme_manager import set_theme
from graphs.edits.frames import add_frame
from graphs.model import Document
from graphs.model.graph_parts import Frame
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import soldier, tank

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    """A canvas on the tank with a frame around Chase and Shoot."""
    made, _ = add_frame(tank(), "g1", (448, 0), (256, 416), title="Fight")
    return open_canvas(made)


def _only(hand: Hand) -> tuple[str, Frame]:
    (found,) = hand.graph().notes.items()
    return found


def _done(hand: Hand, act: Callable[[], None]) -> Document:
    """Act as one step, undo it and redo it; return the document after it."""
    before = hand.session.document
    act()
    after = hand.session.document
    assert after is not before, "nothing was done"
    hand.session.undo()
    assert hand.session.document == before
    assert not hand.session.history.can_undo
    hand.session.redo()
    assert hand.session.document == after
    return after


def test_a_frame_goes_around_what_is_selected_and_asks_for_its_title(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    hand.session.select(["chase", "shoot"])
    hand.view.adding.add_frame_here()
    frame_id, _ = _only(hand)
    rect = hand.view.canvas.frames.rect(frame_id)
    assert rect is not None
    assert all(rect.contains_rect(hand.rect(each)) for each in ("chase", "shoot"))
    assert hand.session.selection == {frame_id}
    assert hand.view.title_editor.is_open
    hand.view.title_editor.setText("Fight")
    hand.view.title_editor.commit()
    assert _only(hand)[1].title == "Fight"


@pytest.mark.parametrize("make", [tank, soldier])
def test_adding_a_note_is_one_step(open_canvas: OpenCanvas, make: Callable[[], Document]) -> None:
    hand = open_canvas(make())

    def add() -> None:
        hand.view.adding.add_note_here()
        hand.view.title_editor.cancel()

    _done(hand, add)
    assert len(hand.graph().notes) == 1


def test_dragging_a_frame_takes_the_states_in_it_along(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    chase, patrol = hand.rect("chase"), hand.rect("patrol")
    start = (frame.at[0] + 60.0, frame.at[1] + 10.0)
    made = _done(hand, lambda: hand.drag(start, (start[0] + 64, start[1] + 32)))
    assert made.graphs["g1"].notes[frame_id].at == (frame.at[0] + 64, frame.at[1] + 32)
    moved = hand.rect("chase")
    assert (moved.left - chase.left, moved.top - chase.top) == (64, 32)
    assert hand.rect("patrol") == patrol


def test_with_alt_the_states_stay(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    chase = hand.rect("chase")
    start = (frame.at[0] + 60.0, frame.at[1] + 10.0)
    hand.drag(start, (start[0] + 64, start[1] + 32), keys=ALT)
    assert hand.graph().notes[frame_id].at == (frame.at[0] + 64, frame.at[1] + 32)
    assert hand.rect("chase") == chase


def test_escape_puts_a_dragged_frame_back(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    before, chase = hand.session.document, hand.rect("chase")
    rect = hand.view.canvas.frames.rect(frame_id)
    start = (frame.at[0] + 60.0, frame.at[1] + 10.0)
    hand.drag_and_escape(start, (start[0] + 64, start[1] + 32))
    assert hand.session.document is before
    assert hand.view.canvas.frames.rect(frame_id) == rect
    assert hand.rect("chase") == chase


def test_dragging_the_corner_resizes(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    corner = (float(frame.at[0] + frame.size[0]), float(frame.at[1] + frame.size[1]))
    made = _done(hand, lambda: hand.drag(corner, (corner[0] + 60, corner[1] + 60)))
    width, height = made.graphs["g1"].notes[frame_id].size
    assert width > frame.size[0]
    assert height > frame.size[1]


def test_a_click_on_the_title_selects_and_inside_it_does_not(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    hand.click((frame.at[0] + 60.0, frame.at[1] + 10.0))
    assert hand.session.selection == {frame_id}
    hand.click((frame.at[0] + 20.0, frame.at[1] + 380.0))
    assert hand.session.selection == frozenset()


def test_a_box_selects_a_frame_that_lies_wholly_in_it(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    left, top = float(frame.at[0]), float(frame.at[1])
    right, bottom = left + frame.size[0], top + frame.size[1]
    hand.drag((left - 20, bottom + 20), (right + 20, top - 20))
    assert {frame_id, "chase", "shoot"} <= hand.session.selection


def test_a_double_click_on_the_title_renames(hand: Hand) -> None:
    frame_id, frame = _only(hand)
    hand.double_click((frame.at[0] + 60.0, frame.at[1] + 10.0))
    assert hand.view.title_editor.is_open
    hand.view.title_editor.setText("Combat")
    made = _done(hand, hand.view.title_editor.commit)
    assert made.graphs["g1"].notes[frame_id].title == "Combat"


def test_deleting_a_frame_leaves_what_stands_in_it(hand: Hand) -> None:
    frame_id, _ = _only(hand)
    hand.session.select([frame_id])
    made = _done(hand, hand.view.removing.delete_selection)
    assert made.graphs["g1"].notes == {}
    assert {"chase", "shoot"} <= made.graphs["g1"].nodes.keys()
    assert frame_id not in hand.view.canvas.frames


def test_frames_and_states_are_deleted_in_one_step(hand: Hand) -> None:
    frame_id, _ = _only(hand)
    hand.session.select([frame_id, "shoot"])
    made = _done(hand, hand.view.removing.delete_selection)
    assert made.graphs["g1"].notes == {}
    assert "shoot" not in made.graphs["g1"].nodes
    assert hand.session.history.undo_label == "Delete 1 state and 1 frame"


def test_a_read_only_document_refuses_to_move_a_frame(hand: Hand) -> None:
    hand.session.read_only_reason = "It is of version 2."
    _, frame = _only(hand)
    before = hand.session.document
    start = (frame.at[0] + 60.0, frame.at[1] + 10.0)
    hand.drag(start, (start[0] + 64, start[1] + 32))
    hand.view.adding.add_frame_here()
    assert hand.session.document is before


def test_the_inspector_shows_title_note_and_size(hand: Hand) -> None:
    frame_id, _ = _only(hand)
    session = hand.session
    content = selection_content(session.document, "g1", frozenset({frame_id}), session.registry)
    assert content is not None
    fields = {field.key: field for section in content.sections for field in section.fields}
    assert set(fields) == {"title", "text", "width", "height"}
    changed = fields["text"].edit(session.document, "Where it shoots")
    changed = fields["width"].edit(changed, 400)
    frame = changed.graphs["g1"].notes[frame_id]
    assert (frame.text, frame.size[0]) == ("Where it shoots", 400)


def test_frames_are_painted_behind_in_every_theme(hand: Hand) -> None:
    try:
        for name in ("dark", "light", "high_contrast"):
            set_theme(name)
            QApplication.processEvents()
            assert not hand.view.grab().isNull()
    finally:
        set_theme("dark")
