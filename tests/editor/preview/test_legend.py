from __future__ import annotations

from editor.overlay_scenes import SCENES
from editor.preview.legend_painting import drawn_styles, legend_box, legend_title
from editor.preview.map_view import fitted_view
from editor.preview.overlays.overlay_catalogue import only
from editor.preview.session_reading import SessionReader


def test_the_legend_names_what_is_drawn_and_nothing_else(session):
    reader = SessionReader(session)
    words = {style.words for style in drawn_styles(reader.read("tank1", None, only("cones", "vectors")))}
    assert "what it can see" in words
    assert "velocity" in words
    assert "the point it steers for" not in words
    assert drawn_styles(reader.read("tank1", None, only())) == ()


def test_it_says_whose_overlays_they_are(session):
    reader = SessionReader(session)
    picked = only("cones", picked_only=True)
    assert legend_title(reader.read("tank1", None, picked)) == "Tank 1"
    assert legend_title(reader.read("tank1", None, only("cones"))) == "3 agents in sight"
    assert legend_title(reader.read(None, None, picked)) == "The world"


def test_it_stays_within_the_map():
    scene = next(scene for scene in SCENES if scene.title == "All agents at once")
    session, trail = scene.open()
    picture = SessionReader(session).read(scene.picked, trail, scene.choice())
    for width, height in ((520, 320), (300, 140)):
        view = fitted_view(picture.ground.size, width, height)
        assert view.bounds().contains(legend_box(picture, view))
