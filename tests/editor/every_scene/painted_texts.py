"""Read which texts a widget paints, and where: it is let paint into SVG, and the texts are read from that.

So labels, buttons, delegates of rows and whatever paints itself are read alike, as they are painted, elided
or not.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QRegion, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

SVG = "{http://www.w3.org/2000/svg}"
DOTS = "…"


@dataclass(frozen=True)
class PaintedText:
    """Hold a text and the rectangle of its ink, px of the widget."""

    text: str
    ink: QRectF


def painted_texts(widget: QWidget) -> list[PaintedText]:
    """Return the texts that a widget paints by itself, not those of its children."""
    content = _svg_of(widget)
    if "<text" not in content:
        return []
    texts = []
    for group in ET.fromstring(content).iter(f"{SVG}g"):
        transform = _transform_of(group.get("transform", ""))
        for item in group.findall(f"{SVG}text"):
            text = (item.text or "").rstrip()
            if text.strip():
                ink = QFontMetricsF(_font_of(item)).tightBoundingRect(text)
                ink.translate(float(item.get("x", 0)), float(item.get("y", 0)))
                texts.append(PaintedText(text, transform.mapRect(ink)))
    return texts


def _svg_of(widget: QWidget) -> str:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(widget.rect())
    QWidget.render(widget, generator, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
    return bytes(buffer.data().data()).decode("utf-8", "replace")


def _transform_of(words: str) -> QTransform:
    numbers = [float(each) for each in words.removeprefix("matrix(").removesuffix(")").split(",") if each]
    return QTransform(*numbers) if len(numbers) == 6 else QTransform()


def _font_of(item: ET.Element) -> QFont:
    font = QFont(item.get("font-family", ""))
    font.setPixelSize(round(float(item.get("font-size", 12))))
    font.setWeight(QFont.Weight(int(item.get("font-weight", 400))))
    font.setItalic(item.get("font-style") == "italic")
    return font
