"""Charts of SCXML: how files of them are known, read into a document, and written."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from graphs.basics.json_text import JsonObject
from graphs.formats.basics.format_record import Format, Imported, Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.json_parts import texts_of
from graphs.formats.basics.machine_reading import Machines, document_of, graph_id
from graphs.formats.basics.machine_writing import machines_of, unwritten_graph
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, read_xml, xml_text
from graphs.formats.scxml.chart import Chart, read_chart
from graphs.formats.scxml.chart_graph import ChartGraph
from graphs.formats.scxml.chart_knowledge import ChartKnowledge
from graphs.formats.scxml.chart_words import ChartWords
from graphs.formats.scxml.kept_parts import FORMAT_ID, NAMESPACE, pieces_of
from graphs.formats.scxml.write_chart import OWN_NAMESPACE, ChartWriter
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.variables_and_events import Event

SUFFIX = ".scxml"
MOST_READINGS = 12
"""How often a chart is read until nothing new is learned of it."""


def read_scxml(sources: Sequence[Source], registry: Registry) -> Imported:
    """Read files of SCXML, each into a machine; the first one is the root. Raises `FileProblem`."""
    charts = [(read_chart(read_xml(source), source.name), source) for source in sources]
    shared = ChartKnowledge()
    known = [shared.beside() for _ in charts]
    machines, rows, calls = _read_once(charts, known, registry)
    for _ in range(MOST_READINGS):
        before = deepcopy(known)
        machines, rows, calls = _read_once(charts, known, registry)
        if known == before:
            break
    changed: JsonObject = {legal: name for legal, name in shared.events.items() if legal != name}
    events = {name: _event(shared, name) for name in shared.events}
    events |= {name: _event(shared, raised) for name, raised in shared.relays.items()}
    origin: JsonObject = {"events": changed} if changed else {}
    document = document_of(machines, events, {FORMAT_ID: origin})
    return Imported(document, tuple(rows), calls.manifest(charts[0][0].title))


def _read_once(
    charts: Sequence[tuple[Chart, Source]], known: Sequence[ChartKnowledge], registry: Registry
) -> tuple[Machines, list[FormatRow], GameCalls]:
    machines: Machines = {}
    rows: list[FormatRow] = []
    calls = GameCalls.beside(registry)
    for (chart, source), knowledge in zip(charts, known, strict=True):
        key = graph_id(chart.title, source.name, "chart", machines)
        words = ChartWords(chart, knowledge, calls, source.name, key)
        machines[key] = ChartGraph(words).read()
        rows += sorted(words.rows, key=lambda row: (row.line, row.column))
    return machines, rows, calls


def _event(knowledge: ChartKnowledge, name: str) -> Event:
    fields = knowledge.payload.get(name, {})
    return Event(payload={each: "float" if kind == "unknown" else kind for each, kind in fields.items()})


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


def _is_scxml(source: Source) -> bool:
    head = source.data[:65_536]
    return b"<scxml" in head or (b":scxml" in head and NAMESPACE.encode() in head)


SCXML = Format("scxml", "SCXML", (SUFFIX,), _is_scxml, read_scxml, write_scxml)
