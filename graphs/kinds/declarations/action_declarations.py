"""Declare actions and conditions that graphs can name, and how stand-ins for them run.

Say how an action that only the game can perform runs in the preview and in cases.

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
from graphs.kinds.declarations.node_kind import Family
from graphs.kinds.declarations.parameter import HasParameters, Parameter


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


@dataclass(frozen=True, slots=True)
class Steering:
    """Say of an action that it asks for the steering behavior of its name, and what that is.

    `catalogue_id` is the technique, `moves` and `turns` are the channels it speaks on (rule 9.2). `modifier`
    tells whether it makes sense as an always-on modifier, `remembers` whether its requests remember or draw.
    """

    catalogue_id: str
    moves: bool = True
    turns: bool = False
    modifier: bool = False
    remembers: bool = False


@dataclass(frozen=True, slots=True)
class ActionDeclaration(HasParameters):
    """Declare one action.

    `instant` actions end in the tick they start and may be in action blocks as `do name(…)`. The title
    template is filled with parameters in braces ("Arrive at {target}"). `stand_in` is what an action of the
    game runs as where the game is not there; None is for actions that have their own behavior. `version` is
    that of files that the action came with. `steering` is of actions that steer. One that is `written` stands
    for something else when a document is compiled, and is offered nowhere.

    The action's help page is made from `help`, `contract` (Markdown with its per-tick table),
    `common_mistakes`, `see_also` (ids of other actions) and `rules` (numbers of rules).
    """

    id: str
    title: str
    summary: str
    icon: str = "action"
    family: Family = "act"
    parameters: tuple[Parameter, ...] = ()
    instant: bool = False
    title_template: str = ""
    line_template: str = ""
    help: str = ""
    stand_in: StandIn | None = None
    contract: str = ""
    common_mistakes: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    version: int = 1
    steering: Steering | None = None
    written: bool = False


@dataclass(frozen=True, slots=True)
class ConditionDeclaration:
    """Declare one condition: a boolean function of the expression language, answered by the host.

    `stand_in` is the answer given where the game is not there; None is for conditions the host answers. The
    help page is made from `help`, `contract` (Markdown with its table), `common_mistakes`, `see_also` (ids of
    other conditions) and `see_actions` (ids of actions).
    """

    id: str
    title: str
    summary: str
    parameters: tuple[Parameter, ...] = ()
    help: str = ""
    stand_in: bool | None = None
    contract: str = ""
    common_mistakes: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    see_actions: tuple[str, ...] = ()
