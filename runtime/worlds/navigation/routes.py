"""Make routes of the cells found, and tell what is left of them, what blocks and what shortens them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, IntArray, length
from runtime.worlds.bodies.geometry import clearance
from runtime.worlds.navigation.free_lines import eased, free_lines, pull_straight
from runtime.worlds.navigation.grounds import Grounds
from runtime.worlds.navigation.trips import Trip
from runtime.worlds.navigation.walkable_grid import Cell
from runtime.worlds.navigation.weighted_grid import ways_along


def make_route(grounds: Grounds, trip: Trip, cells: Sequence[Cell], goal: Vector) -> None:
    """Give a trip the route along these cells to its goal, or as near to it as there is room."""
    ground = grounds.search_ground(trip.radius, trip.costs)
    pieces, links = ways_along(ground, cells)
    last = pieces[-1][-1]
    trip.goal, trip.waits, trip.trusts = goal, None, False
    trip.ends_at_goal = bool(
        free_lines(grounds.to_come, np.array([last]), np.array([goal]), np.array([trip.radius]))[0]
    )
    if trip.ends_at_goal:
        pieces[-1].append(trip.goal)
    costs = grounds.line_costs(trip.costs, trip.radius)
    pulled = [pull_straight(grounds.to_come, piece, trip.radius, costs) for piece in pieces]
    if costs is not None:
        size = grounds.grid(trip.radius, trip.costs).size
        pulled = [eased(grounds.to_come, piece, trip.radius, costs, size) for piece in pulled]
    trip.corners = tuple(corner for piece in pulled for corner in piece)
    trip.legs = (
        ()
        if not links
        else tuple(
            link
            for piece, link in zip(pulled, ("", *links), strict=True)
            for link in (link, *("" for _ in piece[1:]))
        )
    )
    trip.corner = 1 if len(trip.corners) > 1 else 0
    if trip.legs and len(pulled[0]) == 1:
        trip.corner = 0


def cost_left(grounds: Grounds, trip: Trip, place: Vector) -> float:
    """Return what is left to pay of a route from a place on."""
    ways = np.array((place, *trip.corners[trip.corner :]), dtype=np.float64)
    lengths = length(ways[1:] - ways[:-1])
    costs = grounds.line_costs(trip.costs, trip.radius)
    paid = lengths if costs is None else costs(ways[:-1], ways[1:])
    for leg, link in enumerate(trip.legs[trip.corner :]):
        if link and grounds.links is not None:
            paid[leg] = lengths[leg] * float(grounds.links.links[link].cost)
    return float(paid.sum())


def is_blocked(grounds: Grounds, trip: Trip, place: Vector) -> bool:
    """Tell whether something stands on what is left of a route, or a link of it cannot be used.

    A door that is to close counts as closed, but for who stands in it: that one walks out.
    """
    links, legs = grounds.links, trip.legs[trip.corner :]
    if links is not None and any(link and not links.is_active[link] for link in legs):
        return True
    ways = np.array((place, *trip.corners[trip.corner :]), dtype=np.float64)
    walked = np.array([not link for link in legs] or [True] * (len(ways) - 1))
    radius = np.full(len(ways) - 1, 0.9 * trip.radius)
    shapes = grounds.to_come
    if clearance(shapes.solid, ways[:1])[0] < trip.radius:
        shapes = grounds.shapes
    return bool((~free_lines(shapes, ways[:-1], ways[1:], radius) & walked).any())


def may_cut(grounds: Grounds, trip: Trip, line: FloatArray) -> bool:
    """Tell whether a corner can be left out: from the place, over it to the next one (3, 2)."""
    following = trip.corner + 1
    if trip.trusts or any(trip.legs[trip.corner : following + 1]):
        return False
    costs = grounds.line_costs(trip.costs, trip.radius)
    if costs is None:
        return True
    there, short = costs(line[:-1], line[1:]), costs(line[:1], line[2:])
    return bool(short[0] <= there.sum() * (1.0 + 1e-9))


def landings(grounds: Grounds, position: FloatArray, agent: IntArray) -> FloatArray:
    """Return where everyone is (n, 2); whoever is carried along a link where it gets to."""
    links = grounds.links
    if links is None or not links.riders:
        return position
    riding = [place for place, row in enumerate(agent.tolist()) if row in links.riders]
    moved = position.copy()
    for place in riding:
        moved[place] = links.landing(int(agent[place]))
    return moved
