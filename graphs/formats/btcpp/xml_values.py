"""Keep elements, comments and texts of a file as JSON values, and make them elements again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.xml_file import PieceSort, XmlElement, XmlPiece

Content = list[XmlElement | XmlPiece]
"""What is inside an element."""
_SORTS: tuple[PieceSort, ...] = get_args(PieceSort)


def pieces_json(content: Iterable[XmlElement | XmlPiece]) -> list[JsonValue]:
    """Return what is inside an element: a piece as [sort, text], an element as an object; space left out."""
    return [
        _element_json(each) if isinstance(each, XmlElement) else [each.sort, each.text]
        for each in content
        if isinstance(each, XmlElement) or not each.is_space
    ]


def _element_json(element: XmlElement) -> JsonValue:
    found: dict[str, JsonValue] = {"tag": element.tag, "attributes": pairs_json(element.attributes)}
    inside = pieces_json(element.content)
    return found | ({"content": inside} if inside else {})


def pairs_json(attributes: Mapping[str, str]) -> list[JsonValue]:
    """Return attributes in their order, which objects of JSON do not keep."""
    return [[name, text] for name, text in attributes.items()]


def pairs_of(value: JsonValue) -> dict[str, str]:
    """Return attributes again; what is malformed is left out."""
    found = {}
    for each in value if isinstance(value, list) else ():
        match each:
            case [str(name), str(text)] if name and name.isprintable():
                found[name] = text
    return found


def texts_of(value: JsonValue) -> dict[str, str]:
    """Return the texts of an object; what is malformed is left out."""
    pairs = value.items() if isinstance(value, dict) else ()
    return {name: text for name, text in pairs if isinstance(text, str)}


def content_of(value: JsonValue) -> Content:
    """Return what is inside an element again; what is malformed is left out."""
    found: Content = []
    for each in value if isinstance(value, list) else ():
        match each:
            case [sort, str(text)]:
                found += [XmlPiece(known, text) for known in _SORTS if known == sort]
            case {"tag": str(tag)} if isinstance(each, dict):
                attributes, content = pairs_of(each.get("attributes")), content_of(each.get("content"))
                found.append(XmlElement(tag, attributes, content))
    return found


def with_pieces(content: Iterable[XmlElement | XmlPiece]) -> tuple[list[tuple[Content, XmlElement]], Content]:
    """Return the elements inside with the comments and texts before each, and what is behind all."""
    found: list[tuple[Content, XmlElement]] = []
    waiting: Content = []
    for each in content:
        if isinstance(each, XmlElement):
            found.append((waiting, each))
            waiting = []
        elif not each.is_space:
            waiting.append(each)
    return found, waiting
