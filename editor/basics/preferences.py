"""Name the numbers that a user can choose: where they are kept, what can be chosen, what holds otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from editor.basics.user_state import UserState

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class NumberPreference:
    """Declare a number kept under `key`; `choices` are the numbers offered, with their words."""

    key: str
    default: int
    choices: tuple[tuple[int, str], ...]

    def of(self, state: UserState) -> int:
        """Return what the user chose; the default where that is none of the choices."""
        chosen = state.number(self.key, self.default)
        return chosen if any(chosen == number for number, _ in self.choices) else self.default


FONT_SIZE = NumberPreference(
    "font_size", 100, tuple((percent, f"{percent} %") for percent in (90, 100, 110, 125, 150))
)
"""Percent of the size of text in panels and menus; the canvas zooms instead."""

KEEP_WORK_AFTER = NumberPreference(
    "keep_work_after",
    1_500,
    ((1_500, "1.5 seconds"), (5_000, "5 seconds"), (15_000, "15 seconds"), (60_000, "1 minute")),
)
"""Milliseconds from an edit until unsaved work is written beside, for a crash."""

RECORDING_MEMORY = NumberPreference(
    "recording_memory", 512, tuple((size, f"{size} MB") for size in (64, 128, 256, 512))
)
"""Megabytes that the recording of a run may take; the oldest ticks go when there are more."""
