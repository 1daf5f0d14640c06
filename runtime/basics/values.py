"""Values that variables, arguments and events carry at run time."""

from __future__ import annotations

from graphs.expressions.types import Value as Value

Vector = tuple[float, float]
"""A position or direction in world units, x to the right, y up."""
