"""Put the preview into a window: the keys and the menu of its map, and where its refusals are told."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF
from PySide6.QtWidgets import QWidget

from editor.commands.command import Command
from editor.commands.keymap import KeyPlace
from editor.help.help_window import show_help_file
from editor.map.view.input_tools import THROWABLE
from editor.map.view.preview_panel import PreviewPanel
from editor.window.commands.menu_tables import SEPARATOR
from editor.window.commands.menus import open_context_menu
from editor.window.commands.window_context import WindowContext

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


class WindowPreview(QObject):
    """Connect one preview with its window."""

    def __init__(
        self,
        window: WindowContext,
        preview: PreviewPanel,
        refuse: Callable[[str, str], None],
        host: QWidget,
    ) -> None:
        super().__init__(host)
        self._window, self._preview, self._host = window, preview, host
        preview.map.menu_wanted.connect(self._open_menu)
        preview.refused.connect(refuse)
        preview.set_state_of(window.run.active_state)
        preview.map.tool_changed.connect(window.commands.refresh)
        window.commands.add(self.commands())
        window.commands.attach(KeyPlace.PREVIEW, preview.map)

    def commands(self) -> tuple[Command, ...]:
        """Return what a window offers about its preview besides the preview's own."""
        return (
            Command(
                "help.preview",
                "The preview",
                self.show_help,
                "Say what the preview shows, what can be done in it, and what each overlay means.",
                "world",
            ),
        )

    def show_help(self) -> None:
        """Show the help page of the preview."""
        session = self._window.session
        registry = session.registry if session is not None else self._window.run.registry
        show_help_file(self._host, registry, "preview")

    def _open_menu(self, pixel: QPointF) -> None:
        """Offer what can be done to the running world at a place."""
        preview = self._preview
        if not preview.can_take_tool():
            return
        preview.note_menu_place(preview.map.world_at(pixel) if self._window.run.session is not None else None)
        at = preview.map.viewport().mapToGlobal(pixel.toPoint())
        menu = open_context_menu(self._host, at, WATCH_MENU, self._window, short=True)
        # The command runs after the menu has hidden: the place is forgotten with the menu itself.
        menu.destroyed.connect(lambda: preview.note_menu_place(None))
