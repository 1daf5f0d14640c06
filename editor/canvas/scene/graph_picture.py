"""Paint a whole scene into a picture file's bytes, as the canvas shows it at 100 %."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsScene

from editor.canvas.scene.svg_cleaning import FontList, clean_svg
from editor.theme.fonts import FIXED_FALLBACKS, UI_FALLBACKS, canvas_metrics, fixed_family, ui_family
from editor.theme.theme_manager import current_theme, set_theme, theme_manager

MARGIN = 40.0
"""Room around everything that is shown, px."""

MOST_SIDE = 32_000
"""Longest side of a picture made of pixels; Qt paints no larger ones."""

MOST_PIXELS = 200_000_000

FARTHEST = 1e7
"""How far from the origin anything may stand in a picture of any kind, px."""

_DPI = 96


class PictureTooLarge(Exception):
    """Say that a picture would be too large: its width and height in px."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(f"{width:,.0f} × {height:,.0f} px")


@contextmanager
def theme_in_use(name: str) -> Iterator[None]:
    """Use a theme (`dark`, `light`, `high_contrast`) for a while, then the one chosen before."""
    before = theme_manager().choice
    set_theme(name)
    try:
        yield
    finally:
        set_theme(before)


def picture_area(content: QRectF) -> QRectF:
    """Return what of a scene a picture shows: the content with a margin, on whole px.

    Raises PictureTooLarge.
    """
    return whole_rect(content.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))


def whole_rect(area: QRectF) -> QRectF:
    """Return the smallest rectangle of whole px around another; raise PictureTooLarge far from the origin."""
    sides = (area.left(), area.top(), area.right(), area.bottom())
    if not all(-FARTHEST < side < FARTHEST for side in sides):
        raise PictureTooLarge(area.width(), area.height())
    return QRectF(area.toAlignedRect())


def png_bytes(scene: QGraphicsScene, content: QRectF, scale: float = 1.0) -> bytes:
    """Return a scene as PNG in the current theme, `scale` px for each px of the canvas.

    Raises PictureTooLarge.
    """
    area = picture_area(content)
    return painted_png(area.size(), lambda painter: scene.render(painter, _at_origin(area), area), scale)


def svg_bytes(scene: QGraphicsScene, content: QRectF, title: str, scale: float = 1.0) -> bytes:
    """Return a scene as SVG in the current theme: words stay words, icons are lines and areas.

    The fonts are named, with others to fall back to, not embedded. Raises PictureTooLarge.
    """
    area = picture_area(content)

    def paint(painter: QPainter) -> None:
        scene.render(painter, _at_origin(area), area)

    return painted_svg(area.size(), paint, title, scale)


def _at_origin(area: QRectF) -> QRectF:
    return QRectF(0, 0, area.width(), area.height())


def painted_png(size: QSizeF, paint: Callable[[QPainter], None], scale: float = 1.0) -> bytes:
    """Return what `paint` paints, in px of the canvas, as PNG on the canvas color. Raises PictureTooLarge."""
    width, height = round(size.width() * scale), round(size.height() * scale)
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise PictureTooLarge(width, height)
    image = QImage(QSize(width, height), QImage.Format.Format_RGB32)
    image.setText("Software", "Mindloom")
    image.fill(current_theme().color("surface.canvas"))
    painter = QPainter(image)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
    )
    painter.scale(scale, scale)
    paint(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def painted_svg(size: QSizeF, paint: Callable[[QPainter], None], title: str, scale: float = 1.0) -> bytes:
    """Return what `paint` paints, in px of the canvas, as SVG on the canvas color.

    Raises PictureTooLarge.
    """
    if max(size.width(), size.height()) * scale > FARTHEST:
        raise PictureTooLarge(size.width() * scale, size.height() * scale)
    whole = QSize(round(size.width() * scale), round(size.height() * scale))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(_DPI)
    generator.setSize(whole)
    generator.setViewBox(QRectF(0, 0, whole.width(), whole.height()))
    generator.setTitle(title)
    generator.setDescription("Drawn by Mindloom")
    painter = QPainter(generator)
    painter.fillRect(QRectF(0, 0, whole.width(), whole.height()), current_theme().color("surface.canvas"))
    painter.scale(scale, scale)
    paint(painter)
    painter.end()
    fonts = (
        FontList((ui_family(), *UI_FALLBACKS), "sans-serif"),
        FontList((fixed_family(), *FIXED_FALLBACKS), "monospace"),
    )
    return clean_svg(bytes(data.data()), (whole.width(), whole.height()), fonts, _text_length)


def _text_length(text: str, family: str, size: int, weight: int) -> float:
    return canvas_metrics(size, weight, family == fixed_family()).horizontalAdvance(text)
