"""Know what areas cost each agent: what the world says, or expressions of its mind, asked now and then."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Value
from runtime.basics.vectors import FloatArray
from runtime.worlds.navigation.area_map import AreaCosts, AreaMap, build_area_map, factor_of

ReadCost = Callable[[str, str], Value]
"""Return what the expression of an agent for a zone comes to now, None where it cannot be told."""

Asked = tuple[tuple[int, int, AreaCosts], ...]
"""What expressions came to last: the agent's row, the step, the costs."""


class AgentCosts:
    """Hold what areas cost every agent of a world."""

    def __init__(self, world: WorldDocument) -> None:
        self._rate = world.rate
        self._zones: Mapping[str, FloatArray] = {
            zone: np.array(world.zones[zone].polygon, dtype=np.float64) for zone in sorted(world.zones)
        }
        self._own = {zone: factor_of(world.zones[zone].cost) or 1.0 for zone in self._zones}
        self._agents = sorted(world.agents)
        self._said = [world.agents[agent].area_costs for agent in self._agents]
        self._fixed = [
            None if any(_is_expression(cost) for cost in said.values()) else self._costs(said, {})
            for said in self._said
        ]
        self._asked: dict[int, tuple[int, AreaCosts]] = {}
        self._maps: dict[tuple[AreaCosts, float], AreaMap] = {}
        self.read: ReadCost = _unknown

    def of(self, row: int, tick: int) -> AreaCosts:
        """Return what areas cost the agent of a row; expressions are asked at most once a second."""
        fixed = self._fixed[row]
        if fixed is not None:
            return fixed
        known = self._asked.get(row)
        if known is None or tick - known[0] >= self._rate:
            said = self._said[row]
            values = {zone: self.read(self._agents[row], zone) for zone in said if _is_expression(said[zone])}
            known = self._asked[row] = tick, self._costs(said, values)
        return known[1]

    def area_map(self, costs: AreaCosts, radius: float) -> AreaMap | None:
        """Return the areas of these costs for bodies of a radius, None where none costs anything."""
        if not costs:
            return None
        key = costs, radius
        if key not in self._maps:
            self._maps[key] = build_area_map(costs, self._zones, room_for(radius))
        return self._maps[key]

    def snapshot(self) -> Asked:
        """Return what expressions came to last."""
        return tuple((row, tick, costs) for row, (tick, costs) in sorted(self._asked.items()))

    def restore(self, saved: Asked) -> None:
        """Take back what `snapshot` returned."""
        self._asked = {row: (tick, costs) for row, tick, costs in saved}

    def _costs(self, said: Mapping[str, Value], values: Mapping[str, Value]) -> AreaCosts:
        """Return the costs of zones that say any; an agent's go before the zone's own."""
        found = []
        for zone, own in self._own.items():
            factor = factor_of(values.get(zone, said[zone])) if zone in said else None
            if zone in said or own != 1.0:
                found.append((zone, own if factor is None else factor))
        return tuple(found) if any(factor != 1.0 for _, factor in found) else ()


def room_for(radius: float) -> float:
    """Return how far a body of a radius keeps its middle from what it never enters."""
    return 0.5 * radius + 0.05


def _is_expression(cost: object) -> bool:
    return isinstance(cost, str) and cost != "never"


def _unknown(agent: str, zone: str) -> Value:
    return None
