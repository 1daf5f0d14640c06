"""Pictures of menus: every menu of the menu bar, and what is offered at a place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication, QMenu

from editor.documents.open.sample_files import samples_folder
from editor.widgets.drop_down import DropDown
from editor.window.application import make_application
from editor.window.frame.menu_tables import (
    CANVAS_MENU,
    MAP_MENU,
    MENUS,
    NEW_GRAPH_MENU,
    NODE_MENU,
    PROBLEM_MENU,
)
from editor.window.frame.menus import open_context_menu
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.folder import WindowFolder
from editor.window.parts.shown_document import problems_panel
from graphs.worlds.model.elements import Element
from tools.gallery.authoring_scenes import named_node
from tools.gallery.file_scenes import show_files
from tools.gallery.scene import EMPTY, NO_DOCUMENT, Act, Scene
from tools.gallery.world_scenes import begin

PLAYED = 60
"""Ticks played behind a menu."""


def close_menus() -> None:
    """Close whatever menus are open."""
    while (opened := QApplication.activePopupWidget()) is not None:
        opened.close()
    settle(make_application())


def menu_of_bar(window: MainWindow, title: str) -> QMenu:
    """Open a menu of the menu bar where it opens for the user."""
    close_menus()
    bar = window.title_row.menu_bar
    action = next(each for each in bar.actions() if each.text() == title)
    menu = next(item for item in bar.findChildren(QMenu) if item.menuAction() is action)
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
    action = next(each for each in menu.actions() if each.text() == name)
    menu.setActiveAction(action)
    inner = next(item for item in menu.findChildren(QMenu) if item.menuAction() is action)
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
        close_menus()
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


def select_chase(window: MainWindow) -> None:
    """Select a state."""
    if window.session is not None and window.view is not None:
        window.session.select((named_node(window.view, "Chase"),))


def at_edge(element: str) -> Act:
    """Return what opens the context menu of a transition."""

    def act(window: MainWindow) -> None:
        close_menus()
        if window.session is not None:
            window.session.select((element,))
            open_context_menu(window, _middle(window), NODE_MENU, window)

    return act


def at_canvas(entries: Sequence[str]) -> Act:
    """Return what opens the context menu of the canvas itself."""

    def act(window: MainWindow) -> None:
        close_menus()
        if window.session is not None:
            window.session.select(())
        open_context_menu(window, _middle(window), entries, window)

    return act


def at_problem(window: MainWindow) -> None:
    """Open the menu of a problem in the list."""
    close_menus()
    window.panels.show_panel("problems")
    open_context_menu(window, window.part(problems_panel).mapToGlobal(QPoint(60, 40)), PROBLEM_MENU, window)


def at_world(window: MainWindow) -> None:
    """Open the menu of the map while its world is edited, with an agent selected."""
    begin(window)
    if window.world.session is not None:
        window.world.session.select((Element("agents", "tank_1"),))
    viewport = window.preview.map.viewport()
    open_context_menu(window, viewport.mapToGlobal(QPoint(90, 40)), MAP_MENU, window)


def at_map(window: MainWindow) -> None:
    """Open the menu of the map while its world is watched."""
    close_menus()
    window.preview.map.menu_wanted.emit(QPointF(90, 40))


def at_panel_tab(window: MainWindow) -> None:
    """Open the menu of a panel's tab."""
    close_menus()
    stack = window.panels.stacks["bottom"]
    rect = stack.tabs.rect_of("timeline")
    stack.tabs.menu_wanted.emit("timeline", stack.tabs.mapToGlobal(rect.bottomLeft()))


def more_panels(window: MainWindow) -> None:
    """Open the menu of the panels whose tabs find no room."""
    close_menus()
    window.panels.stacks["left"].tabs.open_more()


def at_file(window: MainWindow) -> None:
    """Open the menu of a file in the list of files."""
    show_files(window)
    panel = window.part(WindowFolder).panel
    path = samples_folder() / "tank.mind.json"
    panel.menu_wanted.emit(panel.tree.viewport().mapToGlobal(QPoint(60, 60)), path)


