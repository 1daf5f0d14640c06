"""Write the machine of a document as a chart of SCXML, and say what of it other programs do not know."""

from __future__ import annotations

from graphs.basics.json_text import JsonObject
from graphs.formats.basics.format_record import Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, xml_text
from graphs.formats.scxml.write_chart import NAMESPACE, OWN_NAMESPACE, ChartWriter
from graphs.formats.scxml.write_parts import kept_of, pieces_of, texts_in
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph

SUFFIX = ".scxml"


def write_scxml(document: Document, registry: Registry, name: str) -> Written:
    """Write the root machine, or the first one; other machines that came from charts are files beside it."""
    machines = {key: each for key, each in document.graphs.items() if isinstance(each, StateMachineGraph)}
    first = document.root if document.root in machines else next(iter(machines), None)
    files: list[WrittenFile] = []
    rows: list[FormatRow] = []
    for key, graph in document.graphs.items():
        if key == first or (isinstance(graph, StateMachineGraph) and kept_of(graph.origin)):
            continue
        reason = "A chart has one machine, and other graphs are not part of it."
        rows.append(FormatRow("lost", f"graph {key}", reason, "Write it by its own format.", graph=key))
    if first is None:
        empty = XmlElement("scxml", {"xmlns": NAMESPACE, "version": "1.0", "name": name})
        empty.content.append(XmlElement("final", {"id": "nothing"}))
        return Written((WrittenFile(SUFFIX, xml_text(XmlFile(empty))),), tuple(rows))
    for key, graph in machines.items():
        if key != first and not kept_of(graph.origin):
            continue
        writer = ChartWriter(document, key, graph, name if key == first else key)
        files.insert(0 if key == first else len(files), _file(writer, "" if key == first else f".{key}"))
        rows += writer.rows
    return Written(tuple(files), tuple(rows))


def _file(writer: ChartWriter, middle: str) -> WrittenFile:
    root = writer.chart()
    if writer.uses_own_names:
        root.attributes.setdefault("xmlns:mindloom", OWN_NAMESPACE)
    kept: JsonObject = dict(writer.kept)
    around = {
        side: [
            piece
            for text in texts_in(kept.get(side))
            for piece in _piece(text)
            if isinstance(piece, XmlPiece)
        ]
        for side in ("before", "behind")
    }
    return WrittenFile(middle + SUFFIX, xml_text(XmlFile(root, around["before"], around["behind"])))


def _piece(text: str) -> list[XmlElement | XmlPiece]:
    return [
        each
        for each in pieces_of(text)
        if isinstance(each, XmlPiece) and each.sort in ("comment", "instruction")
    ]
