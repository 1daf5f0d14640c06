"""Commands about what is in view: zoom, panels, places, themes."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from editor.commands.command import Command
from editor.theme.motion import motion
from editor.theme.theme_manager import THEME_CHOICES, set_theme, theme_manager
from editor.window.commands.palette_items import COMMANDS_ONLY
from editor.window.frame.window_arrangement import MOTION_KEY
from editor.window.frame.window_host import WindowHost

THEME_TITLES = {
    "system": "Theme: as the system",
    "light": "Theme: light",
    "dark": "Theme: dark",
    "high_contrast": "Theme: high contrast",
}
ZOOM_STEP = 1.2


def view_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the View menu."""

    def has_view() -> bool:
        return window.view is not None

    def with_view(name: str) -> None:
        if window.view is not None:
            attrgetter(name)(window.view)()

    def zoom(factor: float) -> None:
        if window.view is not None:
            window.view.camera.zoom_to(window.view.camera.zoom * factor if factor else 1.0)

    return (
        Command(
            "view.go_to",
            "Go to…",
            window.open_palette,
            "Go to a file, graph, node, state, variable or event by a few letters of its name.",
            "search",
        ),
        Command(
            "view.commands",
            "Commands…",
            partial(window.open_palette, COMMANDS_ONLY),
            "Find a command by a few letters and run it.",
            "keyboard",
        ),
        Command(
            "view.frame_all",
            "Show all",
            partial(with_view, "entering.frame_all"),
            "Fit the whole graph.",
            "frame",
            enabled=has_view,
        ),
        Command(
            "view.frame_selection",
            "Show selection",
            partial(with_view, "entering.frame_selection"),
            "Fit what is selected, or all.",
            "follow",
            enabled=has_view,
        ),
        Command("view.zoom_in", "Zoom in", partial(zoom, ZOOM_STEP), "Draw larger.", enabled=has_view),
        Command("view.zoom_out", "Zoom out", partial(zoom, 1 / ZOOM_STEP), "Draw smaller.", enabled=has_view),
        Command(
            "view.zoom_reset", "Zoom to 100 %", partial(zoom, 0.0), "Draw at natural size.", enabled=has_view
        ),
        Command(
            "view.minimap",
            "Map of large graphs",
            partial(_toggle_minimap, window),
            "Show a small map in the corner of graphs of 30 nodes and more.",
            "grid",
            checked=lambda: window.area.shows_minimap,
        ),
        Command(
            "view.back", "Back", lambda: _ignore(window.area.go_back(-1)), "Go to the place seen before."
        ),
        Command(
            "view.forward", "Forward", lambda: _ignore(window.area.go_back(1)), "Go to the place seen after."
        ),
        Command(
            "view.leave_graph",
            "Leave graph",
            lambda: _ignore(window.area.leave()),
            "Go back to the graph that calls this one.",
            "up",
            enabled=has_view,
        ),
        *_side_commands(window),
        Command("view.next_panel", "Next panel", window.panels.walk, "Give the focus to the next panel."),
        Command(
            "view.previous_panel",
            "Previous panel",
            lambda: window.panels.walk(backwards=True),
            "Give the focus to the panel before.",
        ),
        Command("view.reset_panels", "Reset panels", window.panels.reset, "Arrange the panels as at first."),
        Command(
            "view.reduced_motion",
            "Reduce motion",
            partial(_toggle_motion, window),
            "Let views jump instead of gliding, and no dot run along transitions.",
            checked=lambda: motion().wants_less,
        ),
        *_panel_commands(window),
        *_theme_commands(window),
    )


def _side_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the second canvas."""
    area = window.area

    def called() -> str:
        view = window.view
        chosen = view.selected_nodes() if view is not None else ()
        return view.entering.called_graph(chosen[0]) if view is not None and len(chosen) == 1 else ""

    return (
        Command(
            "view.beside",
            "Show beside",
            lambda: _ignore(area.open_beside()),
            "Show the graph in view a second time beside it; go elsewhere in either.",
            "layers",
            enabled=lambda: window.view is not None,
        ),
        Command(
            "view.called_beside",
            "Show called graph beside",
            lambda: _ignore(area.open_beside(called())),
            "Show the graph that the selected node runs beside this one.",
            enabled=lambda: bool(called()),
        ),
        Command(
            "view.other_side",
            "Other side",
            lambda: _ignore(area.use_other_side()),
            "Give the focus to the other of two canvases.",
            enabled=lambda: area.is_split,
        ),
        Command(
            "view.close_beside",
            "Close the side",
            area.close_beside,
            "Return to one canvas.",
            enabled=lambda: area.is_split,
        ),
    )


def _panel_commands(window: WindowHost) -> tuple[Command, ...]:
    return tuple(
        Command(
            f"panel.{panel_id}",
            f"Panel: {window.panels.page(panel_id).title.lower()}",
            partial(window.panels.show_panel, panel_id, focus=True),
            f"Bring the panel {window.panels.page(panel_id).title} to the front.",
            window.panels.page(panel_id).icon_name,
            checked=partial(window.panels.is_shown, panel_id),
        )
        for panel_id in window.panels.panel_ids()
    )


def _theme_commands(window: WindowHost) -> tuple[Command, ...]:
    def is_chosen(choice: str) -> bool:
        return theme_manager().choice == choice

    return tuple(
        Command(
            f"theme.{choice}",
            THEME_TITLES[choice],
            partial(_choose_theme, window, choice),
            "Change the colors of the window.",
            checked=partial(is_chosen, choice),
        )
        for choice in THEME_CHOICES
    )


def _choose_theme(window: WindowHost, choice: str) -> None:
    set_theme(choice)
    window.state.set("theme", choice)


def _toggle_motion(window: WindowHost) -> None:
    motion().set_wants_less(not motion().wants_less)
    window.workspace.state.set(MOTION_KEY, motion().wants_less)


def _toggle_minimap(window: WindowHost) -> None:
    on = not window.area.shows_minimap
    window.area.set_minimap(on)
    window.workspace.state.set("minimap", on)


def _ignore(_done: bool) -> None:
    """Drop an answer that a menu has no use for."""
