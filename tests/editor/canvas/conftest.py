"""A canvas on a real session, and hands to drive it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.trees.tree_contents import TreeContents
from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.document_session import DocumentSession
from graphs.model import Document
from tests.editor.canvas.sample_documents import game_registry

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NO_KEYS = Qt.KeyboardModifier.NoModifier
Button = Qt.MouseButton
Keys = Qt.KeyboardModifier


class Hand:
    """Drive one canvas with pointer and keys, in scene coordinates."""

    def __init__(self, view: CanvasView) -> None:
        self.view = view
        self.session = view.session

    def place(self, point: tuple[float, float]) -> QPoint:
        return self.view.mapFromScene(QPointF(*point))

    def center(self, node_id: str) -> tuple[float, float]:
        rect = self.view.canvas.node_rect(node_id)
        assert rect is not None, f"{node_id} is not to be seen"
        return rect.center

    def press(self, point: Point, button: Button = LEFT, keys: Keys = NO_KEYS) -> None:
        QTest.mousePress(self.view.viewport(), button, keys, self.place(point))

    def move(self, point: Point, steps: int = 4, start: Point | None = None) -> None:
        goal = self.place(point)
        origin = self.place(start) if start is not None else goal
        for step in range(1, steps + 1):
            x = origin.x() + (goal.x() - origin.x()) * step // steps
            y = origin.y() + (goal.y() - origin.y()) * step // steps
            QTest.mouseMove(self.view.viewport(), QPoint(x, y))
        QApplication.processEvents()

    def release(self, point: Point, button: Button = LEFT, keys: Keys = NO_KEYS) -> None:
        QTest.mouseRelease(self.view.viewport(), button, keys, self.place(point))

    def drag(self, start: Point, end: Point, button: Button = LEFT, keys: Keys = NO_KEYS) -> None:
        self.press(start, button, keys)
        self.move(end, start=start)
        self.release(end, button, keys)

    def drag_and_escape(self, start: Point, end: Point, button: Button = LEFT, keys: Keys = NO_KEYS) -> None:
        self.press(start, button, keys)
        self.move(end, start=start)
        self.key(Qt.Key.Key_Escape)
        self.release(end, button, keys)

    def click(self, point: Point, button: Button = LEFT, keys: Keys = NO_KEYS) -> None:
        QTest.mouseClick(self.view.viewport(), button, keys, self.place(point))

    def double_click(self, point: Point) -> None:
        QTest.mouseDClick(self.view.viewport(), LEFT, NO_KEYS, self.place(point))

    def key(self, key: Qt.Key, keys: Keys = NO_KEYS) -> None:
        QTest.keyClick(self.view, key, keys)

    def rect(self, node_id: str) -> Rect:
        rect = self.view.canvas.node_rect(node_id)
        assert rect is not None, f"{node_id} is not to be seen"
        return rect

    def title_rect(self, node_id: str) -> Rect:
        assert self.view.canvas.contents is not None
        rect = self.view.canvas.contents.title_rect(node_id)
        assert rect is not None
        return rect

    @property
    def tree(self) -> TreeContents:
        assert self.view.canvas.tree is not None
        return self.view.canvas.tree

    @property
    def machine(self) -> MachineContents:
        assert self.view.canvas.machine is not None
        return self.view.canvas.machine

    def graph(self) -> Any:
        return self.session.document.graphs[self.session.graph_id]


OpenCanvas = Callable[..., Hand]


@pytest.fixture
def open_canvas(qtbot: QtBot) -> Iterator[OpenCanvas]:
    """Open a canvas on a document, in an active window."""
    opened: list[tuple[CanvasView, DocumentSession]] = []

    def open_it(document: Document, run: Any = None, size: tuple[int, int] = (1100, 760)) -> Hand:
        session = DocumentSession(document, game_registry())
        view = CanvasView(session, run)
        view.camera.reduced_motion = True
        view.resize(*size)
        view.show()
        view.activateWindow()
        qtbot.waitUntil(view.isActiveWindow)
        view.setFocus()
        opened.append((view, session))
        return Hand(view)

    yield open_it
    for view, session in opened:
        session.check_now()
        view.director.cancel()
        view.close()
        view.deleteLater()
        session.deleteLater()
    QApplication.processEvents()
