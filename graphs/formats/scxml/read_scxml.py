"""Read charts of SCXML into a document, and say what became of each element."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from graphs.basics.json_text import JsonObject
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.machine_reading import document_of, graph_id
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import read_xml
from graphs.formats.scxml.chart import Chart, read_chart
from graphs.formats.scxml.chart_graph import ChartGraph
from graphs.formats.scxml.chart_knowledge import ChartKnowledge
from graphs.formats.scxml.chart_words import ChartWords
from graphs.formats.scxml.kept_parts import FORMAT_ID
from graphs.kinds.declarations.registry import Registry
from graphs.model.state_machine import StateMachineGraph
from graphs.model.variables_and_events import Event, Variable

MOST_READINGS = 12
"""How often a chart is read until nothing new is learned of it."""


@dataclass
class _Reading:
    """Hold what one reading of all charts gave."""

    calls: GameCalls
    machines: dict[str, tuple[StateMachineGraph, dict[str, Variable]]] = field(default_factory=dict)
    rows: list[FormatRow] = field(default_factory=list)


def read_scxml(sources: Sequence[Source], registry: Registry) -> Imported:
    """Read files of SCXML, each into a machine; the first one is the root. Raises `FileProblem`."""
    charts = [(read_chart(read_xml(source), source.name), source) for source in sources]
    shared = ChartKnowledge()
    known = [shared.beside() for _ in charts]
    reading = _read_once(charts, known, registry)
    for _ in range(MOST_READINGS):
        before = deepcopy(known)
        reading = _read_once(charts, known, registry)
        if known == before:
            break
    changed: JsonObject = {legal: name for legal, name in shared.events.items() if legal != name}
    events = {name: _event(shared, name) for name in shared.events}
    events |= {name: _event(shared, raised) for name, raised in shared.relays.items()}
    origin: JsonObject = {"events": changed} if changed else {}
    document = document_of(reading.machines, events, {FORMAT_ID: origin})
    title = charts[0][0].root.element.attributes.get("name", "")
    return Imported(document, tuple(reading.rows), reading.calls.manifest(title))


def _read_once(
    charts: Sequence[tuple[Chart, Source]], known: Sequence[ChartKnowledge], registry: Registry
) -> _Reading:
    reading = _Reading(GameCalls.beside(registry))
    for (chart, source), knowledge in zip(charts, known, strict=True):
        title = chart.root.element.attributes.get("name", "")
        key = graph_id(title, source.name, "chart", reading.machines)
        words = ChartWords(chart, knowledge, reading.calls, source.name, key)
        reading.machines[key] = ChartGraph(words).read()
        reading.rows += sorted(words.rows, key=lambda row: (row.line, row.column))
    return reading


def _event(knowledge: ChartKnowledge, name: str) -> Event:
    fields = knowledge.payload.get(name, {})
    return Event(payload={each: "float" if kind == "unknown" else kind for each, kind in fields.items()})
