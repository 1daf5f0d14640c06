"""Say which pictures show the world while it is edited: each tool, each kind of thing selected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.shown_document import walk_problems
from graphs.worlds.edits.adding import add_projectile, add_source, add_zone
from graphs.worlds.edits.setting import set_world_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from tools.gallery.scene import EMPTY, NO_DOCUMENT, Scene

_LEFT, _NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

YARD = ((9.0, 3.5), (14.0, 3.5), (14.0, 7.5), (9.0, 7.5))
"""The zone that pictures show."""


def begin(window: MainWindow) -> None:
    """Edit the world at its start, with a zone, a source and a ball in it."""
    window.run.stop()
    window.world.editor.toggle()
    session = window.world.session
    if session is None:
        return

    def fill(world: WorldDocument) -> WorldDocument:
        world, _ = add_zone(world, YARD)
        world, _ = add_source(world, (18.0, 7.0), "noise")
        return add_projectile(world, (10.5, 1.0), (3.0, 1.0))[0]

    session.apply("Fill", fill, select=())


def begin_anew(window: MainWindow) -> None:
    """Edit the world of a new document, in which nobody has drawn anything yet."""
    window.commands.run("file.new")
    window.world.editor.toggle()


def selecting(
    *elements: Element, scroll: int = 0, prepare: Callable[[MainWindow], None] = begin
) -> Callable[[MainWindow], None]:
    """Return what selects things on the map that is prepared, and scrolls the inspector by px."""

    def act(window: MainWindow) -> None:
        prepare(window)
        session = window.world.session
        if session is not None:
            session.select(elements)
        settle(make_application())
        window.world.inspector.scroll_to(scroll)

    return act


def drawing(
    tool: str, *clicks: Vector, drag: tuple[Vector, Vector] | None = None, hover: Vector | None = None
) -> Callable[[MainWindow], None]:
    """Return what takes a tool, clicks places, begins a drag and points somewhere, all in world units."""

    def act(window: MainWindow) -> None:
        begin(window)
        window.world.editor.take_tool(tool)
        viewport = window.preview.map.viewport()
        for place in clicks:
            QTest.mouseMove(viewport, _pixel(window, place))
            QTest.mouseClick(viewport, _LEFT, _NO_KEY, _pixel(window, place))
        if drag is not None:
            start, end = _pixel(window, drag[0]), _pixel(window, drag[1])
            QTest.mousePress(viewport, _LEFT, _NO_KEY, start)
            for share in (0.3, 0.7, 1.0):
                QTest.mouseMove(viewport, start + (end - start) * share)
        if hover is not None:
            QTest.mouseMove(viewport, _pixel(window, hover))

    return act


def refused(window: MainWindow) -> None:
    """Show an agent that is dragged into a wall."""
    drawing("select", drag=((6.0, 10.6), (8.0, 8.4)))(window)


def running(window: MainWindow) -> None:
    """Show the mode while the run has left its start, with the starts of its agents."""
    begin(window)
    window.run.apply_edits_now()
    window.run.advance(120)
    session = window.world.session
    if session is not None:
        session.select((Element("agents", "tank_1"),))


def problems(window: MainWindow) -> None:
    """Show a world with problems, one of them gone to."""
    begin(window)
    session = window.world.session
    if session is None:
        return
    session.apply("Size", lambda world: set_world_field(world, "size", (20, 15)))
    session.check_now()
    window.panels.show_panel("problems")
    walk_problems(window, 1)


def _pixel(window: MainWindow, place: Vector) -> QPoint:
    return window.preview.map.view.point(place).toPoint()


def _named(*scenes: Scene) -> tuple[Scene, ...]:
    """Return the scenes by the names of their files, taken before anything ran."""
    shows = ("mode:world_editing",)
    return tuple(replace(scene, name=f"world-{scene.name}", ticks=0, shows=shows) for scene in scenes)


WORLD_SCENES = (
    Scene("world-empty", NO_DOCUMENT, 0, begin_anew, shows=("mode:world_editing", EMPTY)),
    *_named(
        Scene("map", act=selecting()),
        Scene("wall", act=selecting(Element("walls", "w3"))),
        Scene("obstacle", act=selecting(Element("obstacles", "o2"))),
        Scene("zone", act=selecting(Element("zones", "zone_1"))),
        Scene("waypoint", act=selecting(Element("waypoints", "q1"))),
        Scene("path", act=selecting(Element("paths", "middle"))),
        Scene("source", act=selecting(Element("sources", "noise_1"))),
        Scene("ball", act=selecting(Element("projectiles", "ball_1"))),
        Scene("agent", act=selecting(Element("agents", "tank_1"))),
        Scene("sensors", act=selecting(Element("agents", "tank_1"), scroll=880)),
        Scene("several", act=selecting(Element("agents", "tank_1"), Element("agents", "tank_2"))),
        Scene(
            "mixed",
            act=selecting(Element("walls", "w5"), Element("obstacles", "o2"), Element("agents", "tank_3")),
        ),
        Scene("tool-wall", act=drawing("wall", drag=((17.0, 1.0), (21.0, 2.5)))),
        Scene("tool-corners", act=drawing("zone", (17.0, 1.0), (20.0, 1.0), (21.0, 3.0), hover=(18.0, 4.0))),
        Scene("tool-line", act=drawing("wall_line", (17.0, 6.0), (20.0, 6.0), hover=(21.5, 7.5))),
        Scene("tool-obstacle", act=drawing("obstacle", drag=((18.0, 12.0), (19.5, 12.0)))),
        Scene("tool-path", act=drawing("path", (10.0, 9.5), (12.0, 12.5), hover=(14.5, 13.0))),
        Scene("tool-agent", act=drawing("agent", drag=((11.5, 9.0), (13.5, 11.0)))),
        Scene("tool-source", act=drawing("source", hover=(12.0, 12.0))),
        Scene("tool-ball", act=drawing("projectile", drag=((10.0, 9.5), (13.0, 11.0)))),
        Scene("refused", act=refused),
        Scene("running", act=running),
        Scene("problems", act=problems),
    ),
)
"""Every scene of a world that is edited."""
