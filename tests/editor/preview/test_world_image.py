from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from editor.map.overlays.overlay_catalogue import only
from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.painting.map_painting import paint_scale_bar, scale_box
from editor.map.painting.way_painting import paint_areas
from editor.map.picture.map_view import fitted_view
from editor.map.picture.world_picture import GroundPicture, NamedArea
from editor.map.view.map_widget import ground_words
from editor.map.view.session_reading import read_ground
from editor.map.view.world_image import paint_world
from editor.theme.inks import inks_for
from editor.theme.tokens import THEME_NAMES, contrast, load_theme
from graphs.worlds.model.world_file import Source
from runtime.records.world_records import Effect
from runtime.worlds.flight.projectiles import Impact, Projectile
from runtime.worlds.world import IMPACT_TICKS
from tests.editor.preview.preview_sessions import RecordedSession, arena, crowd

SIZE = QSize(520, 320)
BARE = only()

pytestmark = pytest.mark.usefixtures("qapp")


def words(agent_id: str) -> str:
    return f"State of {agent_id}"


def pixels(session, picked="tank1", choice=BARE, theme="dark", **more) -> np.ndarray:
    image = paint_world(session, picked, SIZE, load_theme(theme), choice, label_of=words, **more)
    return np.array(image.constBits()).reshape(image.height(), image.width(), 4)[:, :, 2::-1].astype(int)


def count(picture, token, theme="dark") -> int:
    color = QColor(load_theme(theme).color(token))
    wanted = (color.red(), color.green(), color.blue())
    return int((np.abs(picture - wanted).max(axis=2) <= 1).sum())


def holds(picture, token, theme="dark") -> bool:
    return count(picture, token, theme) > 0


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("vectors", "world.vector.velocity"),
        ("vectors", "world.vector.avoid"),
        ("vectors", "world.vector.seek"),
        ("target", "world.target"),
        ("paths", "world.path"),
        ("labels", "status.running.line"),
        ("grid", "world.grid"),
    ],
)
def test_a_kind_brings_its_color(session, name, token):
    shown = pixels(session, choice=only(name))
    assert count(shown, token) > count(pixels(session), token) + 10


def test_only_the_picked_agent_has_an_amber_label(session):
    assert not holds(pixels(session, picked=None, choice=only("labels")), "status.running.line")


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_solids_and_teams_are_painted_in_every_theme(session, theme):
    picture = pixels(session, theme=theme)
    for token in ("world.ground", "world.wall", "world.obstacle", "world.team.0", "world.team.1"):
        assert holds(picture, token, theme), token


def test_a_source_is_painted_and_named_under_the_pointer(session):
    source = Source(at=(6.5, 9.5), kind="noise", name="Bell")
    with_bell = RecordedSession(arena().model_copy(update={"sources": {"bell": source}}))
    assert count(pixels(with_bell), "world.noise") > count(pixels(session), "world.noise") + 5
    view = fitted_view(with_bell.document.size, SIZE.width(), SIZE.height())
    assert ground_words(read_ground(with_bell.document), view, view.point((6.5, 9.5))) == "Source Bell: noise"


def test_a_shot_on_its_way_is_seen(session):
    still = pixels(session, picked=None)
    session.world.apply_effect(Effect("tank2", "fire", {"target": "player"}))
    session.world.step()
    assert count(pixels(session, picked=None), "text.primary") > count(still, "text.primary") + 3


def test_an_impact_is_seen_until_it_has_faded(session):
    shot = Projectile("tank2", 0, (1.0, 1.0), (2.0, 1.0), (5.0, 0.0), 3.0, 1.0)
    still = pixels(session, picked=None)
    session.world.flying.impacts = (Impact(session.world.tick - 1, shot, (6.0, 9.5), "player", None),)
    assert (pixels(session, picked=None) != still).any()
    session.world.tick += IMPACT_TICKS
    assert (pixels(session, picked=None) == still).all()


def test_twice_the_ratio_gives_twice_the_pixels(session):
    assert pixels(session, ratio=2.0).shape[:2] == (640, 1040)


def test_the_same_moment_gives_the_same_picture(session):
    everything = OverlayChoice()
    first, again = RecordedSession(arena()), RecordedSession(arena())
    assert (pixels(first, choice=everything) == pixels(again, choice=everything)).all()


def test_a_thousand_agents_are_each_painted_in_their_teams_color():
    session = RecordedSession(crowd(1000))
    size = QSize(1200, 760)
    theme = load_theme("dark")
    image = paint_world(session, None, size, theme, BARE)
    view = fitted_view(session.document.size, size.width(), size.height())
    ground = theme.color("world.ground").rgb()
    edge = [view.point((x, y)) for x, y in session.world.agents.position]
    # Half a radius off the middle lies on the hull in every heading, outside the marks of most teams.
    reach = 0.3 * view.unit * 0.75
    missing = [
        place
        for place in edge
        if all(
            image.pixel(round(place.x() + dx * reach), round(place.y() + dy * reach)) == ground
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
    ]
    assert missing == []


def test_a_world_without_agents_is_painted():
    document = arena().model_copy(update={"agents": {}, "player": None})
    assert holds(pixels(RecordedSession(document), picked=None), "world.wall")


def test_a_zone_too_narrow_for_a_letter_of_its_name_shows_none_of_it():
    view, inks = fitted_view((20.0, 12.0), SIZE.width(), SIZE.height()), inks_for(load_theme("dark"))

    def zone(name: str, width: float) -> QImage:
        image = QImage(SIZE, QImage.Format.Format_RGB32)
        image.fill(inks.color("world.ground"))
        painter = QPainter(image)
        corners = ((1.0, 1.0), (1.0 + width, 1.0), (1.0 + width, 9.0), (1.0, 9.0))
        paint_areas(painter, GroundPicture(zones=(NamedArea(corners, name),)), view, inks)
        painter.end()
        return image

    narrow = (12 + 12) / view.unit
    assert zone("Goal of the left", narrow) == zone("", narrow)
    assert zone("Goal of the left", 3 * narrow) != zone("", 3 * narrow)


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_the_scale_can_be_read_over_a_wall(theme):
    view, inks = fitted_view((20.0, 12.0), SIZE.width(), SIZE.height()), inks_for(load_theme(theme))
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(inks.color("world.wall"))
    painter = QPainter(image)
    paint_scale_bar(painter, view, inks)
    painter.end()
    box = scale_box(view)
    behind = image.pixelColor(int(box.left()) + 3, int(box.top()) + 2)
    assert contrast(inks.color("text.secondary"), behind) >= 4.5
