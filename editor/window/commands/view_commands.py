"""Commands about what is in view: zoom, panels, places, themes."""

from __future__ import annotations

from functools import partial

from editor.commands.command import Command, worded
from editor.theme.motion import motion
from editor.theme.theme_manager import THEME_CHOICES, set_theme, theme_manager
from editor.window.commands.palette_items import COMMANDS_ONLY
from editor.window.frame.window_arrangement import MOTION_KEY, WHEEL_KEY
from editor.window.frame.window_host import WindowHost, on_canvas

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

    def zoom(factor: float) -> None:
        if window.view is not None:
            window.view.camera.zoom_to(window.view.camera.zoom * factor if factor else 1.0)

    return (
        worded("view.go_to", window.open_palette),
        worded("view.commands", partial(window.open_palette, COMMANDS_ONLY)),
        worded("view.frame_all", on_canvas(window, "entering.frame_all"), enabled=has_view),
        worded("view.frame_selection", on_canvas(window, "entering.frame_selection"), enabled=has_view),
        worded("view.zoom_in", partial(zoom, ZOOM_STEP), enabled=has_view),
        worded("view.zoom_out", partial(zoom, 1 / ZOOM_STEP), enabled=has_view),
        worded("view.zoom_reset", partial(zoom, 0.0), enabled=has_view),
        worded("view.minimap", partial(_toggle_minimap, window), checked=lambda: window.area.shows_minimap),
        worded("view.back", lambda: _ignore(window.area.go_back(-1))),
        worded("view.forward", lambda: _ignore(window.area.go_back(1))),
        worded("view.leave_graph", lambda: _ignore(window.area.leave()), enabled=has_view),
        *_side_commands(window),
        worded("view.next_panel", window.panels.walk),
        worded("view.previous_panel", lambda: window.panels.walk(backwards=True)),
        worded(
            "view.close_panel",
            lambda: window.panels.close_panel(window.panels.closable_panel()),
            enabled=lambda: bool(window.panels.closable_panel()),
        ),
        *_floating_commands(window),
        worded("view.reset_panels", window.panels.reset),
        worded("view.reduced_motion", partial(_toggle_motion, window), checked=lambda: motion().wants_less),
        worded("view.wheel_scrolls", partial(_toggle_wheel, window), checked=lambda: motion().wheel_scrolls),
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
        worded("view.beside", lambda: _ignore(area.open_beside()), enabled=lambda: window.view is not None),
        worded(
            "view.called_beside", lambda: _ignore(area.open_beside(called())), enabled=lambda: bool(called())
        ),
        worded("view.other_side", lambda: _ignore(area.use_other_side()), enabled=lambda: area.is_split),
        worded("view.close_beside", area.close_beside, enabled=lambda: area.is_split),
    )


def _floating_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return what lets the panel used last float, or brings it back."""
    panels = window.panels

    def is_used(floats: bool) -> bool:
        used = panels.used_panel()
        return bool(used) and panels.has_tab(used) and panels.is_floating(used) is floats

    return (
        worded(
            "view.float_panel",
            lambda: panels.float_panel(panels.used_panel()),
            enabled=partial(is_used, False),
        ),
        worded(
            "view.dock_panel", lambda: panels.dock_panel(panels.used_panel()), enabled=partial(is_used, True)
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


def _toggle_wheel(window: WindowHost) -> None:
    motion().wheel_scrolls = not motion().wheel_scrolls
    window.workspace.state.set(WHEEL_KEY, motion().wheel_scrolls)


def _toggle_minimap(window: WindowHost) -> None:
    on = not window.area.shows_minimap
    window.area.set_minimap(on)
    window.workspace.state.set("minimap", on)


def _ignore(_done: bool) -> None:
    """Drop an answer that a menu has no use for."""
