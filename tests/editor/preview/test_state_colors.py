from __future__ import annotations

from math import cos, radians, sin

import pytest
from PySide6.QtGui import QColor, QImage

from editor.map.overlays.overlay_catalogue import STATES
from editor.map.painting.legend_painting import drawn_styles
from editor.map.picture.world_picture import Whom
from editor.running.agent_labels import ActiveState
from editor.theme.theme_manager import set_theme
from editor.theme.tokens import THEME_NAMES, load_theme
from tests.editor.preview.preview_sessions import RecordedSession, RunDouble, crowd, preview_of

IN = {
    "tank1": ActiveState("Patrol", 0),
    "tank2": ActiveState("Chase", 5),
    "tank3": ActiveState("Patrol", 0),
}


@pytest.fixture
def colored(panel):
    panel.set_state_of(IN.get)
    return panel


def fill_of(panel, agent: str) -> QColor:
    """Return the color of a body between its rim and its mark, behind the middle."""
    panel.map.repaint_map()
    image: QImage = panel.map.viewport().grab().toImage()
    pose = panel._run.session.world.pose(agent)
    radius = max(0.36, 6.0 / panel.map.view.unit)
    back = radians(pose.heading + 180)
    at = panel.map.view.point(
        (pose.position[0] + cos(back) * radius * 0.6, pose.position[1] + sin(back) * radius * 0.6)
    )
    return image.pixelColor((at * image.devicePixelRatio()).toPoint())


def near(one: QColor, other: QColor) -> bool:
    parts = ((color.red(), color.green(), color.blue()) for color in (one, other))
    return all(abs(a - b) <= 6 for a, b in zip(*parts, strict=True))


@pytest.mark.parametrize("name", THEME_NAMES)
def test_bodies_are_filled_with_the_tint_of_their_state(colored, name):
    set_theme(name)
    colored.set_whom(STATES, Whom.ALL)
    theme = load_theme(name)
    assert near(fill_of(colored, "tank2"), theme.tint(5))
    assert near(fill_of(colored, "tank3"), theme.tint(0))


def test_at_first_and_for_others_than_the_picked_one_they_keep_the_color_of_the_team(colored):
    team = load_theme("dark").color("world.team.1")
    assert near(fill_of(colored, "tank2"), team)
    colored.set_whom(STATES, Whom.PICKED)
    assert near(fill_of(colored, "tank1"), load_theme("dark").tint(0))
    assert near(fill_of(colored, "tank2"), team)


def test_the_legend_says_which_tint_means_what(colored):
    assert not [style for style in drawn_styles(colored.map.picture) if style.words.startswith("in ")]
    colored.set_whom(STATES, Whom.ALL)
    told = {(style.words, style.token) for style in drawn_styles(colored.map.picture)}
    assert {("in Patrol", "tint.0"), ("in Chase", "tint.5")} <= told
    colored.set_whom(STATES, Whom.PICKED)
    assert ("in Chase", "tint.5") not in {(s.words, s.token) for s in drawn_styles(colored.map.picture)}


def test_a_crowd_is_blitted_in_the_colors_of_its_states(qtbot):
    session = RecordedSession(crowd(400))
    run = RunDouble(session, "a0000")
    panel = preview_of(run)
    qtbot.addWidget(panel)
    panel.resize(900, 620)
    panel.show()
    panel.set_state_of(lambda agent: ActiveState("Odd", 3) if int(agent[1:]) % 2 else None)
    panel.set_whom(STATES, Whom.ALL)
    panel.map.camera.look_at(session.position("a0113"), 40.0)
    theme = load_theme("dark")
    odd, even = session.agent_ids[113], session.agent_ids[112]
    for agent, color in ((odd, theme.tint(3)), (even, None)):
        found = fill_of(panel, agent)
        assert near(found, theme.tint(3)) is (color is not None)
