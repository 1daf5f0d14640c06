"""Show each panel with much in it, cut to the panel: a run under way where that matters, and a selection."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from editor.widgets.hairline import walked_by_keys
from editor.window.main_window import MainWindow
from editor.window.parts.panels import case_runs, results_panel
from graphs.edits.adding import add_node
from graphs.edits.setting import set_field, set_parameter
from graphs.model import Document
from tools.gallery.debugging_scenes import (
    ask_decision,
    ask_why,
    compare_agents,
    count_time,
    count_visits,
    list_breakpoints,
    look_back,
    plot_and_sense,
    try_values,
)
from tools.gallery.file_scenes import compare_with_saved, show_files, show_steps
from tools.gallery.finding_scenes import find_in_files
from tools.gallery.moment_scenes import (
    chase,
    show_palette,
    show_problems,
    show_transition,
    show_variable,
    soldier_chases,
)
from tools.gallery.playing import lead_player_to, play
from tools.gallery.scene import Act, Scene

BRAWLER, SOLDIER, SQUAD = "attack_or_flee.mind.json", "soldier.mind.json", "stealth_squad.mind.json"
PATIENCE = 20.0
"""Seconds after which a scene gives up waiting for work in the background."""


def front(panel_id: str, act: Act) -> Act:
    """Return what does something and then brings a panel to the front."""

    def both(window: MainWindow) -> None:
        act(window)
        window.panels.show_panel(panel_id)

    return both


def focused(panel_id: str, act: Act) -> Act:
    """Return what does something and then walks to a panel by keyboard."""

    def both(window: MainWindow) -> None:
        act(window)
        window.activateWindow()
        window.panels.show_panel(panel_id)
        QApplication.processEvents()
        window.panels.panel(panel_id).focus_target().setFocus(Qt.FocusReason.TabFocusReason)
        walked_by_keys(window)

    return both


def chase_and_lose(window: MainWindow) -> None:
    """Let the tank chase, shoot and lose the player."""
    for distance in (4.2, 2.4, 9.0):
        lead_player_to(window, distance, 150)


def log_and_fail(window: MainWindow) -> None:
    """Let the soldier write to the log, and a condition of its tree go wrong."""
    session, registry = window.session, window.workspace.registry
    if session is None:
        return
    graph = session.graph_id

    def change(document: Document) -> Document:
        document, note = add_node(document, graph, "log", registry, parent="give_up", index=1)
        words = "Lost the enemy, back to the round"
        document = set_parameter(document, graph, note, "message", words, registry)
        return set_field(document, graph, "in_range", "test", "1 / (d - d) < 2")

    session.apply("Write to the log", change)
    window.run.apply_edits_now()
    play(window, 60)
    lead_player_to(window, 3.0, 60)
    play(window, 120)


def run_tests(window: MainWindow) -> None:
    """Run the tests of the tank after an edit that two of them do not hold for."""
    session = window.session
    if session is None:
        return
    graph = session.graph_id
    session.apply("Change guard", lambda document: set_field(document, graph, "chase_far", "guard", "d > 12"))
    window.commands.run("tests.run_document")
    started = monotonic()
    while window.part(case_runs).is_running and monotonic() - started < PATIENCE:
        QApplication.processEvents()
    window.part(results_panel).view.setCurrentIndex(window.part(results_panel).model.index(0))


def leave_a_take(window: MainWindow) -> None:
    """Go back, let the player stand elsewhere, and compare with what came of it before."""
    lead_player_to(window, 4.2, 120)
    for tick, place in ((330, (2.0, 2.0)), (345, (8.0, 3.0))):
        window.run.look_at(tick)
        window.run.time.finish()
        window.run.branch()
        session = window.run.session
        if session is not None and session.document.player is not None:
            session.set_pose(session.document.player, place)
        play(window, 120)
    window.commands.run("run.compare_takes")


def listen(window: MainWindow) -> None:
    """Show what the guards of a squad sense, of the one picked."""
    play(window, 60)


def select_several(window: MainWindow) -> None:
    """Select several states, of which the inspector shows what they share."""
    if window.session is not None:
        window.session.select(("chase", "shoot"))


def _panel(panel: str, name: str, act: Act, sample: str = "tank.mind.json", ticks: int = 300) -> Scene:
    return Scene(f"panel-{name}", sample, ticks, front(panel, act), shows=(f"panel:{panel}",), crop=panel)


PANEL_SCENES = (
    _panel("outline", "outline", chase),
    _panel("outline", "outline-tree", soldier_chases, SOLDIER, 240),
    _panel("palette", "palette", show_palette),
    _panel("palette", "palette-tree", show_palette, SOLDIER, 120),
    _panel("files", "files", show_files, ticks=0),
    _panel("timeline", "timeline", chase_and_lose),
    _panel("timeline", "timeline-past", look_back),
    _panel("timeline", "timeline-tree", soldier_chases, SOLDIER, 240),
    _panel("transitions", "transitions", chase_and_lose),
    _panel("problems", "problems", show_problems),
    _panel("log", "log", log_and_fail, SOLDIER, 60),
    _panel("tests", "tests", run_tests, ticks=0),
    _panel("find", "find", find_in_files),
    _panel("differences", "differences", compare_with_saved, ticks=0),
    _panel("preview", "preview", chase),
    _panel("inspector", "inspector-state", chase),
    _panel("inspector", "inspector-transition", show_transition),
    _panel("inspector", "inspector-variable", show_variable),
    _panel("inspector", "inspector-tree", soldier_chases, SOLDIER, 240),
    _panel("inspector", "inspector-several", select_several),
    _panel("why", "why", ask_why),
    _panel("why", "why-decision", ask_decision, BRAWLER, 60),
    _panel("why", "why-trial", try_values, BRAWLER, 60),
    _panel("history", "history", show_steps, ticks=0),
    _panel("blackboard", "blackboard", chase),
    _panel("blackboard", "blackboard-squad", listen, SQUAD, 200),
    _panel("plots", "plots", plot_and_sense),
    _panel("statistics", "statistics", count_visits),
    _panel("statistics", "statistics-tree", count_time, SOLDIER, 240),
    _panel("breakpoints", "breakpoints", list_breakpoints),
    _panel("agents", "agents", compare_agents),
    _panel("senses", "senses", plot_and_sense),
    _panel("senses", "senses-squad", listen, SQUAD, 200),
    _panel("takes", "takes", leave_a_take),
    *(
        Scene(f"focus-{panel}", act=focused(panel, chase), shows=(f"panel:{panel}",), crop=panel)
        for panel in ("outline", "palette", "timeline", "transitions", "problems", "preview", "blackboard")
    ),
)
"""A full picture or more of each panel."""
