"""The window: rows, canvas, panels, and the parts that are joined in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from editor.basics.user_state import UserState
from editor.canvas.view.canvas_view import CanvasView
from editor.commands.keymap import KeyPlace, load_keymap, own_keys
from editor.commands.registry import CommandRegistry
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_check import world_checker
from editor.documents.open.world_shelf import WorldShelf
from editor.running.breakpoint_list import BreakpointList
from editor.running.run_controller import RunController
from editor.running.world_follower import WorldFollower
from editor.widgets.boxes import add_all, column_box
from editor.widgets.file_dialogs import FileDialogs
from editor.widgets.hairline import hairline
from editor.widgets.panel import Panel
from editor.widgets.reading_order import walk_by_tab
from editor.window.contributions import CONTRIBUTIONS
from editor.window.frame.area_pages import AreaPages
from editor.window.frame.canvas_area import CanvasArea
from editor.window.frame.menu_tables import CANVAS_MENU, NEW_GRAPH_MENU, NODE_MENU
from editor.window.frame.menus import build_menu_bar, open_context_menu
from editor.window.frame.open_tab import OpenTab
from editor.window.frame.panel_layout import PanelLayout
from editor.window.frame.panel_stack import PanelPage
from editor.window.frame.status_row import StatusRow
from editor.window.frame.title_row import TitleRow
from editor.window.frame.tool_row import ToolRow
from editor.window.frame.window_arrangement import WindowArrangement, give_up_unfinished_work
from editor.window.frame.window_host import Part, WindowHost
from editor.window.parts.file_work import file_work
from editor.window.parts.files import WindowFiles
from editor.window.parts.foreign import WindowForeign
from editor.window.parts.help import WindowHelp
from editor.window.parts.keys import STATE_KEY as KEYS
from editor.window.parts.panels import inspector_panel, outline_panel, preview_panel, timeline_panel
from editor.window.parts.session import WindowSession
from editor.window.parts.shown_document import ShownDocument
from editor.window.parts.welcome import WindowWelcome
from editor.window.parts.world import WindowWorld
from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.registry import Registry
from graphs.worlds.minds.world_choice import OpenMinds
from runtime.minds.actions.action import ActionLibrary

if TYPE_CHECKING:
    from editor.window.commands.palette import CommandPalette


class MainWindow(QMainWindow):
    """Hold everything of one window. What its parts may ask of it is `WindowHost`."""

    def __init__(
        self,
        registry: Registry,
        library: ActionLibrary,
        state: UserState | None = None,
        dialogs: FileDialogs | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Mindloom")
        self.state = state or UserState()
        self.workspace = Workspace(registry, self.state, self)
        self.run = RunController(registry, library, self)
        self.minds = OpenMinds(self.workspace.document_at, lambda: self.follower.choice_now())
        self.shelf = WorldShelf(world_checker(lambda: self.run.registry, self.minds.of_world), self)
        self.workspace.use_open_worlds(self.shelf.world_at, self.shelf.read)
        self.follower = WorldFollower(self.workspace, self.run, self.shelf, self)
        self.breakpoints = BreakpointList(self.run, self.state)
        self.dialogs = dialogs or FileDialogs(self)
        self.commands = CommandRegistry(load_keymap(), self, own_keys(self.state.table(KEYS)))
        self._parts: dict[Callable[[WindowHost], object], object] = {}
        self.area = CanvasArea(self.run, QWidget())
        self.area.shows_minimap = self.state.flag("minimap", True)
        self.pages = AreaPages(self.area)
        self.panels = PanelLayout(self.area)
        center = QWidget()
        # First of all: whoever gets another parent is styled again with all that it holds.
        self.setCentralWidget(center)
        self._rows = column_box(center, margins=(0, 0, 0, 0), spacing=0)
        self._rows.addWidget(self.panels, 1)
        self.panels.canvas_stops = self.area.focus_stops
        self._make_panels()
        for contribution in CONTRIBUTIONS:
            for family in contribution.commands:
                self.commands.add(family(self))
        self.commands.attach(KeyPlace.WINDOW, self)
        self._make_rows()
        with self.commands.refreshed_once():
            for contribution in CONTRIBUTIONS:
                for connection in contribution.connections:
                    self.part(connection)
            self._connect()
            self._arrangement = WindowArrangement(self, self.panels, self.state)
            self._arrangement.restore()
            self.part(ShownDocument).refresh()

    # ---- what parts ask for

    @property
    def widget(self) -> QWidget:
        """Return the window itself, as the parent of what a part makes."""
        return self

    @property
    def session(self) -> DocumentSession | None:
        """Return the document in view."""
        return self.area.session

    @property
    def view(self) -> CanvasView | None:
        """Return the canvas in view."""
        return self.area.view

    def part(self, make: Callable[[WindowHost], Part]) -> Part:
        """Return the one part of the window that `make` makes; made when first asked for."""
        if make not in self._parts:
            made = self._parts[make] = make(self)
            if isinstance(made, Panel):
                self.panels.page(made.panel_id).take(made)
        return cast(Part, self._parts[make])

    def made(self, make: Callable[[WindowHost], Part]) -> Part | None:
        """Return the part that `make` makes if it was made."""
        return cast("Part | None", self._parts.get(make))

    def open_file(self, path: Path) -> bool:
        """Open a document or a world and show it; tell the user why not."""
        with self.commands.refreshed_once():
            return self.files.open(path)

    def save_session(self, session: DocumentSession, *, ask_name: bool = False) -> bool:
        """Save a document; False when it was not saved."""
        return self.files.save(session, ask_name=ask_name)

    def close_session(self, session: DocumentSession) -> bool:
        """Close a document after asking about changes; False when the user keeps it."""
        return self.files.close(session)

    def close_window(self) -> None:
        """Close the window after asking about changes."""
        self.close()

    def open_palette(self, typed: str = "") -> None:
        """Open the command palette, with something typed already."""
        self.palette_box.open(typed)

    def say(self, text: str, button: str = "", run: Callable[[], None] | None = None) -> None:
        """Show a toast."""
        self.area.toast.say(text, button, run)

    def show_page(self, title: str, markdown: str) -> None:
        """Show a page of text in a window of its own."""
        from editor.dialogs.help_windows import TextWindow

        TextWindow(self, title, markdown).show()

    # ---- parts that the window itself asks

    @property
    def files(self) -> WindowFiles:
        """Return what opens, saves and closes files."""
        return self.part(file_work)

    @property
    def world(self) -> WindowWorld:
        """Return the editing of worlds."""
        return self.part(WindowWorld)

    @property
    def welcome(self) -> WindowWelcome:
        """Return the page of a window without a document."""
        return self.part(WindowWelcome)

    @cached_property
    def palette_box(self) -> CommandPalette:
        """Return the command palette."""
        from editor.window.commands.palette import CommandPalette

        return CommandPalette(self, self.title_row.parentWidget() or self)

    # ---- building

    def _make_panels(self) -> None:
        places = [place for contribution in CONTRIBUTIONS for place in contribution.panels]
        for place in sorted(places, key=lambda place: place.tab):
            make = partial(self.part, place.make)
            extra, offered = place.is_extra, place.is_offered
            page = PanelPage(
                place.panel_id, place.title, place.icon, make, is_extra=extra, is_offered=offered
            )
            self.panels.add(page, place.stack)
        self.inspector = self.part(inspector_panel)
        self.preview = self.part(preview_panel)
        self.outline = self.part(outline_panel)
        self.timeline = self.part(timeline_panel)

    def _make_rows(self) -> None:
        self.title_row = TitleRow()
        build_menu_bar(self.title_row.menu_bar, self)
        self.tool_row = ToolRow(self.commands, self.run, self.open_palette)
        self.status_row = StatusRow(
            self.run,
            lambda: self.panels.show_panel("problems", focus=True),
            lambda: self.panels.show_panel("log", focus=True),
        )
        for place, row in enumerate((self.title_row, self.tool_row, hairline())):
            self._rows.insertWidget(place, row)
        # As it is read, by a screen reader too: after the rows above it.
        self.panels.raise_()
        add_all(self._rows, hairline(), self.status_row)

    def _connect(self) -> None:
        area, refuse = self.area, self.area.toast.refuse
        area.close_wanted.connect(self._close_tab)
        area.watch_views(self._join_view)
        area.menu_wanted.connect(self._open_canvas_menu)
        area.sample_wanted.connect(self._open_first_sample)
        area.add_graph_wanted.connect(lambda at: open_context_menu(self, at, NEW_GRAPH_MENU, self))
        self.workspace.session_closed.connect(self._closed)
        self.workspace.project_trouble.connect(refuse)
        self.follower.document_wanted.connect(self._show_mind)
        self.follower.drawing_wanted.connect(area.open_session)
        self.follower.trouble.connect(refuse)
        self.run.refused.connect(self._run_refused)
        for changed in (self.run.state_changed, self.run.world_changed, self.run.agent_changed):
            changed.connect(self.commands.refresh)

    def _join_view(self, view: CanvasView) -> None:
        self.commands.attach(KeyPlace.CANVAS, view)
        self.status_row.progress.watch(view.long_work)
        view.search.popup.help_wanted.connect(self.part(WindowHelp).show_choice)

    # ---- hearing of each other

    def _run_refused(self, reason: str, remedy: str) -> None:
        self.area.toast.refuse(reason, remedy)
        self.panels.show_panel("problems")

    def _show_mind(self, path: Path) -> None:
        """Show the document of the agent that was picked."""
        try:
            self.area.open_session(self.workspace.open(path))
        except FileProblem as problem:
            self.area.toast.refuse(problem.message, problem.remedy)

    def _open_canvas_menu(self, at: QPoint, element: str) -> None:
        open_context_menu(self, at, NODE_MENU if element else CANVAS_MENU, self)

    def _open_first_sample(self) -> None:
        first = next((command.id for command in self.commands if command.id.startswith("sample.")), "")
        if first:
            self.commands.run(first)

    # ---- closing

    def _close_tab(self, tab: OpenTab) -> None:
        if len(self.area.tabs_of(tab.session)) > 1:
            self.area.close_tab(tab)
        else:
            self.files.close(tab.session)

    def _closed(self, session: DocumentSession) -> None:
        for tab in self.area.tabs_of(session):
            self.area.close_tab(tab)

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Walk the window as it is read."""
        return walk_by_tab(self, forwards)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold panels in a narrow window."""
        super().resizeEvent(event)
        self.panels.adapt(self.width())
        if "palette_box" in self.__dict__:
            self.palette_box.close_palette()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about changes, then keep the arrangement."""
        if not self.files.may_close_all():
            event.ignore()
            return
        with self.commands.refreshed_once():
            self.run.pause()
            self._arrangement.keep()
            self.part(WindowSession).finish()
            self.panels.hide_floating()
            self.run.unload()
        self.welcome.close()
        self.part(WindowForeign).leave()
        give_up_unfinished_work(self, self.workspace.sessions)
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the kept sizes of the panels once the window has its own."""
        super().showEvent(event)
        if self._arrangement.shown():
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self.welcome.waits:
                self.welcome.refresh()
