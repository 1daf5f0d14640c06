"""Paint a whole scene into a picture file's bytes, as the canvas shows it at 100 %; keep SVG files clean."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsScene

from editor.theme.fonts import FIXED_FALLBACKS, UI_FALLBACKS, canvas_metrics, fixed_family, ui_family
from editor.theme.theme_manager import current_theme, set_theme, theme_manager

_SVG = "http://www.w3.org/2000/svg"
_GROUP, _TEXT = f"{{{_SVG}}}g", f"{{{_SVG}}}text"
_FONT = ("font-family", "font-size", "font-weight", "font-style")
_PLAIN = {"vector-effect": "none", "fill-opacity": "1", "stroke-opacity": "1"}
_NO_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")
"""Characters that a title may hold and XML may not."""
_NO_PEN = {"stroke": "#000000", "stroke-linejoin": "miter", "stroke-miterlimit": "4"}
"""How Qt writes that an area of an icon has no outline; our own pens have round joins."""
_PEN = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity")
_STILL = "matrix(1,0,0,1,0,0)"


@dataclass(frozen=True, slots=True)
class FontList:
    """Font families that can stand in for one another, the one in use first, and their generic family."""

    families: Sequence[str]
    generic: str

    def __str__(self) -> str:
        return ", ".join([*(f"'{family}'" for family in dict.fromkeys(self.families)), self.generic])


Measure = Callable[[str, str, int, int], float]
"""Return how long a text is in px: text, family, size in px, weight."""


def clean_svg(data: bytes, size: tuple[int, int], fonts: Sequence[FontList], measure: Measure) -> bytes:
    """Return an SVG without empty groups, repeated fonts, and the clip around everything.

    `size` is given in px. Texts name fonts to fall back to, and are as long in these as measured.
    """
    ET.register_namespace("", _SVG)
    root = ET.fromstring(_NO_XML.sub(b"", data))
    root.set("width", str(size[0]))
    root.set("height", str(size[1]))
    texts = _Texts({font.families[0]: str(font) for font in fonts}, measure)
    for definitions in root.findall(f"{{{_SVG}}}defs"):
        for clip in definitions.findall(f"{{{_SVG}}}clipPath"):
            definitions.remove(clip)
        if not len(definitions):
            root.remove(definitions)
    _clean(root, texts)
    ET.indent(root, " ")
    written: bytes = ET.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written + b"\n"


@dataclass(frozen=True, slots=True)
class _Texts:
    lists: dict[str, str]
    measure: Measure

    def clean(self, element: ET.Element) -> None:
        family = element.get("font-family", "")
        size, weight = int(element.get("font-size", "12")), int(element.get("font-weight", "400"))
        words = element.text or ""
        if words.strip():
            length = self.measure(words, family, size, weight)
            element.set("textLength", f"{length:.2f}".rstrip("0").rstrip("."))
            element.set("lengthAdjust", "spacingAndGlyphs")
        element.set("font-family", self.lists.get(family, family))
        if element.get("fill-opacity") == "1":
            del element.attrib["fill-opacity"]
        if element.get("font-style") == "normal":
            del element.attrib["font-style"]


def _clean(element: ET.Element, texts: _Texts) -> None:
    """Clean an element from the inside out; nesting is only as deep as Qt makes it."""
    if element.tag == _TEXT:
        texts.clean(element)
        return
    for child in list(element):
        _clean(child, texts)
        if child.tag == _GROUP:
            _merge(element, child)
    element.attrib.pop("clip-path", None)
    if all(element.get(name) == value for name, value in _NO_PEN.items()):
        for name in _PEN:
            element.attrib.pop(name, None)
        element.set("stroke", "none")
    for name in _FONT if element.tag == _GROUP else ():
        element.attrib.pop(name, None)
    for name, value in _PLAIN.items():
        if element.get(name) == value:
            del element.attrib[name]
    if element.get("transform") == _STILL:
        del element.attrib["transform"]


def _merge(parent: ET.Element, group: ET.Element) -> None:
    """Take an empty group away, and put what is in one without attributes in its place."""
    place = list(parent).index(group)
    if not len(group):
        parent.remove(group)
    elif not group.attrib:
        parent.remove(group)
        for number, child in enumerate(list(group)):
            parent.insert(place + number, child)


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
