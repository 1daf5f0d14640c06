"""Values that variables, arguments and events carry at run time."""

from __future__ import annotations

Vector = tuple[float, float]

Value = bool | int | float | str | Vector | None
"""bool, int, float, string or enum value or entity id (str), vector (x, y), or no entity (None)."""
