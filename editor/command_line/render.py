"""`mindloom render FILE[#GRAPH] --out OUT`: draw graphs as the editor does, without opening a window."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from editor.command_line.failures import not_written, unusable
from editor.documents.folders.output_files import Output, write_output
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    message_of,
    print_error,
    print_line,
)
from editor.documents.open.open_project import open_project
from graphs.files.document_file import FileProblem, load_document
from graphs.files.plain_file import is_there
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

SUFFIXES = (".svg", ".png")
"""Endings of the pictures that can be made."""

_UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class RenderWish:
    """What is asked for: `source` is a file or `FILE#GRAPH`, `out` a picture or a folder for all graphs."""

    source: str
    out: Path
    theme: str = "dark"
    scale: float = 1.0
    format: str = "svg"
    """Kind of the pictures in a folder."""
    project: Path | None = None
    force: bool = False


def render_document(wish: RenderWish) -> int:
    """Write the pictures and return the exit code: 1 if some graph cannot be drawn, 2 for wrong use."""
    path, graph_id = split_source(wish.source)
    try:
        document = load_document(path)
    except FileProblem as problem:
        return unusable(problem, path)
    found = open_project(path, builtin_registry(), wish.project)
    if found.problem is not None:
        print_error(message_of(found.problem, str(found.problem.path or path)).line())
        return WRONG_USE
    if graph_id and graph_id not in document.graphs:
        print_error(f"{path}: error: {unknown_graph(document, graph_id)}")
        return WRONG_USE
    if not document.graphs:
        print_error(f"{path}: error: The document has no graphs. Add one before drawing it.")
        return WRONG_USE
    targets = _targets(wish, path, document, graph_id)
    if targets is None:
        endings = " or ".join(SUFFIXES)
        print_error(f"{wish.out}: error: The picture must end in {endings}, or be a folder. Rename it.")
        return WRONG_USE
    return _write_all(targets, document, found.registry, wish)


def split_source(source: str) -> tuple[Path, str]:
    """Split `FILE#GRAPH` into the two; a file whose name holds `#` is taken whole."""
    if "#" in source and not is_there(Path(source)):
        name, _, graph_id = source.rpartition("#")
        return Path(name), graph_id
    return Path(source), ""


def unknown_graph(document: Document, graph_id: str) -> str:
    """Return what to say about a graph that is not there: the nearest name, and all that there are."""
    titles = {graph.title: key for key, graph in sorted(document.graphs.items()) if graph.title}
    near = difflib.get_close_matches(graph_id, [*sorted(document.graphs), *titles], 1, 0.5)
    guess = f" Did you mean {titles.get(near[0], near[0])}?" if near else ""
    known = ", ".join(
        f"{each} ({graph.title})" if graph.title else each for each, graph in sorted(document.graphs.items())
    )
    has = f" The document has {known}." if known else " The document has no graphs."
    return f'There is no graph "{graph_id}".{guess}{has}'


def _targets(wish: RenderWish, path: Path, document: Document, graph_id: str) -> Mapping[str, Path] | None:
    """Return the picture of each graph to draw, or None when the ending is not known."""
    out = wish.out
    is_folder = out.is_dir() if is_there(out) else not out.suffix
    if not is_folder:
        if out.suffix.lower() not in SUFFIXES:
            return None
        return {graph_id or document.root or min(document.graphs): out}
    stem = path.name.partition(".")[0]
    targets: dict[str, Path] = {}
    taken: set[str] = set()
    for each in [graph_id] if graph_id else sorted(document.graphs):
        name = base = f"{stem}-{_UNSAFE.sub('_', each)}"
        number = 1
        while name.lower() in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name.lower())
        targets[each] = out / f"{name}.{wish.format}"
    return targets


def _write_all(targets: Mapping[str, Path], document: Document, registry: Registry, wish: RenderWish) -> int:
    need_no_display()
    from editor.canvas.scene.graph_picture import PictureTooLarge

    code = WELL
    for graph_id, target in targets.items():
        try:
            data = picture_bytes(document, graph_id, registry, target.suffix.lower(), wish.theme, wish.scale)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_output(target, data, Output.PICTURE, force=wish.force)
        except PictureTooLarge as large:
            print_error(
                f"{target}: error: The picture would be {large}, which is too large. Use a smaller --scale, "
                "make an SVG, or bring nearer what stands far off."
            )
            code = FOUND_PROBLEMS
        except OSError as error:
            return not_written(target, error, "The picture")
        else:
            print_line(str(target))
    return code


def need_no_display() -> None:
    """Make Qt paint without a display, where that needs saying, before it starts."""
    if sys.platform not in ("win32", "darwin"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def picture_bytes(
    document: Document, graph_id: str, registry: Registry, suffix: str, theme: str, scale: float
) -> bytes:
    """Return the picture of a graph as SVG or PNG, by `suffix`. Raises PictureTooLarge."""
    from editor.canvas.scene.graph_picture import png_bytes, svg_bytes, theme_in_use
    from editor.canvas.scene.scene import CanvasScene

    application = qt_application()
    with theme_in_use(theme):
        scene = CanvasScene(registry)
        scene.sync(document, graph_id)
        content = scene.content_rect()
        try:
            if suffix == ".png":
                return png_bytes(scene, content, scale)
            return svg_bytes(scene, content, document.graphs[graph_id].title or graph_id, scale)
        finally:
            scene.deleteLater()
            application.processEvents()


def qt_application() -> QApplication:
    """Return the application there is, or a new one, for painting."""
    from PySide6.QtWidgets import QApplication as Application

    existing = Application.instance()
    return existing if isinstance(existing, Application) else Application(["mindloom"])
