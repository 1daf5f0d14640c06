"""Short rays at what is near give what all rays give, bit by bit."""

from __future__ import annotations

import random

import numpy as np
import pytest

from runtime.worlds.bodies.geometry import RayHits, build_obstructions, cast_rays
from runtime.worlds.bodies.solid_shapes import build_solid_shapes, cast_near_rays
from tests.runtime.worlds.torture_world import torture_document
from tests.runtime.worlds.world_builder import document


def both(world, origin, ray, reach=2.0) -> tuple[RayHits, RayHits]:
    solid = build_obstructions(world)
    starts, rays = np.array(origin, dtype=float), np.array(ray, dtype=float)
    return cast_near_rays(build_solid_shapes(solid, reach), starts, rays), cast_rays(solid, starts, rays)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("longest", [0.0, 0.5, 3.9, 80.0])
def test_short_rays_hit_what_all_rays_hit(seed, longest):
    source = random.Random(seed)
    world = torture_document(seed, 3, steered=False)
    origin = [(source.uniform(-2, 62), source.uniform(-2, 42)) for _ in range(300)]
    ray = [(source.uniform(-longest, longest), source.uniform(-longest, longest)) for _ in origin]
    ours, theirs = both(world, origin, ray)
    assert ours.owner.tolist() == theirs.owner.tolist()
    assert ours.share.tobytes() == theirs.share.tobytes()
    assert ours.point.tobytes() == theirs.point.tobytes()
    assert (ours.normal == theirs.normal).all()
    assert longest == 0.0 or ours.hit.any()


def test_rays_from_corners_along_walls_and_from_inside_obstacles():
    walls = {f"w{x}": {"polygon": [[x, 2], [x + 1, 2], [x + 1, 6], [x, 6]]} for x in range(2, 18, 3)}
    world = document(walls=walls, obstacles={"o": {"center": [10, 10], "radius": 2}})
    origin = [(2, 2), (2, 1), (1, 2), (10, 10), (10, 7), (2, 6), (0, 0), (19, 13)]
    ray = [(1, 1), (0, 3), (3, 0), (1, 0), (0, 2), (0, -1), (-1, -1), (2, 2)]
    ours, theirs = both(world, origin, ray)
    assert ours.owner.tolist() == theirs.owner.tolist()
    assert ours.share.tolist() == theirs.share.tolist()
    assert (ours.normal == theirs.normal).all()


def test_no_rays_hit_nothing():
    world = torture_document(1, 1, steered=False)
    ours, theirs = both(world, np.zeros((0, 2)), np.zeros((0, 2)))
    assert len(ours.share) == len(theirs.share) == 0
