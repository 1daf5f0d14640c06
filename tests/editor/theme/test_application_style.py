"""The application's dress: it follows the theme and the font size, and Qt accepts every rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QSpinBox, QWidget

from editor.theme import fonts
from editor.theme.application_style import (
    apply_application_style,
    inset_spin_box,
    refresh_style,
    theme_palette,
)
from editor.theme.fonts import TextSize, TextWeight, canvas_font, fixed_font, set_font_scale, ui_font
from editor.theme.style_sheet import application_style_sheet
from editor.theme.theme_manager import set_theme
from editor.theme.tokens import THEME_NAMES, load_theme


@pytest.fixture
def dressed(qapp):
    """Dress the application and undress it after the test."""
    set_theme("dark")
    apply_application_style(qapp)
    yield qapp
    set_theme("dark")
    qapp.setStyleSheet("")


def _brightest(field: QLineEdit) -> int:
    picture = field.grab().toImage()
    right = range(picture.width() - 20, picture.width() - 6)
    return max(picture.pixelColor(x, y).lightness() for x in right for y in range(7, picture.height() - 7))


def test_links_in_labels_follow_the_theme(dressed, qtbot):
    set_theme("dark")
    label = QLabel("[Open](somewhere)", textFormat=Qt.TextFormat.MarkdownText)
    qtbot.addWidget(label)
    label.show()
    seen = []
    for name in ("dark", "light"):
        set_theme(name)
        image = label.grab().toImage()
        link = load_theme(name).color("text.link")
        colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        seen.append(link.name() in colors)
    assert seen == [True, True]


def test_the_cross_that_clears_a_field_follows_the_theme(dressed, qtbot):
    set_theme("light")
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setClearButtonEnabled(True)
    field.resize(140, 28)
    field.show()
    field.setText("typed")
    set_theme("dark")
    assert field.isClearButtonEnabled()
    qtbot.waitUntil(lambda: _brightest(field) > 120)


@pytest.fixture
def plain_font_scale():
    yield
    set_font_scale(100)


@pytest.mark.parametrize("name", THEME_NAMES)
def test_style_sheet_leaves_no_placeholder_and_all_its_images_exist(qapp, name):
    sheet = application_style_sheet(load_theme(name))
    assert "$" not in sheet
    images = re.findall(r'url\("([^"]+)"\)', sheet)
    assert images
    assert all(Path(image).is_file() for image in images)


def _center_color(widget: QWidget):
    image = widget.grab().toImage()
    return image.pixelColor(4, image.height() // 2)


def test_primary_button_is_filled_with_the_accent(dressed, qtbot):
    button = QPushButton("Continue")
    qtbot.addWidget(button)
    button.setProperty("role", "primary")
    button.resize(120, 28)
    button.show()
    refresh_style(button)
    assert _center_color(button) == load_theme("dark").color("accent.fill")


def test_field_changes_its_colors_with_the_theme(dressed, qtbot):
    field = QLineEdit()
    qtbot.addWidget(field)
    field.resize(120, 26)
    field.show()
    assert _center_color(field) == load_theme("dark").color("surface.field")
    set_theme("light")
    assert _center_color(field) == load_theme("light").color("surface.field")
    window = QPalette.ColorRole.Window
    assert QApplication.palette().color(window) == load_theme("light").color("surface.panel")


def test_spin_box_text_starts_off_the_border(dressed, qtbot):
    box = QSpinBox()
    qtbot.addWidget(box)
    inset_spin_box(box)
    assert box.lineEdit().textMargins().left() == 6
    box.show()
    assert box.height() == 26


def test_disabled_words_step_back():
    theme = load_theme("light")
    palette = theme_palette(theme)
    group, role = QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text
    assert palette.color(group, role) == theme.color("text.disabled")


def test_font_scale_is_clamped_and_leaves_the_canvas_alone(qapp, plain_font_scale):
    set_font_scale(400)
    assert ui_font(TextSize.BODY).pixelSize() == 18
    assert canvas_font(TextSize.BODY).pixelSize() == 12
    assert fonts.scaled(26) == 39


def test_fixed_font_is_fixed_pitch_and_figures_are_tabular(qapp):
    metrics = fonts.canvas_metrics(12, TextWeight.REGULAR, True)
    assert metrics.horizontalAdvance("iiii") == pytest.approx(metrics.horizontalAdvance("MMMM"))
    assert fixed_font().featureTags()
    figures = fonts.canvas_metrics(12, TextWeight.REGULAR, False)
    assert figures.horizontalAdvance("111") == pytest.approx(figures.horizontalAdvance("000"))
