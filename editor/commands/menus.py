"""Build the menus and context menus from command ids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from editor.commands.file_menus import fill_recent, fill_templates
from editor.commands.registry import CommandRegistry
from editor.commands.window_context import WindowContext

SEPARATOR = "-"
RECENT, SAMPLES, PANELS, THEMES, NEW_GRAPH = "<recent>", "<samples>", "<panels>", "<themes>", "<new graph>"
ALIGN = "<align>"
PROJECT = "<project>"
FORCE = "<force>"
TEMPLATES, COMPARE = "<templates>", "<compare>"

FORCE_MENU = (
    "force.success",
    "force.failure",
    "force.skipped",
    "force.none",
    "force.enter",
    "force.start_here",
)
"""What can be done to a run at the selected node or state."""

MENUS: dict[str, tuple[str, ...]] = {
    "&File": (
        "file.new",
        "file.new_tree",
        "file.new_decision",
        TEMPLATES,
        SEPARATOR,
        "file.open",
        RECENT,
        SAMPLES,
        SEPARATOR,
        "file.save",
        "file.save_as",
        COMPARE,
        "file.save_picture",
        "file.export",
        "file.export_again",
        "file.recover",
        SEPARATOR,
        PROJECT,
        "file.open_last_session",
        SEPARATOR,
        "file.close",
        "file.quit",
    ),
    "&Edit": (
        "edit.undo",
        "edit.redo",
        SEPARATOR,
        "edit.cut",
        "edit.copy",
        "edit.paste",
        "edit.duplicate",
        "edit.duplicate_connected",
        SEPARATOR,
        "edit.rename",
        "edit.value",
        "edit.delete",
        "edit.delete_and_heal",
        SEPARATOR,
        "edit.select_all",
        "edit.select_below",
        "edit.select_above",
        "edit.select_none",
        SEPARATOR,
        "edit.find",
        "edit.find_next",
        "edit.find_previous",
        "edit.find_in_files",
    ),
    "&View": (
        "view.go_to",
        "view.commands",
        SEPARATOR,
        "view.frame_all",
        "view.frame_selection",
        "view.zoom_in",
        "view.zoom_out",
        "view.zoom_reset",
        "view.minimap",
        "view.heat",
        "view.next_heat",
        "view.add_recordings",
        "view.dim_idle",
        SEPARATOR,
        "view.back",
        "view.forward",
        "view.leave_graph",
        SEPARATOR,
        "view.beside",
        "view.called_beside",
        "view.other_side",
        "view.close_beside",
        SEPARATOR,
        "preview.overlays",
        "preview.legend",
        "preview.follow",
        "preview.fit",
        SEPARATOR,
        PANELS,
        "view.next_panel",
        "view.previous_panel",
        "view.reset_panels",
        SEPARATOR,
        THEMES,
        "view.reduced_motion",
    ),
    "&Graph": (
        "graph.add_node",
        "graph.enter",
        "graph.fold",
        "graph.add_frame",
        "graph.add_note",
        SEPARATOR,
        "graph.lay_out_selection",
        "graph.lay_out_all",
        "graph.place_freely",
        "graph.clear_places",
        ALIGN,
        SEPARATOR,
        NEW_GRAPH,
        "graph.duplicate",
        "graph.make_root",
        "graph.remove",
    ),
    "&Node": (
        "graph.connect",
        "graph.from_any_state",
        "graph.retarget",
        "graph.insert",
        "graph.detach",
        "graph.pull_out",
        "graph.swap",
        SEPARATOR,
        "graph.wrap",
        "graph.unwrap",
        "graph.extract",
        "graph.change_kind",
        SEPARATOR,
        "graph.move_earlier",
        "graph.move_later",
        "graph.move_out",
        "graph.move_in",
        "graph.make_start",
        SEPARATOR,
        "graph.toggle_disabled",
    ),
    "&World": (
        "world.edit",
        SEPARATOR,
        "world.tool.select",
        "world.tool.wall",
        "world.tool.wall_line",
        "world.tool.obstacle",
        "world.tool.zone",
        "world.tool.path",
        "world.tool.agent",
        "world.tool.source",
        "world.tool.projectile",
        SEPARATOR,
        "world.snap",
        "world.finer_grid",
        "world.coarser_grid",
        "world.frame",
        SEPARATOR,
        "world.new",
        "world.save",
        "world.save_as",
        "world.reload",
    ),
    "&Run": (
        "run.toggle",
        "run.stop",
        "run.step",
        "run.step_back",
        "run.step_visit",
        "run.step_visit_back",
        "run.step_over",
        "run.step_out",
        "run.whole_tick",
        "run.to_selection",
        "run.next_change",
        "run.previous_change",
        "run.loop",
        "run.to_start",
        "run.to_end",
        "run.branch",
        "run.compare_takes",
        "file.save_recording",
        SEPARATOR,
        "run.breakpoint",
        "run.clear_breakpoints",
        SEPARATOR,
        FORCE,
        "force.event",
        SEPARATOR,
        "run.slower",
        "run.faster",
        "run.normal_speed",
        "run.full_speed",
        "run.next_agent",
        SEPARATOR,
        "run.batch",
        SEPARATOR,
        "preview.noise",
        "preview.throw_stone",
        "preview.throw_grenade",
        SEPARATOR,
        "tests.run",
        "tests.run_document",
        "tests.record",
        "tests.stop",
        SEPARATOR,
        "problems.next",
        "problems.previous",
        "problems.fix",
        "problems.suppress",
    ),
    "&Help": (
        "help.contents",
        "help.tour",
        "help.tutorial",
        "help.sample",
        SEPARATOR,
        "help.kind",
        "help.preview",
        "help.keys",
        "help.edit_keys",
        SEPARATOR,
        "help.about",
    ),
}
"""The menu bar: titles with their commands; names in angle brackets are submenus. No letter is A."""

NODE_MENU = (
    "stand_in.succeed",
    "stand_in.fail",
    "stand_in.keep_running",
    SEPARATOR,
    FORCE,
    SEPARATOR,
    "graph.enter",
    "view.called_beside",
    "edit.rename",
    "edit.value",
    "graph.change_kind",
    "graph.make_start",
    "graph.toggle_disabled",
    SEPARATOR,
    "graph.connect",
    "graph.from_any_state",
    "graph.retarget",
    "graph.insert",
    "graph.detach",
    "graph.pull_out",
    "graph.swap",
    SEPARATOR,
    "graph.wrap",
    "graph.unwrap",
    "graph.extract",
    "graph.add_frame",
    ALIGN,
    SEPARATOR,
    "edit.cut",
    "edit.copy",
    "edit.paste",
    "edit.duplicate",
    SEPARATOR,
    "graph.move_earlier",
    "graph.move_later",
    "graph.lay_out_selection",
    SEPARATOR,
    "edit.delete",
    "edit.delete_and_heal",
    SEPARATOR,
    "help.kind",
)
PROBLEM_MENU = ("problems.fix", "problems.suppress", SEPARATOR, "problems.next", "problems.previous")
CANVAS_MENU = (
    "graph.add_node",
    "graph.add_frame",
    "graph.add_note",
    "edit.paste",
    SEPARATOR,
    "edit.select_all",
    "view.frame_all",
    "graph.lay_out_all",
    "graph.place_freely",
    SEPARATOR,
    "view.leave_graph",
)
MAP_MENU = (
    "world.delete_point",
    "world.reverse_path",
    "edit.rename",
    SEPARATOR,
    "edit.cut",
    "edit.copy",
    "edit.paste",
    "edit.duplicate",
    SEPARATOR,
    "edit.delete",
    SEPARATOR,
    "edit.select_all",
    "world.frame",
    "world.snap",
)
"""The context menu of the map while its world is edited."""

ALIGN_MENU = (
    "graph.align_left",
    "graph.align_center",
    "graph.align_right",
    SEPARATOR,
    "graph.align_top",
    "graph.align_middle",
    "graph.align_bottom",
    SEPARATOR,
    "graph.distribute_across",
    "graph.distribute_down",
)
NEW_GRAPH_MENU = ("graph.new_state_machine", "graph.new_behavior_tree", "graph.new_decision_tree")

_SUBMENUS = {
    TEMPLATES: "New from template",
    RECENT: "Open recent",
    SAMPLES: "Open sample",
    PANELS: "Panels",
    THEMES: "Theme",
    NEW_GRAPH: "New graph in this document",
    ALIGN: "Align and distribute",
    FORCE: "Step into the run",
    PROJECT: "Project",
    COMPARE: "Compare with",
}

_PREFIXES = {
    SAMPLES: "sample.",
    PANELS: "panel.",
    THEMES: "theme.",
    PROJECT: "project.",
    COMPARE: "compare.",
}
"""What the ids of the commands in a submenu begin with."""


def build_menu_bar(bar: QMenuBar, window: WindowContext) -> None:
    """Fill the menu bar; every menu asks which commands can run when it opens.

    Alt with a menu's letter opens it. The letters are keys of their own, so that no title is underlined.
    """
    for title, entries in MENUS.items():
        menu = bar.addMenu(title.replace("&", ""))
        fill_menu(menu, entries, window)
        menu.aboutToShow.connect(window.commands.refresh)
        key = QShortcut(QKeySequence(f"Alt+{menu_letter(title)}"), bar)
        key.activated.connect(partial(bar.setActiveAction, menu.menuAction()))


def menu_letter(title: str) -> str:
    """Return the letter that opens a menu with Alt: the one after the ampersand."""
    return title[title.index("&") + 1].upper()


def fill_menu(menu: QMenu, entries: Sequence[str], window: WindowContext) -> None:
    """Add commands and submenus to a menu."""
    for entry in entries:
        if entry == SEPARATOR:
            menu.addSeparator()
        elif entry in _SUBMENUS:
            menu.addMenu(_submenu(entry, menu, window))
        else:
            menu.addAction(window.commands.action(entry))


def open_context_menu(parent: QWidget, at: QPoint, entries: Sequence[str], window: WindowContext) -> QMenu:
    """Show a context menu at a point of the screen, with what can be done there."""
    window.commands.refresh()
    menu = QMenu(parent)
    fill_menu(menu, _that_can_run(entries, window), window)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(at)
    return menu


def _that_can_run(entries: Sequence[str], window: WindowContext) -> list[str]:
    """Return the entries that can run now, without separators that part nothing."""
    kept: list[str] = []
    for entry in entries:
        if entry == SEPARATOR:
            if kept and kept[-1] != SEPARATOR:
                kept.append(entry)
        elif _can_run(entry, window):
            kept.append(entry)
    while kept and kept[-1] == SEPARATOR:
        kept.pop()
    return kept


def _can_run(entry: str, window: WindowContext) -> bool:
    if entry in (ALIGN, FORCE):
        entries = ALIGN_MENU if entry == ALIGN else FORCE_MENU
        return any(_can_run(one, window) for one in entries if one != SEPARATOR)
    return entry in _SUBMENUS or window.commands.action(entry).isEnabled()


def _submenu(name: str, parent: QMenu, window: WindowContext) -> QMenu:
    menu = QMenu(_SUBMENUS[name], parent)
    if name in (RECENT, TEMPLATES):
        fill = fill_recent if name == RECENT else fill_templates
        menu.aboutToShow.connect(partial(fill, menu, window))
        fill(menu, window)
        return menu
    own = {NEW_GRAPH: NEW_GRAPH_MENU, ALIGN: ALIGN_MENU, FORCE: FORCE_MENU}
    if name in own:
        fill_menu(menu, own[name], window)
    else:
        _add_with_prefix(menu, _PREFIXES[name], window.commands)
    return menu


def _add_with_prefix(menu: QMenu, prefix: str, commands: CommandRegistry) -> None:
    for command in commands:
        if command.id.startswith(prefix):
            menu.addAction(commands.action(command.id))
