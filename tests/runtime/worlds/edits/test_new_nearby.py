"""What a list lacks is added near the thing in hand, on the map."""

from __future__ import annotations

import pytest

from graphs.worlds.edits.new_nearby import NEW_WORDS, add_nearby
from graphs.worlds.edits.places import is_on_map
from graphs.worlds.model.elements import Element, entries_of
from tests.runtime.worlds.edits.edited_world import GUARD, document, survives_the_file, yard


@pytest.mark.parametrize("group", NEW_WORDS)
@pytest.mark.parametrize("at", [[0, 0], [20, 14], [10, 7]])
def test_it_lies_on_the_map_wherever_the_agent_stands(group, at):
    world = document(agents={"guard": {"at": at}})
    changed, added = add_nearby(world, group, GUARD)
    assert added.group == group
    assert added.id in entries_of(changed, group)
    assert survives_the_file(changed)
    places = [entry.at for entry in changed.waypoints.values()]
    places += [corner for zone in changed.zones.values() for corner in zone.polygon]
    assert places
    assert all(is_on_map(changed, place) for place in places)
    assert all(abs(x - at[0]) <= 2 and abs(y - at[1]) <= 2 for x, y in places)


def test_without_a_place_it_lies_in_the_middle_and_takes_no_id_there_is():
    world, added = add_nearby(yard(), "waypoints", None)
    assert world.waypoints[added.id].at == (12, 7)
    again, second = add_nearby(world, "waypoints", Element("agents", "gone"))
    assert second.id != added.id
    assert len(again.waypoints) == len(yard().waypoints) + 2
