"""Commands about files and their projects: new, open, save, close, templates, pictures, trust."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage

from editor.canvas.scene.graph_picture import PictureTooLarge, png_bytes, svg_bytes
from editor.canvas.scene.scene import CanvasScene
from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.first_moods import moods_document
from editor.documents.open.sample_files import sample_name, sample_paths
from editor.documents.open.trust import module_page, module_words
from editor.theme.tokens import GRAPH_LOOKS
from editor.widgets.file_dialogs import keep_what_is_typed
from editor.window.frame.window_host import WindowHost
from editor.window.parts.world import WindowWorld
from graphs.edits.graph_library import add_graph
from graphs.files.document_file import write_whole
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model.document import Document, empty_document
from graphs.projects.project_file import Project
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX


def project_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands that show a project's modules, trust its folder or not, and run them again."""

    def project() -> Project | None:
        session = window.session
        found = session.project if session is not None else None
        return found if found is not None and found.file.python_modules else None

    def trusted() -> bool:
        found = project()
        return found is not None and window.workspace.trust.trusts(found.folder)

    return (
        worded(
            "project.show_modules",
            lambda: _show(window, project(), trusted=trusted()),
            enabled=lambda: project() is not None,
        ),
        worded(
            "project.trust",
            lambda: _ask_trust(window, project()),
            enabled=lambda: project() is not None and not trusted(),
        ),
        worded("project.withdraw_trust", lambda: _settle(window, project(), trusted=False), enabled=trusted),
        worded(
            "project.reload_modules",
            lambda: _reopen(window, project()),
            enabled=lambda: project() is not None and not window.workspace.waiting_modules(window.session),
        ),
    )


def _show(window: WindowHost, project: Project | None, *, trusted: bool) -> None:
    if project is not None:
        window.show_page("Python modules — Mindloom", module_page(project, trusted=trusted))


def _ask_trust(window: WindowHost, project: Project | None) -> None:
    """Trust the folder once the user has said so knowing what would run."""
    if project is not None and window.dialogs.ask_trust(project.folder, module_words(project)):
        _settle(window, project, trusted=True)


def _settle(window: WindowHost, project: Project | None, *, trusted: bool) -> None:
    if project is None:
        return
    store = window.workspace.trust
    try:
        store.trust(project.folder) if trusted else store.withdraw(project.folder)
    except OSError as error:
        window.say(f"The list of trusted folders cannot be written: {error.strerror or error}.")
        return
    _reopen(window, project)


def _reopen(window: WindowHost, project: Project | None) -> None:
    """Open the documents of the project again; those with unsaved changes stay as they are."""
    if project is None:
        return
    of_project = [each for each in window.workspace.sessions if _is_of(each, project)]
    in_view = window.session.path if window.session is not None else None
    kept = [session.file_name for session in of_project if not session.is_saved]
    paths = [session.path for session in of_project if session.is_saved and session.path is not None]
    for session in [item for item in of_project if item.is_saved]:
        window.close_session(session)
    for path in sorted(paths, key=lambda path: path == in_view):
        window.open_file(path)
    if kept:
        window.say(f"Save {', '.join(kept)} and open it again to follow the change.")


def _is_of(session: DocumentSession, project: Project) -> bool:
    return session.project is not None and session.project.path == project.path


_NEW: tuple[tuple[str, GraphKind], ...] = (
    ("file.new", "state_machine"),
    ("file.new_tree", "behavior_tree"),
    ("file.new_decision", "decision_tree"),
)


def file_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the File menu."""
    world = window.part(WindowWorld)

    def has_document() -> bool:
        return window.session is not None

    def can_save() -> bool:
        return has_document() or world.editor.is_target

    def save() -> None:
        keep_what_is_typed()
        if world.editor.is_target:
            world.save_world()
        elif window.session is not None:
            window.save_session(window.session)

    def save_as() -> None:
        keep_what_is_typed()
        if world.editor.is_target:
            world.save_world(ask_name=True)
        elif window.session is not None:
            window.save_session(window.session, ask_name=True)

    def close() -> None:
        if window.session is not None:
            window.close_session(window.session)

    return (
        *(_new_command(window, command_id, kind) for command_id, kind in _NEW),
        worded("file.new_moods", lambda: _open_new(window, moods_document(window.workspace.registry))),
        worded("file.open", lambda: _open(window)),
        worded("file.save", save, enabled=can_save),
        worded("file.save_as", save_as, enabled=can_save),
        worded("file.close", close, enabled=has_document),
        worded(
            "file.clear_recent",
            lambda: _clear_recent(window),
            enabled=lambda: bool(window.workspace.state.recent),
        ),
        worded("file.quit", window.close_window),
        *project_commands(window),
    )


def sample_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return a command for each bundled sample."""
    return tuple(
        Command(
            f"sample.{path.name.removesuffix('.mind.json')}",
            f"Sample: {sample_name(path)}",
            partial(_open_sample, window, path),
            "Open a bundled sample; it plays at once, and the original stays as it is.",
            "play",
        )
        for path in sample_paths()
    )


