"""Say what commands may ask of the window that they belong to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from editor.canvas.view.canvas_view import CanvasView
from editor.commands.registry import CommandRegistry
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.workspace import Workspace
from editor.running.breakpoint_list import BreakpointList
from editor.running.case_runs import CaseRuns
from editor.running.run_controller import RunController
from editor.running.visit_walk import VisitWalk
from editor.running.world_follower import WorldFollower
from editor.widgets.file_dialogs import FileDialogs
from editor.window.frame.canvas_area import CanvasArea
from editor.window.frame.panel_layout import PanelLayout

if TYPE_CHECKING:
    from editor.panels.timeline.timeline_panel import TimelinePanel
    from editor.window.parts.debugging import WindowDebugging
    from editor.window.parts.document_services import WindowDesk
    from editor.window.parts.finding import WindowFinding
    from editor.window.parts.help import WindowHelp
    from editor.window.parts.interventions import WindowInterventions
    from editor.window.parts.recordings import WindowRecordings
    from editor.window.parts.welcome import WindowWelcome
    from editor.window.parts.window_seeking import WindowSeeking
    from editor.window.parts.world import WindowWorld


class WindowContext(Protocol):
    """Be the window, as far as commands know it."""

    workspace: Workspace
    run: RunController
    follower: WorldFollower
    dialogs: FileDialogs
    area: CanvasArea
    panels: PanelLayout
    commands: CommandRegistry
    case_runs: CaseRuns
    breakpoints: BreakpointList
    timeline: TimelinePanel
    visits: VisitWalk
    world: WindowWorld
    debugging: WindowDebugging
    interventions: WindowInterventions
    recordings: WindowRecordings
    seeking: WindowSeeking
    desk: WindowDesk
    finding: WindowFinding
    help: WindowHelp
    welcome: WindowWelcome

    @property
    def session(self) -> DocumentSession | None:
        """Return the document in view."""

    @property
    def view(self) -> CanvasView | None:
        """Return the canvas in view."""

    def open_file(self, path: Path) -> bool:
        """Open a document or a world and show it; tell the user why not."""

    def close_session(self, session: DocumentSession) -> bool:
        """Close a document after asking about changes; False when the user keeps it."""

    def save_session(self, session: DocumentSession, *, ask_name: bool = False) -> bool:
        """Save a document; False when it was not saved."""

    def close_window(self) -> None:
        """Close the window after asking about changes."""

    def walk_problems(self, step: int) -> None:
        """Go to the next or previous problem."""

    def open_palette(self, typed: str = "") -> None:
        """Open the command palette, with something typed already."""

    def choose_theme(self, choice: str) -> None:
        """Use a theme and remember it."""

    def theme_choice(self) -> str:
        """Return the theme in use, or "system"."""

    def say(self, text: str, button: str = "", run: Callable[[], None] | None = None) -> None:
        """Show a toast."""

    def show_page(self, title: str, markdown: str) -> None:
        """Show a page of text in a window of its own."""

    def show_help(self) -> None:
        """Show the help page of what is selected, or pointed at in the palette."""

    def show_keys(self) -> None:
        """Show all keys."""

    def show_about(self) -> None:
        """Say which version this is."""
