"""Places are found as rules 11.20 to 11.24 say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from graphs.expressions.types import Items
from graphs.files.document_file import document_from_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.formulas.place_quality import (
    angle_off,
    cover_quality,
    curve_values,
    height_quality,
    line_score,
    total_score,
)
from runtime.minds.actions.steering_actions import builtin_library
from runtime.records.world_records import Effect
from runtime.session.session import Session
from runtime.worlds.places.candidates import grid_points, path_points, ring_points
from runtime.worlds.places.places import Places
from tests.runtime.worlds.world_builder import box, document

WALL = {"w": box(12, 6, 13, 14)}
AGENTS: dict[str, dict[str, object]] = {
    "a": {"at": [8, 10], "mind": "m.mind.json"},
    "foe": {"at": [20, 10], "heading": 180},
}
VARIABLES = {
    "spot": {"type": "vector", "default": [0, 0]},
    "spots": {"type": "list", "of": "vector"},
    "far": {"type": "float", "default": 4},
    "foe": {"type": "entity"},
}
RING: Mapping[str, object] = {"kind": "points_ring", "params": {"from": 2, "to": 2, "rings": 1, "count": 4}}

MANY: Mapping[str, object] = {"kind": "points_grid", "params": {"half_size": 9, "spacing": 0.2}}


def asking(parts: list[Mapping[str, object]], params: Mapping[str, object], **more: object) -> Document:
    """Return a tree that asks for a place, then waits."""
    nodes: dict[str, object] = {f"p{number}": part for number, part in enumerate(parts)}
    nodes |= {
        "s": {"kind": "sequence", "children": ["b", "rest"]},
        "b": {"kind": "best_place", "params": params, "children": list(nodes), **more},
        "rest": {"kind": "wait", "params": {"seconds": 100}},
    }
    graphs = {"g": {"kind": "behavior_tree", "root": "s", "nodes": nodes}}
    value = {"format": "mindloom", "version": 5, "root": "g", "variables": VARIABLES, "graphs": graphs}
    return document_from_bytes(json.dumps(value).encode())


def session(
    parts: list[Mapping[str, object]],
    params: Mapping[str, object] | None = None,
    variables: Mapping[str, object] | None = None,
    **fields: object,
) -> Session:
    agents = {**AGENTS, "a": {**AGENTS["a"], "variables": {"foe": "foe", **(variables or {})}}}
    world = document((30, 20), version=4, **{"agents": agents, **fields})
    mind = asking(parts, {"into": "spot", **(params or {})})
    return Session(world, {"m.mind.json": mind}, builtin_registry(), builtin_library())


def found(
    parts: list[Mapping[str, object]], params: Mapping[str, object] | None = None, **fields: Any
) -> object:
    """Return what is written to the variable, after as many steps as it takes at most."""
    running = session(parts, params, **fields)
    for _ in range(60):
        running.step()
    value = running.variables("a")[str((params or {}).get("into", "spot"))]
    return value.values if isinstance(value, Items) else value


def keep(by: str, **params: object) -> Mapping[str, object]:
    return {"kind": "keep_places", "params": {"by": by, **params}}


def score(by: str, **params: object) -> Mapping[str, object]:
    return {"kind": "score_places", "params": {"by": by, **params}}


FOE = {"expr": "foe"}


def test_11_20_the_best_place_is_written_and_the_node_succeeds():
    running = session([RING, score("distance", of=FOE, worst=20, best=0)])
    outcomes = [running.step().brains["a"].outcomes for _ in range(3)]

    assert [bytes(each)[1] for each in outcomes][:2] == [1, 2], "RUNNING, then SUCCESS"
    assert running.variables("a")["spot"] == pytest.approx((10, 10))
    assert running.world.entity_field("a", "place:place") == pytest.approx((10, 10))
    assert running.world.entity_field("a", "places:place") == 1.0


def test_11_20_where_none_is_left_the_node_fails_and_nothing_is_written():
    running = session([RING, keep("distance", at_least=50)], variables={"spot": [7, 7]})
    frame = [running.step() for _ in range(3)][-1]

    assert bytes(frame.brains["a"].outcomes)[1] != 2
    assert running.variables("a")["spot"] == (7.0, 7.0)
    assert running.world.entity_field("a", "places:place") == 0.0


def test_11_20_the_reason_tells_how_many_were_left_and_what_was_measured():
    running = session(
        [RING, keep("distance", at_least=3, of=FOE), score("distance", of=FOE, worst=20, best=0)]
    )
    for _ in range(3):
        running.step()

    (answer,) = running.world.part(Places).found.values()  # type: ignore[union-attr]
    assert answer.told.startswith("4 of 4 places are left; the best is (10, 10), score 0.5: distance 10")


def test_11_20_a_question_that_is_left_is_dropped():
    running = session([{"kind": "points_grid", "params": {"half_size": 9, "spacing": 0.1}}, score("cover")])
    running.step()
    places = running.world.part(Places)
    assert places is not None
    assert places.field("a", "finding:", "b") == "searching"
    running.world.apply_effect(Effect("a", "stop_finding", {}, "b"))

    assert places.field("a", "finding:", "b") == ""


def test_11_21_points_on_rings_begin_ahead_and_go_round():
    assert ring_points((1.0, 2.0), 2.0, 4.0, 2, 4).round(9).tolist() == [
        [3, 2], [1, 4], [-1, 2], [1, 0], [5, 2], [1, 6], [-3, 2], [1, -2],
    ]  # fmt: skip


def test_11_21_points_of_a_grid_go_row_by_row_with_one_in_the_middle():
    points = grid_points((5.0, 5.0), 1.0, 1.0).tolist()

    assert points[0] == [4, 4]
    assert points[4] == [5, 5]
    assert len(points) == 9


def test_11_21_points_along_a_path_are_its_corners_and_places_between():
    assert path_points([(0.0, 0.0), (2.5, 0.0), (2.5, 1.0)], 1.0).tolist() == [
        [0, 0], [1, 0], [2, 0], [2.5, 0], [2.5, 1],
    ]  # fmt: skip


def test_11_21_cover_spots_lie_beside_walls_with_room_for_the_body():
    params = {"into": "spots", "take": "list", "top": 16}
    spots = found([{"kind": "points_of_cover", "params": {"reach": 5}}], params, walls=WALL)

    assert isinstance(spots, tuple)
    assert spots
    assert {round(spot[0], 6) for spot in spots} == {11.3}, "the wall's side that is within reach"


def test_11_21_waypoints_come_in_ascending_id_within_reach():
    params = {"into": "spots", "take": "list", "top": 16}
    waypoints = {"c": {"at": [9, 9]}, "a1": {"at": [7, 9]}, "b": {"at": [28, 2]}}
    part = {"kind": "points_of_waypoints", "params": {"reach": 5}}

    assert found([part], params, waypoints=waypoints) == ((7.0, 9.0), (9.0, 9.0))


def test_11_21_a_waypoint_with_a_condition_counts_for_those_for_whom_it_holds():
    params = {"into": "spots", "take": "list", "top": 16}
    waypoints = {
        "a1": {"at": [7, 9], "condition": "far > 3"},
        "b": {"at": [9, 9], "condition": "far > 5"},
        "c": {"at": [9, 8], "condition": "no_such_name"},
    }

    assert found([{"kind": "points_of_waypoints"}], params, waypoints=waypoints) == ((7.0, 9.0),)


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        (keep("sight", of=FOE, at_most=0), (5.5, 10)),
        (keep("area", name="z", at_least=1), (8, 12)),
        (score("influence", name="red"), (10, 10)),
        (score("room", best=20), (10, 10)),
        (score("behind", of=FOE, worst=0, best=180), (8, 12)),
        (score("cover", of=FOE), (5.5, 10)),
    ],
    ids=["sight", "area", "influence", "room", "behind", "cover"],
)
def test_11_22_each_measure_picks_the_place_it_is_about(judge, expected):
    world: dict[str, Any] = {
        "agents": {
            "a": {**AGENTS["a"], "variables": {"foe": "foe"}},
            "foe": {"at": [20, 10], "heading": 180, "team": "red"},
        },
        "zones": {"z": {"polygon": [[7, 11], [9, 11], [9, 13], [7, 13]]}},
        "layers": {"red": {"sources": [{"who": "red", "radius": 20}]}},
        "obstacles": {"o": {"center": [6.7, 10], "radius": 0.4}},
    }

    assert found([_ring(2.5 if expected == (5.5, 10) else 2), judge], **world) == pytest.approx(expected)


def _ring(radius: float) -> Mapping[str, object]:
    return {"kind": "points_ring", "params": {"from": radius, "to": radius, "rings": 1, "count": 4}}


def test_11_22_height_is_that_of_a_layer_among_all_candidates():
    assert height_quality(np.array([3.0, 5.0, 4.0])).tolist() == [-1, 1, 0]
    assert height_quality(np.array([2.0, 2.0])).tolist() == [0, 0]


def test_11_22_cover_is_the_share_of_valid_shots_that_are_blocked():
    valid = np.array([[True, True, True, False], [False] * 4])
    blocked = np.array([[True, True, False, True], [True] * 4])

    assert cover_quality(valid, blocked).tolist() == pytest.approx([2 / 3, 0])


def test_11_22_an_angle_is_measured_from_where_somebody_looks():
    points = np.array([[5.0, 0.0], [0.0, 5.0], [-5.0, 0.0], [0.0, 0.0]])

    assert angle_off(points, (0.0, 0.0), 0.0).tolist() == pytest.approx([0, 90, 180, 0])
    assert angle_off(points[:1], (0.0, 0.0), 350.0).tolist() == pytest.approx([10])


def test_11_23_a_score_goes_from_worst_to_best_and_weights_share_the_whole():
    measures = np.array([0.0, 5.0, 10.0, 20.0])

    assert line_score(measures, 10.0, 0.0).tolist() == [1, 0.5, 0, 0]
    assert total_score(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([3.0, 1.0])).tolist() == [0.75, 0.25]
    assert total_score(np.zeros((0, 2)), np.zeros(0)).tolist() == [0, 0]


def test_11_23_a_curve_scores_as_it_does_everywhere():
    points = ((0.0, 1.0), (2.0, 3.0), (2.0, 0.0), (4.0, 1.0))
    values = curve_values(points, np.array([-1.0, 1.0, 2.0, 3.0, 9.0, np.nan]))

    assert values.tolist() == [1, 2, 0, 0.5, 1, 1]


def test_11_23_of_equals_the_first_counts_and_a_list_has_the_best_first():
    params = {"into": "spots", "take": "list", "top": 3}
    spots = found([RING, score("distance", of=FOE, worst=20, best=0)], params)

    assert [list(spot) for spot in spots] == [  # type: ignore[attr-defined]
        pytest.approx([10, 10]), pytest.approx([8, 12]), pytest.approx([8, 8]),
    ]  # fmt: skip


def test_11_23_one_of_the_best_is_drawn_the_same_in_every_run():
    params = {"take": "draw", "top": 4}
    seen = {found([RING], params, seed=seed) for seed in range(12)}

    assert len(seen) > 1
    assert found([RING], params, seed=3) == found([RING], params, seed=3)


def test_11_24_expressions_are_worth_what_they_were_when_the_question_was_put():
    part = {"kind": "points_ring", "params": {"from": {"expr": "far"}, "to": {"expr": "far"}, "count": 1}}

    assert found([part]) == pytest.approx((12, 10))


def test_11_24_work_on_a_question_is_spread_over_steps():
    running = session(
        [{"kind": "points_grid", "params": {"half_size": 9, "spacing": 0.2}}, score("sight", of=FOE)]
    )
    outcomes = [bytes(running.step().brains["a"].outcomes)[1] for _ in range(12)]

    assert outcomes[:3] == [1, 1, 1]
    assert 2 in outcomes


def test_1_5_going_on_in_the_middle_of_a_question_gives_the_same_bytes():
    running = session(
        [{"kind": "points_grid", "params": {"half_size": 9, "spacing": 0.2}}, score("cover", of=FOE)]
    )
    for _ in range(3):
        running.step()
    saved = running.snapshot()
    states = []
    for _ in range(2):
        for _ in range(30):
            running.step()
        states.append((running.world.state_bytes(), running.variables("a")["spot"]))
        running.restore(saved)

    assert states[0] == states[1]


@pytest.mark.parametrize(
    ("part", "says"),
    [
        (keep("area", name="nowhere"), "no area 'nowhere'"),
        (score("influence", name="x"), "no layer 'x'"),
        ({"kind": "points_along_path", "params": {"path": "p"}}, "no path 'p'"),
    ],
)
def test_what_the_world_does_not_have_fails_the_question_and_says_so(part, says):
    running = session([RING, part])
    for _ in range(3):
        running.step()

    state = running.world.entity_field("a", "finding:b")
    assert isinstance(state, str)
    assert state.startswith("none: ")
    assert says in state
