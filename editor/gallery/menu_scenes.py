"""Pictures of menus: every menu of the menu bar, and what is offered at a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QMenu

from editor.application import make_application
from editor.chrome.drop_down import DropDown
from editor.commands.menus import (
    CANVAS_MENU,
    MAP_MENU,
    MENUS,
    NEW_GRAPH_MENU,
    NODE_MENU,
    PROBLEM_MENU,
    open_context_menu,
)
from editor.documents.sample_files import samples_folder
from editor.gallery.authoring_scenes import named_node
from editor.gallery.debugging_scenes import stop_at_breakpoint
from editor.gallery.file_scenes import show_files
from editor.gallery.scene import EMPTY, NO_DOCUMENT, Act, Scene
from editor.gallery.world_scenes import begin
from editor.main_window import MainWindow
from editor.offscreen_show import settle
from runtime.worlds.edits.elements import Element

PLAYED = 60
"""Ticks played behind a menu."""


def menu_of_bar(window: MainWindow, title: str) -> QMenu:
    """Open a menu of the menu bar where it opens for the user."""
    bar = window.title_row.menu_bar
    action = next(one for one in bar.actions() if one.text() == title)
    menu = next(one for one in bar.findChildren(QMenu) if one.menuAction() is action)
    menu.popup(bar.mapToGlobal(bar.actionGeometry(action).bottomLeft()))
    settle(make_application())
    return menu


def opening(title: str, *submenus: str, before: Act | None = None) -> Act:
    """Return what opens a menu of the menu bar and submenus in it."""

    def act(window: MainWindow) -> None:
        if before is not None:
            before(window)
        menu = menu_of_bar(window, title)
        for name in submenus:
            menu = open_submenu(menu, name)

    return act


def open_submenu(menu: QMenu, name: str) -> QMenu:
    """Open a submenu beside its entry."""
    action = next(one for one in menu.actions() if one.text() == name)
    menu.setActiveAction(action)
    inner = next(one for one in menu.findChildren(QMenu) if one.menuAction() is action)
    place = menu.actionGeometry(action)
    inner.popup(menu.mapToGlobal(QPoint(place.right() + 2, place.top())))
    settle(make_application())
    return inner


def at_node(title: str, graph: str = "", before: Act | None = None) -> Act:
    """Return what opens the context menu of a node."""

    def act(window: MainWindow) -> None:
        if before is not None:
            before(window)
        if graph:
            window.area.enter(graph)
        session, view = window.session, window.view
        if session is None or view is None:
            return
        settle(make_application())
        element = named_node(view, title)
        session.select((element,))
        rect = view.canvas.node_rect(element)
        if rect is not None:
            at = view.viewport().mapToGlobal(view.mapFromScene(QPointF(*rect.center)))
            open_context_menu(window, at, NODE_MENU, window)

    return act


def at_edge(element: str) -> Act:
    """Return what opens the context menu of a transition."""

    def act(window: MainWindow) -> None:
        session, view = window.session, window.view
        if session is not None and view is not None:
            session.select((element,))
            open_context_menu(window, _middle(window), NODE_MENU, window)

    return act


def at_canvas(entries: Sequence[str]) -> Act:
    """Return what opens the context menu of the canvas itself."""

    def act(window: MainWindow) -> None:
        if window.session is not None:
            window.session.select(())
        open_context_menu(window, _middle(window), entries, window)

    return act


def at_problem(window: MainWindow) -> None:
    """Open the menu of a problem in the list."""
    window.panels.show_panel("problems")
    open_context_menu(window, window.problems.mapToGlobal(QPoint(60, 40)), PROBLEM_MENU, window)


def at_world(window: MainWindow) -> None:
    """Open the menu of the map while its world is edited, with an agent selected."""
    begin(window)
    if window.world.session is not None:
        window.world.session.select((Element("agents", "tank_1"),))
    viewport = window.preview.map.viewport()
    open_context_menu(window, viewport.mapToGlobal(QPoint(90, 40)), MAP_MENU, window)


def at_map(window: MainWindow) -> None:
    """Open the menu of the map while its world is watched."""
    window.preview.map.menu_wanted.emit(QPointF(90, 40))


def at_panel_tab(window: MainWindow) -> None:
    """Open the menu of a panel's tab."""
    stack = window.panels.stacks["bottom"]
    rect = stack.tabs.rect_of("timeline")
    stack.tabs.menu_wanted.emit("timeline", stack.tabs.mapToGlobal(rect.bottomLeft()))


