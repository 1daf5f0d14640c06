"""Name choices of overlays that are taken as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from editor.map.overlays.overlay_catalogue import everything, only
from editor.map.overlays.overlay_choice import OverlayChoice


@dataclass(frozen=True, slots=True)
class Preset:
    """Hold one choice with its words."""

    id: str
    title: str
    help: str
    make: Callable[[], OverlayChoice]


PRESETS: tuple[Preset, ...] = (
    Preset("usual", "As at first", "Draw what is drawn at first.", OverlayChoice),
    Preset(
        "bare", "Bare", "Draw the world, its ways and names alone.", lambda: only("grid", "paths", "labels")
    ),
    Preset("all", "Everything", "Draw every kind for the picked agent.", everything),
)
