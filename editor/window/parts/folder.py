"""Put the files of a folder into a window: which folder it is, what can be done with its files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from editor.documents.folders.folder_files import (
    NotRenamed,
    files_naming,
    kind_of_file,
    rename_file,
    rename_mind_in,
    with_renamed_mind,
)
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import is_sample
from editor.theme.tokens import GRAPH_LOOKS
from editor.widgets.menu import Menu
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import case_runs
from editor.window.parts.world import WindowWorld
from graphs.edits.graph_library import add_graph
from graphs.files.document_file import FileProblem, save_document
from graphs.files.whole_file import ABSENT, remove_abandoned_parts
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model.document import empty_document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX, field_world
from graphs.worlds.model.world_file import save_world

if TYPE_CHECKING:
    from editor.documents.folders.folder_checks import FolderChecks, Game
    from editor.panels.document.files_panel import FilesPanel, State


class WindowFolder(QObject):
    """Know the folder of the panel of files. `asked` tells that the user named a folder to be shown."""

    asked = Signal()

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._window = host
        self.was_asked = False
        """Whether the folder shown is one that the user named."""
        self.folder: Path | None = None
        host.area.current_changed.connect(self._follow)
        host.workspace.session_opened.connect(self._watch)

    @property
    def panel(self) -> FilesPanel:
        """Return the panel of files."""
        return self._window.part(files_panel)

    @cached_property
    def checks(self) -> FolderChecks:
        """Return what checks the files that are not open."""
        from editor.documents.folders.folder_checks import FolderChecks

        checks = FolderChecks(self._window.workspace.registry, self._game_near, self)
        checks.changed.connect(self._refresh_states)
        return checks

    def show(self, folder: Path) -> None:
        """Show a folder that the user named, until a file outside of it comes into view."""
        self.was_asked = True
        self._show_folder(folder.resolve())
        self.asked.emit()
        self._window.panels.show_panel("files")

    def open(self, path: Path) -> None:
        """Open a file of the list: minds and worlds on the canvas; a test is run."""
        kind = kind_of_file(path.name)
        if kind == "case":
            self._window.part(case_runs).run_files([path])
            self._window.panels.show_panel("tests")
        elif kind in ("document", "world"):
            self._window.open_file(path)
        else:
            self.reveal(path)

    def reveal(self, path: Path) -> None:
        """Show where a file lies in the system's own file manager."""
        folder = path if path.is_dir() else path.parent
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self._window.say(f"No file manager could be opened: {folder}")

    def rename(self, path: Path, title: str) -> bool:
        """Give a file another name; open documents and worlds go with it. Say why not."""
        try:
            if is_sample(path):
                raise NotRenamed(f"{path.name} is a bundled sample.", "Save a copy and rename that.")
            target = rename_file(path, title)
        except NotRenamed as refused:
            self._window.area.toast.refuse(refused.message, refused.remedy)
            return False
        except OSError as error:
            reason = f"{path.name} was not renamed: {error.strerror or error}."
            self._window.area.toast.refuse(reason, "Check the folder and its permissions.")
            return False
        self._follow_rename(path, target)
        self.panel.read_again()
        self._tell_who_names(path, target)
        return True

    def new_document(self, folder: Path, kind: GraphKind) -> Path | None:
        """Make a mind with one graph in a folder, open it, and let its name be typed."""
        look = GRAPH_LOOKS[kind]
        document, _ = add_graph(empty_document(), kind, look.title)
        target = _free_name(folder, look.title.lower().replace(" ", "_"), DOCUMENT_SUFFIX)
        return self._made(target, lambda: save_document(target, document, based_on=ABSENT))

    def new_world(self, mind: Path) -> Path | None:
        """Make a world for a mind beside it, with one agent, and open it."""
        target = _free_name(mind.parent, mind.name.removesuffix(DOCUMENT_SUFFIX), WORLD_SUFFIX)
        return self._made(target, lambda: save_world(target, field_world(mind.name)))

    def _made(self, target: Path, make: Callable[[], None]) -> Path | None:
        if is_sample(target):
            reason = "The folder of the bundled samples takes no new files."
            self._window.area.toast.refuse(reason, "Save a copy of a sample elsewhere, and begin there.")
            return None
        try:
            make()
        except OSError as error:
            reason = f"{target.name} was not made: {error.strerror or error}."
            self._window.area.toast.refuse(reason, "Check the folder and its permissions.")
            return None
        self._window.open_file(target)
        self.panel.read_again()
        return target

    # ---- following

    def check_files(self) -> None:
        """Check the minds and worlds listed that are not open, while the panel is in view."""
        panel = self._window.made(files_panel)
        if panel is not None and panel.isVisible():
            window = self._window
            opened = {session.path for session in window.workspace.sessions}
            opened |= {world.path for world in window.shelf.sessions}
            listed = panel.paths(("document", "world"))
            self.checks.look_through([path for path in listed if path not in opened])

    def _game_near(self, path: Path) -> Game | None:
        """Return what the project of an open mind declares, for a file of the same project."""
        for session in self._window.workspace.sessions:
            if session.project is not None and path.is_relative_to(session.project.folder):
                return session.registry, session.project
        return None

    def _watch(self, session: DocumentSession) -> None:
        session.saved_changed.connect(self._refresh_states)
        session.saved_changed.connect(self.check_files)
        session.problems_changed.connect(self._refresh_states)

    def _refresh_states(self) -> None:
        panel = self._window.made(files_panel)
        if panel is not None:
            panel.tree.viewport().update()

    def _show_folder(self, folder: Path) -> None:
        """Show a folder in the panel, now or once the panel is made."""
        self.folder = folder
        panel = self._window.made(files_panel)
        if panel is not None:
            panel.show_folder(folder)
        else:
            remove_abandoned_parts(folder)

    def _follow(self) -> None:
        """Show the folder of what is in view: its project's, else its own."""
        session = self._window.session
        path = session.path if session is not None else None
        is_elsewhere = path is not None and (
            self.folder is None or not path.resolve().is_relative_to(self.folder)
        )
        if session is not None and path is not None and is_elsewhere:
            folder = session.project.folder if session.project is not None else path.parent
            self.was_asked = False
            self._show_folder(folder.resolve())
        self._refresh_states()

    def state_of(self, path: Path) -> State:
        """Return how a file of the list is: its badge, whether it has changes, whether it is in view."""
        window = self._window
        for session in window.workspace.sessions:
            if session.path == path:
                worst = {problem.severity for problem in session.problems}
                badge = "error" if "error" in worst else "warning" if "warning" in worst else ""
                return badge, not session.is_saved, session is window.session
        for world in window.shelf.sessions:
            if world.path == path:
                badge = "error" if any(issue.severity == "error" for issue in world.problems) else ""
                return badge, not world.is_saved, world is window.part(WindowWorld).session
        return self.checks.badge(path), False, False

    def _follow_rename(self, old: Path, new: Path) -> None:
        """Let what is open under the old name go on under the new."""
        window = self._window
        for session in window.workspace.sessions:
            if session.path == old:
                window.workspace.file_renamed(session, new)
        for world in window.shelf.sessions:
            if world.path == old:
                window.shelf.file_renamed(world, new)
        window.workspace.recent_changed.emit()

    def _tell_who_names(self, old: Path, new: Path) -> None:

        listing = self.panel.listing
        listed = [entry.path for entry in listing.root.walk()] if listing is not None else []
        naming = files_naming(old, tuple(path for path in listed if path != new))
        if not naming:
            self._window.say(f"{old.name} is {new.name} now")
            return
        worlds = [path for path in naming if path.name.endswith(WORLD_SUFFIX)]
        names = ", ".join(path.name for path in naming[:3])
        more = f" and {len(naming) - 3} more" if len(naming) > 3 else ""
        button = "" if not worlds else "Update the world" if len(worlds) == 1 else "Update the worlds"
        self._window.say(
            f"Still named {old.name} in {names}{more}", button, partial(self._update, worlds, old, new)
        )

    def _update(self, worlds: list[Path], old: Path, new: Path) -> None:

        for path in worlds:
            opened = next((world for world in self._window.shelf.sessions if world.path == path), None)
            try:
                if opened is not None:
                    rename = partial(with_renamed_mind, world_path=path, old=old, new=new)
                    opened.apply(f"Name {new.name}", rename)
                    self._window.shelf.save(opened)
                else:
                    rename_mind_in(path, old, new)
            except (OSError, FileProblem) as error:
                words = error.strerror if isinstance(error, OSError) else error.message
                self._window.area.toast.refuse(f"{path.name}: {words}", "Name the mind there by hand.")
                return
        session = self._window.session
        if session is not None:
            self._window.follower.show(session)

    def open_menu(self, at: QPoint, path: Path) -> None:
        """Offer what can be done with a file or in a folder."""
        kind = kind_of_file(path.name) if path.is_file() else "folder"
        folder = path if kind == "folder" else path.parent
        menu = Menu(self.panel)
        if kind in ("document", "world"):
            menu.offer("Open", lambda: self.open(path))
        elif kind == "case":
            menu.offer("Run this test", lambda: self.open(path))
        if kind in ("document", "world", "case"):
            menu.offer("Rename…", lambda: self.panel.begin_rename(path))
            menu.addSeparator()
        for graph_kind in get_args(GraphKind):
            title = GRAPH_LOOKS[graph_kind].title.lower()
            menu.offer(f"New {title}", partial(self.new_document, folder, graph_kind))
        if kind == "document":
            menu.offer("New world for this mind", lambda: self.new_world(path))
        menu.addSeparator()
        menu.offer("Show in the file manager", lambda: self.reveal(path))
        menu.offer("Copy path", lambda: QGuiApplication.clipboard().setText(str(path)))
        menu.open_at(at)


def files_panel(host: WindowHost) -> FilesPanel:
    """Return the files of the folder in view."""
    from editor.panels.document.files_panel import FilesPanel

    files = host.part(WindowFolder)
    panel = FilesPanel(files.state_of)
    panel.open_wanted.connect(files.open)
    panel.rename_wanted.connect(files.rename)
    panel.menu_wanted.connect(files.open_menu)
    panel.listed.connect(files.check_files)
    if files.folder is not None:
        panel.show_folder(files.folder)
    return panel


def _free_name(folder: Path, stem: str, suffix: str) -> Path:
    """Return a name in a folder that no file has yet."""
    target, number = folder / f"{stem}{suffix}", 1
    while target.exists():
        number += 1
        target = folder / f"{stem}-{number}{suffix}"
    return target
