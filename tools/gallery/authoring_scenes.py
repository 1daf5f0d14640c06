"""Say which moments of drawing graphs are worth a picture: the tour, wires, refusals, the knife."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.canvas.routing.shapes import Point
from editor.canvas.view.canvas_view import CanvasView
from editor.window.main_window import MainWindow
from tools.gallery.scene import Scene

_LEFT = Qt.MouseButton.LeftButton
_NO_KEYS = Qt.KeyboardModifier.NoModifier


def _hold(view: CanvasView, start: Point, end: Point, keys: Qt.KeyboardModifier = _NO_KEYS) -> None:
    """Press the button and drag, without letting go."""
    view.camera.reduced_motion = True
    viewport = view.viewport()
    one, other = view.mapFromScene(QPointF(*start)), view.mapFromScene(QPointF(*end))
    QTest.mouseMove(viewport, one)
    QTest.mousePress(viewport, _LEFT, keys, one)
    for share in (0.2, 0.6, 1.0):
        QTest.mouseMove(viewport, one + (other - one) * share)
    QApplication.processEvents()


def _tour(window: MainWindow) -> None:
    """Show the fourth step of the tour."""
    window.commands.run("file.new")
    view, session = window.view, window.session
    if view is None or session is None:
        return
    view.adding.add_first()
    view.values.rename_element(next(iter(session.selection)), "Patrol")
    window.inspector.page.refresh()
    QApplication.processEvents()
    window.welcome.tour.start()
    QApplication.processEvents()
    window.welcome.tour.look()


def named_node(view: CanvasView, title: str) -> str:
    """Return the id of the node of this name in the graph in view."""
    graph = view.graph
    assert graph is not None
    return next(each for each in graph.nodes if view.name_of(each) == title)


def _refused(window: MainWindow) -> None:
    """Show a branch that is dragged onto a leaf."""
    view = window.view
    if view is None:
        return
    leaf, branch = (view.canvas.node_rect(named_node(view, each)) for each in ("Aim", "Give up when lost"))
    if leaf is not None and branch is not None:
        _hold(view, branch.center, leaf.center)


def _inserted(window: MainWindow) -> None:
    """Show a state that is dragged onto a transition."""
    view = window.view
    machine = view.canvas.machine if view is not None else None
    if view is None or machine is None:
        return
    rect = view.canvas.node_rect(named_node(view, "Alarm"))
    route = next(each for key, each in machine.arrangement.routes.items() if each.label is not None)
    if rect is not None and route.label is not None:
        _hold(view, (rect.left + 20, rect.bottom - 5), route.label.center)


AUTHORING_SCENES: tuple[Scene, ...] = (
    Scene("tour", ticks=0, act=_tour),
    Scene("drag-refused", "soldier.mind.json", 0, _refused),
    Scene("drag-insert", "alarm_guard.mind.json", 0, _inserted),
)
