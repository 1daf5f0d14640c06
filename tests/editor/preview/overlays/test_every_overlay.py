"""Every kind of overlay draws in its scene, alone, and is explained there."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QSize

from editor.map.overlays.mark_hover import mark_at
from editor.map.overlays.overlay_catalogue import OVERLAY_BY_ID, OVERLAYS, kinds_of, only
from editor.map.overlays.overlay_kind import SECTIONS, Section
from editor.map.overlays.route_marks import BARRED, LINK_OFF, gate_marks
from editor.map.painting.label_painting import Occupied, place_plates
from editor.map.painting.legend_painting import drawn_styles
from editor.map.picture.map_view import fitted_view
from editor.map.picture.marks import (
    AreaMark,
    ArrowMark,
    CrosshairMark,
    CrossMark,
    DotMark,
    HeatMark,
    LineMark,
    PlateMark,
    RingMark,
)
from editor.map.picture.trail import Trail
from editor.map.picture.world_picture import WorldPicture
from editor.map.view.session_reading import SessionReader
from editor.map.view.world_image import paint_world
from editor.theme.text_lines import text_line
from editor.theme.tokens import THEME_NAMES, load_theme
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from runtime.records.world_records import Effect
from runtime.session.session import Session
from tests.editor.preview.preview_sessions import RecordedSession, arena
from tests.runtime.session_of import session_of
from tests.runtime.worlds.world_builder import box
from tools.gallery.overlay_scene import OverlayScene
from tools.gallery.overlay_scenes import SCENES

pytestmark = pytest.mark.usefixtures("qapp")

PLACES = [(kind, scene) for scene in SCENES for kind in scene.kinds]
TITLES = [f"{kind} in {scene.title}" for kind, scene in PLACES]


@cache
def moment(scene: OverlayScene) -> tuple[Session, Trail]:
    return scene.open()


def pixels(scene: OverlayScene, *kinds: str, theme: str = "dark") -> np.ndarray:
    session, trail = moment(scene)
    image = paint_world(
        session,
        scene.picked,
        QSize(360, 232),
        load_theme(theme),
        only(*kinds),
        label_of=lambda agent: agent,
        trail=trail,
        state_of=scene.states.get,
    )
    return np.array(image.constBits()).reshape(image.height(), image.width(), 4)[:, :, :3].astype(int)


def picture(scene: OverlayScene, *kinds: str) -> WorldPicture:
    session, trail = moment(scene)
    return SessionReader(session).read(scene.picked, trail, only(*kinds))


@pytest.mark.parametrize(("kind", "scene"), PLACES, ids=TITLES)
def test_an_overlay_draws_in_its_scene(kind, scene):
    assert (np.abs(pixels(scene, kind) - pixels(scene)).max(axis=2) > 2).sum() > 20


@pytest.mark.parametrize("theme", THEME_NAMES)
@pytest.mark.parametrize("kind", [kind.id for kind in OVERLAYS])
def test_an_overlay_draws_in_every_theme(kind, theme):
    scene = next(scene for scene in SCENES if kind in scene.kinds)
    assert (pixels(scene, kind, theme=theme) != pixels(scene, theme=theme)).any()


def test_every_kind_has_a_scene_and_every_style_is_drawn_in_one():
    assert {kind for kind, _ in PLACES} == set(OVERLAY_BY_ID)
    drawn = {style.id for kind, scene in PLACES for style in drawn_styles(picture(scene, kind))}
    assert drawn == {style.id for kind in OVERLAYS for style in kind.styles}


@pytest.mark.parametrize("kind", [kind.id for kind in OVERLAYS if kind.styles])
def test_the_marks_of_a_kind_have_its_styles_and_no_others(kind):
    scene = next(scene for scene in SCENES if kind in scene.kinds)
    styles = {mark.style.id for mark in picture(scene, kind).marks}
    assert styles
    assert styles <= {style.id for style in OVERLAY_BY_ID[kind].styles}


def test_every_behavior_and_sensor_is_shown_by_a_kind():
    shown = {name for kind in OVERLAYS for name in kind.shows}
    assert set(BEHAVIORS) | set(SENSOR_KINDS) <= shown
    assert shown <= set(BEHAVIORS) | set(SENSOR_KINDS)


def test_every_kind_has_words_and_a_section_with_a_toggle():
    assert len({kind.title for kind in OVERLAYS}) == len(OVERLAYS)
    assert all(kind.help.endswith(".") for kind in OVERLAYS)
    assert set(SECTIONS) == set(Section)
    assert all(kinds_of(section) for section in Section)


def marks(title: str, kind: str, shape: type[Any]) -> list[Any]:
    scene = next(scene for scene in SCENES if scene.title == title)
    return [mark for mark in picture(scene, kind).marks if isinstance(mark, shape)]


def test_a_sight_ray_ends_at_the_wall_that_stops_it():
    by_words = {mark.words: mark for mark in marks("Sight", "rays", LineMark)}
    seen = next(mark for words, mark in by_words.items() if words.startswith("Sees Thief 1"))
    assert seen.points[1] == (8.0, 3.8)
    stopped = next(mark for words, mark in by_words.items() if words.startswith("Thief 2"))
    assert "stopped by crate" in stopped.words
    assert any("Thief 3" in words and "outside the cone" in words for words in by_words)


def test_the_rings_of_arriving_are_around_the_target_and_as_wide_as_asked():
    rings = {mark.style.id: mark for mark in marks("Arrive: where it brakes", "radii", RingMark)}
    assert rings["radius.slows"].radius == 3.0
    assert rings["radius.arrived"].radius == 0.6
    assert {mark.center for mark in rings.values()} == {(9.0, 5.0)}


def test_the_wander_circle_lies_ahead_and_the_goal_on_it():
    (circle,) = marks("Wander circle", "wander", RingMark)
    (goal,) = marks("Wander circle", "wander", DotMark)
    assert circle.radius == 1.2
    assert np.hypot(goal.at[0] - circle.center[0], goal.at[1] - circle.center[1]) == pytest.approx(1.2)


def test_a_predicted_place_lies_ahead_of_what_is_pursued():
    (line,) = marks("Predicted place", "predictions", LineMark)
    assert line.points[1][1] > line.points[0][1]
    assert "Runner" in line.words


def test_the_expected_collision_names_whom_it_is_with():
    rings = marks("Expected collision", "meetings", RingMark)
    assert len(rings) == 2
    assert "Closest to Right" in rings[0].words


def test_the_crosshair_stands_on_the_target_and_says_the_distance():
    (cross,) = marks("Vectors and target", "target", CrosshairMark)
    assert cross.at == pytest.approx((10.5, 3.0))
    (line,) = marks("Vectors and target", "target", LineMark)
    assert line.words.startswith("Player is ")


def test_a_plate_says_to_whom_the_distance_is_that_it_tells():
    (plate,) = marks("Vectors and target", "target", PlateMark)
    assert re.fullmatch(r"\d+\.\d u to Player", plate.text)
    assert plate.text.startswith(plate.short)


def test_distances_that_change_leave_no_lines_behind(qapp):
    (plate,) = marks("Vectors and target", "target", PlateMark)
    view = fitted_view((24, 15), 900, 600)
    kept = text_line.cache_info().currsize
    for tenth in range(10, 30):
        changed = replace(plate, text=f"{tenth / 10} u to Player", short=f"{tenth / 10} u")
        assert place_plates((changed,), view, Occupied())
    assert text_line.cache_info().currsize == kept


def test_a_plate_of_an_agent_that_goes_to_a_bare_point_speaks_of_its_target():
    session = RecordedSession(arena())
    session.request("tank1", "arrive", target=(9.0, 5.0))
    session.step()
    picture = SessionReader(session).read("tank1", None, only("target"))
    (plate,) = (mark for mark in picture.marks if isinstance(mark, PlateMark))
    assert plate.text == f"{plate.short} to target"


def test_what_a_sensor_measures_names_what_it_measures_to():
    (plate,) = marks("Distances", "distances", PlateMark)
    assert plate.text == "5.1 u to Bell"
    assert plate.words == "Sensor distance: 5.10 units to Bell"


def test_progress_is_told_in_units_and_percent():
    (place,) = marks("Way and progress", "way", DotMark)
    assert "of the round" in place.words
    assert "%" in place.words


WAYS = "Ways: what they cost, and what bars them"


def test_what_a_way_still_costs_counts_areas_and_stands_beside_it():
    (plate,) = marks(WAYS, "way_cost", PlateMark)
    session, _ = moment(next(scene for scene in SCENES if scene.title == WAYS))
    overlay = session.world.overlay("a")
    length = sum(math.dist(*leg) for leg in pairwise(overlay.path_ahead))
    assert 0.0 < overlay.cost_left < length
    assert plate.text == f"cost {overlay.cost_left:.1f}"
    assert f"over {length:.1f} units" in plate.words


def test_doors_and_links_are_told_by_more_than_their_color():
    closed, opened = sorted(marks(WAYS, "gates", AreaMark), key=lambda mark: mark.words)
    assert (closed.words, opened.words) == ("Door Gate: closed, no way leads through", "Door Side door: open")
    assert (closed.style.dash, opened.style.fill) == ((), 0.0)
    off, on = marks(WAYS, "gates", LineMark)
    assert "off until" in off.words
    assert (off.style.dash, on.style.dash) == ((5.0, 4.0), ())
    (cross,) = marks(WAYS, "gates", CrossMark)
    assert cross.words == off.words


def test_a_link_of_waypoints_that_a_door_shuts_is_barred_like_one_that_is_off():
    session = session_of(
        {"a": {"at": [1, 1]}},
        {},
        version=4,
        doors={"gate": {**box(9, 6, 10, 8), "seconds": 0}},
        waypoints={
            "p": {"at": [5, 7], "links": ["q"]},
            "q": {"at": [14, 7], "links": ["r"]},
            "r": {"at": [14, 12]},
        },
    )

    def barred() -> list[tuple[Any, str]]:
        lines = [mark for mark in gate_marks(session) if isinstance(mark, LineMark | CrossMark)]
        return [(mark.style, mark.words) for mark in lines]

    words = "Waypoints p and q: a closed door is between them"
    assert barred() == [(LINK_OFF, words), (BARRED, words)]
    session.world.apply_effect(Effect("a", "open_door", {"door": "gate"}))
    session.step()
    assert barred() == []


def test_heat_is_full_where_most_agents_are():
    (heat,) = marks("Crowd heat", "crowd", HeatMark)
    assert heat.levels.max() == 1.0
    assert heat.levels.min() == 0.0
    assert heat.levels.shape == (9, 14)


def test_all_agents_are_drawn_where_that_is_chosen():
    scene = next(scene for scene in SCENES if scene.title == "All agents at once")
    everyone = picture(scene, "vectors")
    assert everyone.agents_read == 3
    starts = {mark.start for mark in everyone.marks if isinstance(mark, ArrowMark)}
    assert len(starts) == 3
    session, trail = moment(scene)
    alone = SessionReader(session).read("a", trail, only("vectors", picked_only=True))
    assert alone.agents_read == 1


@pytest.mark.parametrize("scene", SCENES, ids=[scene.title for scene in SCENES])
def test_words_are_told_for_marks_under_the_pointer(scene):
    shown = picture(scene, *scene.kinds)
    view = fitted_view(shown.ground.size, 468, 310)
    for mark in shown.marks:
        if isinstance(mark, LineMark) and mark.words and len(mark.points) == 2:
            middle = view.point(
                ((mark.points[0][0] + mark.points[1][0]) / 2, (mark.points[0][1] + mark.points[1][1]) / 2)
            )
            found = mark_at(shown.marks, view, middle)
            assert found is not None
            assert found.words
