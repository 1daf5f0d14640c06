"""Choose how much is drawn at a zoom."""

from __future__ import annotations

from enum import IntEnum

HYSTERESIS = 0.03
"""A step changes only when the zoom is this far past its border, so it does not flicker."""


class Detail(IntEnum):
    """The four steps, from least to most."""

    DOT = 0
    """A plain block in the color of the status."""
    BLOCK = 1
    """A filled block with the status glyph; no words."""
    TITLE = 2
    """Chip, title, border and fill."""
    FULL = 3
    """Everything."""


_LOWER_BOUNDS = {Detail.FULL: 0.70, Detail.TITLE: 0.45, Detail.BLOCK: 0.22, Detail.DOT: 0.0}


def _plain(zoom: float) -> Detail:
    for detail, bound in _LOWER_BOUNDS.items():
        if zoom >= bound:
            return detail
    return Detail.DOT


def detail_for_zoom(zoom: float, previous: Detail | None = None) -> Detail:
    """Return the step for a zoom (1 = 100 %), staying at `previous` within 0.03 of its borders."""
    chosen = _plain(zoom)
    if previous is None or chosen == previous:
        return chosen
    kept = _plain(zoom + HYSTERESIS) if chosen < previous else _plain(zoom - HYSTERESIS)
    return previous if kept == previous else chosen


def lower_detail(detail: Detail) -> Detail:
    """Return one step less, for the time of a pan, zoom or drag in a large graph."""
    return Detail(max(Detail.DOT, detail - 1))
