"""The overlays of squads and fighting circles show who has which place."""

from __future__ import annotations

from typing import Any

from editor.map.overlays.overlay_catalogue import OVERLAY_BY_ID, only
from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.picture.marks import DotMark, LineMark, PlateMark, RingMark
from editor.map.picture.world_picture import Whom
from editor.map.view.session_reading import SessionReader
from runtime.records.world_records import Effect
from runtime.session.session import Session
from tools.gallery.overlay_squad_scenes import SQUAD_SCENES

FORMATION, CIRCLE = SQUAD_SCENES


def marks(session: Session, picked: str, choice: OverlayChoice, shape: type[Any]) -> list[Any]:
    read = SessionReader(session).read(picked, None, choice)
    return [mark for mark in read.marks if isinstance(mark, shape)]


def of_all() -> OverlayChoice:
    return only().with_kind(OVERLAY_BY_ID["formation"], Whom.ALL)


def test_the_picked_agent_shows_all_places_of_its_squad_and_who_has_them():
    session, _ = FORMATION.open()
    for picked in ("a", "dan"):
        rings = marks(session, picked, only("formation", picked_only=True), RingMark)
        assert sorted(ring.style.id for ring in rings) == ["formation.free"] + 3 * ["formation.held"]
        lines = marks(session, picked, only("formation", picked_only=True), LineMark)
        assert len(lines) == 3
        by_words = {line.words: line for line in lines}
        words = "the place of Ben in red, wedge around Ada"
        assert by_words[words].points[0] == (6.4, 5.8)
        assert by_words[words].points[1] in [ring.center for ring in rings]


def test_for_all_each_place_is_drawn_once():
    session, _ = FORMATION.open()
    rings = marks(session, "", of_all(), RingMark)
    assert len(rings) == len({ring.center for ring in rings}) == 4


def test_places_follow_the_leader():
    session, _ = FORMATION.open()
    before = {ring.center for ring in marks(session, "a", of_all(), RingMark)}
    session.world.agents.position[session.world.agents.ids.index("a")] += (1.0, 0.0)
    after = {ring.center for ring in marks(session, "a", of_all(), RingMark)}
    assert {(round(x - 1.0, 6), round(y, 6)) for x, y in after} == {
        (round(x, 6), round(y, 6)) for x, y in before
    }


def test_a_circle_fills_the_places_that_are_taken_and_says_its_budgets():
    session, _ = CIRCLE.open()
    dots = marks(session, "a", only("circles"), DotMark)
    assert len(dots) == 8
    assert [dot.words for dot in dots if dot.style.id == "circle.attacks"] == [
        "knight attacks in ring, weighs 3"
    ]
    assert sorted(dot.words for dot in dots if dot.style.id == "circle.taken") == [
        "brute stands in ring, weighs 3",
        "imp stands in ring, weighs 1",
    ]
    assert all(dot.hollow == (dot.style.id == "circle.free") for dot in dots)
    (plate,) = marks(session, "a", only("circles"), PlateMark)
    assert (plate.text, plate.short) == ("slots 7 of 8, attacks 2 of 4", "7/8 · 2/4")


def test_a_place_is_free_again_when_its_holder_leaves():
    session, _ = CIRCLE.open()
    session.world.apply_effect(Effect("knight", "release_slot", {"of": ""}, "leave"))
    styles = [dot.style.id for dot in marks(session, "a", only("circles"), DotMark)]
    assert styles.count("circle.free") == 6
    (plate,) = marks(session, "a", only("circles"), PlateMark)
    assert plate.text == "slots 4 of 8, attacks 0 of 4"
