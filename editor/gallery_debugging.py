"""Pictures of looking back, asking why and stopping at breakpoints."""

from __future__ import annotations

from editor.gallery_shot import Shot, lead_player_to
from editor.main_window import MainWindow


def look_back(window: MainWindow) -> None:
    """Let the tank chase, shoot and lose the player, then look at a tick in the middle."""
    for distance in (4.2, 2.4, 9.0):
        lead_player_to(window, distance, 200)
    window.panels.show_panel("timeline")
    window.timeline.view.fit()
    window.run.look_at(window.run.tick - 260)
    window.run.time.finish()


def ask_why(window: MainWindow) -> None:
    """Ask why the tank does not shoot, while it chases."""
    lead_player_to(window, 4.2, 90)
    window.panels.show_panel("why")
    if window.session is not None:
        window.session.select(("chase_shoot",))


def ask_decision(window: MainWindow) -> None:
    """Ask why the brawler decides as it does, and what would change that."""
    window.area.enter("attack_or_flee")
    window.run.advance(40)
    window.panels.show_panel("why")
    if window.session is not None:
        window.session.select(("near",))


def stop_at_breakpoint(window: MainWindow) -> None:
    """Stop where the tank reaches a waypoint."""
    if window.session is None:
        return
    window.session.select(("moving_finding",))
    window.commands.action("run.breakpoint").trigger()
    for _ in range(600):
        window.run.advance(1)
        if window.breakpoints.stop is not None:
            return


DEBUGGING_SHOTS = (
    Shot("timeline-past-dark", act=look_back),
    Shot("timeline-past-light", theme="light", act=look_back),
    Shot("why-dark", act=ask_why),
    Shot("why-decision-light", "attack_or_flee.mind.json", 60, "light", ask_decision),
    Shot("breakpoint-dark", act=stop_at_breakpoint),
)
"""Pictures of this module."""
