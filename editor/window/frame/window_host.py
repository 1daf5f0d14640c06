"""Say what the window is to its parts: what a part may ask of it, and what it may bring in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QWidget

from editor.basics.user_state import UserState
from editor.canvas.view.canvas_view import CanvasView
from editor.commands.command import Command
from editor.commands.registry import CommandRegistry
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_shelf import WorldShelf
from editor.running.breakpoint_list import BreakpointList
from editor.running.run_controller import RunController
from editor.running.world_follower import WorldFollower
from editor.widgets.file_dialogs import FileDialogs
from editor.widgets.panel import Panel
from editor.window.frame.area_pages import AreaPages
from editor.window.frame.canvas_area import CanvasArea
from editor.window.frame.panel_layout import PanelLayout
from editor.window.frame.status_row import StatusRow
from editor.window.frame.title_row import TitleRow
from editor.window.frame.tool_row import ToolRow
from graphs.worlds.minds.world_choice import OpenMinds

Part = TypeVar("Part")


class WindowHost(Protocol):
    """Be the window, as far as its parts and commands know it."""

    state: UserState
    workspace: Workspace
    run: RunController
    minds: OpenMinds
    shelf: WorldShelf
    follower: WorldFollower
    breakpoints: BreakpointList
    dialogs: FileDialogs
    commands: CommandRegistry
    area: CanvasArea
    pages: AreaPages
    panels: PanelLayout
    title_row: TitleRow
    tool_row: ToolRow
    status_row: StatusRow

    @property
    def widget(self) -> QWidget:
        """Return the window itself, as the parent of what a part makes."""

    @property
    def session(self) -> DocumentSession | None:
        """Return the document in view."""

    @property
    def view(self) -> CanvasView | None:
        """Return the canvas in view."""

    def part(self, make: Callable[[WindowHost], Part]) -> Part:
        """Return the one part of the window that `make` makes; made when first asked for."""

    def made(self, make: Callable[[WindowHost], Part]) -> Part | None:
        """Return the part that `make` makes if it was made."""

    def open_file(self, path: Path) -> bool:
        """Open a document or a world and show it; tell the user why not."""

    def close_session(self, session: DocumentSession) -> bool:
        """Close a document after asking about changes; False when the user keeps it."""

    def save_session(self, session: DocumentSession, *, ask_name: bool = False) -> bool:
        """Save a document; False when it was not saved."""

    def close_window(self) -> None:
        """Close the window after asking about changes."""

    def open_palette(self, typed: str = "") -> None:
        """Open the command palette, with something typed already."""

    def say(self, text: str, button: str = "", run: Callable[[], None] | None = None) -> None:
        """Show a toast."""

    def show_page(self, title: str, markdown: str) -> None:
        """Show a page of text in a window of its own."""


@dataclass(frozen=True)
class PanelPlace:
    """Say where a panel is at first, and how it is made when it is first shown.

    `tab` orders the panels of a stack, and all panels in the commands that show them. One that `is_extra`
    has no tab before it is shown: it is behind the plus at the end of the tabs, if it `is_offered` there.
    """

    panel_id: str
    title: str
    icon: str
    stack: str
    tab: int
    make: Callable[[WindowHost], Panel]
    is_extra: bool = False
    is_offered: bool = True


@dataclass(frozen=True)
class Contribution:
    """Hold what belongs together in the window: panels with their places, commands, connections.

    `connections` are made once everything else of the window is there, in the order of the contributions.
    They are parts, or functions that connect some.
    """

    panels: tuple[PanelPlace, ...] = ()
    commands: tuple[Callable[[WindowHost], Iterable[Command]], ...] = ()
    connections: tuple[Callable[[WindowHost], object], ...] = ()


def on_canvas(window: WindowHost, name: str) -> Callable[[], None]:
    """Return what runs a command of a part of the canvas in view, if there is one."""
    return lambda: attrgetter(name)(window.view)() if window.view is not None else None
