"""Connect a window with a program that is not Mindloom's, and look at it some times a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QTimer

from editor.commands.keymap import KeyPlace
from editor.window.frame.menu_tables import FOREIGN_MENU
from editor.window.frame.menus import open_context_menu
from editor.window.frame.window_host import WindowHost

if TYPE_CHECKING:
    from editor.panels.run.foreign_panel import ForeignPanel
    from runtime.foreign.groot_client import GrootClient
    from runtime.foreign.xstate_listener import XStateListener

_EVERY = 50
"""Milliseconds between two looks."""
_GROOT_KEY, _XSTATE_KEY = "foreign_groot", "foreign_xstate"


class WindowForeign(QObject):
    """Own the one connection of a window: `groot` to a program, or `xstate` for some.

    It goes on while the panel is hidden.
    """

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host = host
        self.groot: GrootClient | None = None
        self.xstate: XStateListener | None = None
        self._shown: tuple[object, ...] = ()
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.look)

    @property
    def source(self) -> GrootClient | XStateListener | None:
        """Return the connection there is."""
        return self.groot or self.xstate

    def selected(self) -> str:
        """Return the node selected in the panel, "" for none."""
        panel = self._host.made(foreign_panel)
        return panel.view.selected if panel is not None else ""

    def ask_groot(self) -> None:
        """Ask for an address and connect."""
        hint = "Where its Groot2Publisher listens. Only connect to programs that you know."
        text = self._host.state.text(_GROOT_KEY, "127.0.0.1:1667")
        title, take = "Connect to a BehaviorTree.CPP program", self.connect_groot
        self._ask(title, hint, take, "Address and port", "Connect", text)

    def ask_xstate(self) -> None:
        """Ask for a port and listen there."""
        hint = (
            "Programs of this computer connect to it: createWebSocketInspector({ url: “ws://localhost:…” })"
        )
        text = self._host.state.text(_XSTATE_KEY, "8080")
        self._ask("Watch XState machines", hint, self.listen_xstate, "Port", "Watch", text)

    def connect_groot(self, text: str) -> str:
        """Connect to an address such as `127.0.0.1:1667`; return why it cannot be, "" when it can."""
        host, _, port = text.strip().rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not _is_port(port):
            return "An address is a name or a number, a colon and a port: 127.0.0.1:1667"
        try:
            import zmq

            from runtime.foreign.groot_client import GrootClient
        except ImportError:
            return "That needs pyzmq and msgpack: pip install 'mindloom[groot]'"
        try:
            client = GrootClient(host, int(port))
        except zmq.ZMQError as error:
            return f"{text.strip()} cannot be connected to: {error}"
        self.leave()
        self.groot = client
        return self._begin(client, _GROOT_KEY, text)

    def listen_xstate(self, text: str) -> str:
        """Listen at a port of this computer; return why that cannot be, "" when it can."""
        from runtime.foreign.xstate_listener import XStateListener

        if not _is_port(text.strip()):
            return "A port is a number from 1 to 65534, such as 8080."
        self.leave()  # It may be this very port that is listened at.
        try:
            self.xstate = XStateListener(int(text))
        except OSError as error:
            return f"Port {text.strip()} cannot be listened at: {error.strerror}. Choose another."
        return self._begin(self.xstate, _XSTATE_KEY, text)

    def leave(self) -> None:
        """End the connection; breakpoints in the program are taken away."""
        self._timer.stop()
        source, self.groot, self.xstate = self.source, None, None
        if source is not None:
            source.close()
            self._host.part(foreign_panel).show_run(None)
            self._host.commands.refresh()

    def look(self) -> None:
        """Take what has come, and show it where it is seen; where the program waits is brought into view."""
        if self.source is None:
            return
        self.source.poll()
        run, panel = self.source.run, self._host.part(foreign_panel)
        if panel.isVisible():
            panel.refresh()
        shown = run.held, run.breakpoints, run.is_recording, run.is_live
        if shown != self._shown:
            if run.held and run.held not in self._shown:
                panel.view.select(run.held)
            self._shown = shown
            self._host.commands.refresh()

    def _ask(self, title: str, hint: str, take: Callable[[str], str], *words: str) -> None:
        from editor.dialogs.name_window import NameWindow

        NameWindow(self._host.widget, title, hint, take, *words).open()

    def _begin(self, source: GrootClient | XStateListener, state_key: str, text: str) -> str:
        host, panels = self._host, self._host.panels
        host.state.set(state_key, text.strip())
        host.part(foreign_panel).show_run(source.run)
        if not panels.has_tab("foreign"):  # There is little room for a drawing below the canvas.
            window = host.widget.geometry()
            panels.float_panel(
                "foreign", QRect(window.center(), window.size() * 0.8).translated(-window.center())
            )
        panels.show_panel("foreign", focus=True)
        self._timer.start()
        host.commands.refresh()
        return ""


def foreign_panel(host: WindowHost) -> ForeignPanel:
    """Return the panel of the foreign program."""
    from editor.panels.run.foreign_panel import ForeignPanel

    panel, commands = ForeignPanel(), host.commands
    panel.wanted.connect(commands.run)
    for command, button in panel.buttons.items():
        action = commands.action(command)
        action.enabledChanged.connect(button.setEnabled)
        button.setEnabled(action.isEnabled())
    panel.view.picked.connect(lambda _node: commands.refresh())
    panel.view.menu_wanted.connect(lambda at: open_context_menu(panel, at, FOREIGN_MENU, host))
    commands.attach(KeyPlace.FOREIGN, panel)
    host.status_row.progress.watch(panel.view.work)
    return panel


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) < 65_535
