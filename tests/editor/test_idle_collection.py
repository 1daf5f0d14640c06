"""Cyclic garbage is collected when nothing moves in the window."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from editor.basics.idle_collection import IdleCollection


@pytest.fixture(autouse=True)
def only_what_is_new() -> Iterator[None]:
    """Let collections pass over all that other tests hold: a million objects to look through each time."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize(
    ("state", "button", "busy", "collects"),
    [
        (Qt.ApplicationState.ApplicationActive, Qt.MouseButton.NoButton, False, True),
        (Qt.ApplicationState.ApplicationActive, Qt.MouseButton.NoButton, True, False),
        (Qt.ApplicationState.ApplicationActive, Qt.MouseButton.LeftButton, False, False),
        (Qt.ApplicationState.ApplicationInactive, Qt.MouseButton.NoButton, True, True),
    ],
    ids=["nothing moves", "a run moves", "something is dragged", "another window is in use"],
)
def test_garbage_is_collected_only_when_nobody_waits(qapp, monkeypatch, state, button, busy, collects):
    monkeypatch.setattr(QApplication, "applicationState", staticmethod(lambda: state))
    monkeypatch.setattr(QApplication, "mouseButtons", staticmethod(lambda: button))
    parent = QObject()
    idle = IdleCollection(lambda: busy, parent)
    for _ in range(20):
        gc.collect(1)
    collected = idle.look()
    parent.deleteLater()
    assert collected is collects
