"""Icons: all of them load, are tinted, and keep a stroke that can be seen."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QIcon, QPixmap

from editor.basics.resource_files import resource_path
from editor.theme.icons import icon, icon_names, icon_source, pixmap
from editor.theme.tokens import load_theme


def _inked(picture: QPixmap) -> list[QColor]:
    image = picture.toImage()
    return [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 200
    ]


def test_every_icon_paints_something_in_its_color(qapp):
    color = QColor("#3DDADB")
    assert len(icon_names()) >= 125
    for name in sorted(icon_names()):
        inked = _inked(pixmap(name, 20, color, 2.0))
        assert inked, name
        off = max(abs(found.red() - color.red()) + abs(found.blue() - color.blue()) for found in inked)
        assert off < 12, name


def test_icons_use_current_color_only():
    for name in icon_names():
        source = resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")
        assert "currentColor" in source, name
        assert "#" not in source, name


def test_unknown_icon_is_named(qapp):
    with pytest.raises(KeyError, match="no_such_icon"):
        icon_source("no_such_icon")


def test_small_icons_keep_a_stroke_of_1_3_px(qapp):
    # A horizontal bar of the plus sign: at 10 px the drawn 1.75 of 24 would be 0.73 px.
    image = pixmap("add", 10, QColor("#FFFFFF"), 8.0).toImage()
    column = round(image.width() * 0.3)
    thickness = sum(image.pixelColor(column, y).alphaF() for y in range(image.height())) / 8.0
    assert thickness == pytest.approx(1.3, abs=0.1)


def test_pixmap_has_the_asked_size_and_is_cached(qapp):
    picture = pixmap("add", 16, QColor("#FFFFFF"), 1.5)
    assert picture.deviceIndependentSize().width() == pytest.approx(16)
    assert pixmap("add", 16, QColor("#FFFFFF"), 1.5) is picture


def test_icon_fades_when_disabled_and_lights_when_checked(qapp):
    theme = load_theme("dark")
    shown = icon("stop", "text.secondary", theme=theme, checked_token="text.link")

    def color(mode: QIcon.Mode, state: QIcon.State) -> QColor:
        return max(_inked(shown.pixmap(shown.availableSizes()[-1], 1.0, mode, state)), key=QColor.alpha)

    assert color(QIcon.Mode.Disabled, QIcon.State.Off) == theme.color("text.disabled")
    assert color(QIcon.Mode.Normal, QIcon.State.On) == theme.color("text.link")
    plain = icon("eye", theme=theme)
    assert plain.pixmap(16, QIcon.Mode.Normal, QIcon.State.On).toImage() == plain.pixmap(16).toImage()
