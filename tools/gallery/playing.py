"""Bring a run to the moment that a picture shows."""

from __future__ import annotations

from math import cos, radians, sin

from editor.window.main_window import MainWindow

FRAME = 6
"""Ticks between frames while a moment is played up to, so that curves and logs fill."""


def play(window: MainWindow, ticks: int) -> None:
    """Play in frames of six ticks."""
    for _ in range(max(0, ticks) // FRAME):
        window.run.advance(FRAME)


def lead_player_to(window: MainWindow, distance: float, ticks: int = 60) -> None:
    """Keep the player so far ahead of the picked agent that it is seen."""
    run = window.run
    for _ in range(ticks // FRAME):
        session = run.session
        if session is None or session.document.player is None or run.picked_agent is None:
            return
        index = session.agent_ids.index(run.picked_agent)
        x, y = session.world.agents.position[index]
        heading_x, heading_y = _ahead(session.world.agents.orientation[index])
        width, height = session.document.size
        place = (
            min(float(width) - 1, max(1.0, float(x) + heading_x * distance)),
            min(float(height) - 1, max(1.0, float(y) + heading_y * distance)),
        )
        session.set_pose(session.document.player, place)
        run.advance(FRAME)


def _ahead(heading: float) -> tuple[float, float]:
    return cos(radians(float(heading))), sin(radians(float(heading)))
