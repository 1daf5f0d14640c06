"""Write the pictures into a folder: `python -m tools.gallery FOLDER`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from editor.theme.tokens import THEME_NAMES, load_theme
from editor.window.application import make_application
from tools.gallery.contact_sheets import write_contact_sheets
from tools.gallery.overlay_sheet import save_overlay_sheet
from tools.gallery.scene import Scene
from tools.gallery.scenes import all_scenes
from tools.gallery.sheet import save_sheet
from tools.gallery.taking import groups_of, picture_name, take

DESK_SCREEN = Path(__file__).with_name("desk_screen.json")
SCALE_VARIABLE = "QT_SCALE_FACTOR"
MOST_PROCESSES = 4


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.gallery", description="Take pictures of the window."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=(), metavar="WORD", help="scenes whose name has a word")
    parser.add_argument(
        "--theme", nargs="*", default=THEME_NAMES, choices=THEME_NAMES, metavar="NAME", help="only in these"
    )
    parser.add_argument(
        "--sheet", action="store_true", help="put the pictures on contact sheets too, several on each"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=min(os.cpu_count() or 1, MOST_PROCESSES),
        metavar="NUMBER",
        help="processes that take the pictures",
    )
    parser.add_argument("--share", type=int, default=None, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def scenes_with(words: Sequence[str]) -> list[Scene]:
    """Return the scenes whose names have one of these words; without words, all."""
    return [scene for scene in all_scenes() if not words or any(word in scene.name for word in words)]


def share_of(groups: Sequence[list[Scene]], share: int, jobs: int, scale: int) -> list[list[Scene]]:
    """Return the windows that one of several processes opens.

    The screen has one `scale` for a whole process, as Qt asks for it at its start.
    """
    return [each for each in groups if each[0].scale == scale][share::jobs]


def helper(chosen: argparse.Namespace, share: int, jobs: int, scale: int) -> subprocess.Popen[bytes]:
    """Start a process that takes a share of the pictures."""
    command = [sys.executable, "-m", "tools.gallery", str(chosen.folder), "--theme", *chosen.theme]
    command += ["--share", str(share), "--jobs", str(jobs)]
    command += ["--only", *chosen.only] if chosen.only else []
    return subprocess.Popen(command, env={**os.environ, SCALE_VARIABLE: str(scale)})


def take_all(chosen: argparse.Namespace, groups: Sequence[list[Scene]]) -> None:
    """Take the pictures in several processes, one of them this one; raise OSError when one of them fails."""
    jobs = max(1, min(chosen.jobs, len(groups)))
    helpers = [helper(chosen, share, jobs, 1) for share in range(1, jobs)]
    helpers += [helper(chosen, 0, 1, scale) for scale in sorted({item[0].scale for item in groups} - {1})]
    take_share(chosen, groups, 0, jobs)
    codes = [each.wait() for each in helpers]
    if any(codes):
        raise OSError("A process that takes pictures failed: see above.")


def take_share(chosen: argparse.Namespace, groups: Sequence[list[Scene]], share: int, jobs: int) -> None:
    """Take the pictures of one process and print their paths."""
    for group in share_of(groups, share, jobs, int(os.environ.get(SCALE_VARIABLE, "1"))):
        print(*take(group, chosen.folder, chosen.theme), sep="\n", flush=True)


def save_sheets(chosen: argparse.Namespace) -> None:
    """Paint the sheets of all nodes and of all overlays."""
    for name in chosen.theme:
        for prefix, save in (("sheet", save_sheet), ("overlays", save_overlay_sheet)):
            path = chosen.folder / f"{prefix}-{name.replace('_', '-')}.png"
            if not chosen.only or any(word in path.stem for word in chosen.only):
                save(load_theme(name), str(path))
                print(path, flush=True)


def take_desk_screen() -> None:
    """Ask for a screen as on a desk before Qt starts.

    By itself the off-screen platform makes one of 800 × 800, on which menus and dialogs find no room.
    """
    if QApplication.instance() is None and os.environ["QT_QPA_PLATFORM"] == "offscreen":
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={DESK_SCREEN}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures into a folder and print their paths."""
    chosen = arguments_of(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    take_desk_screen()
    make_application()
    scenes = scenes_with(chosen.only)
    if chosen.share is not None:
        take_share(chosen, groups_of(scenes), chosen.share, chosen.jobs)
        return 0
    take_all(chosen, groups_of(scenes))
    save_sheets(chosen)
    if chosen.sheet:
        written = [chosen.folder / picture_name(scene, theme) for scene in scenes for theme in chosen.theme]
        print(*write_contact_sheets(written, chosen.folder), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
