"""Write the machine of a document as a chart of SCXML, and say what of it other programs do not know."""

from __future__ import annotations

from graphs.formats.basics.format_record import Written, WrittenFile
from graphs.formats.basics.json_parts import texts_of
from graphs.formats.basics.machine_writing import machines_of, unwritten_graph
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, xml_text
from graphs.formats.scxml.kept_parts import FORMAT_ID, NAMESPACE, pieces_of
from graphs.formats.scxml.write_chart import OWN_NAMESPACE, ChartWriter
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

SUFFIX = ".scxml"


def write_scxml(document: Document, registry: Registry, name: str) -> Written:
    """Write the root machine, or the first one; other machines that came from charts are files beside it."""
    machines = machines_of(document)
    first = next(iter(machines), None)
    written = {key: each for key, each in machines.items() if key == first or each.origin.get(FORMAT_ID)}
    reason, remedy = (
        "A chart has one machine, and other graphs are not part of it.",
        "Write it by its own format.",
    )
    rows = [unwritten_graph(key, reason, remedy) for key in document.graphs if key not in written]
    if first is None:
        empty = XmlElement("scxml", {"xmlns": NAMESPACE, "version": "1.0", "name": name})
        empty.content.append(XmlElement("final", {"id": "nothing"}))
        return Written((WrittenFile(SUFFIX, xml_text(XmlFile(empty))),), tuple(rows))
    files: list[WrittenFile] = []
    for key, graph in written.items():
        writer = ChartWriter(document, key, graph, name if key == first else key)
        files.append(_file(writer, SUFFIX if key == first else f".{key}{SUFFIX}"))
        rows += writer.rows
    return Written(tuple(files), tuple(rows))


def _file(writer: ChartWriter, suffix: str) -> WrittenFile:
    root = writer.chart()
    if writer.uses_own_names:
        root.attributes.setdefault("xmlns:mindloom", OWN_NAMESPACE)
    before, behind = (
        [
            piece
            for text in texts_of(writer.kept.get(side))
            for piece in pieces_of(text)
            if isinstance(piece, XmlPiece) and piece.sort in ("comment", "instruction")
        ]
        for side in ("before", "behind")
    )
    return WrittenFile(suffix, xml_text(XmlFile(root, before, behind)))