def add_variable(window: MainWindow) -> None:
    """Open the menu of the types a new variable can have."""
    close_menus()
    window.outline.variables.open_add_menu()


def pick_agent(window: MainWindow) -> None:
    """Open the list of agents."""
    close_menus()
    _drop_down(window, "Agent shown").open_menu()


def pick_speed(window: MainWindow) -> None:
    """Open the list of speeds."""
    close_menus()
    _drop_down(window, "Speed").open_menu()


def with_recent(window: MainWindow) -> None:
    """Let some files have been opened, one of them pinned, one gone."""
    for name in ("soldier", "wolf", "tank"):
        window.open_file(samples_folder() / f"{name}.mind.json")
    recent = window.workspace.recent
    recent.pin(samples_folder() / "soldier.mind.json")
    recent.pin(samples_folder() / "night_watch.mind.json")
    settle(make_application())


def _drop_down(window: MainWindow, name: str) -> DropDown:
    return next(each for each in window.findChildren(DropDown) if each.accessibleName() == name)


def _middle(window: MainWindow) -> QPoint:
    assert window.view is not None
    viewport = window.view.viewport()
    return viewport.mapToGlobal(QPoint(viewport.width() // 2, 90))


def _subject(title: str) -> str:
    return f"menu:{title.lower()}"


_TITLES = tuple(title.replace("&", "") for title in MENUS)

RUNNING, STOPPED, WITHOUT = "menus", "menus of a mind that stands", "menus without a mind"
"""The windows that menus are pictured in."""


def _running(name: str, act: Act, *shows: str) -> Scene:
    return Scene(f"menu-{name}", ticks=PLAYED, act=act, shows=shows, together=RUNNING)


def _stopped(name: str, act: Act) -> Scene:
    return Scene(f"menu-{name}", ticks=0, act=act, together=STOPPED)


MENU_SCENES = (
    *(_running(title.lower(), opening(title), _subject(title)) for title in _TITLES),
    _running("overrule", opening("Run", "Overrule the mind", before=select_chase)),
    _running("travel", opening("Run", "Travel in time")),
    _running("tests", opening("Run", "Tests")),
    _running("transition", at_edge("chase_shoot")),
    _running("canvas", at_canvas(CANVAS_MENU)),
    _running("new-graph", at_canvas(NEW_GRAPH_MENU)),
    _running("state", at_node("Chase")),
    _running("problem", at_problem),
    _running("map", at_map),
    _running("panel-tab", at_panel_tab),
    _running("more-panels", more_panels),
    _running("agent", pick_agent),
    _running("speed", pick_speed),
    *(
        Scene(
            f"menu-{title.lower()}-none",
            NO_DOCUMENT,
            act=opening(title),
            shows=(_subject(title), EMPTY),
            together=WITHOUT,
        )
        for title in _TITLES
    ),
    Scene("menu-recent-none", NO_DOCUMENT, act=opening("File", "Open recent"), together=WITHOUT),
    _stopped("samples", opening("File", "Open sample")),
    _stopped("templates", opening("File", "New from template")),
    _stopped("compare", opening("File", "Compare with")),
    _stopped("theme", opening("View", "Theme")),
    _stopped("panels", opening("View", "Panels")),
    _stopped("align", opening("Graph", "Align and distribute")),
    _stopped("add-variable", add_variable),
    Scene("menu-recent", ticks=0, act=opening("File", "Open recent", before=with_recent)),
    Scene("menu-file-entry", ticks=0, act=at_file),
    Scene("menu-tree-node", "soldier.mind.json", PLAYED, at_node("Attack when close")),
    Scene("menu-decision", "attack_or_flee.mind.json", PLAYED, at_node("Pursue", "attack_or_flee")),
    Scene("menu-map-edited", ticks=0, act=at_world),
)
"""The scenes of this module."""
