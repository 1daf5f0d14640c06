"""Keep elements, comments and texts of a file as JSON values, and make them elements again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.xml_file import XmlElement, XmlPiece


def pieces_json(content: Iterable[XmlElement | XmlPiece]) -> list[JsonValue]:
    """Return what is inside an element: a piece as [sort, text], an element as an object; space left out."""
    found: list[JsonValue] = []
    for each in content:
        if isinstance(each, XmlElement):
            found.append(element_json(each))
        elif not each.is_space:
            found.append([each.sort, each.text])
    return found


def element_json(element: XmlElement) -> JsonValue:
    """Return an element and all inside."""
    found: dict[str, JsonValue] = {"tag": element.tag, "attributes": pairs_json(element.attributes.items())}
    if inside := pieces_json(element.content):
        found["content"] = inside
    return found


def pairs_json(pairs: Iterable[tuple[str, str]]) -> list[JsonValue]:
    """Return attributes in their order, which objects of JSON do not keep."""
    return [[name, text] for name, text in pairs]


def pairs_of(value: JsonValue) -> dict[str, str]:
    """Return attributes again; what is malformed is left out."""
    if not isinstance(value, list):
        return {}
    found = {}
    for each in value:
        if isinstance(each, list) and len(each) == 2:
            name, text = each
            if isinstance(name, str) and isinstance(text, str) and name.isprintable() and name:
                found[name] = text
    return found


def content_of(value: JsonValue) -> list[XmlElement | XmlPiece]:
    """Return what is inside an element again; what is malformed is left out."""
    found: list[XmlElement | XmlPiece] = []
    for each in value if isinstance(value, list) else ():
        if isinstance(each, list):
            piece = _piece(each)
            if piece is not None:
                found.append(piece)
        elif (element := element_of(each)) is not None:
            found.append(element)
    return found


def element_of(value: JsonValue) -> XmlElement | None:
    """Return an element again, None for what is none."""
    if not isinstance(value, dict) or not isinstance(value.get("tag"), str):
        return None
    return XmlElement(str(value["tag"]), pairs_of(value.get("attributes")), content_of(value.get("content")))


def _piece(value: Sequence[JsonValue]) -> XmlPiece | None:
    sort, text = value if len(value) == 2 else ("", "")
    if not isinstance(text, str):
        return None
    for known in ("text", "cdata", "comment", "instruction"):
        if sort == known:
            return XmlPiece(known, text)
    return None
