"""Describe what a world says of ways, ground and squads: settings, layers, formations, fighting circles."""

from __future__ import annotations

from typing import Literal

from graphs.basics.frozen import Frozen, JsonValue, Number, Point


class Ways(Frozen):
    """Set how ways are searched.

    `straight` guesses what is left by the straight line, `none` does not guess (Dijkstra), `manhattan` adds
    columns and rows and may miss the shortest way (NAV-10). All searches together work on `cells_per_step`.
    """

    heuristic: Literal["straight", "manhattan", "none"] = "straight"
    cells_per_step: int = 400


class LayerSource(Frozen):
    """Describe what gives a layer its values: agents, sources and zones by a filter as of sensors.

    `strength` is a number, or a field of the entity such as "health". It reaches `radius` units, and falls
    off with distance: not at all, linearly, by (1 + distance)², or by `steps`, a share for each unit.
    """

    who: str
    strength: Number | str = 1
    radius: Number = 4
    fall_off: Literal["none", "linear", "inverse_square", "steps"] = "linear"
    steps: tuple[Number, ...] = ()


class Layer(Frozen):
    """Describe a layer of numbers over the ground, in square cells of side `cell` (TAC-08 to TAC-12).

    `influence` adds what all sources give, `strongest` keeps the largest of them; `territory` floods the
    ground from its sources, the stronger owner keeps a cell; `visits` counts where agents of the filter were;
    `height` is what walls and obstacles rise to. What was there halves in `half_life` seconds; at 0 nothing
    stays. It is worked out every `every` seconds, in slices. `around_walls` measures distances on the ground.
    """

    kind: Literal["influence", "strongest", "territory", "visits", "height"] = "influence"
    name: str = ""
    cell: Number = 1
    sources: tuple[LayerSource, ...] = ()
    half_life: Number = 0
    every: Number = 0.25
    around_walls: bool = False
    threshold: Number = 0.01


class Formation(Frozen):
    """Describe the places of a squad's members around its leader (TAC-01).

    They lie `spacing` units apart, of a circle its radius, for at most `size` members beside the leader, and
    turn as it does. `slots` are those of `own`, in units ahead of the leader and to its left; there are as
    many places as slots.
    """

    shape: Literal["line", "wedge", "column", "circle", "grid", "own"] = "wedge"
    spacing: Number = 1.5
    size: int = 6
    slots: tuple[Point, ...] = ()


class Squad(Frozen):
    """Describe agents that act together: who leads them, what each is for, how they move.

    Without a `leader` the first member leads; the leader is a member, and nobody is in two squads. `roles`
    are by member. A `mind` of the squad, written as those of agents, thinks without a body, under the
    squad's id, and orders the members.
    """

    members: tuple[str, ...]
    name: str = ""
    leader: str | None = None
    roles: dict[str, str] = {}
    formation: Formation = Formation()
    mind: str | None = None
    variables: dict[str, JsonValue] = {}


class FightingCircle(Frozen):
    """Describe who may fight an entity at once (TAC-13, TAC-14).

    Those who fight stand on a circle of `radius` units around it; what they weigh is at most `slots`, and
    what those who attack weigh at most `attacks`. Place i of n lies at the angle 360 / n · i, where n is
    `slots` without its fraction; with `turns`, the places turn as the entity does.
    """

    around: str
    name: str = ""
    radius: Number = 2.5
    slots: Number = 8
    attacks: Number = 4
    turns: bool = True
