"""The contrast of all pairs and the distances of statuses, for every theme file."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtGui import QColor

from editor.theme.tokens import THEME_NAMES, StatusLook, contrast, load_theme
from tests.editor.theme.color_pairs import EYES, contrast_pairs, distance, status_distance


@pytest.mark.parametrize("name", THEME_NAMES)
def test_every_pair_has_its_contrast(name):
    pairs = contrast_pairs(load_theme(name))
    assert len(pairs) == 217
    low = [f"{pair.what}: {pair.ratio:.2f} < {pair.needed}" for pair in pairs if pair.ratio < pair.needed]
    assert not low


def test_high_contrast_theme_has_more_than_the_least():
    pairs = contrast_pairs(load_theme("high_contrast"))
    assert min(pair.ratio for pair in pairs if pair.needed == 4.5) > 6.5
    assert min(pair.ratio for pair in pairs if pair.needed == 3.0) > 5.0


def test_contrast_of_black_and_white_is_21():
    assert contrast(QColor("#000000"), QColor("#FFFFFF")) == pytest.approx(21.0)
    assert contrast(QColor("#777777"), QColor("#777777")) == pytest.approx(1.0)


def test_red_and_green_come_closer_for_deuteranopes():
    red, green = QColor("#C83C3C"), QColor("#5A8C28")
    assert distance(red, green, "deuteranopia") < distance(red, green, "normal") / 2


@pytest.mark.parametrize("name", THEME_NAMES)
@pytest.mark.parametrize("eye", EYES)
def test_running_success_and_selection_are_plain_at_a_glance(name, eye):
    theme = load_theme(name)
    looks = (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.SELECTED)
    for a, b in itertools.combinations(looks, 2):
        assert status_distance(theme, a, b, eye) >= 10, (a, b)


@pytest.mark.parametrize("name", THEME_NAMES)
def test_running_success_and_failure_are_noticeably_different_for_all_eyes(name):
    theme = load_theme(name)
    looks = (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE)
    for (a, b), eye in itertools.product(itertools.combinations(looks, 2), EYES):
        assert status_distance(theme, a, b, eye) >= 6, (a, b, eye)
