"""Paint pieces of a picture as SVG for a page, whose colors follow the theme of the page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPainter

from editor.canvas.items.shared_look import SharedLook
from editor.canvas.scene.graph_picture import painted_svg
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import Theme, load_theme

PAGE_THEMES = ("light", "dark")
"""The themes that a page has, in the order of the colors of a `Palette` entry."""

_SVG = "http://www.w3.org/2000/svg"
_COLORS = ("fill", "stroke")


class PageLook(SharedLook):
    """Be the look of a scene that is painted in both themes of a page; the window's own stays as it is."""

    painted_in: Theme | None = None

    @property
    def theme(self) -> Theme:
        """Return the theme that is painted in now."""
        return self.painted_in or current_theme()


class Palette:
    """Number the colors of a page: each is what stands in one place of the picture in light and in dark."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, ...], int] = {}

    def color(self, colors: tuple[str, ...]) -> str:
        """Return what to write for a color that is this in each theme."""
        if len(set(colors)) == 1:
            return colors[0]
        return f"var(--p{self._places.setdefault(colors, len(self._places))})"

    def declared(self, theme: int) -> str:
        """Return the style that gives each color its value in a theme of `PAGE_THEMES`."""
        return "".join(f"--p{place}:{colors[theme]};" for colors, place in self._places.items())


def fragment(size: QSizeF, paint: Callable[[QPainter, Theme], None], palette: Palette) -> str:
    """Return what `paint` paints as SVG elements: painted in every theme, colors that differ in the palette.

    `size` is that of the whole picture, px. Text is escaped. Raises PictureTooLarge.
    """
    drawn = [list(_pieces(painted_svg(size, partial(_paint_in, paint, name), ""))) for name in PAGE_THEMES]
    return "".join(_written(same, palette) for same in zip(*drawn, strict=True))


def _paint_in(paint: Callable[[QPainter, Theme], None], theme: str, painter: QPainter) -> None:
    paint(painter, load_theme(theme))


def _pieces(data: bytes) -> Iterator[ET.Element]:
    """Yield the elements of a picture but for its title and its background."""
    root = ET.fromstring(data)
    for group in root.findall(f"{{{_SVG}}}g"):
        yield from list(group)[1:]


def _written(same: tuple[ET.Element, ...], palette: Palette) -> str:
    for elements in zip(*(element.iter() for element in same), strict=True):
        first = elements[0]
        for name in _COLORS:
            if name in first.attrib:
                first.set(name, palette.color(tuple(element.get(name, "none") for element in elements)))
        family = first.attrib.pop("font-family", "")
        if "monospace" in family:
            first.set("class", "fixed")
        first.text = first.text if (first.text or "").strip() else None
        first.tail = None
    return ET.tostring(same[0], encoding="unicode").replace(f' xmlns="{_SVG}"', "")
