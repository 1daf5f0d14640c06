"""Open the scenes of the gallery one after the other, and hand out the windows that are in view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QWidget

from tools.gallery.pictures import windows_before
from tools.gallery.scene import Scene
from tools.gallery.taking import open_scene, rest


def windows_in_view(scenes: Sequence[Scene]) -> Iterator[tuple[Scene, QWidget]]:
    """Open the window of scenes that share one; yield it for each, and what has come up in front of it."""
    with open_scene(scenes[0]) as window:
        for scene in scenes:
            if scene.act is not None and len(scenes) > 1:
                scene.act(window)
            rest(window)
            for shown in (window, *windows_before(window)):
                yield scene, shown