def more_panels(window: MainWindow) -> None:
    """Open the menu of the panels whose tabs find no room."""
    window.panels.stacks["bottom"].tabs.open_more()


def at_file(window: MainWindow) -> None:
    """Open the menu of a file in the list of files."""
    show_files(window)
    panel = window.desk.folder.panel
    path = samples_folder() / "tank.mind.json"
    panel.menu_wanted.emit(panel.tree.viewport().mapToGlobal(QPoint(60, 60)), path)


def add_variable(window: MainWindow) -> None:
    """Open the menu of the types a new variable can have."""
    window.outline.variables.open_add_menu()


def pick_agent(window: MainWindow) -> None:
    """Open the list of agents."""
    _drop_down(window, "Agent").open_menu()


def pick_speed(window: MainWindow) -> None:
    """Open the list of speeds."""
    _drop_down(window, "Speed").open_menu()


def with_recent(window: MainWindow) -> None:
    """Let some files have been opened, one of them pinned, one gone."""
    for name in ("soldier", "wolf", "tank"):
        window.open_file(samples_folder() / f"{name}.mind.json")
    recent = window.workspace.recent
    recent.pin(samples_folder() / "soldier.mind.json", True)
    recent.add(samples_folder() / "night_watch.mind.json")
    settle(make_application())


def _drop_down(window: MainWindow, name: str) -> DropDown:
    return next(one for one in window.findChildren(DropDown) if one.accessibleName() == name)


def _middle(window: MainWindow) -> QPoint:
    assert window.view is not None
    viewport = window.view.viewport()
    return viewport.mapToGlobal(QPoint(viewport.width() // 2, 90))


def _subject(title: str) -> str:
    return f"menu:{title.lower()}"


_TITLES = tuple(title.replace("&", "") for title in MENUS)
_SELECTED: Callable[[str], Act] = at_node

MENU_SCENES = (
    *(Scene(f"menu-{title.lower()}", ticks=PLAYED, act=opening(title), shows=(_subject(title),)) for title in _TITLES),
    *(
        Scene(f"menu-{title.lower()}-none", NO_DOCUMENT, act=opening(title), shows=(_subject(title), EMPTY))
        for title in _TITLES
    ),
    Scene("menu-recent", ticks=0, act=opening("File", "Open recent", before=with_recent)),
    Scene("menu-recent-none", NO_DOCUMENT, act=opening("File", "Open recent")),
    Scene("menu-samples", ticks=0, act=opening("File", "Open sample")),
    Scene("menu-templates", ticks=0, act=opening("File", "New from template")),
    Scene("menu-theme", ticks=0, act=opening("View", "Theme")),
    Scene("menu-panels", ticks=0, act=opening("View", "Panels")),
    Scene("menu-align", ticks=0, act=opening("Graph", "Align and distribute")),
    Scene("menu-force", ticks=PLAYED, act=opening("Run", "Step into the run", before=stop_at_breakpoint)),
    Scene("menu-state", ticks=PLAYED, act=at_node("Chase")),
    Scene("menu-tree-node", "soldier.mind.json", PLAYED, at_node("Attack when close")),
    Scene("menu-decision", "attack_or_flee.mind.json", PLAYED, at_node("d", "attack_or_flee")),
    Scene("menu-transition", ticks=PLAYED, act=at_edge("chase_shoot")),
    Scene("menu-canvas", ticks=PLAYED, act=at_canvas(CANVAS_MENU)),
    Scene("menu-new-graph", ticks=PLAYED, act=at_canvas(NEW_GRAPH_MENU)),
    Scene("menu-problem", ticks=PLAYED, act=at_problem),
    Scene("menu-world", ticks=0, act=at_world),
    Scene("menu-map", ticks=PLAYED, act=at_map),
    Scene("menu-panel-tab", ticks=PLAYED, act=at_panel_tab),
    Scene("menu-more-panels", ticks=PLAYED, act=more_panels),
    Scene("menu-file-entry", ticks=0, act=at_file),
    Scene("menu-add-variable", ticks=0, act=add_variable),
    Scene("menu-agent", ticks=PLAYED, act=pick_agent),
    Scene("menu-speed", ticks=PLAYED, act=pick_speed),
)
"""The scenes of this module."""
