"""Take the pictures of the help page about curves and fuzzy sheets."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter

from editor.documents.open.sample_files import samples_folder
from editor.panels.curves.curve_fields import SHAPE_WORDS
from editor.panels.curves.curves_panel import paint_small_curve
from editor.theme.fonts import TextSize, ui_font
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import paint_text
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.curves import curves_panel, sheet_panel
from graphs.curves.curve_handles import new_curve
from graphs.edits.fuzzy_sheets import (
    add_fuzzy_input,
    add_fuzzy_output,
    add_fuzzy_rule,
    add_fuzzy_set,
    add_sheet,
    remove_fuzzy_set,
    set_fuzzy_axis_field,
    set_fuzzy_set_field,
)
from graphs.model import Document
from graphs.model.curves import CurveShape
from tools.gallery.curve_scenes import show_curves

SHAPES_PICTURE, CURVES_PICTURE, SHEET_PICTURE = "curve-shapes", "curves-panel", "fuzzy-sheet"
CURVE_PICTURES = (SHAPES_PICTURE, CURVES_PICTURE, SHEET_PICTURE)

HEALTH: dict[str, tuple[CurveShape, list[int]]] = {
    "critical": ("left_shoulder", [0, 20, 40]),
    "hurt": ("triangle", [20, 40, 80]),
    "healthy": ("right_shoulder", [60, 100, 100]),
}
"""The sets of the worked example."""

_WIDE, _HIGH, _ACROSS = 150, 104, 5
_PANEL = QRect(40, 40, 960, 430)


def health_document(document: Document, health: str = "65") -> Document:
    """Return a document with the sheet of the worked example, on which health is a number."""
    document, sheet = add_sheet(document, "Courage")
    document, _ = add_fuzzy_input(document, sheet, "health")
    document = set_fuzzy_axis_field(document, sheet, "health", "value", health)
    document = set_fuzzy_axis_field(document, sheet, "health", "high", 100)
    for name in ("low", "middle", "high"):
        document = remove_fuzzy_set(document, sheet, "health", name)
    for name, (shape, at) in HEALTH.items():
        document, _ = add_fuzzy_set(document, sheet, "health", name, shape)
        document = set_fuzzy_set_field(document, sheet, "health", name, "at", at)
    document, _ = add_fuzzy_output(document, sheet, "courage")
    document = set_fuzzy_axis_field(document, sheet, "courage", "high", 10)
    ends = {"low": [0, 0, 5], "middle": [0, 5, 10], "high": [5, 10, 10]}
    for name, at in ends.items():
        document = set_fuzzy_set_field(document, sheet, "courage", name, "at", at)
    for when, then in (
        ("health is critical", "low"),
        ("health is hurt", "middle"),
        ("health is healthy", "high"),
        ("health is very hurt", "low"),
    ):
        document = add_fuzzy_rule(document, sheet, when, "courage", then)
    return document


def shapes_image() -> QImage:
    """Return a picture of all shapes, each with its name, in the theme in use."""
    rows = -(-len(SHAPE_WORDS) // _ACROSS)
    image = QImage(2 * _WIDE * _ACROSS, 2 * _HIGH * rows, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(2)
    theme = current_theme()
    image.fill(theme.color("surface.region"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, (shape, words) in enumerate(SHAPE_WORDS.items()):
        cell = QRect(place % _ACROSS * _WIDE, place // _ACROSS * _HIGH, _WIDE, _HIGH)
        paint_small_curve(painter, new_curve(shape), cell.adjusted(20, 16, -20, -32))
        name = cell.adjusted(0, _HIGH - 28, 0, -6)
        center = Qt.AlignmentFlag.AlignHCenter
        paint_text(painter, words, name, ui_font(TextSize.BODY), theme.color("text.primary"), center)
    painter.end()
    return image


def take_curves(window: MainWindow, folder: Path, ending: str) -> list[Path]:
    """Write the pictures of the page in the theme in use; `ending` is behind their names."""
    application = make_application()
    window.open_file(samples_folder() / "tank.mind.json")
    settle(application)
    images = {SHAPES_PICTURE: shapes_image()}
    show_curves(window)
    images[CURVES_PICTURE] = _panel_image(window, "curves")
    session = window.session
    assert session is not None
    session.apply("Add sheet", health_document)
    window.run.apply_edits_now()
    window.run.advance(1)
    window.panels.show_panel("fuzzy")
    window.part(sheet_panel).pick("health", "hurt")
    images[SHEET_PICTURE] = _panel_image(window, "fuzzy")
    written = []
    for name, image in images.items():
        path = folder / "pictures" / f"{name}{ending}.png"
        if not image.save(str(path)):
            raise OSError(f"{path} cannot be written")
        written.append(path)
    return written


def _panel_image(window: MainWindow, panel: str) -> QImage:
    """Return a picture of a panel that floats, at the size of a picture on a page."""
    window.panels.float_panel(panel, _PANEL)
    part = window.part(curves_panel) if panel == "curves" else window.part(sheet_panel)
    settle(make_application(), 12)
    image = part.grab().toImage()
    window.panels.dock_panel(panel)
    return image
