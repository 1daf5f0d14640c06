"""Say which moments of composing and arranging are worth a picture: conditions, picks, bands."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from editor.map.editing.pick_tools import PickTool
from editor.window.main_window import MainWindow
from editor.window.parts.picking import WindowPicking
from editor.window.parts.snippets import WindowSnippets
from graphs.edits.clipboard import copy
from tools.gallery.graph_documents import large_machine_document
from tools.gallery.moment_scenes import add_search
from tools.gallery.scene import Scene

MANY = 300


def _compose(window: MainWindow) -> None:
    """Show the composer of a guard, with a third row whose subject is to be chosen."""
    session = window.session
    if session is None:
        return
    session.select(["chase_shoot"])
    window.panels.show_panel("inspector")
    window.inspector.page.refresh()
    window.inspector.page.row("guard").compose_button.click()
    QApplication.processEvents()


def _ask_more(window: MainWindow) -> None:
    """Show the list of what can be asked."""
    _compose(window)
    window.part(WindowPicking).composer.add_row("and")
    QApplication.processEvents()


def _pick(window: MainWindow) -> None:
    """Show what can be picked on the map for the target of an action."""
    session = window.session
    if session is None:
        return
    graphs = session.document.graphs
    session.show_graph(next(key for key, graph in graphs.items() if graph.kind == "behavior_tree"))
    nodes = session.document.graphs[session.graph_id].nodes
    session.select([next(key for key, node in nodes.items() if getattr(node, "action", "") == "face")])
    window.panels.show_panel("inspector")
    window.inspector.page.refresh()
    page, map_ = window.inspector.page, window.preview.map
    window.part(WindowPicking).pick(page, "params.target", page.row("params.target").spec.label)
    if isinstance(map_.tool, PickTool):
        map_.tool.words_at(map_, map_.view.point((3.0, 3.0)))
        map_.repaint_map()


def _float(window: MainWindow) -> None:
    """Show two panels in windows of their own."""
    corner = window.mapToGlobal(QPoint())
    window.panels.float_panel("blackboard", QRect(corner + QPoint(260, 140), QPoint(580, 460) + corner))
    window.panels.float_panel("timeline", QRect(corner + QPoint(330, 480), QPoint(900, 640) + corner))


def _snippets(window: MainWindow) -> None:
    """Show where nodes are added, with what the user saved."""
    view = window.view
    if view is None:
        return
    text = copy(
        view.document, view.graph_id, [key for key in ("patrol", "chase") if view.canvas.node_rect(key)]
    )
    window.part(WindowSnippets).save("Patrol and chase", text)
    add_search(window)


def _across(window: MainWindow) -> None:
    """Show a tree that grows from left to right."""
    if window.view is not None:
        window.view.placing.toggle_across()
        window.commands.run("view.frame_all")


def _many_states(window: MainWindow) -> None:
    """Show a machine of so many states that they stand in bands, from afar."""
    window.area.open_session(window.workspace.new(large_machine_document(MANY), "many states"))
    QApplication.processEvents()


COMPOSING_SCENES: tuple[Scene, ...] = (
    Scene("composer", act=_compose),
    Scene("composer-asks", act=_ask_more),
    Scene("pick-target", act=_pick),
    Scene("panels-float", act=_float),
    Scene("add-snippet", act=_snippets),
    Scene("tree-across", "soldier.mind.json", act=_across),
    Scene("many-states", ticks=0, act=_many_states),
)
"""The scenes of this module."""
