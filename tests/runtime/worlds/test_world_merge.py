"""Two changes of one world are put together id by id; where both changed the same, ours stays and is told."""

from __future__ import annotations

import pytest

from graphs.worlds.model.ground_and_squads import Layer
from graphs.worlds.model.world_difference import merge_worlds
from graphs.worlds.model.world_file import Door, Link, Waypoint, WorldDocument, empty_world, world_to_bytes


def world(*waypoints: str, at: tuple[float, float] = (1, 1), **fields: object) -> WorldDocument:
    places = {name: Waypoint(at=at) for name in waypoints}
    return empty_world().model_copy(update={"waypoints": places, **fields})


HOP = Link(start=(0, 0), end=(2, 0))

CASES = [
    ("only theirs", world(), world(), world("a"), world("a"), ()),
    ("only ours", world("a"), world(), world("a"), world(), ()),
    ("both add to a section that was empty", world(), world("a"), world("b"), world("a", "b"), ()),
    ("different fields", world(), world(seed=3), world(title="Yard"), world(seed=3, title="Yard"), ()),
    (
        "a layer here, a door and a link there",
        world(),
        world(layers={"danger": Layer(cell=2)}),
        world(doors={"gate": Door(polygon=((0, 0), (1, 0), (1, 1)))}, links={"hop": HOP}),
        world(
            layers={"danger": Layer(cell=2)},
            doors={"gate": Door(polygon=((0, 0), (1, 0), (1, 1)))},
            links={"hop": HOP},
        ),
        (),
    ),
    (
        "the same field of a layer",
        world(layers={"danger": Layer()}),
        world(layers={"danger": Layer(cell=2)}),
        world(layers={"danger": Layer(cell=3, half_life=1)}),
        world(layers={"danger": Layer(cell=2, half_life=1)}),
        ("layers.danger.cell: changed on both sides",),
    ),
    (
        "the same field",
        world(),
        world(seed=3),
        world(seed=4, title="Yard"),
        world(seed=3, title="Yard"),
        ("seed: changed on both sides",),
    ),
    (
        "removed here, moved there",
        world("a"),
        world(),
        world("a", at=(2, 2)),
        world(),
        ("waypoints.a: removed on one side and changed on the other",),
    ),
    (
        "two things of one id",
        world(),
        world("a"),
        world("a", at=(2, 2)),
        world("a"),
        ("waypoints.a: changed on both sides",),
    ),
]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged", "conflicts"),
    [each[1:] for each in CASES],
    ids=[item[0] for item in CASES],
)
def test_worlds_are_merged_by_id_and_field(base, ours, theirs, merged, conflicts) -> None:
    result, told = merge_worlds(base, ours, theirs)
    assert world_to_bytes(result) == world_to_bytes(merged)
    assert told == conflicts
