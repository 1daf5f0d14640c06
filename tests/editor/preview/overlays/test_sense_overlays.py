"""What the overlays of senses and flights tell, mark by mark."""

from __future__ import annotations

from typing import Any

import pytest

from editor.map.overlays.flight_marks import LIFT, flight_marks
from editor.map.overlays.overlay_catalogue import only
from editor.map.overlays.sense_marks import noise_marks
from editor.map.picture.marks import (
    AreaMark,
    ArrowMark,
    CrossMark,
    DotsMark,
    GlyphMark,
    LineMark,
    MeterMark,
    PlateMark,
    RingMark,
)
from editor.map.view.session_reading import SessionReader
from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from runtime.worlds.flight.projectiles import GRENADE, STONE
from tools.gallery.overlay_scene import OverlayScene, agent, box, scene_world
from tools.gallery.overlay_scenes import SCENES


def scene(title: str) -> OverlayScene:
    return next(each for each in SCENES if each.title == title)


def marks(title: str, kind: str, shape: type[Any]) -> list[Any]:
    session, trail = scene(title).open()
    picture = SessionReader(session).read(scene(title).picked, trail, only(kind))
    return [mark for mark in picture.marks if isinstance(mark, shape)]


def session_of(**fields: object) -> Session:
    return Session(scene_world(fields), {}, builtin_registry(), builtin_library())


def test_a_noise_heard_says_how_loud_it_is_here_and_one_unheard_why():
    lines = {mark.style.id: mark.words for mark in marks("Hearing and noises", "hearing", LineMark)}
    assert "heard, 3.4 loud" in lines["hearing.heard"]
    assert "too faint" in lines["hearing.unheard"] or "out of range" in lines["hearing.unheard"]
    (plate,) = marks("Hearing and noises", "hearing", PlateMark)
    assert (plate.text, plate.short) == ("3.4 loud", "3.4")


def test_noise_rings_spread_and_fade_and_are_gone_after_a_second():
    session = session_of(agents={"a": agent(3, 3)})
    session.world.make_noise((7.0, 4.5), 4.0, "bang")

    def rings() -> list[AreaMark]:
        return [mark for mark in noise_marks(session) if isinstance(mark, AreaMark)]

    def reach(mark: AreaMark) -> float:
        return max(x for x, _ in mark.points) - 7.0

    seen = []
    for _ in range(70):
        found = rings()
        seen.append((max(map(reach, found)), max(mark.alpha for mark in found)) if found else None)
        session.step()
    first, half, late = seen[1], seen[31], seen[55]
    assert first is not None
    assert half is not None
    assert late is not None
    assert first[0] < half[0] == pytest.approx(4.0)
    assert first[1] > half[1] > late[1]
    assert seen[-1] is None


def test_a_noise_is_cut_short_behind_a_wall():
    wall = box(8.0, 0.0, 8.5, 9.0) | {"muffling": 2.0}
    session = session_of(agents={"a": agent(3, 3)}, walls={"w": wall})
    session.world.make_noise((7.0, 4.5), 4.0)
    for _ in range(40):
        session.step()
    furthest = [mark for mark in noise_marks(session) if isinstance(mark, AreaMark)][-1]
    assert max(x for x, _ in furthest.points) - 7.0 == pytest.approx(2.0)
    assert 7.0 - min(x for x, _ in furthest.points) == pytest.approx(4.0)


def test_the_way_up_the_scent_leads_to_the_trail():
    (arrow,) = marks("Smell and scent", "smell", ArrowMark)
    assert arrow.offset[1] > 0
    assert "Fox" in arrow.words


def test_scent_fades_along_the_trail_and_none_lies_in_the_brook():
    (dots,) = marks("Smell and scent", "scent", DotsMark)
    assert dots.strengths[-1] > dots.strengths[0]
    assert not ((dots.places[:, 0] > 7.4) & (dots.places[:, 0] < 8.6)).any()


def test_what_is_touched_is_named():
    words = [mark.words for mark in (*marks("Touch", "touch", RingMark), *_all("Touch", "touch"))]
    assert "Touches Crate" in words
    assert any(each == "Touches wall" for each in words)


def _all(title: str, kind: str) -> list[Any]:
    return marks(title, kind, object)


def test_those_in_a_watched_zone_are_shown():
    words = {mark.words for mark in marks("Watched zones", "zones", LineMark)}
    assert words == {"Thief 1: in the zone", "Thief 2: in the zone"}


def test_a_meter_is_filled_as_far_as_the_sensor_says():
    session, trail = scene("Graded vision and its meters").open()
    picture = SessionReader(session).read("a", trail, only("meters"))
    meters = {mark.agent: mark for mark in picture.marks if isinstance(mark, MeterMark)}
    assert set(meters) == {0, 1}
    sensor = session.world.overlay("a").sensors[0]
    assert meters[0].share == sensor.outputs["meter"]
    assert meters[1].style.id == "meter.detected"


def test_only_those_who_were_hurt_have_a_bar_of_health():
    session, trail = scene("Health").open()
    picture = SessionReader(session).read("a", trail, only("health"))
    bars = {mark.agent: mark for mark in picture.marks if isinstance(mark, MeterMark)}
    assert {agent: bar.share for agent, bar in bars.items()} == {1: 0.6, 2: pytest.approx(0.15)}
    assert [bars[1].style.id, bars[2].style.id] == ["health.left", "health.low"]
    assert bars[2].words == "c: health 15 of 100"


def test_who_noticed_is_led_to_the_interest():
    lines = marks("Interest", "awareness", LineMark)
    assert lines
    assert all(line.points[1] == (8.0, 5.0) for line in lines)


def test_emotes_stand_above_their_agents():
    assert {(mark.agent, mark.text) for mark in marks("Emotes", "emotes", GlyphMark)} == {
        (0, "!"),
        (1, "?"),
        (2, "zzz"),
    }


def test_a_thrown_thing_is_expected_where_it_lands():
    session = session_of(agents={"a": agent(3, 3)})
    session.throw_object((10.0, 6.0), STONE, (2.0, 2.0))
    for _ in range(5):
        session.step()
    (cross,) = [mark for mark in flight_marks(session) if isinstance(mark, CrossMark)]
    expected = session.world.projectiles[0].landing
    assert cross.at == expected
    assert expected == pytest.approx((10.0, 6.0), abs=0.15)
    height, arc = [mark for mark in flight_marks(session) if isinstance(mark, LineMark)]
    flying = session.world.projectiles[0]
    assert height.points[1][1] - height.points[0][1] == pytest.approx(flying.height * LIFT)
    assert arc.points[-1] == pytest.approx(expected)


def test_the_reach_of_a_blast_is_drawn_until_it_explodes_and_then_the_blast():
    session = session_of(agents={"a": agent(3, 3)})
    session.throw_object((7.0, 4.5), GRENADE, (3.0, 4.5))
    rings, words, blasts = [], set(), []
    for _ in range(170):
        session.step()
        found = [mark for mark in flight_marks(session) if isinstance(mark, RingMark)]
        rings.append([mark.radius for mark in found])
        words |= {mark.words for mark in found}
        picture = SessionReader(session).read(None)
        blasts.append([impact.blast for impact in picture.impacts if impact.blast > 0])
    assert rings[20] == [3.0]
    assert "thrown:1 explodes in 1.0 s, 3 units far" in words
    assert [3.0] in blasts
    assert rings[-1] == []
