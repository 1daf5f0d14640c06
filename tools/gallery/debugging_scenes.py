"""Pictures of looking back, asking why and stopping at breakpoints."""

from __future__ import annotations

from editor.panels.statistics.heat import Measure
from editor.window.main_window import MainWindow
from editor.window.parts.callouts import agents_panel, why_panel
from editor.window.parts.panels import plots_panel
from editor.window.parts.statistics import WindowStatistics
from runtime.history.why.breakpoints import Breakpoint
from tools.gallery.playing import lead_player_to
from tools.gallery.scene import Scene


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


def count_visits(window: MainWindow) -> None:
    """Let the tank chase, shoot and lose the player, and show how often each state was entered."""
    for distance in (4.2, 2.4, 9.0):
        lead_player_to(window, distance, 150)
    window.panels.show_panel("statistics")
    statistics = window.part(WindowStatistics)
    statistics.counts.set_whom("all")
    statistics.show_heat(True, Measure.VISITS)
    statistics.counts.finish()


def count_time(window: MainWindow) -> None:
    """Show in which share of the time each node of the soldier's tree was visited."""
    lead_player_to(window, 6.0, 120)
    window.panels.show_panel("statistics")
    window.part(WindowStatistics).show_heat(True, Measure.TIME)
    window.part(WindowStatistics).counts.finish()


def try_values(window: MainWindow) -> None:
    """Try what the brawler would do with less health."""
    ask_decision(window)
    trial = window.part(why_panel).trial
    if trial is not None:
        trial.set_value("health", 20.0)


def list_breakpoints(window: MainWindow) -> None:
    """List breakpoints of several sorts, one of them met, one without its element."""
    mind = "tank.mind.json"
    window.panels.show_panel("breakpoints")
    for each in (
        Breakpoint(mind, "taken", "tank", "moving_finding", condition="waypoint == 1"),
        Breakpoint(mind, "enter", "tank", "chase", every=3),
        Breakpoint(mind, "change", name="visible", enabled=False),
        Breakpoint(mind, "enter", "tank", "gone"),
    ):
        window.breakpoints.add(each)
    for _ in range(600):
        window.run.advance(1)
        if window.breakpoints.stop is not None:
            return


def compare_agents(window: MainWindow) -> None:
    """Put another tank beside the one that chases."""
    lead_player_to(window, 4.2, 120)
    window.panels.show_panel("agents")
    window.part(agents_panel).toggle_pin("tank_2")


def plot_and_sense(window: MainWindow) -> None:
    """Plot variables of two tanks, and show what the senses of one found, in the past."""
    compare_agents(window)
    window.panels.show_panel("plots")
    window.panels.show_panel("senses")
    window.timeline.filling.finish()
    plots = window.part(plots_panel)
    plots.look_again()
    for agent, name in (("tank_1", "d"), ("tank_1", "wp"), ("tank_2", "d")):
        plots.tick(agent, name)
    window.run.look_at(window.run.tick - 100)
    window.run.time.finish()


DEBUGGING_SCENES = (
    Scene("statistics", act=count_visits),
    Scene("statistics-tree", "soldier.mind.json", 240, count_time),
    Scene("plots", act=plot_and_sense),
    Scene("timeline-past", act=look_back, shows=("mode:past",)),
    Scene("breakpoint", act=stop_at_breakpoint),
)
"""The scenes of this module."""
