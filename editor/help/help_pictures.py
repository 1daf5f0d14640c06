"""Paint the picture of a help page: a small graph, drawn as the canvas draws it, on nothing."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.scene.scene import CanvasScene
from editor.help.help_examples import EXAMPLE, example_of
from graphs.kinds.declarations.registry import Registry

MARGIN = 12.0
"""Room around the graph, px."""


def page_picture(page: str, registry: Registry, ratio: float = 1.0) -> QImage | None:
    """Return the picture of a page in the current theme, or None for a page without one.

    `ratio` is the number of px for each logical px; the image carries it, so it is shown at its own size.
    """
    document = example_of(page, registry)
    if document is None:
        return None
    scene = CanvasScene(registry)
    scene.sync(document, EXAMPLE)
    area = QRectF(scene.content_rect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).toAlignedRect())
    size = QSize(round(area.width() * ratio), round(area.height() * ratio))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
    )
    scene.render(painter, QRectF(0, 0, size.width(), size.height()), area)
    painter.end()
    scene.deleteLater()
    image.setDevicePixelRatio(ratio)
    return image
