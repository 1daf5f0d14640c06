"""Rule 7.1: the log of a watched agent tells what its sensors found, what they did not and why."""

from __future__ import annotations

from typing import Any

import pytest

from tests.runtime.session_of import session_of
from tests.runtime.worlds.sensing.sensing_world import sensor
from tests.runtime.worlds.world_builder import box


def bare(kind: str, **params: Any) -> dict[str, object]:
    """Return a sensor that writes and raises nothing."""
    every = params.pop("every", 0)
    return {**sensor(kind, 0, **params), "every": every, "writes": {}, "raises": {}}


def test_the_frame_explains_the_sensors_that_were_due():
    sensors = [bare("sight", looks_for="b"), bare("hearing", every=0.1)]
    session = session_of({"a": {"sensors": sensors}, "b": {}}, {}, walls={"w": box(3, 6, 3.5, 8)})
    session.watch(["a"])
    session.make_noise((2.0, 9.0), 2.5)
    first, second = session.step(), session.step()
    assert [each.kind for each in first.senses["a"]] == ["sight", "hearing"]
    assert [each.kind for each in second.senses["a"]] == ["sight"]
    seen, heard = (each.candidates[0] for each in first.senses["a"])
    assert (seen.entity_id, seen.visible, seen.verdict, seen.blocked_by) == ("b", False, "behind w", "w")
    assert (heard.position, heard.verdict) == ((2.0, 9.0), "too faint, 0.5 of 1")


def test_nothing_is_explained_of_those_who_are_not_watched():
    session = session_of({"a": {"sensors": [bare("sight", looks_for="b")]}, "b": {}}, {})
    assert session.step().senses == {}
    session.watch(["a", "b", "nobody"])
    assert list(session.step().senses) == ["a"]


@pytest.mark.parametrize("kind", ["sight", "graded_vision", "touch"])
def test_of_a_crowd_the_nearest_are_explained(kind):
    crowd = {f"c{n:03}": {"at": [1 + n % 18, 1 + n // 18], "radius": 0.1} for n in range(160)}
    session = session_of({"a": {"sensors": [bare(kind, looks_for="anyone")]}, **crowd}, {})
    session.watch(["a"])
    found = session.step().senses["a"][0].candidates
    assert len(found) == 48
    assert [each.entity_id for each in found] == sorted(each.entity_id for each in found)
    furthest = max(each.distance for each in found)
    left_out = set(crowd) - {each.entity_id for each in found}
    x, y = session.world.pose("a").position
    for other in left_out:
        ox, oy = session.world.pose(other).position
        assert ((ox - x) ** 2 + (oy - y) ** 2) ** 0.5 >= furthest - 1e-9
