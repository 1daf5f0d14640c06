"""Say for which agents overlays and colors of states are drawn."""

from __future__ import annotations

from enum import StrEnum


class Whom(StrEnum):
    """Say for which agents a kind is drawn; what belongs to no agent is drawn for `ALL` or `NONE`."""

    NONE = "none"
    PICKED = "picked"
    ALL = "all"
