"""Put the editing of worlds into a window: its row over the map, keys, menus, files, problems, focus."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from editor.commands.keymap import KeyPlace
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.open_minds import OpenMinds
from editor.documents.open.world_issue import WorldIssue
from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from editor.map.editing.edit_row import EditRow
from editor.map.editing.map_hits import element_under
from editor.map.editing.world_commands import MapCommands, Say, world_commands
from editor.map.editing.world_editor import WorldEditor
from editor.map.view.preview_panel import PreviewPanel
from editor.panels.document.problems_panel import ProblemsPanel
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.panels.world.world_inspector import WorldInspector
from editor.widgets.icon_button import IconButton
from editor.window.commands.menu_tables import MAP_MENU
from editor.window.commands.menus import open_context_menu
from editor.window.commands.window_context import WindowContext
from editor.window.frame.canvas_area import CanvasArea
from editor.window.frame.panel_layout import PanelLayout
from editor.window.parts.world_saving import WorldSaving
from graphs.worlds.edits.setting import element_at
from graphs.worlds.model.elements import element_of

MAP_EDIT_COMMANDS = (
    "edit.cut",
    "edit.copy",
    "edit.paste",
    "edit.duplicate",
    "edit.delete",
    "edit.select_all",
)
"""Commands of the canvas whose keys work on the map too while its world is edited."""


class WindowWorld(QObject):
    """Own the editing of worlds in one window. `problems_changed` tells of the problems of the world."""

    problems_changed = Signal()

    def __init__(
        self,
        window: WindowContext,
        shelf: WorldShelf,
        minds: OpenMinds,
        preview: PreviewPanel,
        say: Say,
        host: QWidget,
    ) -> None:
        super().__init__(host)
        self._window, self._minds, self._host = window, minds, host
        self._preview = preview
        self.editor = WorldEditor(window.run, window.follower, shelf, preview, self)
        self.on_map = MapCommands(self.editor, say, self._rename)
        self.saving = WorldSaving(
            shelf,
            window.follower,
            window.dialogs,
            window.workspace.folder,
            say,
            lambda path: window.open_file(path),
        )
        self._keys: dict[str, str] = {}
        self._say = say
        window.workspace.session_opened.connect(self._watch_mind)
        shelf.changed_on_disk.connect(lambda session: self.saving.changed_on_disk(session, say))
        preview.map.menu_wanted.connect(self._open_menu)
        preview.header.insert(0, self._make_button())

    @property
    def session(self) -> WorldSession | None:
        """Return the world that runs, as far as it is open."""
        return self.editor.session

    def take_panels(self, inspector: InspectorPanel, problems: ProblemsPanel) -> None:
        """Let the inspector show the world while the user works on its map, and its problems be listed."""
        window = self._window
        page = self.inspector = WorldInspector(
            self._minds, lambda: window.run.registry, self._project_folder, self._say
        )
        page.hide()
        editor = self.editor
        editor.session_changed.connect(lambda: page.set_session(editor.session))
        editor.target_changed.connect(lambda: inspector.cover(page if editor.is_target else None))
        editor.session_changed.connect(lambda: self._list_problems(problems))
        problems.go_to.connect(self._go_to)
        inspector.cover(page)
        inspector.cover(None)

    def _watch_mind(self, document: DocumentSession) -> None:
        """Check the world again when a mind changes: what the one names the other must have."""
        document.edited.connect(self._check_soon)

    def _check_soon(self) -> None:
        if self.session is not None:
            self.session.check_soon()

    def counts(self) -> tuple[int, int]:
        """Return how many errors and warnings the world has."""
        issues = self.session.problems if self.session is not None else ()
        errors = sum(issue.severity == "error" for issue in issues)
        return errors, len(issues) - errors

    def _list_problems(self, problems: ProblemsPanel) -> None:
        session = self.session
        problems.set_world(session)
        if session is not None:
            session.problems_changed.connect(self.problems_changed)
        self.problems_changed.emit()

    def _go_to(self, issue: object) -> None:
        """Show what a problem of the world is about: on the map, framed, with its rows in the inspector."""
        if not isinstance(issue, WorldIssue) or self.session is None:
            return
        element = element_at(issue.where, self.session.world)
        self.editor.reveal((element,) if element is not None else ())

    def show_element(self, path: Path | None, key: str) -> bool:
        """Open the world of a file, None for the one that runs, and select a thing in it by its key.

        Returns False when the world is not there.
        """
        choice = self._window.run.choice
        shown = choice.path.resolve() if choice is not None and choice.path is not None else None
        if path is not None and path.resolve() != shown and not self._window.open_file(path):
            return True
        if path is None and (self.session is None or self.session.path is not None):
            return False
        element = element_of(key)
        self.editor.reveal((element,) if element is not None else ())
        return True

    def _project_folder(self) -> Path | None:
        document = self._window.session
        project = document.project if document is not None else None
        return project.folder if project is not None else None

    def take_commands(self, area: CanvasArea, panels: PanelLayout) -> None:
        """Add the commands of worlds, and let the keys of the map and the focus follow them."""
        commands = self._window.commands
        commands.add(world_commands(self.editor, self.on_map, self))
        commands.keys_changed.connect(self._take_keys)
        self._take_keys()
        self.editor.take_keys(self._run_key, self._has_key)
        self.row = EditRow(self.editor, commands)
        self._preview.body.insertWidget(0, self.row)
        self.editor.trouble.connect(area.toast.refuse)
        for signal in (
            self.editor.mode_changed,
            self.editor.target_changed,
            self.editor.session_changed,
            self.editor.editing.shown_changed,
        ):
            signal.connect(commands.refresh)
        self._area, self._panels = area, panels
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_moved)

    def _take_keys(self) -> None:
        """Take the keys that hold on the map as they are now."""
        self._keys = {
            _written(key): binding.command
            for binding in self._window.commands.bindings()
            if binding.place is KeyPlace.MAP or binding.command in MAP_EDIT_COMMANDS
            for key in binding.keys
        }

    # --- what commands ask for

    def can_make_world(self) -> bool:
        """Tell whether there is a document for a new world."""
        return self._window.session is not None

    def new_world(self) -> None:
        """Let the document in view run in a new world, and edit it."""
        document = self._window.session
        if document is not None:
            self.editor.end()
            self._window.follower.new_world(document)
            self.editor.toggle()

    def save_world(self, *, ask_name: bool = False) -> None:
        """Save the world that runs."""
        if self.session is not None:
            self.saving.save(self.session, ask_name=ask_name)

    def reload_world(self) -> None:
        """Read the world that runs from its file again."""
        if self.session is not None:
            self.saving.reload(self.session)

    def help_page(self) -> str:
        """Return the help page of the map while its world is edited, "" while it is not."""
        return "/worlds" if self.editor.is_target else ""

    # --- keys and menus of the map

    def _run_key(self, event: QKeyEvent) -> bool:
        command = self._keys.get(_written(QKeySequence(event.keyCombination())))
        if command is None:
            return False
        self._window.commands.run(command)
        self._window.commands.refresh()
        return True

    def _has_key(self, event: QKeyEvent) -> bool:
        return _written(QKeySequence(event.keyCombination())) in self._keys

    def _open_menu(self, pixel: QPointF) -> None:
        """Select what was clicked with the right button and offer what can be done with it."""
        if not self.editor.is_on:
            return
        editing = self.editor.editing
        element = element_under(editing.world, editing.map.view, pixel, editing.selected)
        if element is not None and element not in editing.selected:
            editing.select((element,))
        at = editing.map.viewport().mapToGlobal(pixel.toPoint())
        open_context_menu(self._host, at, MAP_MENU, self._window)

    def _make_button(self) -> IconButton:
        """Return the switch of the mode, for the title row of the preview."""
        button = IconButton(
            "edit_world", "Edit world (F4)", self.editor.toggle, side=26, parent=self._preview
        )
        button.setObjectName("editWorld")
        button.setCheckable(True)
        button.setProperty("role", "toggle")
        self.editor.mode_changed.connect(lambda: button.setChecked(self.editor.is_on))
        # A click that could not begin the mode must not leave the button pressed.
        button.clicked.connect(lambda _checked=False: button.setChecked(self.editor.is_on))
        button.hide()
        return button

    def _rename(self) -> None:
        self._panels.show_panel("inspector")
        self.inspector.focus_id()

    # --- focus

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Let undo and its like follow the user: to the world on the map, to the graph on the canvas."""
        if now is None or not self.editor.is_on:
            return
        if self._preview.isAncestorOf(now):
            self.editor.set_target(True)
        elif self._area.isAncestorOf(now) or self._is_of_graph(now):
            self.editor.set_target(False)

    def _is_of_graph(self, widget: QWidget) -> bool:
        panels = ("outline", "palette", "blackboard", "transitions")
        return any(self._panels.panel(one).isAncestorOf(widget) for one in panels)


def _written(key: str | QKeySequence) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
