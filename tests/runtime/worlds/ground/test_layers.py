"""Layers of the ground are as rules 11.10 to 11.13 say."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from graphs.worlds.checks.world_check import check_world_document
from runtime.basics.context import EvaluationError
from runtime.formulas.fall_offs import share_left
from runtime.worlds.ground.ground import Ground
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import box, document

RED = {"at": [2.5, 2.5], "team": "red", "fields": {"health": 50}}
BLUE = {"at": [8.5, 2.5], "team": "blue"}


def layered(layers: Mapping[str, object], **fields: object) -> World:
    return World(document((20, 14), version=4, layers=layers, **fields))


def row_of(running: World, name: str, first: int = 2, end: int = 9) -> list[float]:
    """Return the values of a layer along the row of cells in which the agents are."""
    part = running.part(Ground)
    assert part is not None
    values: list[float] = part.layers[name].values[first:end, 2].tolist()
    return values


@pytest.mark.parametrize(
    ("fall_off", "steps", "expected"),
    [
        ("none", (), [1, 1, 1, 1, 1, 0]),
        ("linear", (), [1, 0.75, 0.5, 0.25, 0, 0]),
        ("inverse_square", (), [1, 0.25, 1 / 9, 0.0625, 0.04, 0]),
        ("steps", (1, 0.6, 0.1), [1, 0.6, 0.1, 0, 0, 0]),
    ],
)
def test_11_10_what_a_source_gives_falls_off_with_distance(fall_off, steps, expected):
    shares = share_left(fall_off, np.arange(6.0), 4.0, steps)

    assert shares.tolist() == pytest.approx(expected, abs=1e-12)


def test_11_10_a_layer_has_the_numbers_of_the_fall_off_around_its_source():
    running = layered({"red": {"sources": [{"who": "red"}]}}, agents={"g": RED})

    assert row_of(running, "red", 2, 7) == pytest.approx([1, 0.75, 0.5, 0.25, 0])


def test_11_10_the_strength_can_be_a_field_of_the_source():
    sources = [{"who": "red", "strength": "health", "fall_off": "none", "radius": 1}]
    running = layered({"red": {"sources": sources}}, agents={"g": RED})

    assert row_of(running, "red", 1, 5) == [50, 50, 50, 0]


def test_11_10_around_walls_the_distance_is_that_walked():
    sources = [{"who": "red", "radius": 12}]
    walls = {"w": box(4, 0, 5, 4)}
    layers = {"straight": {"sources": sources}, "walked": {"sources": sources, "around_walls": True}}
    running = layered(layers, agents={"g": RED}, walls=walls)

    straight, walked = row_of(running, "straight", 2, 7), row_of(running, "walked", 2, 7)
    assert straight[4] == pytest.approx(1 - 4 / 12)
    assert walked[:2] == straight[:2]
    assert walked[2] == 0.0, "the middle of the wall is not walked to"
    assert 0.0 < walked[4] < straight[4]


def test_11_11_influence_adds_and_strongest_keeps_the_largest():
    sources = [{"who": "anyone", "radius": 10}]
    layers = {"sum": {"sources": sources}, "top": {"kind": "strongest", "sources": sources}}
    running = layered(layers, agents={"b": BLUE, "r": RED})

    assert row_of(running, "sum", 5, 6) == pytest.approx([0.7 + 0.7])
    assert row_of(running, "top", 2, 9) == pytest.approx([1, 0.9, 0.8, 0.7, 0.8, 0.9, 1])


def test_11_11_a_guild_of_strength_ten_floods_the_ground_by_the_inverse_square():
    sources = [{"who": "red", "strength": 10, "fall_off": "inverse_square", "radius": 20}]
    land = {"kind": "territory", "sources": sources, "threshold": 0.27, "around_walls": True}
    running = layered({"land": land}, agents={"g": RED})

    expected = [10, 2.5, 1.111, 0.625, 0.4, 0.278, 0]
    assert row_of(running, "land", 2, 9) == pytest.approx(expected, abs=5e-4)


def test_11_11_a_cell_belongs_to_the_stronger_and_of_equals_to_the_first():
    sources = [{"who": "anyone", "strength": 10, "radius": 10}]
    seers = {name: {"at": [x + 0.5, 2.5]} for name, x in (("s3", 3), ("s5", 5), ("s7", 7))}
    agents = {"b": BLUE, "r": RED}
    zones = {name: {"polygon": _around(entry["at"])} for name, entry in seers.items()}
    running = layered({"land": {"kind": "territory", "sources": sources}}, agents=agents, zones=zones)

    owners = [running.entity_field(name, "owner:land") for name in ("s3", "s5", "s7")]
    assert owners == ["red", "blue", "blue"], "the agent b comes before r"


def _around(place: list[float]) -> list[list[float]]:
    x, y = place
    return [[x - 0.1, y - 0.1], [x + 0.1, y - 0.1], [x + 0.1, y + 0.1], [x - 0.1, y + 0.1]]


def test_11_11_visits_count_seconds():
    running = layered({"seen": {"kind": "visits", "sources": [{"who": "red"}]}}, agents={"g": RED})
    for _ in range(120):
        running.step()

    assert running.entity_field("g", "influence:seen") == pytest.approx(2.0)


def test_11_11_heights_are_those_of_walls_and_obstacles():
    obstacles = {"o": {"center": [5.5, 2.5], "radius": 0.6, "height": 4}}
    running = layered(
        {"high": {"kind": "height"}}, agents={"g": RED}, walls={"w": box(6, 2, 7, 3)}, obstacles=obstacles
    )

    assert row_of(running, "high", 4, 8) == [0, 4, 2.5, 0]


def test_11_12_a_layer_changes_at_once_at_the_end_of_its_time():
    layers = {"red": {"sources": [{"who": "red"}], "every": 0.1}}
    running = layered(layers, agents={"g": RED})
    running.set_pose("g", (10.5, 2.5))
    seen = []
    for _ in range(6):
        seen.append(running.entity_field("g", "influence:red"))
        running.step()
    seen.append(running.entity_field("g", "influence:red"))

    assert seen == [0, 0, 0, 0, 0, 0, 1]


def test_11_12_what_was_there_halves_in_its_half_life():
    layers = {"red": {"sources": [{"who": "red", "radius": 0}], "every": 0.5, "half_life": 1}}
    running = layered(layers, agents={"g": RED})
    running.set_pose("g", (10.5, 2.5))
    for _ in range(120):
        running.step()

    assert row_of(running, "red", 2, 3) == pytest.approx([0.25])


def test_11_13_a_layer_that_is_not_there_fails_the_expression():
    running = layered({"red": {"sources": [{"who": "red"}]}}, agents={"g": RED})

    assert running.entity_field("g", "influence:red") == 1.0
    assert running.entity_field("g", "owner:red") == ""
    with pytest.raises(EvaluationError, match=r"no layer 'blue'\. Known layers: red"):
        running.entity_field("g", "influence:blue")


def test_agents_that_are_gone_give_nothing():
    running = layered({"red": {"sources": [{"who": "red"}], "every": 0}}, agents={"b": BLUE, "g": RED})
    running.take_out("g")
    running.step()

    assert row_of(running, "red", 2, 3) == [0]


def test_1_5_going_on_from_a_snapshot_gives_the_same_layers():
    layers = {
        "red": {"sources": [{"who": "anyone"}], "half_life": 2},
        "land": {"kind": "territory", "sources": [{"who": "anyone", "radius": 9}]},
    }
    running = layered(layers, agents={"b": BLUE, "g": RED})
    for _ in range(20):
        running.step()
    running.drive("g", (1.0, 0.0))
    saved = running.snapshot()
    states = []
    for _ in range(2):
        for _ in range(40):
            running.step()
        states.append(running.state_bytes())
        running.restore(saved)

    assert states[0] == states[1]


@pytest.mark.parametrize(
    ("layer", "where", "says"),
    [
        ({"cell": 0, "sources": [{"who": "red"}]}, "layers.l.cell", "at most 1000000 cells"),
        ({"every": -1, "sources": [{"who": "red"}]}, "layers.l.every", "0 to 3600 seconds"),
        ({"half_life": -1, "sources": [{"who": "red"}]}, "layers.l.half_life", "0 or more"),
        ({}, "layers.l.sources", "0 everywhere"),
        ({"kind": "height", "sources": [{"who": "red"}]}, "layers.l.sources", "no sources"),
        ({"sources": [{"who": "foes"}]}, "layers.l.sources.0.who", "the same for all"),
        ({"sources": [{"who": "green"}]}, "layers.l.sources.0.who", "'green' is none of"),
        ({"sources": [{"who": "red", "radius": -2}]}, "layers.l.sources.0.radius", "0 or more"),
        ({"sources": [{"who": "red", "fall_off": "steps"}]}, "layers.l.sources.0.steps", "there are none"),
    ],
)
def test_a_layer_that_is_wrong_is_told_with_its_place(layer, where, says):
    problems = check_world_document(document(version=4, agents={"g": RED}, layers={"l": layer}))

    assert [problem.where for problem in problems] == [where]
    assert says in problems[0].message
    assert problems[0].remedy
