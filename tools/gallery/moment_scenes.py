"""Show the samples at telling moments: whole windows in which something happens."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from graphs.edits.setting import set_field
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, StateMachineGraph
from tools.gallery.playing import lead_player_to
from tools.gallery.scene import NO_DOCUMENT, Scene


def select_titled(window: MainWindow, title: str) -> None:
    """Select the node of this title in the graph shown."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or graph is None:
        return
    for node_id, node in graph.nodes.items():
        if node_title(node, graph.kind, session.registry, session.document) == title:
            session.select((node_id,))
            return


def chase(window: MainWindow) -> None:
    """Show the tank chasing, with the state selected."""
    lead_player_to(window, 4.2, 90)
    select_titled(window, "Chase")


def shoot(window: MainWindow) -> None:
    """Show the tank shooting."""
    lead_player_to(window, 2.4, 150)
    select_titled(window, "Shoot")


def aim_and_fire(window: MainWindow) -> None:
    """Show the behavior tree that the tank runs inside a state."""
    shoot(window)
    session = window.session
    if session is not None:
        called = [graph for graph in session.document.graphs if graph != session.document.root]
        if called:
            window.area.enter(called[0])


def decide(window: MainWindow) -> None:
    """Show the decision tree that a brawler asks, with the room of the left panels."""
    window.area.enter("attack_or_flee")
    soldier_wide(window)


def soldier_wide(window: MainWindow) -> None:
    """Give the canvas the room of the left panels."""
    window.panels.stacks["left"].set_folded(True)
    settle(make_application())
    if window.view is not None:
        window.view.entering.frame_all()


def soldier_chases(window: MainWindow) -> None:
    """Show the soldier chasing what it sees."""
    soldier_wide(window)
    lead_player_to(window, 6.0, 120)
    select_titled(window, "Chase")


def show_problems(window: MainWindow) -> None:
    """Break a guard, so that the problems, the banner and the field show it."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or not isinstance(graph, StateMachineGraph):
        return
    edge = next((key for key, each in graph.edges.items() if each.guard and "visible" in each.guard), "")
    graph_id = session.graph_id

    def misspell(document: Document) -> Document:
        return set_field(document, graph_id, edge, "guard", "d < 3 and visble")

    session.apply("Change guard", misspell, select=(edge,))
    session.check_now()
    window.run.apply_edits_now()
    window.panels.show_panel("problems")


def show_palette(window: MainWindow) -> None:
    """Show the palette of nodes."""
    window.panels.show_panel("palette")


def show_commands(window: MainWindow) -> None:
    """Show the command palette with something typed."""
    window.open_palette()
    window.palette_box.field.setText("chase")


def show_transition(window: MainWindow) -> None:
    """Show a transition in the inspector."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is not None and isinstance(graph, StateMachineGraph):
        edge = next((key for key, each in graph.edges.items() if each.guard), "")
        session.select((edge,))


def show_variable(window: MainWindow) -> None:
    """Show a variable in the inspector."""
    window.inspector.page.show_variable("d", "")


def add_search(window: MainWindow) -> None:
    """Show the search that adds a node."""
    if window.view is not None:
        window.view.adding.open_add_search()


def read_samples(window: MainWindow) -> None:
    """Wait until the welcome page tells of all samples."""
    while window.welcome.page.is_reading:
        QApplication.processEvents()


MOMENT_SCENES = (
    Scene("welcome", NO_DOCUMENT, act=read_samples),
    Scene("tank-patrol"),
    Scene("tank-chase", act=chase),
    Scene("tank-shoot", act=shoot),
    Scene("tank-inner-tree", act=aim_and_fire),
    Scene("soldier-patrol", "soldier.mind.json", 240, soldier_wide),
    Scene("soldier-chase", "soldier.mind.json", 240, soldier_chases),
    Scene("guard-on-alert", "stealth_guard.mind.json", 1506),
    Scene("duel", "card_duel.mind.json", 318),
    Scene("wolf-stalks", "wolf.mind.json", 1128),
    Scene("decision-attack", "attack_or_flee.mind.json", 66, decide),
    Scene("decision-flee", "attack_or_flee.mind.json", 300, decide),
    Scene("grenade-drill", "grenade_drill.mind.json", 252, soldier_wide),
    Scene("race", "race.mind.json", 900, soldier_wide),
    Scene("pong-referee", "pong_referee.mind.json", 660, soldier_wide),
    Scene("swarm", "swarm.mind.json", 420, soldier_wide),
    Scene("air-hockey", "air_hockey.mind.json", 120, soldier_wide),
    Scene("gauntlet", "gauntlet.mind.json", 245, soldier_wide),
    Scene("ghosts", "ghosts.mind.json", 540, soldier_wide),
    Scene("crowd", "crowd.mind.json", 240, soldier_wide),
    Scene("commands", act=show_commands),
    Scene("add-node", act=add_search),
    Scene("stopped", ticks=0),
    Scene("narrow", act=chase, size=(1100, 760)),
    Scene("small-window", act=chase, size=(1280, 720)),
    Scene("sharp-screen", act=chase, scale=2),
)
"""The scenes of this module."""
