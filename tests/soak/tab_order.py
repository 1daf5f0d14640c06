"""Walk everything by Tab: `python3 dev.py soak tab_order`, parts of it with `--only WORD`.

Every scene of the gallery is opened; in each panel, tool row and window of its own Tab and Shift+Tab must
reach all that takes the focus, as it is read from top to bottom, and all of it must have a name. The figures
go to `tests/soak/results/tab_order.md`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from editor.map.view.overlay_menu import OverlayMenu
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from tests.editor.every_scene.scene_windows import windows_in_view
from tests.editor.every_scene.tab_walk import faults_of_window, faults_within
from tools.gallery.__main__ import scenes_with, take_desk_screen
from tools.gallery.pictures import windows_before
from tools.gallery.taking import groups_of

RESULTS = Path(__file__).parent / "results" / "tab_order.md"


def table(scenes: int, faults: Sequence[str], only: Sequence[str]) -> str:
    """Return the page of results."""
    words = f" --only {' '.join(only)}" if only else ""
    told = "".join(f"- {fault}\n" for fault in faults) or "Everything is reached in order, and has a name.\n"
    head = f"# Walks by Tab\n\n`python3 dev.py soak tab_order{words}`: {scenes} scenes, {len(faults)} faults."
    return f"{head}\n\n{told}"


def faults_of(shown: QWidget) -> list[str]:
    """Return what is wrong with the walk in a window, nothing where a menu or a text field waits in front."""
    if isinstance(shown, MainWindow):
        view = shown.view
        is_typed = view is not None and (view.search.popup.isVisible() or view.title_editor.is_open)
        is_chosen = windows_before(shown) or any(menu.isVisible() for menu in shown.findChildren(OverlayMenu))
        return [] if is_typed or is_chosen else faults_of_window(shown)
    is_own = isinstance(shown, QDialog) and shown.windowType() != Qt.WindowType.Popup
    return faults_within(shown) if is_own else []


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk everywhere; return 1 when something is not reached, not named or out of order, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak tab_order", description=__doc__)
    parser.add_argument("--only", nargs="*", default=(), metavar="WORD", help="scenes whose name has a word")
    asked = parser.parse_args(arguments)
    take_desk_screen()
    make_application()
    seen: dict[str, str] = {}
    scenes = scenes_with(asked.only, scale=1)
    for group in groups_of(scenes):
        for scene, shown in windows_in_view(group):
            for fault in faults_of(shown):
                if fault not in seen:
                    print(f"{scene.name}: {fault}", flush=True)
                seen.setdefault(fault, scene.name)
    print(f"{len(scenes)} scenes, {len(seen)} faults", flush=True)
    RESULTS.write_text(table(len(scenes), sorted(seen), asked.only), encoding="utf-8")
    return 1 if seen else 0


if __name__ == "__main__":
    raise SystemExit(main())
