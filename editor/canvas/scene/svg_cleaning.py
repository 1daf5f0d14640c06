"""Make the SVG that Qt writes smaller and plainer; what it shows stays the same."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    texts = _Texts({one.families[0]: str(one) for one in fonts}, measure)
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
