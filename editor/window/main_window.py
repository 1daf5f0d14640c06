"""The window: rows, canvas, panels, and how they hear of each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from editor.basics.user_state import UserState
from editor.canvas.commands.node_choices import NodeChoice
from editor.canvas.view.canvas_view import CanvasView
from editor.commands.keymap import KeyPlace, load_keymap, own_keys
from editor.commands.registry import CommandRegistry
from editor.dialogs.help_windows import TextWindow, about_text, key_sheet
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.open_minds import OpenMinds
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_check import world_checker
from editor.documents.open.world_shelf import WorldShelf
from editor.map.view.preview_panel import PreviewPanel
from editor.panels.document.outline_panel import OutlinePanel
from editor.panels.document.palette_panel import PalettePanel
from editor.panels.document.problems_panel import ProblemsPanel
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.panels.run.blackboard_panel import BlackboardPanel
from editor.panels.run.run_log_panel import RunLogPanel
from editor.panels.run.tests_panel import TestsPanel
from editor.panels.run.transitions_panel import TransitionsPanel
from editor.panels.run.why_panel import WhyPanel
from editor.panels.timeline.timeline_panel import TimelinePanel
from editor.running.breakpoint_list import BreakpointList
from editor.running.case_runs import CaseRuns
from editor.running.run_controller import RunController
from editor.running.visit_walk import VisitWalk
from editor.running.world_follower import WorldFollower
from editor.theme.theme_manager import set_theme, theme_manager
from editor.widgets.file_dialogs import FileDialogs
from editor.widgets.hairline import hairline
from editor.widgets.panel import Panel
from editor.window.commands.menu_tables import CANVAS_MENU, NEW_GRAPH_MENU, NODE_MENU
from editor.window.commands.menus import build_menu_bar, open_context_menu
from editor.window.commands.palette import CommandPalette
from editor.window.commands.window_commands import window_commands
from editor.window.frame.canvas_area import CanvasArea
from editor.window.frame.open_tab import OpenTab
from editor.window.frame.panel_layout import PanelLayout
from editor.window.frame.status_row import StatusRow
from editor.window.frame.title_row import TitleRow
from editor.window.frame.tool_row import ToolRow
from editor.window.frame.unfinished_work import give_up_unfinished_work
from editor.window.frame.window_arrangement import WindowArrangement
from editor.window.parts.banners import WindowBanners
from editor.window.parts.breakpoints import WindowBreakpoints
from editor.window.parts.debugging import WindowDebugging
from editor.window.parts.document_services import WindowDesk
from editor.window.parts.files import WindowFiles
from editor.window.parts.finding import WindowFinding
from editor.window.parts.help import WindowHelp
from editor.window.parts.interventions import WindowInterventions
from editor.window.parts.keys import STATE_KEY as KEYS
from editor.window.parts.keys import WindowKeys
from editor.window.parts.panels import connect_panels
from editor.window.parts.places import WindowPlaces
from editor.window.parts.preview import WindowPreview
from editor.window.parts.recordings import WindowRecordings
from editor.window.parts.welcome import WindowWelcome
from editor.window.parts.window_seeking import WindowSeeking
from editor.window.parts.window_visits import WindowVisits
from editor.window.parts.words import file_words, selection_words
from editor.window.parts.world import WindowWorld
from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.registry import Registry
from runtime.minds.actions.action import ActionLibrary


class MainWindow(QMainWindow):
    """Hold everything of one window. What commands may ask of it is `WindowContext`."""

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
        self.minds = OpenMinds(self.workspace.document_at, lambda: self.run.choice)
        self.shelf = WorldShelf(world_checker(lambda: self.run.registry, self.minds.of_world), self)
        self.workspace.use_open_worlds(self.shelf.world_at, self.shelf.read)
        self.follower = WorldFollower(self.workspace, self.run, self.shelf, self)
        self.case_runs = CaseRuns(self.workspace.document_at, self.workspace.trusts_folder, self)
        self.breakpoints = BreakpointList(self.run, self.state)
        self.visits = VisitWalk(self.run)
        self.dialogs = dialogs or FileDialogs(self)
        self.commands = CommandRegistry(load_keymap(), self, own_keys(self.state.table(KEYS)))
        self._shown: DocumentSession | None = None
        self.welcome = WindowWelcome(self)
        self.area = CanvasArea(self.run, QWidget())
        self.area.shows_minimap = self.state.flag("minimap", True)
        self.panels = PanelLayout(self.area)
        self.panels.canvas_stops = self.area.focus_stops
        self.files = WindowFiles(
            self.workspace, self.follower, self.dialogs, self.area.open_session, self.say
        )
        self.finding = WindowFinding(self.area, self.panels, self.workspace, self)
        self.desk = WindowDesk(self)
        self._make_panels()
        self.places = WindowPlaces(self.area, self.panels, self.inspector, self.run)
        self.help = WindowHelp(self, self.node_palette, lambda: self.session, registry)
        self.help.place = self.world.help_page
        self._make_commands()
        self.banners = WindowBanners(self.area, self.run, self.files, self.commands, self.workspace)
        self.stops = WindowBreakpoints(self.area, self.run, self.breakpoints, self.commands, self.places)
        self.walks = WindowVisits(self.area, self.visits, self.commands, self.places)
        self._make_rows()
        self._connect()
        self.desk.take_up()
        self._arrangement = WindowArrangement(self, self.panels, self.state)
        self._arrangement.restore()
        self._session_changed()

    # ---- what commands ask for

    @property
    def session(self) -> DocumentSession | None:
        """Return the document in view."""
        return self.area.session

    @property
    def view(self) -> CanvasView | None:
        """Return the canvas in view."""
        return self.area.view

    def open_file(self, path: Path) -> bool:
        """Open a document or a world and show it; tell the user why not."""
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

    def walk_problems(self, step: int) -> None:
        """Go to the next or previous problem."""
        self.panels.show_panel("problems")
        if not self.problems.walk(step):
            self.say("No problems")

    def open_palette(self, typed: str = "") -> None:
        """Open the command palette, with something typed already."""
        self.palette_box.open(typed)

    def choose_theme(self, choice: str) -> None:
        """Use a theme and remember it."""
        set_theme(choice)
        self.state.set("theme", choice)

    def theme_choice(self) -> str:
        """Return the theme in use, or "system"."""
        return theme_manager().choice

    def say(self, text: str, button: str = "", run: Callable[[], None] | None = None) -> None:
        """Show a toast."""
        self.area.toast.say(text, button, run)

    def show_page(self, title: str, markdown: str) -> None:
        """Show a page of text in a window of its own."""
        TextWindow(self, title, markdown).show()

    def show_help(self) -> None:
        """Show the help page of what the palette points at, else of what is selected, or of the preview."""
        if self.preview.map.hasFocus() and not self.world.editor.is_on:
            self.watching.show_help()
        else:
            self.help.show()

    def show_keys(self) -> None:
        """Show all keys."""
        self.show_page("Keys — Mindloom", key_sheet(self.commands))

    def show_about(self) -> None:
        """Say which version this is."""
        self.show_page("About Mindloom", about_text(self.state.folder))

    # ---- building

    def _make_panels(self) -> None:
        self.outline = OutlinePanel(self.run)
        self.node_palette = PalettePanel()
        self.problems = ProblemsPanel()
        self.timeline = TimelinePanel(self.run)
        self.transitions = TransitionsPanel(self.run)
        self.log = RunLogPanel(self.run)
        self.tests = TestsPanel(self.case_runs, lambda: self.commands.run("tests.run"))
        self.preview = PreviewPanel(self.run, self.state)
        self.preview.set_label_of(self.run.active_words)
        self.world: WindowWorld = WindowWorld(self, self.shelf, self.minds, self.preview, self.say, self)
        self.inspector: InspectorPanel = InspectorPanel(self.run)
        self.world.take_panels(self.inspector, self.problems)
        self.files.worlds = self.world.saving
        self.blackboard = BlackboardPanel(self.run)
        self.why: WhyPanel = WhyPanel(self.run)
        self.debugging = WindowDebugging(self)
        self.interventions = WindowInterventions(self)
        self.recordings = WindowRecordings(self)
        self.seeking = WindowSeeking(self)
        places: tuple[tuple[Panel, str], ...] = (
            (self.outline, "left"),
            (self.node_palette, "left"),
            (self.desk.folder.panel, "left"),
            (self.timeline, "bottom"),
            (self.transitions, "bottom"),
            (self.problems, "bottom"),
            (self.log, "bottom"),
            (self.tests, "bottom"),
            (self.finding.panel, "bottom"),
            (self.desk.comparison.panel, "bottom"),
            (self.preview, "preview"),
            (self.inspector, "right"),
            (self.why, "right"),
            (self.desk.history.panel, "right"),
            (self.blackboard, "far_right"),
            *self.debugging.panels(),
            (self.recordings.takes, "bottom"),
        )
        for panel, stack in places:
            self.panels.add(panel, stack)

    def _make_commands(self) -> None:
        for commands in window_commands(self, self.problems, self.preview):
            self.commands.add(commands)
        self.keys = WindowKeys(self, self.commands, self.state)
        self.world.take_commands(self.area, self.panels)
        self.watching = WindowPreview(self, self.preview, self.area.toast.refuse, self)
        self.commands.attach(KeyPlace.WINDOW, self)

    def _make_rows(self) -> None:
        self.title_row = TitleRow()
        build_menu_bar(self.title_row.menu_bar, self)
        self.tool_row = ToolRow(self.commands, self.run, self.open_palette)
        self.status_row = StatusRow(
            self.run,
            lambda: self.panels.show_panel("problems", focus=True),
            lambda: self.panels.show_panel("log", focus=True),
        )
        center = QWidget()
        box = QVBoxLayout(center)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.title_row)
        box.addWidget(self.tool_row)
        box.addWidget(hairline())
        box.addWidget(self.panels, 1)
        box.addWidget(hairline())
        box.addWidget(self.status_row)
        self.setCentralWidget(center)
        self.welcome.install(center, box)
        self.palette_box = CommandPalette(self, center)

    def _connect(self) -> None:
        connect_panels(self)
        area = self.area
        area.current_changed.connect(self._session_changed)
        area.close_wanted.connect(self._close_tab)
        area.view_made.connect(lambda view: self.commands.attach(KeyPlace.CANVAS, view))
        area.view_made.connect(lambda view: self.status_row.progress.watch(view.long_work))
        area.view_made.connect(lambda view: view.add_search.help_wanted.connect(self.help.show_choice))
        area.menu_wanted.connect(self._open_canvas_menu)
        area.sample_wanted.connect(self._open_first_sample)
        area.add_graph_wanted.connect(lambda at: open_context_menu(self, at, NEW_GRAPH_MENU, self))
        self.node_palette.add_wanted.connect(self._add_choice)
        self.outline.menu_wanted.connect(self._open_canvas_menu)
        self.case_runs.changed.connect(self.commands.refresh)
        self.world.problems_changed.connect(self._problems_changed)
        self.workspace.session_opened.connect(self._watch)
        self.workspace.session_closed.connect(self._closed)
        self.workspace.changed_on_disk.connect(self.banners.file_changed)
        self.follower.document_wanted.connect(self._show_mind)
        self.follower.trouble.connect(self.area.toast.refuse)
        self.workspace.project_trouble.connect(self.area.toast.refuse)
        self.run.refused.connect(self._run_refused)
        for signal in (self.run.state_changed, self.run.world_changed, self.run.agent_changed):
            signal.connect(self.commands.refresh)

    # ---- hearing of each other

    def _watch(self, session: DocumentSession) -> None:
        session.document_changed.connect(self._document_changed)
        session.selection_changed.connect(self._selection_changed)
        session.saved_changed.connect(self._show_title)
        session.saved_changed.connect(self.banners.refresh)
        session.problems_changed.connect(self._problems_changed)
        session.refused.connect(self._refused)

    def _session_changed(self) -> None:
        session = self.session
        if session is not self._shown or session is None:
            self._shown = session
            for panel in (self.outline, self.node_palette, self.problems, self.inspector, self.blackboard):
                panel.set_session(session)
            self.why.set_session(session)
        self.follower.show(session)
        self._show_title()
        self._problems_changed()
        self._selection_changed()
        self.commands.refresh()

    def _document_changed(self, _change: object) -> None:
        self._show_title()
        self.area.toast.withdraw()
        self.status_row.show_selection(selection_words(self.session))
        self.commands.refresh()

    def _selection_changed(self) -> None:
        self.status_row.show_selection(selection_words(self.session))
        self.commands.refresh()

    def _problems_changed(self) -> None:
        problems = self.session.problems if self.session is not None else ()
        errors, warnings = self.world.counts()
        errors += sum(problem.severity == "error" for problem in problems)
        warnings += sum(problem.severity == "warning" for problem in problems)
        self.status_row.show_problems(errors, warnings)

    def _show_title(self) -> None:
        session = self.session
        if session is None:
            self.title_row.set_document("", saved=True, note="")
            self.setWindowTitle("Mindloom")
            return
        note = file_words(session)
        self.title_row.set_document(session.file_name, saved=session.is_saved, note=note)
        self.setWindowTitle(f"{session.file_name} — Mindloom")

    def _refused(self, reason: str, remedy: str) -> None:
        """Say why an edit was refused where no canvas says so at the pointer."""
        view = self.view
        if view is None or not view.hasFocus():
            self.area.toast.refuse(reason, remedy)

    def _run_refused(self, reason: str, remedy: str) -> None:
        self.area.toast.refuse(reason, remedy)
        self.panels.show_panel("problems")

    def _add_choice(self, choice: NodeChoice) -> None:
        if self.view is not None:
            self.view.add_where_selected(choice)

    def _show_mind(self, path: Path) -> None:
        """Show the document of the agent that was picked."""
        try:
            self.area.open_session(self.workspace.open(path))
        except FileProblem as problem:
            self.area.toast.refuse(problem.message, problem.remedy)

    def _open_canvas_menu(self, at: QPoint, element: str) -> None:
        open_context_menu(self, at, NODE_MENU if element else CANVAS_MENU, self)

    def _open_first_sample(self) -> None:
        first = next((one.id for one in self.commands if one.id.startswith("sample.")), "")
        if first:
            self.commands.run(first)

    # ---- closing

    def _close_tab(self, tab: OpenTab) -> None:
        if len(self.area.tabs_of(tab.session)) > 1:
            self.area.close_tab(tab)
        else:
            self.files.close(tab.session)

    def _closed(self, session: DocumentSession) -> None:
        self.banners.forget(session)
        for tab in self.area.tabs_of(session):
            self.area.close_tab(tab)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold panels in a narrow window."""
        super().resizeEvent(event)
        self.panels.adapt(self.width())
        self.palette_box.close_palette()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about changes, then keep the arrangement."""
        if not self.files.may_close_all():
            event.ignore()
            return
        self.run.pause()
        self._arrangement.keep()
        self.desk.finish()
        self.run.unload()
        self.welcome.close()
        give_up_unfinished_work(self, self.workspace.sessions)
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the kept sizes of the panels once the window has its own."""
        super().showEvent(event)
        if self._arrangement.shown():
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)
