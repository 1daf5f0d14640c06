"""Take the small pictures of the samples, for their help pages and the page of welcome.

A picture shows the graph at the left and the world at the right, at a moment when something happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from editor.documents.open.sample_files import sample_paths
from editor.theme.theme_manager import current_theme
from editor.window.main_window import MainWindow
from tools.gallery.playing import lead_player_to, play
from tools.gallery.scene import Act

PICTURE = QSize(560, 220)
_GAP = 1
_GRAPH_SHARE = 0.5
WINDOW = QSize(1440, 900)
"""The window in which a picture is taken."""


@dataclass(frozen=True)
class Moment:
    """Hold when a sample looks its best: the ticks played, what is done then, the graph that is shown."""

    ticks: int = 420
    act: Act | None = None
    graph: str = ""


def _led(distance: float, ticks: int = 90) -> Act:
    return lambda window: lead_player_to(window, distance, ticks)


MOMENTS: Mapping[str, Moment] = {
    "first_tank": Moment(510),
    "tank": Moment(300, _led(4.2)),
    "basic_guard": Moment(120, _led(5.0, 24)),
    "plain_soldier": Moment(1014),
    "soldier": Moment(240, _led(6.0)),
    "stealth_guard": Moment(1506),
    "card_duel": Moment(318),
    "wolf": Moment(1128),
    "attack_or_flee": Moment(66, graph="attack_or_flee"),
    "alarm_guard": Moment(300, _led(4.0)),
    "grenade_drill": Moment(252),
    "light_bulb": Moment(60),
    "math_tree": Moment(1),
    "pong_referee": Moment(660),
    "first_guard": Moment(0),
    "race": Moment(900),
    "snack_or_sleep": Moment(450),
    "bob_goes_home": Moment(560),
    "moody_guard": Moment(650),
    "air_hockey": Moment(120),
    "gauntlet": Moment(245),
    "ghosts": Moment(540),
    "gates": Moment(540),
    "squad_assault": Moment(600),
    "fighting_circle": Moment(740),
    "holy_ground": Moment(600),
}
"""Moments picked by hand, by the name of the sample; the others are played for seven seconds."""


def sample_names() -> tuple[str, ...]:
    """Return the names of all samples, the first sample first."""
    return tuple(path.name.removesuffix(".mind.json") for path in sample_paths())


def show_moment(window: MainWindow, name: str) -> None:
    """Play the sample that is open up to its moment."""
    moment = MOMENTS.get(name, Moment())
    play(window, moment.ticks)
    if moment.ticks == 1:
        window.run.advance(1)
    if moment.graph:
        window.area.enter(moment.graph)
    if moment.act is not None:
        moment.act(window)


def sample_image(window: MainWindow) -> QImage:
    """Return the picture of what a window shows: the canvas and the map side by side, scaled down."""
    image = QImage(PICTURE, QImage.Format.Format_RGB32)
    image.fill(current_theme().color("border.subtle"))
    left = round(PICTURE.width() * _GRAPH_SHARE)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    if window.view is not None:
        place = QRect(0, 0, left, PICTURE.height())
        _draw(painter, window.view.viewport(), place, _rect_of_graph(window))
    place = QRect(left + _GAP, 0, PICTURE.width() - left - _GAP, PICTURE.height())
    _draw(painter, window.preview.map.viewport(), place, _rect_of_world(window))
    painter.end()
    return image


def settle_view(window: MainWindow) -> None:
    """Show the whole graph and let everything come to rest."""
    window.panels.stacks["left"].set_folded(True)
    QApplication.processEvents()
    if window.view is not None:
        window.view.camera.reduced_motion = True
        window.view.entering.frame_all()
    QApplication.processEvents()


def _rect_of_graph(window: MainWindow) -> QRect | None:
    """Return the part of the canvas that holds the graph, px of its viewport."""
    view = window.view
    if view is None:
        return None
    inside = view.mapFromScene(view.scene().itemsBoundingRect()).boundingRect()
    return inside.adjusted(-12, -12, 12, 12).intersected(view.viewport().rect())


def _rect_of_world(window: MainWindow) -> QRect | None:
    """Return the part of the map that holds the world, px of its viewport."""
    session = window.run.session
    if session is None:
        return None
    view, (width, height) = window.preview.map.view, session.document.size
    corners = (view.point((0.0, float(height))), view.point((float(width), 0.0)))
    world = QRect(corners[0].toPoint(), corners[1].toPoint())
    return world.intersected(window.preview.map.viewport().rect())


def _draw(painter: QPainter, widget: QWidget, place: QRect, part: QRect | None) -> None:
    """Draw a part of a widget as large as it fits, in the middle of a place, never larger than it is."""
    picture = widget.grab(part) if part is not None and part.isValid() else widget.grab()
    painter.fillRect(place, current_theme().color("surface.canvas"))
    shown = picture
    if picture.width() > place.width() or picture.height() > place.height():
        shown = picture.scaled(
            place.size(), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    corner = place.center() - shown.rect().center()
    painter.drawPixmap(corner, shown)
