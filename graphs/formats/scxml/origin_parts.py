"""Keep what a file says as JSON beside the parts of a document: attributes in order, elements as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphs.basics.json_text import JsonValue
from graphs.formats.basics.xml_file import XmlElement, XmlPiece, element_text, piece_text

FORMAT_ID = "scxml"
MORE = "mindloom:more"
"""The attribute in which fields are written that SCXML does not have, as JSON; an import reads it again."""
LINE = "mindloom:line"
"""The element of a line that SCXML cannot say; its text is the line."""
EDGE_MORE = (
    *(
        "priority",
        "interrupt",
        "reenter",
        "after",
        "delay",
        "jitter",
        "recheck",
        "cooldown",
        "group",
        "weight",
    ),
    *("outcome", "else_", "disabled", "title", "note"),
)
STATE_MORE = ("activity", "update", "transient", "status", "decision", "title", "note", "disabled")


def attribute_pairs(element: XmlElement) -> list[JsonValue]:
    """Return the attributes of an element as pairs, in the order of the file."""
    return [[name, value] for name, value in element.attributes.items()]


def content_parts(element: XmlElement, part_of: Callable[[XmlElement], JsonValue]) -> list[JsonValue]:
    """Return what is in an element, in order: what is no element as text, elements by `part_of`."""
    found: list[JsonValue] = []
    for each in element.content:
        if isinstance(each, XmlElement):
            found.append(part_of(each))
        elif not each.is_space:
            found.append(piece_text(_trimmed(each)))
    return found


def block_parts(element: XmlElement, lines_of: Callable[[XmlElement], Sequence[str]]) -> list[JsonValue]:
    """Return the elements of a block as text, each with the lines that it became."""
    found: list[JsonValue] = []
    for each in element.content:
        if isinstance(each, XmlElement):
            found.append([element_text(each), list(lines_of(each))])
        elif not each.is_space:
            found.append([piece_text(_trimmed(each)), []])
    return found


def lines_in(parts: Iterable[JsonValue]) -> list[str]:
    """Return the lines of a block of such parts, in order."""
    return [
        str(line)
        for part in parts
        if isinstance(part, list) and isinstance(part[1], list)
        for line in part[1]
    ]


def _trimmed(piece: XmlPiece) -> XmlPiece:
    return XmlPiece(piece.sort, piece.text.strip()) if piece.sort == "text" else piece
