from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from editor.map.overlays.sight_marks import MEASURED
from editor.map.painting.agent_painting import seen_agents
from editor.map.painting.label_painting import Label, Occupied, place_labels, place_plates
from editor.map.picture.map_view import MapView, fitted_view
from editor.map.picture.marks import distance_plate
from editor.map.view.session_reading import SessionReader
from graphs.worlds.model.world_file import WorldDocument
from tests.editor.preview.preview_sessions import RecordedSession, arena, crowd

pytestmark = pytest.mark.usefixtures("qapp")


def placed(document: WorldDocument, picked: str, view: MapView | None = None) -> tuple[list[Label], MapView]:
    reader = SessionReader(RecordedSession(document))
    agents = reader.read(picked).agents
    view = view or fitted_view(document.size, 520, 320)
    index = agents.index(picked)
    return place_labels(
        agents, seen_agents(agents, view), view, lambda agent: f"Name {agent}", index, Occupied()
    ), view


def test_no_two_plates_overlap():
    labels, _ = placed(crowd(60), "a0005")
    assert len(labels) > 5
    assert not any(a.plate.intersects(b.plate) for a, b in combinations(labels, 2))


def test_the_picked_agents_plate_comes_last_and_alone_is_live():
    labels, _ = placed(arena(), "tank1")
    assert [label.live for label in labels] == [False, False, False, True]
    assert labels[-1].text == "Name tank1"


def test_under_zoom_six_tenths_only_the_picked_agent_is_named():
    labels, _ = placed(arena(), "tank1", MapView((9.0, 5.5), 16.0, 520, 320))
    assert [label.text for label in labels] == ["Name tank1"]


def test_a_crowd_is_not_covered_with_words():
    labels, _ = placed(crowd(1000), "a0005", MapView((20.0, 12.0), 24.0, 1200, 800))
    assert [label.text for label in labels] == ["Name a0005"]


def test_a_plate_that_would_leave_the_map_goes_below():
    document = arena()
    agents = {"tank1": document.agents["tank1"].model_copy(update={"at": (9.0, 10.7)})}
    document = document.model_copy(update={"agents": agents, "player": None})
    (label,), view = placed(document, "tank1")
    assert label.plate.top() > view.point((9.0, 10.7)).y()


def test_every_plate_lies_within_the_map():
    labels, view = placed(crowd(80), "a0000")
    assert all(view.bounds().contains(label.plate) for label in labels)


def test_an_agent_without_words_has_no_plate():
    session = RecordedSession(arena())
    agents = SessionReader(session).read(None).agents
    view = fitted_view((18, 11), 520, 320)
    assert place_labels(agents, seen_agents(agents, view), view, lambda _: "", -1, Occupied()) == []
    assert np.isfinite(agents.positions).all()


@pytest.mark.parametrize(("length", "text"), [(8.0, "8.0 u to Player"), (3.2, "3.2 u"), (0.8, "")])
def test_a_plate_on_a_short_line_says_the_number_alone_and_on_a_shorter_one_nothing(length, text):
    mark = distance_plate(MEASURED, (1.0, 1.0), (1.0 + length, 1.0), length, "Player", "")
    view = fitted_view((18.0, 11.0), 520, 320)
    assert [plate.text for plate in place_plates((mark,), view, Occupied())] == ([text] if text else [])


def test_a_plate_with_a_long_name_is_elided_not_left_out():
    name = "the guard that has been standing at the gate since the morning"
    mark = distance_plate(MEASURED, (1.0, 1.0), (17.0, 1.0), 16.0, name, "")
    view = fitted_view((18.0, 11.0), 900, 550)
    (plate,) = place_plates((mark,), view, Occupied())
    assert plate.text.startswith("16.0 u to the guard")
    assert plate.box.width() < 200
