"""Put the preview into a window: the keys and the menu of its map."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QPoint, QPointF

from editor.commands.command import Command
from editor.commands.keymap import KeyPlace
from editor.map.overlays.overlay_kind import SECTIONS
from editor.map.view.input_tools import THROWABLE
from editor.map.view.preview_commands import preview_commands
from editor.map.view.title_row import TOGGLES
from editor.window.frame.menu_tables import SEPARATOR
from editor.window.frame.menus import open_context_menu
from editor.window.frame.window_host import WindowHost
from editor.window.parts.help import WindowHelp
from editor.window.parts.panels import preview_panel

WATCH_MENU = (
    "preview.send_player_here",
    "preview.noise_here",
    *(f"preview.throw_{name}_here" for name in THROWABLE),
    SEPARATOR,
    "preview.next_agent",
    "preview.follow",
    "preview.fit",
    SEPARATOR,
    "preview.overlays",
    "preview.legend",
    SEPARATOR,
    "world.edit",
)
"""The context menu of the map while its world is watched."""

MORE_MENU = (
    *(f"preview.{toggle.name}" for toggle in TOGGLES if toggle.name in SECTIONS and not toggle.has_button),
    "preview.overlays",
    "preview.legend",
    SEPARATOR,
    *(f"preview.throw_{name}" for name in THROWABLE),
    SEPARATOR,
    "preview.fit",
)
"""The menu More over the map: what has no button there."""


class WindowPreview(QObject):
    """Connect one preview with its window."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._preview = host, host.part(preview_panel)
        self._preview.map.menu_wanted.connect(self._open_menu)
        self._preview.row.more_wanted.connect(self._open_more)
        host.commands.attach(KeyPlace.PREVIEW, self._preview.map)

    def _open_menu(self, pixel: QPointF) -> None:
        """Offer what can be done to the running world at a place."""
        preview, host = self._preview, self._host
        if not preview.can_take_tool():
            return
        preview.note_menu_place(preview.map.world_at(pixel) if host.run.session is not None else None)
        at = preview.map.viewport().mapToGlobal(pixel.toPoint())
        menu = open_context_menu(host.widget, at, WATCH_MENU, host, short=True)
        # The command runs after the menu has hidden: the place is forgotten with the menu itself.
        menu.destroyed.connect(lambda: preview.note_menu_place(None))

    def _open_more(self, at: QPoint) -> None:
        """Offer what has no button over the map."""
        open_context_menu(self._host.widget, at, MORE_MENU, self._host, short=True)


def map_commands(host: WindowHost) -> Iterable[Command]:
    """Return the commands of the preview."""
    return preview_commands(host.part(preview_panel))


def map_help_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the command that shows the help page of the preview."""
    help_text = "Say what the preview shows, what can be done in it, and what each overlay means."
    return (Command("help.preview", "The preview", host.part(WindowHelp).show_preview, help_text, "world"),)
