"""Write the pictures into a folder: `python -m editor.gallery FOLDER`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from editor.application import make_application
from editor.canvas.painting.sheet import save_sheet
from editor.gallery.contact_sheets import write_contact_sheets
from editor.gallery.scene import Scene
from editor.gallery.scenes import all_scenes
from editor.gallery.taking import groups_of, picture_name, take
from editor.overlay_sheet import save_overlay_sheet
from editor.theme.tokens import THEME_NAMES, load_theme

SCALE_VARIABLE = "QT_SCALE_FACTOR"


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m editor.gallery", description="Take pictures of the window."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=(), metavar="WORD", help="scenes whose name has a word")
    parser.add_argument(
        "--theme", nargs="*", default=THEME_NAMES, choices=THEME_NAMES, metavar="NAME", help="only in these"
    )
    parser.add_argument(
        "--sheet", action="store_true", help="put the pictures on contact sheets too, several on each"
    )
    return parser.parse_args(arguments)


def scenes_with(words: Sequence[str]) -> list[Scene]:
    """Return the scenes whose names have one of these words; without words, all."""
    return [one for one in all_scenes() if not words or any(word in one.name for word in words)]


def scaled(scenes: Sequence[Scene], folder: Path, themes: Sequence[str]) -> list[Path]:
    """Take scenes on a screen of more px, in a process of its own: Qt asks for the ratio at its start."""
    command = [sys.executable, "-m", "editor.gallery", str(folder), "--theme", *themes]
    command += ["--only", *(scene.name for scene in scenes)]
    subprocess.run(
        command,
        env={**os.environ, SCALE_VARIABLE: str(scenes[0].scale)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return [folder / picture_name(scene, theme) for scene in scenes for theme in themes]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures into a folder and print their paths."""
    chosen = arguments_of(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    make_application()
    here = int(os.environ.get(SCALE_VARIABLE, "1"))
    written: list[Path] = []
    for group in groups_of(scenes_with(chosen.only)):
        if here in (1, group[0].scale):
            taken = (take if group[0].scale == here else scaled)(group, chosen.folder, chosen.theme)
            print(*taken, sep="\n", flush=True)
            written += taken
    for name in chosen.theme:
        for prefix, save in (("sheet", save_sheet), ("overlays", save_overlay_sheet)):
            path = chosen.folder / f"{prefix}-{name.replace('_', '-')}.png"
            if not chosen.only or any(word in path.stem for word in chosen.only):
                save(load_theme(name), str(path))
                print(path, flush=True)
    if chosen.sheet:
        print(*write_contact_sheets(written, chosen.folder), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
