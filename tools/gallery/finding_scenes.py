"""Pictures of finding things, of keys, and of two graphs beside each other."""

from __future__ import annotations

from editor.panels.inspector.field_editors import LineEditor
from editor.window.main_window import MainWindow
from editor.window.parts.finding import WindowFinding, find_panel
from editor.window.parts.keys import WindowKeys
from graphs.model import StateMachineGraph
from tools.gallery.playing import lead_player_to
from tools.gallery.scene import Scene


def find_in_graph(window: MainWindow) -> None:
    """Find a variable in the graph in view."""
    window.part(WindowFinding).open_bar()
    window.part(WindowFinding).bar.row.field.setText("visible")
    window.part(WindowFinding).step(1)


def find_in_files(window: MainWindow) -> None:
    """Find a variable in all files."""
    window.part(WindowFinding).find_in_files()
    window.part(find_panel).begin("noise")
    window.part(find_panel).finish()


def go_to(window: MainWindow) -> None:
    """Go to something by a few letters."""
    window.open_palette("pat")


def clashing_keys(window: MainWindow) -> None:
    """Give Undo the key of Find, in the editor of keys."""
    window.commands.set_keys("edit.undo", ("Ctrl+Z", "Ctrl+F"))
    window.commands.set_keys("graph.add_node", ("Tab", "Ctrl+Space"))
    window.part(WindowKeys).show_editor("edit.undo")


def two_graphs(window: MainWindow) -> None:
    """Show the tree that a state runs beside its machine, while the tank shoots."""
    lead_player_to(window, 2.4, 120)
    session, view = window.session, window.view
    if session is None or view is None:
        return
    shooting = next(
        key
        for key, node in session.document.graphs[session.graph_id].nodes.items()
        if view.entering.called_graph(key) and view.name_of(key) == "Shoot"
    )
    session.select((shooting,))
    window.commands.run("view.called_beside")
    lead_player_to(window, 2.4, 30)


def offer_words(window: MainWindow) -> None:
    """Type a guard, with the words that may follow."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or not isinstance(graph, StateMachineGraph):
        return
    edge = next((key for key, each in graph.edges.items() if each.guard == "not visible"), "")
    session.select((edge,))
    window.inspector.page.refresh()
    row = window.inspector.page.row("guard")
    row.editor.setFocus()
    if isinstance(row.editor, LineEditor):
        row.editor.setText("d < 3 and v")
        row.editor.setModified(True)
    if row.completion is not None:
        row.completion.offer()


def live_guard(window: MainWindow) -> None:
    """Show a guard with what it comes to now."""
    session = window.session
    graph = session.graph if session is not None else None
    lead_player_to(window, 4.2, 60)
    if session is not None and isinstance(graph, StateMachineGraph):
        edge = next((key for key, each in graph.edges.items() if each.guard == "d > 5"), "")
        session.select((edge,))
        window.run.advance(6)


def placed_freely(window: MainWindow) -> None:
    """Drag branches of the soldier's tree away from where it would arrange them."""
    view = window.view
    graph = view.graph if view is not None else None
    if view is None or graph is None or isinstance(graph, StateMachineGraph):
        return
    view.placing.toggle_free_placement()
    steps = {"Attack when close": (-96.0, 112.0), "Chase when seen": (64.0, -16.0), "Fire": (160.0, 32.0)}
    for name, step in steps.items():
        node = next((each for each in graph.nodes if view.name_of(each) == name), "")
        if node:
            view.session.select((node,))
            view.selecting.move_selected(step)
    view.entering.frame_all()


FINDING_SCENES = (
    Scene("find", act=find_in_graph),
    Scene("go-to", act=go_to),
    Scene("beside", act=two_graphs),
    Scene("free-tree", "soldier.mind.json", 120, placed_freely),
    Scene("words-offered", act=offer_words),
    Scene("live-guard", act=live_guard),
    Scene("keys", act=clashing_keys),
)
"""The scenes of this module."""
