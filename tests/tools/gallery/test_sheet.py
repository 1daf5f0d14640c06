"""The sheet of all nodes renders in every theme, sharp at two device px per px, and can be saved."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from editor.theme.tokens import THEME_NAMES, StatusLook, load_theme
from tools.gallery.sheet import SHEET_HEIGHT, SHEET_WIDTH, render_sheet, save_sheet

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", THEME_NAMES)
def test_sheet_shows_every_live_color_of_its_theme(name):
    theme = load_theme(name)
    image = render_sheet(theme)
    assert (image.width(), image.height()) == (SHEET_WIDTH, SHEET_HEIGHT)
    seen = {image.pixel(x, y) for x in range(image.width()) for y in range(0, image.height(), 2)}
    for look in (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR):
        assert theme.status(look).plate.rgb() in seen, look
    assert theme.color("accent.line").rgb() in seen


def test_sheet_is_saved_as_png(tmp_path):
    path = tmp_path / "sheet.png"
    save_sheet(load_theme("dark"), str(path), 2.0)
    assert QImage(str(path)).width() == 2 * SHEET_WIDTH


def test_sheet_says_where_it_could_not_be_written(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        save_sheet(load_theme("dark"), str(tmp_path / "nowhere" / "sheet.png"))
