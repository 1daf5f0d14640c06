"""Take the pictures of the help pages: `python -m tools.help_pages.help_shots` writes them beside the pages.

The pictures of samples and those of the tutorial are taken in the light theme and in the dark one; the help
window shows those of the theme in use.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from editor.basics.user_state import UserState
from editor.documents.open.sample_files import samples_folder
from editor.help.help_examples import graph_picture
from editor.help.help_library import help_folder
from editor.theme.theme_manager import current_theme, set_theme
from editor.window.application import make_application, make_window
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from graphs.files.document_file import document_from_bytes
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import recognized
from graphs.kinds.builtin_registry import builtin_registry
from tools.gallery.pictures import save_window
from tools.gallery.sample_moments import WINDOW, sample_image, sample_names, settle_view, show_moment
from tools.gallery.scene import Act
from tools.gallery.want_scenes import mix_moods, weigh_needs
from tools.gallery.way_scenes import ask_for_cover, show_ways
from tools.help_pages.curve_pictures import CURVE_PICTURES, take_curves
from tools.help_pages.squad_picture import SQUADS_PICTURE, take_squads
from tools.tutorial.tutorial_steps import STEPS, TUTORIAL_PICTURES
from tools.tutorial.tutorial_walk import SIZE, TutorialWalk

THEMES = {"light": "", "dark": "-dark"}
"""What stands behind the name of a picture, by theme."""


NODE_PARTS = "pictures/node-parts.png"
"""The picture of what a node of a behavior tree can have, on the page about them."""


FORMAT_PAGES = (
    *("format-btcpp", "format-scxml", "format-xstate"),
    *("format-limbo", "format-gdx", "format-behavior3"),
)
"""The pages of formats that show what their first block of code becomes."""


def picture_names() -> tuple[str, ...]:
    """Return the names of all pictures as pages in the help folder would name them, in order."""
    plain = [f"samples/{name}.png" for name in sample_names()]
    of_formats = (f"pictures/{page}.png" for page in FORMAT_PAGES)
    shown = (*CURVE_PICTURES, SQUADS_PICTURE, *WANTS, *GROUND, *TUTORIAL_PICTURES)
    others = (f"pictures/{name}.png" for name in shown)
    return (*plain, NODE_PARTS, *of_formats, *others)


WANTS: Mapping[str, tuple[Act, str]] = {
    "needs-inspector": (weigh_needs, "inspector"),
    "moods-panel": (mix_moods, "moods"),
}
"""What is done for the pictures of the page on needs and moods, and the panel that they show, by name."""


GROUND: Mapping[str, tuple[Act, str]] = {
    "ways-and-layers": (show_ways, "preview"),
    "best-place": (ask_for_cover, ""),
}
"""The same of the pages on ways and ground and on best places; "" shows the whole window."""


@contextmanager
def open_window(size: QSize) -> Iterator[MainWindow]:
    """Open a window with a state of its own, and close it without asking."""
    application = make_application()
    with tempfile.TemporaryDirectory(prefix="mindloom-") as state_folder:
        window = make_window(UserState(Path(state_folder)))
        window.resize(size)
        window.show()
        settle(application)
        yield window
        window.run.pause()
        window.workspace.discard_changes()
        window.shelf.discard_changes()
        window.close()
        window.deleteLater()
        settle(application)


def take_sample(name: str) -> QImage:
    """Return the picture of a sample in the theme in use."""
    application = make_application()
    with open_window(WINDOW) as window:
        window.open_file(samples_folder() / f"{name}.mind.json")
        settle(application)
        show_moment(window, name)
        settle_view(window)
        settle(application, 12)
        return sample_image(window)


def take_tutorial(folder: Path) -> list[Path]:
    """Follow the tutorial in the theme in use and take its pictures on the way."""
    written: list[Path] = []
    ending = THEMES[current_theme().name]
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    with open_window(SIZE) as window:
        walk = TutorialWalk(window)
        for step in STEPS:
            image = step.follow(walk)
            if image is None:
                continue
            path = folder / "pictures" / f"{step.picture}{ending}.png"
            if not image.save(str(path)):
                raise OSError(f"{path} cannot be written")
            written.append(path)
    return written


def take_samples(folder: Path, names: Sequence[str]) -> list[Path]:
    """Take the pictures of these samples in the theme in use."""
    written = []
    (folder / "samples").mkdir(parents=True, exist_ok=True)
    for name in names:
        path = folder / "samples" / f"{name}{THEMES[current_theme().name]}.png"
        if not take_sample(name).save(str(path)):
            raise OSError(f"{path} cannot be written")
        written.append(path)
    return written


def take_node_parts(folder: Path) -> Path:
    """Take the picture of the node that the page on behavior trees shows, in the theme in use."""
    page = (help_folder() / "behavior-trees.md").read_text(encoding="utf-8")
    (shown,) = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    below: dict[str, object] = {
        "alarm": {"kind": "set", "actions": ["chasing = true"]},
        "run": {"kind": "action", "action": "pursue", "params": {"target": "player"}},
    }
    graph = {"kind": "behavior_tree", "root": "chase", "nodes": {"chase": shown, **below}}
    data = {"format": "mindloom", "version": 2, "root": "g", "graphs": {"g": graph}}
    document = document_from_bytes(json.dumps(data).encode())
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    path = folder / NODE_PARTS.replace(".png", f"{THEMES[current_theme().name]}.png")
    if not graph_picture(document, "g", builtin_registry()).save(str(path)):
        raise OSError(f"{path} cannot be written")
    return path


def take_imports(folder: Path) -> list[Path]:
    """Take the pictures of what the examples on the pages of formats become, in the theme in use."""
    written = []
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    for page in FORMAT_PAGES:
        text = (help_folder() / f"{page}.md").read_text(encoding="utf-8")
        block = re.findall(r"^```\w+\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[0]
        source = Source(page, block.encode())
        found = recognized(source)
        if found is None or found.read is None:
            raise ValueError(f"{page}: its first block of code is of no format")
        document = found.read([source], builtin_registry()).document
        path = folder / "pictures" / f"{page}{THEMES[current_theme().name]}.png"
        if not graph_picture(document, str(document.root), builtin_registry()).save(str(path)):
            raise OSError(f"{path} cannot be written")
        written.append(path)
    return written


def take_shown(folder: Path, pictures: Mapping[str, tuple[Act, str]]) -> list[Path]:
    """Take pictures of what acts bring into view, in the theme in use."""
    written = []
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    for name, (act, panel) in pictures.items():
        with open_window(SIZE) as window:
            act(window)
            path = folder / "pictures" / f"{name}{THEMES[current_theme().name]}.png"
            save_window(window, path, panel)
            written.append(path)
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures beside the pages and print their paths."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.help_pages.help_shots", description="Take the pictures of the help pages."
    )
    parser.add_argument("folder", type=Path, nargs="?", default=help_folder())
    parser.add_argument("--only", nargs="*", default=(), metavar="WORD", help="samples whose name has a word")
    chosen = parser.parse_args(arguments)
    make_application()
    names = [each for each in sample_names() if not chosen.only or any(word in each for word in chosen.only)]
    for theme in THEMES:
        set_theme(theme)
        written = take_samples(chosen.folder, names)
        if not chosen.only or "parts" in chosen.only:
            written.append(take_node_parts(chosen.folder))
        if not chosen.only or "formats" in chosen.only:
            written += take_imports(chosen.folder)
        if not chosen.only or "curves" in chosen.only:
            with open_window(SIZE) as window:
                written += take_curves(window, chosen.folder, THEMES[theme])
        if not chosen.only or "squads" in chosen.only:
            written.append(take_squads(chosen.folder, THEMES[theme]))
        if not chosen.only or "wants" in chosen.only:
            written += take_shown(chosen.folder, WANTS)
        if not chosen.only or "ways" in chosen.only:
            written += take_shown(chosen.folder, GROUND)
        if not chosen.only or "tutorial" in chosen.only:
            written += take_tutorial(chosen.folder)
        for path in written:
            print(path, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
