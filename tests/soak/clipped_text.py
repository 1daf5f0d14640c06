"""Look for texts that do not fit: `python3 dev.py soak clipped_text`, parts of it with `--only WORD`.

Every scene of the gallery is opened in windows of two sizes, with text of two sizes: every panel, window,
menu, banner and question. What is painted outside its room, elided without a tooltip, or lies over its
neighbor, is told, and goes to a table in `tests/soak/results/clipped_text.md`, row by row.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from editor.theme.application_style import dress_again
from editor.theme.fonts import set_font_scale
from editor.window.application import make_application
from editor.window.frame.window_arrangement import DEFAULT_SIZE
from tests.editor.every_scene.clipped_texts import clipped_texts
from tests.editor.every_scene.scene_windows import windows_in_view
from tools.gallery.__main__ import scenes_with, size_of, take_desk_screen
from tools.gallery.scene import Scene
from tools.gallery.taking import groups_of

SIZES = ((1024, 700), DEFAULT_SIZE)
FONTS = (100, 125)
RESULTS = Path(__file__).parent / "results" / "clipped_text.md"
HEAD = """\
# Texts that do not fit

`python3 dev.py soak clipped_text{only}`: what is painted outside its room, elided without a tooltip,
or lies over its neighbor.

| window | text | scenes | faults |
|---|---|---|---|
"""


def faults_of(scenes: Sequence[Scene]) -> Iterator[str]:
    """Open the window of some scenes and yield what does not fit in each."""
    for scene, shown in windows_in_view(scenes):
        yield from (f"{scene.name}: {fault}" for fault in clipped_texts(shown))


def main(arguments: Sequence[str] | None = None) -> int:
    """Look everywhere; return 1 when a text does not fit, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak clipped_text", description=__doc__)
    parser.add_argument("--only", nargs="*", default=(), metavar="WORD", help="scenes whose name has a word")
    parser.add_argument("--size", nargs="*", type=size_of, default=SIZES, metavar="WxH", help="of windows")
    parser.add_argument("--font", nargs="*", type=int, default=FONTS, metavar="PERCENT", help="size of text")
    asked = parser.parse_args(arguments)
    take_desk_screen()
    make_application()
    count = 0
    table = HEAD.format(only="".join((" --only " if asked.only else "", " ".join(asked.only))))
    for font in asked.font:
        set_font_scale(font)
        dress_again()
        for size in asked.size:
            seen: set[str] = set()
            scenes = [replace(scene, scale=1) for scene in scenes_with(asked.only, size)]
            for group in groups_of(scenes):
                for fault in faults_of(group):
                    if fault.partition(": ")[2] not in seen:
                        print(f"{size[0]} × {size[1]}, {font} %: {fault}", flush=True)
                    seen.add(fault.partition(": ")[2])
            count += len(seen)
            print(f"{size[0]} × {size[1]}, {font} %: {len(scenes)} scenes, {len(seen)} faults", flush=True)
            told = "; ".join(sorted(seen)) or "none"
            table += f"| {size[0]} × {size[1]} | {font} % | {len(scenes)} | {told} |\n"
            RESULTS.write_text(table, encoding="utf-8")
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main())
