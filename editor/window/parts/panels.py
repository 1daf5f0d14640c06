"""Connect the panels of a window with its places: what is clicked in a panel is gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from editor.commands.keymap import KeyPlace
from editor.commands.registry import CommandRegistry
from editor.window.commands.menu_tables import PROBLEM_MENU
from editor.window.commands.menus import open_context_menu
from editor.window.frame.leaving_preview import LeavingPreview
from editor.window.parts.window_picking import WindowPicking

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

_WITHOUT_LETTERS = ("Ctrl+", "Alt+", "Meta+", "Del", "Backspace", "F")
"""How keys begin that write nothing: single letters look for a row in a list."""


def give_canvas_keys(commands: CommandRegistry, tree: QWidget) -> None:
    """Let the keys of the canvas work in the outline too, which is the road without a pointer.

    Commands with a key that the list needs itself, a letter or Return, are in its menu only.
    """
    for command in commands:
        binding = commands.binding(command.id)
        action = commands.action(command.id)
        if binding.place is not KeyPlace.CANVAS:
            continue
        if binding.keys and all(len(key) > 1 and key.startswith(_WITHOUT_LETTERS) for key in binding.keys):
            tree.addAction(action)
        else:
            tree.removeAction(action)


def connect_panels(window: MainWindow) -> None:
    """Let every panel of `window` lead to the places it speaks of."""
    places = window.places
    window.finding.use_places(places)
    window.finding.use_worlds(window.shelf, window.world.show_element)
    LeavingPreview(window.commands.action("graph.extract"), lambda: window.view, window)
    window.debugging.use_places(places)
    for reading in (window.debugging.run_set.reading, window.recordings.reading):
        window.status_row.progress.watch(reading.work)
    window.outline.frame_wanted.connect(places.go_to_element)
    give_canvas_keys(window.commands, window.outline.tree)
    window.commands.keys_changed.connect(lambda: give_canvas_keys(window.commands, window.outline.tree))
    WindowPicking(window.inspector, window.preview, window.panels, window.area.toast.refuse, window)
    window.outline.variables.picked.connect(places.show_variable)
    window.outline.variables.event_picked.connect(places.show_event)
    window.outline.variables.naming_wanted.connect(window.inspector.page.begin_naming)
    window.problems.go_to.connect(places.go_to_problem)
    window.inspector.page.place_wanted.connect(places.go_to_place)
    window.problems.menu_wanted.connect(lambda at: open_context_menu(window, at, PROBLEM_MENU, window))
    window.problems.current_changed.connect(window.commands.refresh)
    window.transitions.go_to.connect(places.go_to_transition)
    window.why.go_to.connect(places.go_to_element)
    window.why.tick_wanted.connect(window.run.look_at)
    window.timeline.record_wanted.connect(lambda: window.commands.run("tests.record"))
    window.log.go_to.connect(places.go_to_log_entry)
    window.tests.open_wanted.connect(lambda report: places.go_to_report(report, window.workspace))
