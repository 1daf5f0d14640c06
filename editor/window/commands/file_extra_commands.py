"""Commands about files beside opening and saving: pins, templates, pictures of graphs."""

from __future__ import annotations

import re

from PySide6.QtGui import QGuiApplication, QImage

from editor.canvas.scene.graph_picture import PictureTooLarge, png_bytes, svg_bytes
from editor.canvas.scene.scene import CanvasScene
from editor.commands.command import Command
from editor.documents.open.world_choice import DOCUMENT_SUFFIX
from editor.window.frame.window_host import WindowHost
from graphs.files.document_file import write_whole

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
        Command(
            "file.pin",
            "Pin this file in the recent list",
            lambda: _pin(window, not is_pinned()),
            "Keep the file in view in the list of recent files, however many others are opened.",
            "bookmark",
            enabled=has_file,
            checked=is_pinned,
        ),
        Command(
            "file.save_template",
            "Save as a template",
            lambda: _save_template(window),
            "Let new documents begin as this one is now, in the world it runs in.",
            "copy",
            enabled=has_graph,
        ),
        Command(
            "file.save_picture",
            "Save picture of the graph…",
            lambda: _save_picture(window),
            "Draw the graph in view as SVG or PNG, in the colors of the theme in use.",
            "camera",
            enabled=has_graph,
        ),
        Command(
            "file.copy_picture",
            "Copy picture of the graph",
            lambda: _copy_picture(window),
            "Put a picture of the graph in view on the clipboard.",
            "camera",
            enabled=has_graph,
        ),
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
