"""Machines of XState: how files of them are known, read into a document, and written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from graphs.basics.json_text import JsonObject, JsonTextError, parse_json
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Format, Imported, Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.json_parts import list_of, object_of, text_of
from graphs.formats.basics.json_places import JsonPath, json_places
from graphs.formats.basics.machine_reading import document_of, graph_id
from graphs.formats.basics.machine_writing import machines_of, unwritten_graph
from graphs.formats.basics.sources import Source
from graphs.formats.xstate.configuration import plain_configuration
from graphs.formats.xstate.configured_graph import ConfiguredGraph, Places
from graphs.formats.xstate.configured_names import ConfiguredNames
from graphs.formats.xstate.made_parts import FORMAT_ID
from graphs.formats.xstate.setup_names import setup_text
from graphs.formats.xstate.write_configuration import ConfigurationWriter
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

SUFFIX, SETUP_SUFFIX = ".machine.json", ".setup.ts"
_FIELDS = frozenset({"states", "initial", "on", "always", "after", "invoke", "entry"})
MOST_DEPTH = 60
"""How deep states may be in each other."""


def read_xstate(sources: Sequence[Source], registry: Registry) -> Imported:
    """Read JSON of XState: a configuration, what `definition` gives, or all machines of a module.

    Each machine becomes a graph, the first one is the root. Raises `FileProblem` for other files.
    """
    calls = GameCalls.beside(registry)
    names = ConfiguredNames(calls)
    readings: dict[str, ConfiguredGraph] = {}
    for source in sources:
        for config, path, delays, places in _machines(source):
            key = graph_id(text_of(config.get("id")), source.name, "machine", readings)
            readings[key] = ConfiguredGraph(names, config, path, delays, source.name, key, places)
    for reading in readings.values():
        names.learn_wildcards(reading.machine.root)
    machines = {key: reading.read() for key, reading in readings.items()}
    rows: list[FormatRow] = []
    for reading in readings.values():
        rows += sorted(reading.rows, key=lambda row: (row.line, row.column))
    changed: JsonObject = {legal: name for legal, name in names.events.items() if legal != name}
    origin: JsonObject = {"events": changed, "called": {**names.called}}
    document = document_of(machines, names.declared(), {FORMAT_ID: origin})
    return Imported(document, tuple(rows), calls.manifest("Game"))


def _machines(source: Source) -> list[tuple[JsonObject, JsonPath, JsonObject, Places]]:
    """Return the configurations of a file, each with its place, its named delays and the file's lines."""
    path = Path(source.name)
    try:
        value = parse_json(source.data, MOST_DEPTH * 3)
    except JsonTextError as error:
        said = f"This is no JSON: {error}"
        raise FileProblem(path, "", said, "A module of XState is read with --run-module.") from None
    config = object_of(value)
    machines = [object_of(each) for each in list_of(config.get("machines"))] or [{"config": config}]
    places = json_places(source.data.decode().removeprefix("\ufeff"))
    found = []
    for place, each in enumerate(machines):
        inside: JsonPath = ("machines", place, "config") if "machines" in config else ()
        plain = plain_configuration(object_of(each.get("config")))
        if _FIELDS.isdisjoint(plain):
            line = places.get(inside, (1, 1))[0]
            said = "It is no configuration of XState."
            raise FileProblem(path, f"line {line}", said, 'Choose a file with "initial" and "states".')
        found.append((plain, inside, object_of(each.get("delays")), places))
    return found


def write_xstate(document: Document, registry: Registry, name: str) -> Written:
    """Write the root machine, or the first one; other graphs are told of."""
    machines = machines_of(document)
    first = next(iter(machines), None)
    reason, remedy = "A configuration is one machine.", "Write it by itself."
    rows = [unwritten_graph(key, reason, remedy) for key in document.graphs if key != first]
    if first is None:
        return Written((WrittenFile(SUFFIX, _text({"id": name})),), tuple(rows))
    writer = ConfigurationWriter(document, first, machines[first], name)
    config = WrittenFile(SUFFIX, _text(writer.machine()))
    setup = setup_text(writer.names, document.events, writer.variables)
    return Written((config, WrittenFile(SETUP_SUFFIX, setup)), (*rows, *writer.rows))


def _text(config: JsonObject) -> str:
    return json.dumps(config, ensure_ascii=False, indent=2) + "\n"


def _is_xstate(source: Source) -> bool:
    head = source.data[:262_144]
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or b'"format"' in head:
        return False
    return b'"states"' in head or b'"machines"' in head


XSTATE = Format("xstate", "XState", (SUFFIX,), _is_xstate, read_xstate, write_xstate)
