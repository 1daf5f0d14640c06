"""Read charts of SCXML into a document, and say what became of each element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphs.basics.ids import slug
from graphs.basics.json_text import JsonValue
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import read_xml
from graphs.formats.scxml.chart import Chart, read_chart
from graphs.formats.scxml.chart_graph import ChartGraph
from graphs.formats.scxml.chart_knowledge import ChartKnowledge
from graphs.formats.scxml.chart_words import ChartWords
from graphs.formats.scxml.origin_parts import FORMAT_ID
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import VERSION, Document, Graph
from graphs.model.variables_and_events import Event, Variable
from graphs.structure.file_version import with_file_version

MOST_READINGS = 12
"""How often a chart is read until nothing new is learned of it."""


@dataclass
class _Reading:
    """Hold what one reading of all charts gave."""

    calls: GameCalls
    graphs: dict[str, Graph] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    rows: list[FormatRow] = field(default_factory=list)


def read_scxml(sources: Sequence[Source], registry: Registry) -> Imported:
    """Read files of SCXML, each into a machine; the first one is the root. Raises `FileProblem`."""
    charts = [(read_chart(read_xml(source), source.name), source) for source in sources]
    shared = ChartKnowledge()
    known = [shared.beside() for _ in charts]
    reading = _read_once(charts, known, registry)
    for _ in range(MOST_READINGS):
        if not any(each.grown for each in known):
            break
        for each in known:
            each.grown = False
        reading = _read_once(charts, known, registry)
    names = (*shared.events, *shared.relays)
    document = Document(
        format="mindloom",
        version=VERSION,
        root=next(iter(reading.graphs)),
        graphs=reading.graphs,
        variables=reading.variables,
        events={name: _event(shared, shared.relays.get(name, name)) for name in names},
        origin={FORMAT_ID: _names(shared)},
    )
    title = charts[0][0].file.root.attributes.get("name", "")
    return Imported(with_file_version(document), tuple(reading.rows), reading.calls.manifest(title))


def _read_once(
    charts: Sequence[tuple[Chart, Source]], known: Sequence[ChartKnowledge], registry: Registry
) -> _Reading:
    reading = _Reading(GameCalls.beside(registry))
    for (chart, source), knowledge in zip(charts, known, strict=True):
        graph_id = _free(chart, source, reading.graphs)
        words = ChartWords(chart, knowledge, reading.calls, source.name, graph_id)
        graph, data = ChartGraph(words).read()
        reading.rows += sorted(words.rows, key=lambda row: (row.line, row.column))
        if len(charts) == 1:
            reading.variables = data
        else:
            graph = graph.model_copy(update={"variables": {**data, **graph.variables}})
        reading.graphs[graph_id] = graph
    return reading


def _names(knowledge: ChartKnowledge) -> dict[str, JsonValue]:
    changed = {legal: name for legal, name in knowledge.events.items() if legal != name}
    return {"events": {**changed}} if changed else {}


def _event(knowledge: ChartKnowledge, name: str) -> Event:
    fields = knowledge.payload.get(name, {})
    return Event(payload={each: "float" if kind == "unknown" else kind for each, kind in fields.items()})


def _free(chart: Chart, source: Source, taken: dict[str, Graph]) -> str:
    name = chart.file.root.attributes.get("name", "") or source.name.rpartition("/")[2].partition(".")[0]
    stem = slug(name) or "chart"
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return found
