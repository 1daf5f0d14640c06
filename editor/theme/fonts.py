"""Choose the fonts and name the lengths: families, sizes, weights; spacing, radii, bar heights, motion.

Lengths are logical px at 100 % font size; pass heights of rows and bars through `scaled`.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

UI_FALLBACKS = ("Inter", "Noto Sans", "Segoe UI", "Helvetica Neue", "DejaVu Sans")
"""Families tried when the system's font setting names no installed family."""

FIXED_FALLBACKS = (
    "JetBrains Mono",
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Noto Sans Mono",
    "DejaVu Sans Mono",
)
"""Fixed-pitch families tried in the same case."""

_GENERIC = frozenset({"", "sans serif", "sans", "sans-serif", "monospace", "mono", "serif"})


class TextSize(IntEnum):
    """Text sizes in logical px at 100 % font size; nothing on screen is smaller than `BADGE`."""

    BADGE = 10
    CAPTION = 11
    BODY = 12
    TITLE = 13
    HEADING = 15
    PAGE = 20
    HERO = 28


class TextWeight(IntEnum):
    """The only three weights in use."""

    REGULAR = 400
    MEDIUM = 500
    SEMIBOLD = 600


_scale_percent = 100


def set_font_scale(percent: int) -> None:
    """Scale every font of panels and menus; clamped to 90–150 %. The canvas zooms instead."""
    global _scale_percent
    _scale_percent = min(150, max(90, percent))


def scaled(pixels: float) -> int:
    """Return a height or width in px adapted to the font-size setting, for rows that grow with it."""
    return round(pixels * _scale_percent / 100)


def _family(system: QFontDatabase.SystemFont, fallbacks: tuple[str, ...]) -> str:
    """Return the system's family, or a named fallback where the system only gives a generic one."""
    font = QFontDatabase.systemFont(system)
    installed = set(QFontDatabase.families())
    if font.family().lower() not in _GENERIC and font.family() in installed:
        return font.family()
    for family in fallbacks:
        if family in installed:
            return family
    return QFontInfo(font).family()


@lru_cache(maxsize=1)
def ui_family() -> str:
    """Return the family of all words."""
    return _family(QFontDatabase.SystemFont.GeneralFont, UI_FALLBACKS)


@lru_cache(maxsize=1)
def fixed_family() -> str:
    """Return the family of expressions and of values that are edited or compared."""
    return _family(QFontDatabase.SystemFont.FixedFont, FIXED_FALLBACKS)


@lru_cache(maxsize=128)
def _font(family: str, pixels: int, weight: int, canvas: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    if family == fixed_family():
        # Expressions are read letter by letter: `<=` must not melt into one sign.
        font.setFeature(QFont.Tag("calt"), 0)
        font.setFeature(QFont.Tag("liga"), 0)
    if canvas:
        # Unhinted advances do not change with the zoom, so a measured text fits at every scale.
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def ui_font(size: int = TextSize.BODY, weight: int = TextWeight.REGULAR) -> QFont:
    """Return the shared font for words in panels; `size` in logical px at 100 %. Copy before changing it."""
    return _font(ui_family(), scaled(size), weight, canvas=False)


def fixed_font(size: int = TextSize.BODY, weight: int = TextWeight.REGULAR) -> QFont:
    """Return the shared fixed-pitch font for panels. Copy before changing it."""
    return _font(fixed_family(), scaled(size), weight, canvas=False)


def canvas_font(size: int, weight: int = TextWeight.REGULAR, *, fixed: bool = False) -> QFont:
    """Return the shared font for painting on the canvas; `size` in px at zoom 1, not scaled."""
    return _font(fixed_family() if fixed else ui_family(), size, weight, canvas=True)


@lru_cache(maxsize=128)
def canvas_metrics(size: int, weight: int = TextWeight.REGULAR, fixed: bool = False) -> QFontMetricsF:
    """Return the cached metrics of a canvas font."""
    return QFontMetricsF(canvas_font(size, weight, fixed=fixed))


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
    BRING = 140
    REST_BEFORE_FULL_DETAIL = 80
