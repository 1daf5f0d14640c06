"""Read configurations of XState into a document, and say what became of each part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from graphs.basics.ids import slug
from graphs.basics.json_text import JsonObject, JsonTextError, JsonValue, parse_json
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.json_places import JsonPath, json_places
from graphs.formats.basics.sources import Source
from graphs.formats.xstate.configuration import list_of, object_of, plain_configuration, text_of
from graphs.formats.xstate.configured_graph import FORMAT_ID, ConfiguredGraph
from graphs.formats.xstate.configured_names import ConfiguredNames
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import VERSION, Document, Graph
from graphs.model.variables_and_events import Variable
from graphs.structure.file_version import with_file_version

_FIELDS = frozenset({"states", "initial", "on", "always", "after", "invoke", "entry"})
MOST_DEPTH = 60
"""How deep states may be in each other."""


def read_xstate(sources: Sequence[Source], registry: Registry) -> Imported:
    """Read JSON of XState: a configuration, what `definition` gives, or all machines of a module.

    Each machine becomes a graph, the first one is the root. Raises `FileProblem` for other files.
    """
    calls = GameCalls.beside(registry)
    names = ConfiguredNames(calls)
    graphs: dict[str, Graph] = {}
    variables: dict[str, Variable] = {}
    rows: list[FormatRow] = []
    readings = []
    for source in sources:
        for config, path, delays, places in _machines(source):
            key = _free(text_of(config.get("id")) or source.name.rpartition("/")[2].partition(".")[0], graphs)
            readings.append(ConfiguredGraph(names, config, path, delays, source.name, key, places))
            graphs[key] = readings[-1].empty()
    for reading in readings:
        reading.learn()
    for key, reading in zip(list(graphs), readings, strict=True):
        graph, own = reading.read()
        if len(readings) == 1:
            variables = own
        else:
            graph = graph.model_copy(update={"variables": {**own, **graph.variables}})
        graphs[key] = graph
        rows += sorted(reading.rows, key=lambda row: (row.line, row.column))
    changed: dict[str, JsonValue] = {legal: name for legal, name in names.events.items() if legal != name}
    document = Document(
        format="mindloom",
        version=VERSION,
        root=next(iter(graphs)),
        graphs=graphs,
        variables=variables,
        events=names.declared(),
        origin={FORMAT_ID: {"events": changed, "called": {**names.called}}},
    )
    return Imported(with_file_version(document), tuple(rows), calls.manifest("Game"))


Places = Mapping[JsonPath, tuple[int, int]]


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


def _free(name: str, taken: dict[str, Graph]) -> str:
    stem = slug(name) or "machine"
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return found
