"""Remember between sessions what is drawn over the world, and where the camera was left in each world."""

from __future__ import annotations

from editor.basics.user_state import UserState
from editor.map.overlays.overlay_catalogue import OVERLAYS
from editor.map.overlays.overlay_kind import OverlayChoice
from runtime.basics.values import Vector

MOST_WORLDS = 40
_SCALE = 1000
"""Cameras are kept as whole thousandths."""


class PreviewMemory:
    """Keep the preview's choices in the user's state; without one, for as long as the window lives."""

    def __init__(self, state: UserState | None) -> None:
        self._state = state
        self.world = ""
        self._cameras = self._read_cameras()

    def choice(self) -> OverlayChoice:
        """Return the overlays drawn last."""
        if self._state is None:
            return OverlayChoice()
        return OverlayChoice.from_state(self._state.table("overlays"), OVERLAYS)

    def keep_choice(self, choice: OverlayChoice) -> None:
        """Remember which overlays are drawn."""
        if self._state is not None:
            self._state.set("overlays", choice.to_state())

    @property
    def legend(self) -> bool:
        """Tell whether the legend is pinned."""
        return self._state.flag("preview_legend") if self._state is not None else False

    def keep_legend(self, shown: bool) -> None:
        """Remember whether the legend is pinned."""
        if self._state is not None:
            self._state.set("preview_legend", shown)

    def enter_world(self, world: str) -> tuple[Vector, float] | None:
        """Say which world is shown; return its camera's middle and px per unit, None where it is fitted."""
        self.keep()
        self.world = world
        return self._cameras.get(world)

    def keep_camera(self, place: tuple[Vector, float] | None) -> None:
        """Note where the camera is in the world shown; None when it shows all of it."""
        self._cameras.pop(self.world, None)
        if place is not None and self.world:
            self._cameras[self.world] = place

    def keep(self) -> None:
        """Write the cameras down: when the world changes and when the window closes."""
        if self._state is None:
            return
        newest = list(self._cameras.items())[-MOST_WORLDS:]
        self._state.set(
            "cameras",
            {world: [round(each * _SCALE) for each in (x, y, unit)] for world, ((x, y), unit) in newest},
        )

    def _read_cameras(self) -> dict[str, tuple[Vector, float]]:
        found: dict[str, tuple[Vector, float]] = {}
        for world, numbers in (self._state.table("cameras") if self._state is not None else {}).items():
            if len(numbers) == 3 and all(type(each) is int for each in numbers):
                x, y, unit = (float(str(each)) / _SCALE for each in numbers)
                if unit > 0:
                    found[world] = ((x, y), unit)
        return found
