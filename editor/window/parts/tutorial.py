"""Put the tutorial into a window: what it hears, and the command that opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, SignalInstance

from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.window.frame.window_host import WindowHost
from editor.window.parts.help import WindowHelp
from editor.window.parts.welcome import WindowWelcome

if TYPE_CHECKING:
    from editor.welcome.tutorial_panel import TutorialPanel

PANEL = "tutorial"
PAGE = "tutorial"
SAMPLE = "sample.first_guard"
WIDTH = 320
"""Px that the stack of the panel has at least when the tutorial is opened."""


class TutorialEars(QObject):
    """Let the tutorial look whenever something changes that a step may ask for; it looks at no other time."""

    def __init__(self, host: WindowHost, panel: TutorialPanel) -> None:
        super().__init__(panel)
        self._host, self._panel = host, panel
        self._session: DocumentSession | None = None
        run = host.run
        for changed in (
            *(run.state_changed, run.frame_shown, run.agent_changed, run.time.sought, run.time.arrived),
            *(host.breakpoints.stopped, host.panels.shown),
        ):
            changed.connect(self._look)
        host.area.current_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Hear of the document in view."""
        session = self._host.session
        if session is not self._session:
            self._session = session
            for changed in _signals(session) if session is not None else ():
                changed.connect(self._look)
        self._look()

    def _look(self, *_what: object) -> None:
        if self._host.panels.has_tab(PANEL):
            self._panel.look()


def _signals(session: DocumentSession) -> tuple[SignalInstance, ...]:
    return session.document_changed, session.selection_changed, session.graph_shown


def tutorial_panel(host: WindowHost) -> TutorialPanel:
    """Return the panel of the tutorial."""
    from editor.help.help_window import run_linked_command
    from editor.welcome.tour_checks import TourEyes
    from editor.welcome.tutorial_panel import TutorialPanel

    panel = TutorialPanel(TourEyes(host.part(WindowWelcome).toured), host.state)
    panel.command_wanted.connect(lambda wanted: run_linked_command(host.commands, wanted))
    panel.page_wanted.connect(lambda: host.part(WindowHelp).open_file(PAGE))
    TutorialEars(host, panel)
    return panel


def tutorial_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the command that opens the tutorial beside the canvas."""

    def show() -> None:
        welcome = host.part(WindowWelcome)
        welcome.leave()
        if welcome.is_shown:
            # Over an empty window the page stays: the first step leads out of it.
            host.commands.run(SAMPLE)
        host.panels.widen(PANEL, WIDTH)
        host.panels.show_panel(PANEL, focus=True)

    return (worded("help.tutorial", show),)
