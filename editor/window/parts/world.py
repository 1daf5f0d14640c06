"""Put the editing of worlds into a window: its row over the map, keys, menus, files, problems, focus."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from editor.commands.command import Command
from editor.commands.keymap import KeyPlace, written
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.joint_steps import JointEdit, JointSteps
from editor.documents.open.world_check import WorldIssue
from editor.documents.open.world_session import WorldSession
from editor.map.editing.edit_row import EditRow
from editor.map.editing.map_hits import element_under
from editor.map.editing.world_commands import MapCommands, world_commands
from editor.map.editing.world_editor import WorldEditor
from editor.widgets.icon_button import IconButton
from editor.window.frame.menu_tables import MAP_MENU
from editor.window.frame.menus import open_context_menu
from editor.window.frame.window_host import WindowHost
from editor.window.parts.files import WorldSaving
from editor.window.parts.panels import inspector_panel, preview_panel
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import FileProblem
from graphs.worlds.edits.setting import element_at
from graphs.worlds.edits.usual_wiring import wire_all_usual
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.elements import element_of, need_agent

if TYPE_CHECKING:
    from editor.panels.world.world_inspector import WorldInspector

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
    inspector_made = Signal(object)
    """Carries the inspector of worlds, made when it is first needed."""
    mind_edited = Signal()
    """Tells that a document changed, which may be a mind of the world."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._preview = host, host.part(preview_panel)
        self.editor = WorldEditor(host.run, host.follower, host.shelf, self._preview, self)
        self.on_map = MapCommands(self.editor, host.say, self._rename)
        self.saving = WorldSaving(
            host.shelf, host.follower, host.dialogs, host.workspace.folder, host.say, host.open_file
        )
        self.joint = JointSteps(self)
        self.joint.half_left.connect(host.say)
        for opened in (host.workspace, host.shelf):
            opened.session_closed.connect(self.joint.forget)
        host.workspace.session_opened.connect(self._watch_mind)
        host.shelf.changed_on_disk.connect(lambda session: self.saving.changed_on_disk(session, host.say))
        self.editor.session_changed.connect(self._watch_problems)
        self.editor.target_changed.connect(self._cover_inspector)
        self._preview.header.insert(0, self._make_button())

    @property
    def session(self) -> WorldSession | None:
        """Return the world that runs, as far as it is open."""
        return self.editor.session

    @cached_property
    def inspector(self) -> WorldInspector:
        """Return what shows the world in place of the inspector's rows, while the user works on its map."""
        from editor.panels.world.world_inspector import WorldInspector

        host, editor = self._host, self.editor
        page = WorldInspector(
            host.minds, lambda: host.run.registry, self._project_folder, host.say, self.edit_with_mind
        )
        page.hide()
        page.set_session(editor.session)
        editor.session_changed.connect(lambda: page.set_session(editor.session))
        self.mind_edited.connect(page.refresh_soon)
        self.inspector_made.emit(page)
        return page

    def _cover_inspector(self) -> None:
        inspector = self._host.part(inspector_panel)
        inspector.cover(self.inspector if self.editor.is_target else None)

    def _watch_mind(self, document: DocumentSession) -> None:
        """Check the world again when a mind changes: what the one names the other must have."""
        document.edited.connect(self._check_soon)

    def _check_soon(self) -> None:
        self.mind_edited.emit()
        if self.session is not None:
            self.session.check_soon()

    def counts(self) -> tuple[int, int]:
        """Return how many errors and warnings the world has."""
        issues = self.session.problems if self.session is not None else ()
        errors = sum(issue.severity == "error" for issue in issues)
        return errors, len(issues) - errors

    def _watch_problems(self) -> None:
        if self.session is not None:
            self.session.problems_changed.connect(self.problems_changed)
        self.problems_changed.emit()

    def go_to(self, issue: object) -> None:
        """Show what a problem of the world is about: on the map, framed, with its rows in the inspector."""
        if not isinstance(issue, WorldIssue) or self.session is None:
            return
        element = element_at(issue.where, self.session.world)
        self.editor.reveal((element,) if element is not None else ())

    def show_element(self, path: Path | None, key: str) -> bool:
        """Open the world of a file, None for the one that runs, and select a thing in it by its key.

        Returns False when the world is not there.
        """
        choice = self._host.run.choice
        shown = choice.path.resolve() if choice is not None and choice.path is not None else None
        if path is not None and path.resolve() != shown and not self._host.open_file(path):
            return True
        if path is None and (self.session is None or self.session.path is not None):
            return False
        element = element_of(key)
        self.editor.reveal((element,) if element is not None else ())
        return True

    def _project_folder(self) -> Path | None:
        document = self._host.session
        project = document.project if document is not None else None
        return project.folder if project is not None else None

    # --- what commands ask for

    def can_make_world(self) -> bool:
        """Tell whether there is a document for a new world."""
        return self._host.session is not None

    def new_world(self) -> None:
        """Let the document in view run in a new world, and edit it."""
        document = self._host.session
        if document is not None:
            self.editor.end()
            self._host.follower.new_world(document)
            self.editor.toggle()

    def has_agent(self) -> bool:
        """Tell whether an agent alone is selected on the map."""
        chosen = self.on_map.selected if self.editor.is_on else ()
        return len(chosen) == 1 and chosen[0].group == "agents"

    def wire_usual(self) -> None:
        """Let the sensors of the selected agent tell its mind what they usually do."""
        if not self.has_agent():
            return
        agent = self.on_map.selected[0].id
        try:
            self.edit_with_mind(
                "Wire the usual", agent, lambda world, mind: wire_all_usual(world, mind, agent)
            )
        except EditRefused as refusal:
            self._host.area.toast.refuse(refusal.reason, refusal.remedy)

    def edit_with_mind(self, label: str, agent: str, edit: JointEdit) -> None:
        """Edit the world and the mind of one of its agents as one step, and say what was declared there.

        Raises EditRefused.
        """
        world = self.session
        if world is None:
            raise EditRefused("There is no world to edit.", "Open a document or a world first.")
        file = mind_file(need_agent(world.world, agent).mind or "")
        if not file:
            raise EditRefused("This agent has no mind to write to.", "Choose a document under Mind first.")
        try:
            mind = self._host.follower.mind_session(world, file)
        except FileProblem as problem:
            raise EditRefused(problem.message, problem.remedy) from None
        before = mind.document
        self.joint.apply(label, world, mind, edit)
        after = mind.document
        names = [*(after.variables.keys() - before.variables.keys())]
        names += after.events.keys() - before.events.keys()
        if names:
            self._host.say(f"Declared {', '.join(sorted(names))} in {mind.file_name}", "Undo", world.undo)

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

    def _rename(self) -> None:
        self._host.panels.show_panel("inspector")
        self.inspector.focus_id()

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

    def commands(self) -> Iterable[Command]:
        """Return the commands of worlds."""
        return world_commands(self.editor, self.on_map, self)


