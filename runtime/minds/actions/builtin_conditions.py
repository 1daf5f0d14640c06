"""Gather the conditions that are built in, with their behavior."""

from __future__ import annotations

from runtime.minds.actions.combat_conditions import COMBAT_CONDITIONS
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.sensing_conditions import SENSING_CONDITIONS


def builtin_conditions() -> ConditionLibrary:
    """Return a library with the behavior of all built-in conditions."""
    return ConditionLibrary({**COMBAT_CONDITIONS, **SENSING_CONDITIONS})
