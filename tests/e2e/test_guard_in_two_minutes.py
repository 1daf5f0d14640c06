"""A guard is built from an empty window in two minutes; what it takes is held, so that it does not grow."""

from __future__ import annotations

import pytest

from editor.window.main_window import MainWindow
from tests.e2e.guard_story import BothHands, GuardHand, build_by_mouse, build_with_keys

# The off-screen platform says so of every menu that opens.
pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard")
SIZE = (1440, 900)


def test_by_mouse_alone_it_takes_60_clicks_at_most(window: MainWindow) -> None:
    window.resize(*SIZE)
    hand = GuardHand(window)
    build_by_mouse(hand)
    assert hand.clicks <= 60
    assert hand.seconds <= 120


def test_with_keys_it_takes_30_clicks_and_6_words_at_most(window: MainWindow) -> None:
    window.resize(*SIZE)
    hand = BothHands(window)
    build_with_keys(hand)
    assert hand.clicks <= 30
    assert hand.words <= 6
    assert hand.seconds <= 120
