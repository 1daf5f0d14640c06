"""Paint a sheet with every overlay in a small world of its own, with its legend, to look at ourselves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from editor.map.painting.legend_painting import drawn_styles, legend_size, paint_legend
from editor.map.painting.map_painting import paint_map
from editor.map.picture.map_view import fitted_view
from editor.map.view.session_reading import SessionReader
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import inks_for
from editor.theme.text_lines import text_line
from editor.theme.tokens import Theme
from tools.gallery.overlay_scene import OverlayScene
from tools.gallery.overlay_scenes import SCENES

COLUMNS = 2
MAP = QSize(468, 310)
LEGEND = 262
TITLE = 26
MARGIN = 14


def paint_scene(painter: QPainter, scene: OverlayScene, theme: Theme) -> None:
    """Paint one scene with its legend beside it, from the painter's origin on."""
    session, trail = scene.open()
    reader, choice = SessionReader(session, state_of=scene.states.get), scene.choice()
    picture = reader.read(scene.picked, trail, choice)
    view = fitted_view(reader.ground.size, MAP.width(), MAP.height())
    painter.save()
    painter.setClipRect(QRectF(0, 0, MAP.width(), MAP.height()))
    paint_map(painter, picture, view, theme, choice, label_of=reader.name_of)
    painter.restore()
    if not drawn_styles(picture):
        return
    size = legend_size(picture, MAP.height())
    paint_legend(painter, picture, QRectF(QPointF(MAP.width() + 10, 0), size), inks_for(theme))


def save_overlay_sheet(theme: Theme, path: str, scenes: tuple[OverlayScene, ...] = SCENES) -> None:
    """Write the sheet of all scenes as a PNG file. Needs a QGuiApplication."""
    rows = -(-len(scenes) // COLUMNS)
    across, down = MAP.width() + LEGEND + 2 * MARGIN, MAP.height() + TITLE + MARGIN
    image = QImage(COLUMNS * across + MARGIN, rows * down + MARGIN, QImage.Format.Format_RGB32)
    image.fill(theme.color("surface.panel"))
    inks = inks_for(theme)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    for place, scene in enumerate(scenes):
        painter.resetTransform()
        painter.translate(MARGIN + place % COLUMNS * across, MARGIN + place // COLUMNS * down)
        title = text_line(scene.title, TextSize.BODY, TextWeight.SEMIBOLD)
        title.draw(painter, 0, TITLE / 2, inks.pen("text.primary"))
        painter.translate(0, TITLE)
        paint_scene(painter, scene, theme)
    painter.end()
    image.save(path)
