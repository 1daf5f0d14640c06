from __future__ import annotations

import pytest

from graphs.searching.find_in_document import TextQuery
from graphs.worlds.model.find_text import find_in_world
from tests.runtime.worlds.world_builder import document

WORLD = document(
    title="Yard",
    waypoints={"gate": {"at": [1, 1], "name": "North gate", "fields": {"closed_by": "guards"}}},
    paths={"beat": {"waypoints": ["gate"]}},
    agents={
        "tank_1": {
            "at": [2, 2],
            "mind": "tank.mind.json",
            "tags": ["armored"],
            "variables": {"goal": "gate", "wanted": [1, 2]},
            "sensors": [
                {"kind": "distance_to", "params": {"entity": "gate"}, "writes": {"near": "distance"}}
            ],
        }
    },
    links={"hop": {"start": [1, 1], "end": [3, 1], "kind": "ladder"}},
    doors={"portal": {"polygon": [[8, 8], [9, 8], [9, 9]], "opens_on": "alarm_rang"}},
    layers={"danger": {"sources": [{"who": "snipers", "strength": "ammo"}]}},
    measures={"hits": {"kind": "events", "of": "was_hit", "agent": "tank_1"}},
)


def found(text: str, *, whole: bool = False) -> list[tuple[str, str, str]]:
    hits = (each for some in find_in_world(WORLD, TextQuery(text, whole)) for each in some)
    return [(f"{hit.group or ''}.{hit.id}", hit.what, hit.text) for hit in hits]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yard", (".", "title", "Yard")),
        ("north", ("waypoints.gate", "name", "North gate")),
        ("guards", ("waypoints.gate", "field", "closed_by = guards")),
        ("beat", ("paths.beat", "id", "beat")),
        ("tank.mind", ("agents.tank_1", "mind", "tank.mind.json")),
        ("armored", ("agents.tank_1", "tag", "armored")),
        ("wanted", ("agents.tank_1", "variable", "wanted = [1, 2]")),
        ("near", ("agents.tank_1", "sensor", "near = distance")),
        ("was_hit", (".", "measure", "was_hit")),
        ("danger", (".", "layer", "danger")),
        ("snipers", (".", "source", "snipers")),
        ("ammo", (".", "source", "ammo")),
        ("ladder", ("links.hop", "kind", "ladder")),
        ("alarm_rang", ("doors.portal", "event", "alarm_rang")),
    ],
)
def test_every_text_of_a_world_is_found_with_what_it_is_of(text, expected):
    assert expected in found(text)


def test_a_waypoint_is_found_where_it_stands_and_where_it_is_named():
    places = [(key, what) for key, what, _ in found("gate", whole=True)]
    assert places == [
        ("waypoints.gate", "id"),
        ("waypoints.gate", "name"),
        ("paths.beat", "waypoint"),
        ("agents.tank_1", "variable"),
        ("agents.tank_1", "sensor"),
    ]


def test_the_place_of_a_match_is_its_path_in_the_file():
    hits = [each for some in find_in_world(WORLD, TextQuery("wanted")) for each in some]
    assert [(hit.where, hit.spans) for hit in hits] == [("agents.tank_1.variables.wanted", ((0, 6),))]


def test_nothing_matches_what_stands_nowhere():
    assert found("dragon") == []
