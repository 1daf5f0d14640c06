"""XML as it stands in a file: elements with their places, comments, texts, and what is written as it was.

The parser is defusedxml's: a document type, entities of a file's own and references to other files are
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Literal
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler, property_lexical_handler
from xml.sax.saxutils import escape
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException
from defusedxml.sax import make_parser

from graphs.formats.basics.sources import Source

MOST_DEPTH, MOST_ELEMENTS = 200, 200_000
"""How deep elements may be in each other, and how many a file may have."""

_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML can hold."""

PieceSort = Literal["text", "cdata", "comment", "instruction"]


@dataclass(frozen=True, slots=True)
class XmlPiece:
    """Hold a text, a CDATA section, a comment or an instruction, without its marks."""

    sort: PieceSort
    text: str

    @property
    def is_space(self) -> bool:
        """Tell whether it is nothing but the space between elements."""
        return self.sort == "text" and not self.text.strip()


@dataclass(slots=True)
class XmlElement:
    """Hold an element: attributes and what is inside in the order of the file, its place in it from 1."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[XmlElement | XmlPiece] = field(default_factory=list)
    line: int = 0
    column: int = 0

    @property
    def elements(self) -> list[XmlElement]:
        """Return the elements directly inside."""
        return [each for each in self.content if isinstance(each, XmlElement)]

    @property
    def text(self) -> str:
        """Return the text directly inside, without space around it."""
        found = (
            each.text
            for each in self.content
            if isinstance(each, XmlPiece) and each.sort in ("text", "cdata")
        )
        return "".join(found).strip()

    def walk(self) -> Iterator[XmlElement]:
        """Yield this element and all inside, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.elements)


@dataclass(slots=True)
class XmlFile:
    """Hold a whole file: its root, and the comments and instructions before and behind it."""

    root: XmlElement
    before: list[XmlPiece] = field(default_factory=list)
    behind: list[XmlPiece] = field(default_factory=list)


class _TooMuchXml(Exception):
    pass


class _XmlHandler(ContentHandler):
    """Gather what the parser tells."""

    def __init__(self) -> None:
        super().__init__()
        self.file: XmlFile | None = None
        self.before: list[XmlPiece] = []
        self._open: list[XmlElement] = []
        self._count = 0
        self._sort: PieceSort = "text"
        self._place: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - the name is SAX's
        self._place = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise _TooMuchXml(f"It has more than {MOST_ELEMENTS:,} elements.")
        if len(self._open) >= MOST_DEPTH:
            raise _TooMuchXml(f"Elements are more than {MOST_DEPTH} deep in each other.")
        assert self._place is not None
        line, column = self._place.getLineNumber() or 0, (self._place.getColumnNumber() or 0) + 1
        element = XmlElement(name, dict(attrs.items()), [], line, column)
        if self._open:
            self._open[-1].content.append(element)
        else:
            self.file = XmlFile(element, self.before)
        self._open.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802
        self._open.pop()

    def characters(self, content: str) -> None:
        inside = self._open[-1].content
        last = inside[-1] if inside else None
        if isinstance(last, XmlPiece) and last.sort == self._sort:
            inside[-1] = XmlPiece(self._sort, last.text + content)
        else:
            inside.append(XmlPiece(self._sort, content))

    def processingInstruction(self, target: str, data: str) -> None:  # noqa: N802
        self._piece(XmlPiece("instruction", f"{target} {data}".rstrip()))

    def comment(self, content: str) -> None:
        self._piece(XmlPiece("comment", content))

    def _piece(self, piece: XmlPiece) -> None:
        if self._open:
            self._open[-1].content.append(piece)
        else:
            (self.before if self.file is None else self.file.behind).append(piece)

    def startCDATA(self) -> None:  # noqa: N802
        self._sort = "cdata"

    def endCDATA(self) -> None:  # noqa: N802
        self._sort = "text"

    def startDTD(self, name: str, public_id: str | None, system_id: str | None) -> None:  # noqa: N802
        """Hear of a document type; the parser refuses it."""

    def endDTD(self) -> None:  # noqa: N802
        """Hear of its end."""


def read_xml(source: Source) -> XmlFile:
    """Return what is in an XML file.

    Raises
    ------
    FileProblem
        For what is no XML, with its place; for a document type, an entity or a reference to another file;
        for more than `MOST_ELEMENTS` elements, or more than `MOST_DEPTH` in each other.
    """
    handler = _XmlHandler()
    parser = make_parser()
    parser.forbid_dtd = True
    parser.setContentHandler(handler)
    parser.setProperty(property_lexical_handler, handler)
    try:
        parser.parse(BytesIO(source.data))
    except SAXParseException as error:
        at = error.getLineNumber() or 0, (error.getColumnNumber() or 0) + 1
        said = f"This is no XML: {error.getMessage()}."
        raise source.problem(said, "Correct it there.", *at) from None
    except DefusedXmlException:
        said = "It has a document type, an entity of its own or a reference to another file."
        raise source.problem(said, "Take it out: such files are not read, for safety.") from None
    except _TooMuchXml as error:
        raise source.problem(str(error), "Split it into several files.") from None
    except (ValueError, LookupError) as error:  # an encoding that is not known or does not fit
        raise source.problem(f"Its text cannot be read: {error}.", "Save it in UTF-8.") from None
    assert handler.file is not None
    return handler.file


def xml_text(file: XmlFile, indent: str = "  ") -> str:
    """Return a file as text: elements on lines of their own, but where there is text between them."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines += [piece_text(piece) for piece in file.before]
    lines += _element_lines(file.root, indent, "")
    lines += [piece_text(piece) for piece in file.behind]
    return "\n".join(lines) + "\n"


def _element_lines(element: XmlElement, indent: str, before: str) -> Iterator[str]:
    begin = f"{before}<{_head(element)}"
    inside = [each for each in element.content if isinstance(each, XmlElement) or not each.is_space]
    if not inside:
        yield f"{begin}/>"
    elif any(isinstance(each, XmlPiece) and each.sort in ("text", "cdata") for each in inside):
        yield f"{begin}>{_mixed(element)}</{element.tag}>"
    else:
        yield f"{begin}>"
        for each in inside:
            if isinstance(each, XmlElement):
                yield from _element_lines(each, indent, before + indent)
            else:
                yield f"{before}{indent}{piece_text(each)}"
        yield f"{before}</{element.tag}>"


def _mixed(element: XmlElement) -> str:
    """Return what is in an element where space counts."""
    return "".join(
        piece_text(each) if isinstance(each, XmlPiece) else element_text(each) for each in element.content
    )


def element_text(element: XmlElement) -> str:
    """Return an element as text, with all space that is in it."""
    inside = _mixed(element)
    return f"<{_head(element)}>{inside}</{element.tag}>" if inside else f"<{_head(element)}/>"


def _legal(text: str) -> str:
    """Return a text with a mark in the place of what no XML can hold."""
    return _NO_XML.sub("\ufffd", text)


def piece_text(piece: XmlPiece) -> str:
    """Return a text, a comment or the like with its marks."""
    text = _legal(piece.text)
    if piece.sort == "comment":
        return f"<!--{text}-->"
    if piece.sort == "instruction":
        return f"<?{text}?>"
    return f"<![CDATA[{text}]]>" if piece.sort == "cdata" else escape(text, {"\r": "&#13;"})


def _head(element: XmlElement) -> str:
    """Return the tag of an element with its attributes."""
    marks = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
    return element.tag + "".join(
        f' {name}="{escape(_legal(each), marks)}"' for name, each in element.attributes.items()
    )
