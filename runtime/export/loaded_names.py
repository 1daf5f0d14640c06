"""Give the rows of a loaded program the names of the document, or numbers where names were stripped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphs.basics.json_text import JsonValue
from runtime.basics.context import Slot
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import COUNT_OF_DRAWS, TEXT, require_object, whole
from runtime.export.reading import Reading
from runtime.minds.program.program import Instance
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow


@dataclass(frozen=True)
class LoadedNames:
    """Hold the uses of graphs, and the numbers of paths in draws where paths are no ids."""

    instances: tuple[Instance, ...] = ()
    streams: Mapping[str, int] = field(default_factory=dict)


def name_rows(names: JsonValue, data: JsonValue, rows: list[Row], source: Reading) -> LoadedNames:
    """Name the rows. Without `names` their paths are numbers that sort as the paths of the document do.

    Steering is added in the order of paths, which `rank` keeps. Each variable of a graph then is told of as
    if it were a use of a graph by itself.
    """
    assert isinstance(data, list)
    if names is not None:
        return _named(require_object(names, "names"), rows, source)
    for row, one in zip(rows, data, strict=True):
        row.path = row.node = f"row {row.index}"
        if isinstance(row, ActionRow):
            path = f"rows[{row.index}].rank"
            rank = whole(0, len(rows)).read(require_object(one, path).get("rank"), path, source)
            row.path = f"action {rank:06}"
    own = [one for one in source.variables if one.scope in ("graph", "parameter")]
    instances = tuple(
        Instance("", f"variable {number}", {}, {f"{one.scope}:{one.name}": one.slot})
        for number, one in enumerate(own)
    )
    return LoadedNames(instances, {row.path: row.stream for row in rows if row.stream >= 0})


def _named(given: dict[str, JsonValue], rows: list[Row], source: Reading) -> LoadedNames:
    if set(given) != {"graphs", "instances", "rows"}:
        raise ExportProblem("names", "Expected graphs, instances and rows.", EXPORT_AGAIN)
    graphs, named = given["graphs"], given["rows"]
    if not isinstance(graphs, list) or not isinstance(named, list) or len(named) != len(rows):
        raise ExportProblem("names.rows", f"Expected the names of {len(rows)} rows.", EXPORT_AGAIN)
    for row, one in zip(rows, named, strict=True):
        path = f"names.rows[{row.index}]"
        if not isinstance(one, list) or len(one) != 3:
            raise expected("a graph, a node and a path", one, path)
        graph = graphs[whole(0, len(graphs) - 1).read(one[0], path, source)]
        row.graph, row.node, row.path = (TEXT.read(text, path, source) for text in (graph, one[1], one[2]))
    instances = given["instances"]
    if not isinstance(instances, list):
        raise expected("a list", instances, "names.instances")
    places = tuple(one.slot for one in source.variables if not one.slot.shared)
    own = _rows_by_call(rows)
    found = [_instance(one, f"names.instances[{n}]", own, places, source) for n, one in enumerate(instances)]
    return LoadedNames(tuple(found))


_OwnRows = Mapping[tuple[str, str], Mapping[str, int]]
"""Rows by node, for each use of a graph."""


def _instance(data: JsonValue, path: str, own: _OwnRows, places: Sequence[Slot], source: Reading) -> Instance:
    given = require_object(data, path)
    if set(given) != {"draws", "graph", "path", "variables"}:
        raise ExportProblem(path, "Expected draws, graph, path and variables.", EXPORT_AGAIN)
    graph, call = (TEXT.read(given[name], f"{path}.{name}", source) for name in ("graph", "path"))
    slots: dict[str, Slot] = {}
    for key, place in require_object(given["variables"], f"{path}.variables").items():
        found = _slot_at(place, places)
        if found is None:
            raise ExportProblem(f"{path}.variables", f"{key[:40]!r} is no variable.", EXPORT_AGAIN)
        slots[key] = found
    draws = {
        node: whole(0).read(place, f"{path}.draws", source)
        for node, place in require_object(given["draws"], f"{path}.draws").items()
    }
    for place in draws.values():
        # A group all of whose members are disabled has a count of draws and no row that keeps it.
        source.claims.claim_shared("int", place, f"{path}.draws", COUNT_OF_DRAWS)
    return Instance(graph, call, own.get((graph, call), {}), slots, draws)


def _slot_at(data: JsonValue, places: Sequence[Slot]) -> Slot | None:
    if not isinstance(data, list) or len(data) != 2:
        return None
    return next((slot for slot in places if [slot.buffer, slot.index] == data), None)


def _rows_by_call(rows: list[Row]) -> dict[tuple[str, str], dict[str, int]]:
    """Return the rows by node, for each use of a graph: its id and the path of its call."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        if row.kind == "activity":
            continue
        if row.path == row.node:
            found.setdefault((row.graph, ""), {})[row.node] = row.index
        elif row.path.endswith(f"/{row.node}"):
            call = row.path[: len(row.path) - len(row.node) - 1]
            found.setdefault((row.graph, call), {})[row.node] = row.index
    return found
