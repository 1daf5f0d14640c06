"""Link waypoints to a graph that ways lead along: all that see each other, or one pair (NAV-06)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.seen_waypoints import waypoints_that_see_each_other
from graphs.worlds.model.elements import Element, Entry, need_entry, with_elements
from graphs.worlds.model.world_file import Waypoint, WorldDocument

USUAL_REACH = 12.0
"""How far waypoints may be apart that are linked because they see each other, in units."""

Pair = tuple[str, str]


@edit
def link_waypoints(
    world: WorldDocument, chosen: Collection[str] = (), reach: float = USUAL_REACH, around: str = ""
) -> WorldDocument:
    """Link the chosen waypoints that see each other, at most `reach` units apart; none chosen means all.

    With `around` only links from that one are made. Links that are there stay. Refuses where nothing would
    be linked, and says why.
    """
    for name in (*chosen, *([around] if around else ())):
        need_entry(world, Element("waypoints", name))
    wanted = frozenset(chosen) or frozenset(world.waypoints)
    if len(wanted) < 2:
        raise EditRefused("One waypoint alone sees none.", "Choose at least two, or none for all of them.")
    if not reach > 0:
        raise EditRefused(f"Nothing is within {reach:g} units.", "Give a longer reach.")
    pairs = waypoints_that_see_each_other(world, reach)
    seen = [pair for pair in pairs if wanted.issuperset(pair) and around in (*pair, "")]
    if not seen:
        raise EditRefused(
            f"{f'{around} sees no other waypoint' if around else 'No two of these waypoints see each other'} "
            f"within {reach:g} units.",
            "Place more of them, or take away what is between.",
        )
    new = [pair for pair in seen if not are_linked(world, *pair)]
    if not new:
        raise EditRefused("All waypoints that see each other are linked already.", "Place another one.")
    return _with_links(world, new)


@edit
def set_waypoint_link(world: WorldDocument, first: str, second: str, linked: bool) -> WorldDocument:
    """Link two waypoints, or take the link between them away; refuse a link from one to itself."""
    for name in (first, second):
        need_entry(world, Element("waypoints", name))
    if first == second:
        raise EditRefused("A link leads from one waypoint to another.", "Choose another waypoint.")
    if linked == are_linked(world, first, second):
        return world
    return _with_links(world, [(first, second)]) if linked else _without_link(world, first, second)


def are_linked(world: WorldDocument, first: str, second: str) -> bool:
    """Tell whether a link leads between two waypoints, whichever of them names it."""
    return second in _links(world, first) or first in _links(world, second)


def linked_with(world: WorldDocument, name: str) -> tuple[str, ...]:
    """Return the waypoints that are linked with one, in ascending id."""
    return tuple(
        other for other in sorted(world.waypoints) if other != name and are_linked(world, name, other)
    )


def _links(world: WorldDocument, name: str) -> tuple[str, ...]:
    point = world.waypoints.get(name)
    return point.links if point is not None else ()


def _with_links(world: WorldDocument, pairs: Iterable[Pair]) -> WorldDocument:
    """Return the world with links added, each noted at its first waypoint."""
    added: dict[str, list[str]] = {}
    for first, second in pairs:
        added.setdefault(first, []).append(second)
    changed: dict[Element, Entry] = {}
    for name, others in added.items():
        point: Waypoint = world.waypoints[name]
        changed[Element("waypoints", name)] = put(point, links=(*point.links, *others))
    return with_elements(world, changed)


def _without_link(world: WorldDocument, first: str, second: str) -> WorldDocument:
    changed: dict[Element, Entry] = {}
    for name, other in ((first, second), (second, first)):
        point: Waypoint = world.waypoints[name]
        if other in point.links:
            kept = tuple(link for link in point.links if link != other)
            changed[Element("waypoints", name)] = put(point, links=kept)
    return with_elements(world, changed)
