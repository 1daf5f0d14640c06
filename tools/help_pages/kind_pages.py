"""Write all help pages with their pictures into a folder: `python -m tools.help_pages.kind_pages FOLDER`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from editor.basics.resource_files import resource_path
from editor.canvas.scene.graph_picture import theme_in_use
from editor.help.help_examples import page_picture
from editor.window.application import make_application
from graphs.files.document_file import write_whole
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.help_pages import page_markdown, page_names

PICTURE_THEME = "light"


def pages_folder() -> Path:
    """Return the folder of the stored pages."""
    return resource_path("help", "kinds")


def markdown_files(registry: Registry) -> dict[str, bytes]:
    """Return the content of each page of a registry by file name."""
    files = {}
    for name in page_names(registry):
        text = page_markdown(name, registry)
        if text is not None:
            files[f"{name}.md"] = text.encode("utf-8")
    return files


def picture_files(registry: Registry) -> dict[str, bytes]:
    """Return the picture of each page that has one by file name, in the light theme."""
    files = {}
    with theme_in_use(PICTURE_THEME):
        for name in page_names(registry):
            image = page_picture(name, registry)
            if image is not None:
                files[f"{name}.png"] = _png(image)
    return files


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # type: ignore[call-overload]
    return bytes(data.data())


def write_pages(folder: Path, *, pictures: bool = True) -> tuple[Path, ...]:
    """Write the pages of all built-in kinds and actions, remove those of none; return what was written."""
    registry = builtin_registry()
    files = markdown_files(registry) | (picture_files(registry) if pictures else {})
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.suffix in (".md", ".png") and path.name not in files and (pictures or path.suffix == ".md"):
            path.unlink()
    for name, content in files.items():
        write_whole(folder / name, content)
    return tuple(folder / name for name in files)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages and say how much was written."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.help_pages.kind_pages",
        description="Write the help page of every built-in kind and action, with its picture.",
    )
    parser.add_argument("folder", type=Path, nargs="?", default=pages_folder())
    parser.add_argument("--no-pictures", action="store_true", help="write the Markdown pages only")
    chosen = parser.parse_args(arguments)
    make_application()
    written = write_pages(chosen.folder, pictures=not chosen.no_pictures)
    size = sum(path.stat().st_size for path in written)
    print(f"{len(written)} files, {size / 1024:.0f} KiB in {chosen.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
