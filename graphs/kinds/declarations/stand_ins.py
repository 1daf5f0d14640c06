"""Say how an action that only the game can perform runs in the preview and in cases.

| stand-in | each tick |
|---|---|
| mapped | what the built-in action does, with parameters taken from those of the game's action |
| timed | RUNNING until its time is over, then its result; with no time, the result at once |
| clicked | RUNNING until the user says how it ended |

A stand-in belongs to the declaration of its action. It is never part of an export: there the game acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from graphs.basics.frozen import JsonValue


@dataclass(frozen=True, slots=True)
class ParameterOf:
    """Take the value that was given for the parameter `name` of the action stood in for."""

    name: str


@dataclass(frozen=True, slots=True)
class MappedStandIn:
    """Run the built-in action `action`; `params` gives its parameters, as literals or from the game's."""

    action: str
    params: Mapping[str, JsonValue | ParameterOf] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TimedStandIn:
    """Give `result` after `seconds`, from 0 on."""

    result: Literal["success", "failure"] = "success"
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ClickedStandIn:
    """Stay RUNNING until the user clicks how it ended."""


StandIn = MappedStandIn | TimedStandIn | ClickedStandIn
