"""Name the lengths and times of the look: spacing, radii, bar heights, motion.

Lengths are logical px at 100 % font size; pass heights of rows and bars through `fonts.scaled`.
"""

from __future__ import annotations

from enum import IntEnum


class Radius(IntEnum):
    """Corner radii."""

    BADGE = 3
    FIELD = 5
    BUTTON = 6
    NODE = 7
    PANEL = 8
    STATE = 9


class Height(IntEnum):
    """Heights of bars and rows."""

    MENU_BAR = 28
    TOOL_BAR = 44
    DOCK_TAB = 32
    STATUS_BAR = 24
    BANNER = 34
    INSPECTOR_ROW = 26
    BLACKBOARD_ROW = 29
    LANE = 20
    FIELD = 26
    BUTTON = 28
    POINTER_TARGET = 24


class Milliseconds(IntEnum):
    """Durations of motion; all become 0 with reduced motion, except the fades of a run."""

    LAYOUT = 150
    CAMERA = 180
    REST_BEFORE_FULL_DETAIL = 80
