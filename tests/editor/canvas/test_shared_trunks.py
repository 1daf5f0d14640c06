"""Edges from one parent share a bus, of which nothing is painted twice."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.trees.tree_parts import BusLine, shared_pieces
from editor.theme.tokens import StatusLook

RUNNING, FAILED = EdgeLook(status=StatusLook.RUNNING), EdgeLook(status=StatusLook.FAILURE)
IDLE, OFF = EdgeLook(), EdgeLook(status=StatusLook.DISABLED)
Stretch = tuple[bool, float, float, float]


def _lines(*ends: tuple[float, EdgeLook], across: bool = False) -> list[BusLine]:
    return [
        BusLine(str(place), (52.0, at) if across else (at, 52.0), look=look, across=across)
        for place, (at, look) in enumerate(ends)
    ]


def _stretches(path: QPainterPath) -> list[Stretch]:
    """Return the straight pieces of a path: whether upright, where, from, to."""
    found = []
    elements = [path.elementAt(place) for place in range(path.elementCount())]
    for before, now in itertools.pairwise(elements):
        if now.isLineTo():
            upright = before.x == now.x
            start, end = sorted((before.y, now.y) if upright else (before.x, now.x))
            found.append((upright, now.x if upright else now.y, start, end))
    return found


def _longest_overlap(stretches: list[Stretch]) -> float:
    return max(
        (
            min(a[3], b[3]) - max(a[2], b[2])
            for a, b in itertools.combinations(stretches, 2)
            if a[:2] == b[:2]
        ),
        default=0.0,
    )


@given(
    st.lists(st.integers(-8, 8).map(lambda step: step * 40.0), min_size=1, max_size=9, unique=True),
    st.lists(st.sampled_from([IDLE, RUNNING, FAILED, OFF]), min_size=9, max_size=9),
    st.booleans(),
)
def test_no_stretch_is_painted_twice_and_every_child_is_reached(
    places: list[float], looks: list[EdgeLook], across: bool
) -> None:
    lines = _lines(*zip(places, looks, strict=False), across=across)
    pieces = shared_pieces(lines)
    stretches = [stretch for path in pieces.values() for stretch in _stretches(path)]
    assert _longest_overlap(stretches) <= 0.001
    for line in lines:
        near = QPointF(*line.end)
        ends = [path.elementAt(place) for path in pieces.values() for place in range(path.elementCount())]
        assert any(abs(end.x - near.x()) + abs(end.y - near.y()) < 0.001 for end in ends)


@pytest.mark.parametrize("across", [False, True])
def test_the_way_to_what_runs_is_in_its_look_and_the_rest_is_not(across: bool) -> None:
    pieces = shared_pieces(_lines((-200.0, IDLE), (100.0, FAILED), (200.0, RUNNING), across=across))
    along = {
        look: sorted(stretch[2:] for stretch in _stretches(path) if stretch[0] is across)
        for look, path in pieces.items()
    }
    assert along[RUNNING] == [(8.0, 100.0), (100.0, 192.0)]
    assert along[FAILED] == []
    assert along[IDLE] == [(-192.0, -8.0)]


def test_what_is_off_does_not_dash_what_it_shares() -> None:
    pieces = shared_pieces(_lines((-200.0, OFF), (200.0, IDLE)))
    assert (True, 0.0, 0.0, 12.0) in _stretches(pieces[IDLE])


def test_edges_that_turn_at_other_heights_or_start_apart_stay_whole() -> None:
    lines = _lines((-100.0, IDLE), (100.0, IDLE))
    lines[1].end = (100.0, 20.0)
    (path,) = shared_pieces(lines).values()
    assert path.length() == pytest.approx(sum(line.shape.line.length() for line in lines))
