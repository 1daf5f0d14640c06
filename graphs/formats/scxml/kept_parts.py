"""What a file says, as JSON beside the parts of a document, and read again when a chart is written.

Attributes are pairs in the order of the file, elements are texts. A writer refuses nothing that is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from graphs.basics.json_text import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.json_parts import list_of, texts_of
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlPiece, element_text, piece_text, read_xml
from graphs.model.state_machine import Edge

FORMAT_ID = "scxml"
NAMESPACE = "http://www.w3.org/2005/07/scxml"
MORE = "mindloom:more"
"""The attribute in which fields are written that SCXML does not have, as JSON; an import reads it again."""
LINE = "mindloom:line"
"""The element of a line that SCXML cannot say; its text is the line."""
EDGE_MORE = tuple(
    each
    for each in Edge.model_fields
    if each not in ("event", "guard", "targets", "actions", "internal", "suppress", "origin")
)
STATE_MORE = ("activity", "update", "transient", "status", "decision", "title", "note", "disabled")

Part = tuple[str, tuple[str, ...]]
"""A part of a block: an element as text, and the lines that it became."""
Content = list[XmlElement | XmlPiece]


def attribute_pairs(element: XmlElement) -> list[JsonValue]:
    """Return the attributes of an element as pairs, in the order of the file."""
    return [[name, value] for name, value in element.attributes.items()]


def attributes_in(value: JsonValue) -> dict[str, str]:
    """Return attributes that were kept as pairs, in their order."""
    pairs = [texts_of(each) for each in list_of(value)]
    return {each[0]: each[1] for each in pairs if len(each) == 2}


def content_parts(element: XmlElement, part_of: Callable[[XmlElement], JsonValue]) -> list[JsonValue]:
    """Return what is in an element, in order: what is no element as text, elements by `part_of`."""
    return [
        part_of(each) if isinstance(each, XmlElement) else _trimmed(each)
        for each in element.content
        if isinstance(each, XmlElement) or not each.is_space
    ]


def block_parts(element: XmlElement, lines_of: Callable[[XmlElement], Sequence[str]]) -> list[JsonValue]:
    """Return what is in a block, each part as text with the lines that it became."""
    parts = content_parts(element, lambda each: [element_text(each), [*lines_of(each)]])
    return [[each, []] if isinstance(each, str) else each for each in parts]


def parts_in(value: JsonValue) -> list[Part]:
    """Return the parts of a block that were kept."""
    listed = [list_of(each) for each in list_of(value)]
    return [(each[0], texts_of(each[1])) for each in listed if len(each) == 2 and isinstance(each[0], str)]


def lines_in(parts: Iterable[JsonValue]) -> list[str]:
    """Return the lines of a block of such parts, in order."""
    return [line for _, lines in parts_in([*parts]) for line in lines]


@lru_cache(maxsize=4096)
def _read(text: str) -> XmlElement | None:
    try:
        return read_xml(Source("", f"<x>{text}</x>".encode())).root
    except (FileProblem, UnicodeEncodeError):
        return None


def pieces_of(text: str) -> Content:
    """Return what a kept text is: elements, comments and texts; nothing where it is no XML."""
    found = _read(text)
    return [] if found is None else list(found.content)


def _trimmed(piece: XmlPiece) -> str:
    return piece_text(XmlPiece(piece.sort, piece.text.strip()) if piece.sort == "text" else piece)
