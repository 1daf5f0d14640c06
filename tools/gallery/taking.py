"""Open each scene once and picture it in every theme."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QSize, QTimer

from editor.basics.user_state import UserState
from editor.documents.open.sample_files import samples_folder
from editor.theme.theme_manager import current_theme, set_theme
from editor.theme.tokens import THEME_NAMES
from editor.window.application import make_application, make_window
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from tools.gallery.pictures import save_window, windows_before
from tools.gallery.playing import play
from tools.gallery.scene import Scene

PATIENCE = 1.5
"""Seconds after which a window that does not come to rest is pictured as it is."""

SOON = 400
"""Milliseconds within which work that waits for a pause of the user begins."""


def picture_name(scene: Scene, theme: str) -> str:
    """Return the name of the file with a scene in a theme."""
    return f"{scene.name}-{theme.replace('_', '-')}.png"


def groups_of(scenes: Iterable[Scene]) -> list[list[Scene]]:
    """Return the scenes by the window that they are pictured in, in order of the first of each."""
    groups: dict[str, list[Scene]] = {}
    for scene in scenes:
        groups.setdefault(scene.together or f"alone {scene.name}", []).append(scene)
    return list(groups.values())


def take(scenes: Sequence[Scene], folder: Path, themes: Sequence[str] = THEME_NAMES) -> list[Path]:
    """Picture the scenes of one window in these themes, switched while it is open, and return the paths.

    The theme in use comes first, if it is among them: a switch is slow.
    """
    order = sorted(themes, key=lambda name: name != current_theme().name)
    set_theme(order[0])
    written: dict[tuple[str, str], Path] = {}
    with open_scene(scenes[0]) as window:
        for theme in order:
            set_theme(theme)
            for scene in scenes:
                if scene.act is not None and len(scenes) > 1:
                    scene.act(window)
                rest(window)
                path = written[scene.name, theme] = folder / picture_name(scene, theme)
                save_window(window, path, scene.crop)
    return [written[scene.name, theme] for scene in scenes for theme in themes]


@contextmanager
def open_scene(scene: Scene) -> Iterator[MainWindow]:
    """Open the window of a scene with a state of its own, and close it without asking."""
    application = make_application()
    with tempfile.TemporaryDirectory(prefix="mindloom-") as state_folder:
        window = make_window(UserState(Path(state_folder)))
        window.resize(QSize(*scene.size))
        window.show()
        settle(application)
        if scene.sample:
            window.open_file(samples_folder() / scene.sample)
            settle(application)
            play(window, scene.ticks)
        if scene.act is not None:
            scene.act(window)
        yield window
        for widget in windows_before(window):
            widget.close()
        window.workspace.discard_changes()
        window.shelf.discard_changes()
        window.close()
        window.deleteLater()
        settle(application)


def rest(window: MainWindow) -> None:
    """Wait until what was begun has ended: the camera's way, and what waits a moment before it is done."""
    application = make_application()
    settle(application, 8)
    started = monotonic()
    while (_is_gliding(window) or _is_about_to_work(window)) and monotonic() - started < PATIENCE:
        settle(application, 1)
    settle(application, 4)


def _is_gliding(window: MainWindow) -> bool:
    return window.view is not None and window.view.camera.is_gliding


def _is_about_to_work(window: MainWindow) -> bool:
    """Tell whether a timer is about to go off once; notes that stay for a while are none of these."""
    return any(
        timer.isActive() and timer.isSingleShot() and timer.interval() <= SOON
        for timer in window.findChildren(QTimer)
    )
