"""A guard with a world of its own, from an empty window: patrol, chase, investigate, return.

Told twice: as a practiced hand does it with mouse and keys, and by the mouse alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint

from editor.map.editing.edit_row import EditRow
from editor.map.view.map_widget import MapWidget
from tests.e2e.mouse_hand import MouseHand

ROUND = ((2.0, 2.0), (18.0, 2.0), (18.0, 12.0), (2.0, 12.0))
INTRUDER = (15.0, 9.0)
CLICK, KEY, DECISION = 1.1, 0.28, 1.35
"""Seconds that the keystroke-level model gives a click with its way, a key, and a decision."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a story took: clicks (a drag is one), keys, typed words and decisions."""

    clicks: int
    keys: int
    words: int
    decisions: int

    @property
    def seconds(self) -> float:
        """Return the estimate of the keystroke-level model (Card, Moran and Newell)."""
        return self.clicks * CLICK + self.keys * KEY + self.decisions * DECISION


def draw_world(hand: MouseHand) -> None:
    """Edit the field: a path around it, and an intruder that the user steers."""
    hand.click(hand.button("Edit world (F4)"))
    row = hand.window.findChild(EditRow)
    hand.click(hand.button("Path", row))
    for place in (*ROUND, ROUND[0]):
        click_map(hand, place)
    hand.click(hand.button("Agent", row))
    click_map(hand, INTRUDER)
    switch = hand.button("You steer it")
    hand.scroll_to(switch)
    hand.click(switch, QPoint(12, switch.height() // 2))


def click_map(hand: MouseHand, place: tuple[float, float]) -> None:
    """Click on a place of the map, in units."""
    shown: MapWidget = hand.window.preview.map
    point = shown.view.point(place).toPoint()
    hand.click(shown.viewport(), point)


def draw(hand: MouseHand, source: str, goal: QPoint) -> None:
    """Draw a transition from the handle of a state to a place of the canvas."""
    inside = hand.rect_of(source)
    hand.move(QPoint(inside.left() + 30, inside.top() + 8))
    hand.drag(QPoint(inside.right(), inside.center().y()), goal)