class WindowMap(QObject):
    """Let the row over the map, its keys, its menu and the focus follow the editing of its world."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._preview = host, host.part(preview_panel)
        editor = self._editor = host.part(WindowWorld).editor
        commands = host.commands
        self._keys: dict[str, str] = {}
        commands.keys_changed.connect(self._take_keys)
        self._take_keys()
        editor.take_keys(self._run_key, self._has_key)
        self.row = EditRow(editor, commands)
        self._preview.body.insertWidget(0, self.row)
        self._preview.map.menu_wanted.connect(self._open_menu)
        editor.trouble.connect(host.area.toast.refuse)
        for changed in (
            editor.mode_changed,
            editor.target_changed,
            editor.session_changed,
            editor.editing.shown_changed,
        ):
            changed.connect(commands.refresh)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_moved)

    def _take_keys(self) -> None:
        """Take the keys that hold on the map as they are now."""
        self._keys = {
            written(key): binding.command
            for binding in self._host.commands.bindings()
            if binding.place is KeyPlace.MAP or binding.command in MAP_EDIT_COMMANDS
            for key in binding.keys
        }

    def _run_key(self, event: QKeyEvent) -> bool:
        command = self._keys.get(written(QKeySequence(event.keyCombination())))
        if command is None:
            return False
        self._host.commands.run(command)
        self._host.commands.refresh()
        return True

    def _has_key(self, event: QKeyEvent) -> bool:
        return written(QKeySequence(event.keyCombination())) in self._keys

    def _open_menu(self, pixel: QPointF) -> None:
        """Select what was clicked with the right button and offer what can be done with it."""
        if not self._editor.is_on:
            return
        editing = self._editor.editing
        element = element_under(editing.world, editing.map.view, pixel, editing.selected)
        if element is not None and element not in editing.selected:
            editing.select((element,))
        at = editing.map.viewport().mapToGlobal(pixel.toPoint())
        open_context_menu(self._host.widget, at, MAP_MENU, self._host)

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Let undo and its like follow the user: to the world on the map, to the graph on the canvas."""
        if now is None or not self._editor.is_on:
            return
        if self._preview.isAncestorOf(now):
            self._editor.set_target(True)
        elif self._host.area.isAncestorOf(now) or self._is_of_graph(now):
            self._editor.set_target(False)

    def _is_of_graph(self, widget: QWidget) -> bool:
        panels = ("outline", "palette", "blackboard", "transitions")
        return any(self._host.panels.page(panel).isAncestorOf(widget) for panel in panels)
