"""A large machine is folded beside the window: until it is, all is shown, and works, as it was."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.basics import slices
from editor.canvas.items.hit_testing import HitKind
from editor.canvas.machines import machine_contents
from editor.canvas.machines.machine_arranger import MANY_STATES
from graphs.edits.setting import rename
from graphs.model import Document
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import document

BOXES, INSIDE = 10, 14
FOLDED = frozenset(f"b{number}" for number in range(BOXES))


def boxes() -> Document:
    """Return a machine of compound states whose states lead to the next one."""
    nodes: dict[str, Any] = {}
    edges: dict[str, Any] = {}
    for box in sorted(FOLDED):
        inside = [f"{box}_{number}" for number in range(INSIDE)]
        nodes[box] = {"kind": "state", "name": box, "children": inside, "initial": inside[0]}
        for start, end in itertools.pairwise(inside):
            nodes[start] = {"kind": "state", "name": start, "transitions": [f"{start}>"]}
            edges[f"{start}>"] = {"guard": "d < 1", "targets": [end]}
        nodes[inside[-1]] = {"kind": "state", "name": inside[-1]}
    children = sorted(FOLDED)
    graph = {"kind": "state_machine", "children": children, "initial": "b0", "nodes": nodes, "edges": edges}
    return document({"g1": graph}, "g1")


@pytest.fixture
def hand(open_canvas: OpenCanvas, monkeypatch: pytest.MonkeyPatch) -> Hand:
    opened = open_canvas(boxes())
    _settle(opened)
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(machine_contents, "_FEW_ITEMS", 0)
    return opened


def _settle(hand: Hand) -> None:
    while hand.view.long_work.is_busy or hand.machine.is_placing:
        QApplication.processEvents()


def _fold(hand: Hand, *, free: bool = True) -> None:
    hand.view.canvas.fold_beside(FOLDED, lambda: free)


def test_all_is_as_it_was_until_the_folded_machine_is_arranged(hand: Hand) -> None:
    assert hand.machine.node_count() == BOXES * (INSIDE + 1) > MANY_STATES
    before = hand.machine.arrangement
    _fold(hand)
    assert hand.view.long_work.is_busy
    while hand.view.long_work.is_busy:
        assert hand.machine.arrangement is before
        assert hand.machine.node_rect("b3_2") is not None
        QApplication.processEvents()
    assert hand.machine.node_count() == BOXES
    _settle(hand)
    assert set(hand.machine.states) == FOLDED
    hand.view.canvas.fold_beside(frozenset(), lambda: True)
    _settle(hand)
    assert hand.machine.node_count() == len(hand.machine.states) == BOXES * (INSIDE + 1)
    assert hand.machine.lines.keys() >= hand.machine.shape.bundles.keys()


def test_while_items_come_to_their_places_clicks_and_paintings_are_as_at_the_end(hand: Hand) -> None:
    _fold(hand)
    while hand.view.long_work.is_busy:
        QApplication.processEvents()
    assert hand.machine.is_placing
    assert not hand.view.viewport().updatesEnabled()
    rect = hand.machine.arrangement.rects["b3"]
    assert hand.machine.hit(rect.center, 1.0).id == "b3"
    assert hand.machine.hit((rect.center[0], rect.top - 500.0), 1.0).kind in HitKind
    _settle(hand)
    assert hand.view.viewport().updatesEnabled()


def test_escape_gives_a_fold_up(hand: Hand) -> None:
    before = hand.machine.arrangement
    _fold(hand)
    assert hand.view.canvas.folded == FOLDED
    QTest.keyClick(hand.view, Qt.Key.Key_Escape)
    assert not hand.view.long_work.is_busy
    assert hand.view.canvas.folded == frozenset()
    assert hand.machine.arrangement is before


def test_nothing_is_folded_under_a_hand_at_work(hand: Hand) -> None:
    before = hand.machine.arrangement
    _fold(hand, free=False)
    _settle(hand)
    assert hand.view.canvas.folded == frozenset()
    assert hand.machine.arrangement is before


def test_an_edit_and_its_undo_while_folding_are_shown_folded_at_once(hand: Hand) -> None:
    _fold(hand)
    hand.session.apply("Rename", lambda each: rename(each, "g1", "b3", "Other"))
    assert hand.view.canvas.folded == FOLDED
    assert hand.machine.node_count() == BOXES
    hand.session.undo()
    _settle(hand)
    assert set(hand.machine.states) == FOLDED
    assert not hand.session.history.can_undo


def test_laying_out_while_folding_shows_everything(hand: Hand) -> None:
    _fold(hand)
    hand.view.canvas.fold(frozenset())
    _settle(hand)
    assert hand.view.canvas.folded == frozenset()
    assert hand.machine.node_count() == BOXES * (INSIDE + 1)
