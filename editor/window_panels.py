"""Connect the panels of a window with its places: what is clicked in a panel is gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.menus import PROBLEM_MENU, open_context_menu

if TYPE_CHECKING:
    from editor.main_window import MainWindow

OUTLINE_COMMANDS = (
    "edit.cut",
    "edit.copy",
    "edit.paste",
    "edit.duplicate",
    "edit.delete",
    "edit.delete_and_heal",
    "graph.move_earlier",
    "graph.move_later",
)
"""Commands of the canvas whose keys work in the outline too: it is the road without a pointer."""


def connect_panels(window: MainWindow) -> None:
    """Let every panel of `window` lead to the places it speaks of."""
    places = window.places
    window.finding.use_places(places)
    window.debugging.use_places(places)
    window.outline.frame_wanted.connect(places.go_to_element)
    for name in OUTLINE_COMMANDS:
        window.outline.tree.addAction(window.commands.action(name))
    window.outline.variables.picked.connect(places.show_variable)
    window.outline.variables.event_picked.connect(places.show_event)
    window.problems.go_to.connect(places.go_to_problem)
    window.inspector.place_wanted.connect(places.go_to_place)
    window.problems.menu_wanted.connect(lambda at: open_context_menu(window, at, PROBLEM_MENU, window))
    window.problems.current_changed.connect(window.commands.refresh)
    window.transitions.go_to.connect(places.go_to_transition)
    window.why.go_to.connect(places.go_to_element)
    window.why.tick_wanted.connect(window.run.look_at)
    window.timeline.record_wanted.connect(lambda: window.commands.run("tests.record"))
    window.log.go_to.connect(places.go_to_log_entry)
    window.tests.open_wanted.connect(lambda report: places.go_to_report(report, window.workspace))
