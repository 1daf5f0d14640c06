"""Pictures of files: unsaved work found, the files of a folder, a comparison, the steps of editing."""

from __future__ import annotations

from functools import partial
from time import monotonic

from editor.documents.open.sample_files import samples_folder
from editor.documents.unsaved.recovery_folder import RecoveryFolder, SideHeader
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.comparison import differences_panel
from editor.window.parts.drops import WindowDrops
from editor.window.parts.folder import WindowFolder
from editor.window.parts.recovery import WindowRecovery
from graphs.edits.adding import add_node
from graphs.edits.connecting import connect
from graphs.edits.setting import rename, set_field
from graphs.files.document_file import document_to_bytes, load_document, read_file
from graphs.files.whole_file import content_hash
from graphs.model import Document, StateMachineGraph
from tools.gallery.scene import Scene


def edited_tank(document: Document, window: MainWindow) -> Document:
    """Return the tank with another name, another guard, and a state more."""
    registry = window.workspace.registry
    graph_id = document.root or ""
    graph = document.graphs[graph_id]
    assert isinstance(graph, StateMachineGraph)
    names = {node.name: key for key, node in graph.nodes.items()}
    guarded = next(each for each, edge in graph.edges.items() if edge.guard and "visible" in edge.guard)
    document = rename(document, graph_id, names["Chase"], "Hunt down")
    document = set_field(document, graph_id, guarded, "guard", "d < 4 and visible")
    document, search = add_node(
        document, graph_id, "state", registry, at=(620, 520), fields={"name": "Search"}
    )
    return connect(document, graph_id, names["Shoot"], search, registry, fields={"guard": "not visible"})[0]


def find_unsaved_work(window: MainWindow) -> None:
    """Find what an earlier run left behind: changes of the tank, and a mind without a file."""
    folder = RecoveryFolder(window.state.folder)
    path = samples_folder() / "tank.mind.json"
    tank = document_to_bytes(edited_tank(load_document(path), window))
    time = "2026-11-03T14:02:00+00:00"
    header = SideHeader("document", path.name, str(path), time, content_hash(read_file(path)))
    folder.write("0001-document", header, tank)
    soldier = read_file(samples_folder() / "soldier.mind.json")
    folder.write("0002-document", SideHeader("document", "night_guard.mind.json", time=time), soldier)
    folder.release()
    window.part(WindowRecovery).offer()


def recover_unsaved_work(window: MainWindow) -> None:
    """Recover the changes of the tank; the banner says so."""
    find_unsaved_work(window)
    window.part(WindowRecovery).recover(window.part(WindowRecovery).pieces[0])
    window.pages.close()


def compare_with_saved(window: MainWindow) -> None:
    """Compare the tank after some edits with its file."""
    session = window.session
    if session is not None:
        session.apply("Change the tank", lambda document: edited_tank(document, window))
        window.commands.run("compare.saved")
        window.part(differences_panel).picked.emit(1)


def show_steps(window: MainWindow) -> None:
    """Show some steps of editing, one of them saved and one undone."""
    session = window.session
    graph_id = session.graph_id if session is not None else ""
    for title in ("Look around", "Search", "Give up"):
        if session is None:
            return
        state = next(iter(session.document.graphs[graph_id].nodes))
        session.apply(f"Rename to {title}", partial(rename, graph_id=graph_id, element_id=state, name=title))
        if title == "Look around":
            session.history.mark_saved()
    if session is not None:
        session.undo()
    window.panels.show_panel("history")


def show_files(window: MainWindow) -> None:
    """Show the files of the samples, with the world and the tests of the tank."""
    panel = window.part(WindowFolder).panel
    window.panels.show_panel("files")
    started = monotonic()
    while panel.listing is None and monotonic() - started < 10:
        settle(make_application(), 1)
    panel.tree.setExpanded(panel.index_of(samples_folder() / "tank.mind.json"), True)
    panel.tree.scrollTo(panel.index_of(samples_folder() / "tank.world.json"))


def drag_files(window: MainWindow) -> None:
    """Hold files over the window."""
    window.part(WindowDrops).hint.show_words("Open 2 minds and 1 world", refused=False)


FILE_SCENES = tuple(
    Scene(name, ticks=0, act=act)
    for name, act in (
        ("unsaved-work", find_unsaved_work),
        ("recovered", recover_unsaved_work),
        ("compare", compare_with_saved),
        ("drop", drag_files),
    )
)
"""The scenes of this module."""
