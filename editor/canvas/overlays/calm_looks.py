"""Keep statuses that come and go from flashing: nothing flashes more than three times a second (WCAG 2.3.1).

A status change is shown at once. Only where an element returns to what it was a moment ago, and so begins to
alternate, its strongest status is held until that has not been so for a third of a second. Time is
counted in frames of the window: the eye is to be spared, whatever the speed of the run. Qt-free.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from editor.canvas.items.pictures import RunLook
from editor.canvas.overlays.run_reading import strength
from editor.theme.tokens import StatusLook

HOLD_FRAMES = 21
"""Frames of 16 ms that are a third of a second."""

_Value = tuple[StatusLook, int | None]


@dataclass(slots=True)
class _Shown:
    """Hold what one element shows: the look, and whether it alternates.

    `seen` is the frame it last was so, `other` the one it last was otherwise; `left` says when it left what
    it showed before.
    """

    look: RunLook
    seen: int
    other: int
    left: dict[_Value, int] = field(default_factory=dict)
    alternates: bool = False


class CalmLooks:
    """Turn the looks of one graph's elements, frame by frame, into looks that do not flash."""

    def __init__(self) -> None:
        self._frame = 0
        self._shown: dict[str, _Shown] = {}

    def begin_frame(self) -> None:
        """Count a frame of the window."""
        self._frame += 1

    def clear(self) -> None:
        """Forget what was shown: the run is held, or another graph is in view."""
        self._shown.clear()

    def holds(self, element: str) -> bool:
        """Tell whether an element alternates, and has to be looked at again in the next frame."""
        shown = self._shown.get(element)
        return shown is not None and shown.alternates

    def shown(self, element: str, look: RunLook) -> RunLook:
        """Return the look to show of an element that has another one now."""
        shown = self._shown.get(element)
        if shown is None:
            self._shown[element] = _Shown(look, self._frame, self._frame)
            return look
        before, value = _value(shown.look), _value(look)
        if value == before:
            shown.look, shown.seen = look, self._frame
            shown.alternates = shown.alternates and self._frame - shown.other < HOLD_FRAMES
            return look
        shown.other = self._frame
        is_stronger = strength(look) > strength(shown.look)
        if shown.alternates and not is_stronger and self._frame - shown.seen < HOLD_FRAMES:
            return shown.look
        shown.alternates = self._frame - shown.left.get(value, -HOLD_FRAMES) < HOLD_FRAMES
        shown.left[before] = self._frame
        shown.look, shown.seen = look, self._frame
        return look


class CalmLights:
    """Turn lights that are put on and fade, such as of taken transitions, into lights that do not flash.

    A light goes on at once, and off no faster than in a third of a second; it does not get brighter again
    before that is over.
    """

    def __init__(self) -> None:
        self._frame = 0
        self._shown: dict[str, tuple[float, int]] = {}
        """How bright each light is shown, 0 to 1, and the frame in which it was put on."""

    def begin_frame(self) -> None:
        """Count a frame of the window."""
        self._frame += 1

    def clear(self) -> None:
        """Forget what was shown."""
        self._shown.clear()

    def shown(self, element: str, light: float) -> float:
        """Return how bright to show a light that is `light` now, 0 to 1."""
        before, since = self._shown.get(element, (0.0, -HOLD_FRAMES))
        if light <= before:
            light = max(light, before - 1.0 / HOLD_FRAMES)
        elif self._frame - since >= HOLD_FRAMES:
            since = self._frame
        else:
            light = before
        if light > 0.0 or before > 0.0:
            self._shown[element] = light, since
        return light


def _value(look: RunLook) -> _Value:
    return look.status, look.branch
