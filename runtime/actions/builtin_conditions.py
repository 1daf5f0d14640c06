"""Gather the conditions that are built in, with their behavior."""

from __future__ import annotations

from runtime.actions.combat_conditions import COMBAT_CONDITIONS
from runtime.actions.condition import ConditionLibrary
from runtime.actions.sensing_conditions import SENSING_CONDITIONS


def builtin_conditions() -> ConditionLibrary:
    """Return a library with the behavior of all built-in conditions."""
    return ConditionLibrary({**COMBAT_CONDITIONS, **SENSING_CONDITIONS})