def _new_command(window: WindowHost, command_id: str, kind: GraphKind) -> Command:
    look = GRAPH_LOOKS[kind]

    def new() -> None:
        _open_new(window, add_graph(empty_document(), kind, look.title)[0])

    return Command(command_id, f"New {look.title.lower()}", new, f"{look.summary.capitalize()}.", look.icon)


def _open_new(window: WindowHost, document: Document) -> None:
    window.area.open_session(window.workspace.new(document))
    window.area.setFocus(Qt.FocusReason.OtherFocusReason)


def _open(window: WindowHost) -> None:
    for path in window.dialogs.ask_open(window.workspace.folder()):
        window.open_file(path)


def _open_sample(window: WindowHost, path: Path) -> None:
    if window.open_file(path):
        window.run.run()


def _clear_recent(window: WindowHost) -> None:
    window.workspace.recent.clear()
    window.workspace.recent_changed.emit()


PNG_SCALE = 2.0
"""Pixels of a PNG for each px of the canvas."""

_UNSAFE = re.compile(r"[^\w.-]+")


def file_extra_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands that pin the file in view and make a template of it."""

    def has_file() -> bool:
        return window.session is not None and window.session.path is not None

    def is_pinned() -> bool:
        session = window.session
        path = session.path if session is not None else None
        return path is not None and window.workspace.recent.is_pinned(path)

    def has_graph() -> bool:
        return window.session is not None and window.session.graph is not None

    return (
        worded("file.pin", lambda: _pin(window, not is_pinned()), enabled=has_file, checked=is_pinned),
        worded("file.save_template", lambda: _save_template(window), enabled=has_graph),
        worded("file.save_picture", lambda: _save_picture(window), enabled=has_graph),
        worded("file.copy_picture", lambda: _copy_picture(window), enabled=has_graph),
    )


def _pin(window: WindowHost, on: bool) -> None:
    session = window.session
    if session is not None and session.path is not None:
        window.workspace.recent.pin(session.path, on)
        window.workspace.recent_changed.emit()


def _save_template(window: WindowHost) -> None:
    from editor.documents.folders.templates import save_template

    session = window.session
    if session is None:
        return
    name = session.file_name.removesuffix(DOCUMENT_SUFFIX)
    choice, mind = window.run.choice, window.follower.name_of(session)
    world = choice.world if choice is not None and mind is not None else None
    try:
        save_template(window.workspace.state.folder, name, session.current_document, world, mind or "")
    except OSError as error:
        window.say(f"The template was not saved: {error.strerror or error}")
        return
    window.say(f"Saved {name} as a template: File ▸ New from template")


def graph_picture(window: WindowHost, suffix: str) -> bytes:
    """Return the graph in view as SVG or PNG, as it is drawn without selection and run.

    Raises PictureTooLarge, and LookupError without a graph.
    """
    session = window.session
    if session is None or session.graph is None:
        raise LookupError("no graph is in view")
    scene = CanvasScene(session.registry)
    scene.sync(session.document, session.graph_id)
    try:
        if suffix == ".png":
            return png_bytes(scene, scene.content_rect(), PNG_SCALE)
        return svg_bytes(scene, scene.content_rect(), session.graph.title or session.graph_id)
    finally:
        scene.deleteLater()


def _save_picture(window: WindowHost) -> None:
    session = window.session
    if session is None or session.graph is None:
        return
    stem = session.file_name.removesuffix(DOCUMENT_SUFFIX)
    name = _UNSAFE.sub("_", f"{stem}-{session.graph.title or session.graph_id}")
    path = window.dialogs.ask_picture(window.workspace.folder() / f"{name}.svg")
    if path is None:
        return
    if path.suffix.lower() not in (".svg", ".png"):
        path = path.with_name(f"{path.name}.svg")
        if path.exists() and not window.dialogs.ask_replace(path):
            return
    try:
        write_whole(path, graph_picture(window, path.suffix.lower()))
    except PictureTooLarge as large:
        window.say(f"The picture would be {large}, which is too large; an SVG has more room")
    except OSError as error:
        window.say(f"{path.name} was not saved: {error.strerror or error}")
    else:
        window.say(f"Saved the picture as {path.name} in {path.parent}")


def _copy_picture(window: WindowHost) -> None:
    try:
        image = QImage.fromData(graph_picture(window, ".png"))
    except PictureTooLarge as large:
        window.say(f"The picture would be {large}, which is too large for the clipboard")
        return
    QGuiApplication.clipboard().setImage(image)
    window.say("Copied a picture of the graph")
