"""List the pictures of the preview: overlays, legend, tools and the camera, in the whole window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from editor.map.overlays.overlay_catalogue import STATES, everything
from editor.map.picture.world_picture import Whom
from editor.window.main_window import MainWindow
from runtime.basics.values import Vector
from tools.gallery.playing import lead_player_to, play
from tools.gallery.scene import Scene


def point_at(window: MainWindow, place: Vector) -> None:
    """Rest the pointer on a place of the world."""
    target = window.preview.map.viewport()
    at = window.preview.map.view.point(place)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        at,
        QPointF(target.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(target, move)


def chase_with_legend(window: MainWindow) -> None:
    """Show the tank chasing, with the legend of what is drawn."""
    lead_player_to(window, 4.2, 90)
    window.commands.run("preview.legend")


def all_of_it(window: MainWindow) -> None:
    """Show every overlay of the picked agent."""
    lead_player_to(window, 4.2, 90)
    window.preview.set_choice(everything(without=("crowd",)))


def of_everybody(window: MainWindow) -> None:
    """Show what moves all agents."""
    play(window, 60)
    window.preview.set_choice(everything(Whom.ALL, without=("crowd",)))


def choose(window: MainWindow) -> None:
    """Show the menu of all overlays."""
    lead_player_to(window, 4.2, 60)
    window.commands.run("preview.overlays")


def throw(window: MainWindow) -> None:
    """Show where a grenade would land."""
    play(window, 30)
    window.commands.run("preview.throw_grenade")
    session = window.run.session
    if session is not None and session.document.player is not None:
        x, y = session.world.pose(session.document.player).position
        point_at(window, (x - 5.0, y + 1.5))


def noise(window: MainWindow) -> None:
    """Show how far a noise would be heard, beside one just made."""
    play(window, 30)
    session = window.run.session
    if session is None:
        return
    width, height = (float(side) for side in session.document.size)
    session.make_noise((width * 0.3, height * 0.4), 6.0)
    play(window, 18)
    window.commands.run("preview.noise")
    point_at(window, (width * 0.7, height * 0.5))


def tell_facts(window: MainWindow) -> None:
    """Show what is said of an agent under the pointer, the camera near it."""
    lead_player_to(window, 4.2, 90)
    session = window.run.session
    if session is not None and window.run.picked_agent is not None:
        at = session.world.pose(window.run.picked_agent).position
        window.preview.map.camera.look_at(at, 46.0)
        window.preview.show_frame()
        point_at(window, at)


def look_back(window: MainWindow) -> None:
    """Show a tick of the past, with the ways behind and ahead and the ghosts."""
    lead_player_to(window, 4.2, 120)
    play(window, 60)
    window.run.look_at(window.run.tick - 130)
    window.run.time.finish()


def color_by_state(window: MainWindow) -> None:
    """Color all agents by their state, with the legend."""
    window.preview.set_whom(STATES, Whom.ALL)
    window.commands.run("preview.legend")


PREVIEW_SCENES = (
    Scene("preview-legend", act=chase_with_legend),
    Scene("preview-everything", act=all_of_it),
    Scene("preview-all-agents", act=of_everybody),
    Scene("preview-overlays", act=choose),
    Scene("preview-throw", act=throw),
    Scene("preview-noise", act=noise),
    Scene("preview-facts", act=tell_facts),
    Scene("preview-states", "crowd.mind.json", 420, color_by_state),
    Scene("preview-states-squad", "stealth_squad.mind.json", 200, color_by_state),
    Scene("preview-past", act=look_back),
)
"""The scenes of the preview."""
