"""Write the pictures into a folder: `python -m tools.gallery FOLDER`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from editor.theme.tokens import THEME_NAMES, load_theme
from editor.window.application import make_application
from editor.window.frame.window_arrangement import DEFAULT_SIZE
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
        "--size", type=size_of, default=None, metavar="WxH", help="windows of this size, such as 1024x700"
    )
    parser.add_argument(
        "--scale", type=float, default=None, metavar="FACTOR", help="every scene on a screen of this scale"
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


def size_of(words: str) -> tuple[int, int]:
    """Return a size written as 1024x700; raise ValueError for anything else."""
    width, height = words.split("x")
    return int(width), int(height)


def scenes_with(
    words: Sequence[str], size: tuple[int, int] | None = None, scale: float | None = None
) -> list[Scene]:
    """Return the scenes whose names have one of these words; without words, all.

    `size` is taken by those that have none of their own, `scale` by all.
    """
    chosen = [scene for scene in all_scenes() if not words or any(word in scene.name for word in words)]
    return [
        replace(
            scene,
            size=size if size is not None and scene.size == DEFAULT_SIZE else scene.size,
            scale=scene.scale if scale is None else scale,
        )
        for scene in chosen
    ]


def share_of(groups: Sequence[list[Scene]], share: int, jobs: int, scale: float) -> list[list[Scene]]:
    """Return the windows that one of several processes opens.

    The screen has one `scale` for a whole process, as Qt asks for it at its start.
    """
    return [each for each in groups if each[0].scale == scale][share::jobs]


def helper(chosen: argparse.Namespace, share: int, jobs: int, scale: float) -> subprocess.Popen[bytes]:
    """Start a process that takes a share of the pictures."""
    command = [sys.executable, "-m", "tools.gallery", str(chosen.folder), "--theme", *chosen.theme]
    command += ["--share", str(share), "--jobs", str(jobs)]
    command += ["--only", *chosen.only] if chosen.only else []
    command += ["--size", "x".join(map(str, chosen.size))] if chosen.size else []
    command += ["--scale", str(chosen.scale)] if chosen.scale else []
    return subprocess.Popen(command, env={**os.environ, SCALE_VARIABLE: str(scale)})


def take_all(chosen: argparse.Namespace, groups: Sequence[list[Scene]]) -> None:
    """Take the pictures in several processes, one of them this one; raise OSError when one of them fails."""
    jobs = max(1, min(chosen.jobs, len(groups)))
    helpers = []
    for scale in sorted({item[0].scale for item in groups}):
        with_it = min(jobs, sum(item[0].scale == scale for item in groups))
        helpers += [helper(chosen, share, with_it, scale) for share in range(int(scale == 1), with_it)]
    take_share(chosen, groups, 0, jobs)
    codes = [each.wait() for each in helpers]
    if any(codes):
        raise OSError("A process that takes pictures failed: see above.")


def take_share(chosen: argparse.Namespace, groups: Sequence[list[Scene]], share: int, jobs: int) -> None:
    """Take the pictures of one process and print their paths."""
    for group in share_of(groups, share, jobs, scale_of_screen()):
        print(*take(group, chosen.folder, chosen.theme), sep="\n", flush=True)


def scale_of_screen() -> float:
    """Return the scale that this process was started with."""
    return float(os.environ.get(SCALE_VARIABLE, "1"))


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

    By itself the off-screen platform makes one of 800 × 800, on which menus and dialogs find no room. A
    screen of another scale has as many dots more.
    """
    if QApplication.instance() is not None or os.environ["QT_QPA_PLATFORM"] != "offscreen":
        return
    desk = json.loads(DESK_SCREEN.read_text(encoding="utf-8"))
    for screen in desk["screens"]:
        screen.update({side: round(screen[side] * scale_of_screen()) for side in ("width", "height")})
    written = Path(mkdtemp(prefix="desk-")) / DESK_SCREEN.name
    written.write_text(json.dumps(desk), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={written}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures into a folder and print their paths."""
    chosen = arguments_of(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    take_desk_screen()
    make_application()
    scenes = scenes_with(chosen.only, chosen.size, chosen.scale)
    if chosen.share is not None:
        take_share(chosen, groups_of(scenes), chosen.share, chosen.jobs)
        return 0
    take_all(chosen, groups_of(scenes))
    if chosen.size is None and chosen.scale is None:
        save_sheets(chosen)
    if chosen.sheet:
        written = [chosen.folder / picture_name(scene, theme) for scene in scenes for theme in chosen.theme]
        print(*write_contact_sheets(written, chosen.folder), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
