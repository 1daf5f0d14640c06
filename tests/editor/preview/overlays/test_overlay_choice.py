from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.map.overlays.overlay_catalogue import GRID, OVERLAY_BY_ID, OVERLAYS, PRESETS, everything, only
from editor.map.overlays.overlay_kind import OverlayChoice, Section
from editor.map.picture.world_picture import Whom

CONES, WANDER = OVERLAY_BY_ID["cones"], OVERLAY_BY_ID["wander"]


@st.composite
def choices(draw) -> OverlayChoice:
    choice = OverlayChoice()
    for kind in OVERLAYS:
        choice = choice.with_kind(kind, draw(st.sampled_from(kind.choices)))
    for section in draw(st.sets(st.sampled_from(list(Section)))):
        choice = choice.with_section(section, False)
    return choice


@given(choices())
def test_what_is_kept_is_read_back(choice):
    kept: dict[str, list[object]] = {name: list(entries) for name, entries in choice.to_state().items()}
    assert OverlayChoice.from_state(kept, OVERLAYS) == choice


def test_what_is_damaged_is_passed_over():
    kept: dict[str, list[object]] = {
        "whom": ["cones=everybody", "nothing=all", 7, "wander=all", "grid=picked"],
        "hidden": ["nowhere", "sight", None],
    }
    choice = OverlayChoice.from_state(kept, OVERLAYS)
    assert choice == OverlayChoice({"wander": Whom.ALL}, frozenset({Section.SIGHT}))


def test_a_hidden_section_keeps_what_is_chosen_in_it():
    choice = OverlayChoice().with_kind(CONES, Whom.ALL).with_section(Section.SIGHT, False)
    assert choice.shown_for(CONES) is Whom.NONE
    assert choice.whom_of(CONES) is Whom.ALL
    assert choice.with_section(Section.SIGHT, True).shown_for(CONES) is Whom.ALL


def test_choosing_a_kind_shows_its_section():
    choice = OverlayChoice().with_section(Section.VECTORS, False).with_kind(WANDER, Whom.PICKED)
    assert Section.VECTORS not in choice.hidden


def test_only_the_picked_agent_shows_what_is_chosen_for_it():
    choice = OverlayChoice()
    assert choice.shows(WANDER, picked=True)
    assert not choice.shows(WANDER, picked=False)
    assert choice.with_kind(WANDER, Whom.ALL).shows(WANDER, picked=False)


def test_what_belongs_to_no_agent_is_on_or_off():
    assert GRID.choices == (Whom.NONE, Whom.ALL)
    with pytest.raises(ValueError, match="Grid cannot be drawn"):
        OverlayChoice().with_kind(GRID, Whom.PICKED)


def test_only_and_everything_choose_what_they_name():
    assert [kind.id for kind in OVERLAYS if only("cones", "grid").shows(kind)] == ["cones", "grid"]
    assert all(everything().shows(kind) for kind in OVERLAYS)
    assert not everything(without=("crowd",)).shows(OVERLAY_BY_ID["crowd"])


def test_presets_differ():
    assert len({str(preset.make().to_state()) for preset in PRESETS}) == len(PRESETS)
