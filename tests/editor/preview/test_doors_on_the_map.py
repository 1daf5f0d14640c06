"""The map draws doors where they stand now, and tells whether links can be used."""

from __future__ import annotations

from editor.map.view.session_reading import SessionReader, read_ground
from runtime.records.world_records import Effect
from tests.runtime.session_of import session_of
from tests.runtime.worlds.world_builder import box, document

DOORS = {
    "gate": {**box(9, 6, 10, 8), "seconds": 0},
    "slide": {**box(4, 6, 5, 8), "slide": [0, 2], "open": True, "name": "Slide"},
}
LINKS = {"jump": {"start": [2, 2], "end": [5, 2]}}


def test_doors_are_drawn_as_they_start_and_then_as_they_stand():
    first = read_ground(document(version=4, doors=DOORS, links=LINKS))
    assert [(door.name, door.open) for door in first.doors] == [("gate", False), ("Slide", True)]
    assert first.doors[1].polygon[0] == (4, 8)
    session = session_of({"me": {}}, {}, version=4, doors=DOORS, links=LINKS)
    reader = SessionReader(session)
    ground = reader.read(None).ground
    assert reader.read(None).ground is ground
    for name, thing in (("open_door", {"door": "gate"}), ("close_door", {"door": "slide"})):
        assert session.world.apply_effect(Effect("me", name, thing)) is None
    assert session.world.apply_effect(Effect("me", "switch_link", {"link": "jump", "on": False})) is None
    session.step()
    now = reader.read(None).ground
    assert [door.open for door in now.doors] == [True, False]
    assert 6 < now.doors[1].polygon[0][1] < 8
    assert [link.active for link in now.links] == [False]
