"""Read what an import kept beside the parts of a document; whatever is in it, nothing is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from graphs.basics.json_text import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlPiece, read_xml
from graphs.formats.scxml.origin_parts import FORMAT_ID

Kept = Mapping[str, JsonValue]


def kept_of(origin: Mapping[str, JsonValue]) -> Kept:
    """Return what this format keeps in an origin."""
    return object_in(origin.get(FORMAT_ID))


def object_in(value: JsonValue) -> Kept:
    """Return a value that should be an object."""
    return value if isinstance(value, dict) else {}


def list_in(value: JsonValue) -> Sequence[JsonValue]:
    """Return a value that should be a list."""
    return value if isinstance(value, list) else ()


def texts_in(value: JsonValue) -> tuple[str, ...]:
    """Return the texts of a value that should be a list of them."""
    return tuple(each for each in list_in(value) if isinstance(each, str))


def text_pairs(value: JsonValue) -> dict[str, str]:
    """Return the texts of a value that should be an object of them."""
    return {name: each for name, each in object_in(value).items() if isinstance(each, str)}


def attributes_in(value: JsonValue) -> dict[str, str]:
    """Return attributes that were kept as pairs, in their order."""
    pairs = [texts_in(each) for each in list_in(value)]
    return {each[0]: each[1] for each in pairs if len(each) == 2}


def parts_in(value: JsonValue) -> list[tuple[str, tuple[str, ...]]]:
    """Return the parts of a block: each an element as text and the lines it became."""
    found = []
    for part in list_in(value):
        listed = list_in(part)
        if len(listed) == 2 and isinstance(listed[0], str):
            found.append((listed[0], texts_in(listed[1])))
    return found


@lru_cache(maxsize=4096)
def _read(text: str) -> XmlElement | None:
    try:
        return read_xml(Source("", f"<x>{text}</x>".encode())).root
    except (FileProblem, UnicodeEncodeError):
        return None


def pieces_of(text: str) -> list[XmlElement | XmlPiece]:
    """Return what a kept text is: elements, comments and texts; nothing where it is no XML."""
    found = _read(text)
    return [] if found is None else list(found.content)
