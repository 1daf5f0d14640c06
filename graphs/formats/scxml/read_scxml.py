"""Read charts of SCXML into a document, and say what became of each element."""

from __future__ import annotations

from collections.abc import Sequence

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
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import FORMAT, NEWEST_VERSION, Document
from graphs.model.state_machine import StateMachineGraph
from graphs.model.variables_and_events import Event, Variable
from graphs.structure.file_version import with_file_version

MOST_READINGS = 12
"""How often a chart is read until nothing new is learned of it."""


def read_scxml(sources: Sequence[Source], registry: Registry) -> Imported:
    """Read files of SCXML, each into a machine; the first one is the root. Raises `FileProblem`."""
    charts = [(read_chart(read_xml(source), source.name), source) for source in sources]
    shared = ChartKnowledge()
    known = [shared.beside() for _ in charts]
    for _ in range(MOST_READINGS):
        for each in known:
            each.grown = False
        calls = GameCalls.beside(registry)
        graphs: dict[str, StateMachineGraph] = {}
        rows: list[FormatRow] = []
        variables: dict[str, Variable] = {}
        for (chart, source), knowledge in zip(charts, known, strict=True):
            graph_id = _free(chart, source, graphs)
            words = ChartWords(chart, knowledge, calls, source.name, graph_id)
            graphs[graph_id], data = ChartGraph(words).read()
            rows += sorted(words.rows, key=lambda row: (row.line, row.column))
            if len(charts) == 1:
                variables = data
            else:
                own = {**data, **graphs[graph_id].variables}
                graphs[graph_id] = graphs[graph_id].model_copy(update={"variables": own})
        if not any(each.grown for each in known):
            break
    document = Document(
        format=FORMAT,
        version=NEWEST_VERSION,
        root=next(iter(graphs)),
        graphs={**graphs},
        variables=variables,
        events={
            name: _event(shared, shared.relays.get(name, name)) for name in (*shared.events, *shared.relays)
        },
        origin={"scxml": _names(shared)},
    )
    document = with_file_version(document.model_copy(update={"version": 1}))
    return Imported(document, tuple(rows), calls.manifest(charts[0][0].file.root.attributes.get("name", "")))


def _names(knowledge: ChartKnowledge) -> dict[str, JsonValue]:
    changed = {legal: name for legal, name in knowledge.events.items() if legal != name}
    return {"events": {**changed}} if changed else {}


def _event(knowledge: ChartKnowledge, name: str) -> Event:
    fields = knowledge.payload.get(name, {})
    return Event(payload={each: "float" if kind == "unknown" else kind for each, kind in fields.items()})


def _free(chart: Chart, source: Source, taken: dict[str, StateMachineGraph]) -> str:
    name = chart.file.root.attributes.get("name", "") or source.name.rpartition("/")[2].partition(".")[0]
    stem = slug(name) or "chart"
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return found
