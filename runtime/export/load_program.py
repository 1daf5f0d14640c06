"""Build a program from an export. Nothing is run: rows are built from what is on a list of allowed things.

Whatever is in the file, the result is a program that runs, or an `ExportProblem`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from graphs.basics.json_text import JsonObject, JsonTextError, JsonValue, parse_json
from graphs.expressions.types import type_from_name
from graphs.files.plain_file import plain_file
from graphs.model.document import ROUNDS
from runtime.basics.context import BufferName, Slot
from runtime.export.code_forms import FIRST_VALUES
from runtime.export.curve_forms import curves_from_json, read_rising
from runtime.export.declared_forms import GROUP_FIELDS
from runtime.export.export_problem import (
    EXPORT_AGAIN,
    MOST_RATE,
    RUNTIME_FORMAT,
    RUNTIME_VERSION,
    ExportProblem,
    expected,
)
from runtime.export.forms import (
    COUNT_OF_DRAWS,
    NO_SOURCE,
    ROUNDS_FORM,
    TEXT,
    read_fields,
    require_object,
    whole,
)
from runtime.export.game_needs import DeclaredVariable, GameNeeds
from runtime.export.loaded_variables import read_triggers, read_variables
from runtime.export.needs_json import needs_from_json
from runtime.export.program_json import ProgramFiles, names_path, uses_of, with_defaults, with_names
from runtime.export.row_forms import FORM_OF, empty_rows, form_of
from runtime.export.writing_and_reading import (
    BUFFERS,
    MOST_PLACES,
    ExportedVariable,
    MemoryClaims,
    Reading,
    variable_key,
)
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.compile.compiler import link_claims
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.decisions.questions import TreeQuestion
from runtime.minds.machines.machine_rows import MachineRow, StateRow, WeightedGroup
from runtime.minds.program.agent_state import StateLayout
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow

_ALWAYS = frozenset({"format", "rate", "rows", "uses", "version"})
_TOP = _ALWAYS | {"curves", "defaults", "groups", "hash", "memory", "needs", "risen", "rounds", "triggers"}
_TOP |= {"variables"}

DEEPEST_JSON = 500
"""Levels of lists and objects in an export: deep expressions have many."""


@dataclass(frozen=True)
class LoadedExport:
    """Hold a program that was loaded, and what the game must supply to it.

    `world_variables` are those of scope world, with their defaults.
    """

    program: Program
    needs: GameNeeds
    world_variables: tuple[ExportedVariable, ...]


def parse_export(data: bytes) -> JsonObject:
    """Return the JSON value of an export file; raise `ExportProblem` for text that is none."""
    try:
        value = parse_json(data, DEEPEST_JSON)
    except JsonTextError as error:
        place = f"line {error.line}, column {error.column}"
        raise ExportProblem(place, error.message, error.remedy) from None
    return require_object(value, "")


def load_files(path: Path) -> ProgramFiles:
    """Read a program's file, with the names beside it. Raises OSError, and `ExportProblem` for no JSON."""
    program = parse_export(plain_file(path).read_bytes())
    return ProgramFiles(program, names_beside(path, program))


def names_beside(path: Path, program: JsonObject) -> JsonObject | None:
    """Return the names beside a program's file, None where there are none or those of another program.

    Raises OSError, and `ExportProblem` for text that is no JSON.
    """
    try:
        names = parse_export(plain_file(names_path(path)).read_bytes())
    except FileNotFoundError:
        return None
    return names if names.get("program") == program.get("hash") else None


def load_program(
    data: JsonValue,
    library: ActionLibrary,
    world_variables: Mapping[str, Slot] | None = None,
    *,
    names: JsonObject | None = None,
) -> LoadedExport:
    """Build the program of an export, with the behavior of its actions from `library`.

    `world_variables` are the places of the world's variables, shared by all programs of a world; without
    them the program gets places of its own. `names` is the file of its names. Raises `ExportProblem` for an
    export that is damaged, of another version, or needs an action that the library has not.
    """
    plain = require_object(data, "")
    check_top(plain)
    given = with_names(plain, names)
    needs = needs_from_json(given.get("needs", {}), "needs")
    rows = empty_rows(given["rows"])
    _check_uses(given)
    sizes = _sizes(given.get("memory", {}))
    claims = MemoryClaims(sizes)
    claims.claim("byte", 0, len(rows), "the statuses of the rows")
    variables = read_variables(given.get("variables", []), claims, world_variables)
    slots = {variable_key(place): variable.slot for place, variable in enumerate(variables)}
    rate = whole(1, MOST_RATE).read(given["rate"], "rate", NO_SOURCE)
    source = Reading(rows, variables, claims, needs, library, slots, rate)
    source.curves = curves_from_json(given.get("curves", {}))
    _read_rows(given, source)
    triggers = read_triggers(given.get("triggers", []), source)
    rising, risen_place = read_rising(variables, given.get("risen"), source)
    defaults = FIRST_VALUES.read(given.get("defaults", []), "defaults", source)
    source.finish()
    _complete(rows)
    _check_rows(source)
    root = rows[0]
    if not isinstance(root, TreeRow):
        raise ExportProblem("rows[0]", "The first row cannot be ticked.", EXPORT_AGAIN)
    fresh = {row.place: -1 for row in rows if isinstance(row, OrderedCompositeRow) and not row.keep}
    layout = StateLayout(sizes, fresh)
    _settle(rows)
    link_claims(rows)
    _give_fields(rows, layout)
    named = name_rows(names, given["rows"], rows, source)
    return LoadedExport(
        Program(
            root=root,
            rows=tuple(rows),
            instances=named.instances,
            layout=layout,
            variables={variable.name: variable.slot for variable in variables if variable.scope == "agent"},
            world_variables={
                variable.name: variable.slot for variable in variables if variable.scope == "world"
            },
            defaults=defaults,
            rate=rate,
            resumable=all(row.action.resumable for row in rows if isinstance(row, ActionRow)),
            triggers=triggers,
            streams=named.streams,
            rounds=ROUNDS_FORM.read(given.get("rounds", ROUNDS), "rounds", source),
            curves=source.curves,
            rising=rising,
            risen_place=risen_place,
        ),
        replace(needs, variables=_declared(variables)),
        tuple(variable for variable in variables if variable.scope == "world"),
    )


def _declared(variables: tuple[ExportedVariable, ...]) -> dict[str, DeclaredVariable]:
    return {
        variable.name: DeclaredVariable(variable.default, variable.minimum, variable.maximum, variable.unit)
        for variable in variables
        if variable.scope in ("agent", "world")
    }


def check_top(given: JsonObject) -> None:
    """Raise `ExportProblem` for what is no export, or one of another version."""
    if given.get("format") != RUNTIME_FORMAT:
        said = f'The file is no export: its "format" is not "{RUNTIME_FORMAT}".'
        raise ExportProblem("format", said, "Export a document with mindloom export.")
    version = given.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise expected(f"the version {RUNTIME_VERSION}", version, "version")
    if version > RUNTIME_VERSION:
        said = f"The export is of version {version}; this program reads version {RUNTIME_VERSION}."
        raise ExportProblem("version", said, "Use a newer Mindloom, or export with this one.")
    if version < RUNTIME_VERSION or "uses" not in given:
        said = f"The export is of an older version; this program reads version {RUNTIME_VERSION}."
        raise ExportProblem("version", said, "Export the document again: mindloom export NAME.mind.json")
    for name in sorted(_ALWAYS - set(given)):
        raise ExportProblem("", f"The field {name!r} is missing.", EXPORT_AGAIN)
    for name in sorted(set(given) - _TOP):
        raise ExportProblem("", f"There is no field {name[:40]!r} here.", EXPORT_AGAIN)
    TEXT.read(given.get("hash", ""), "hash", NO_SOURCE)


def _check_uses(given: JsonObject) -> None:
    """Refuse a list of what is used that is not that of the rows."""
    rows = given["rows"]
    assert isinstance(rows, list)
    found = uses_of(rows, given.get("groups", []))
    if given["uses"] != found:
        raise ExportProblem("uses", "It does not list what the rows use.", EXPORT_AGAIN)


def _sizes(data: JsonValue) -> dict[BufferName, int]:
    given = require_object(data, "memory")
    for sizes in (given, require_object(given.get("shared", {}), "memory.shared")):
        if not set(sizes) <= {*(f"{name}s" for name in BUFFERS), *(("shared",) if sizes is given else ())}:
            raise ExportProblem("memory", "Expected bytes, ints, floats and objects.", EXPORT_AGAIN)
    form = whole(0, MOST_PLACES)
    return {name: form.read(given.get(f"{name}s", 0), f"memory.{name}s", NO_SOURCE) for name in BUFFERS}


# -- rows -------------------------------------------------------------------------------------------


def _read_rows(given: JsonObject, source: Reading) -> None:
    groups, rows = given.get("groups", []), given["rows"]
    if not isinstance(groups, list):
        raise expected("a list", groups, "groups")
    assert isinstance(rows, list)
    for row in source.rows:
        if isinstance(row, StateRow):
            _place_state(row, source)
    for position, each in enumerate(groups):
        group = WeightedGroup(-1)
        read_fields(GROUP_FIELDS, each, f"groups[{position}]", source, _setter(group))
        source.require(bool(group.members), f"groups[{position}]", "The group has no members.")
        source.groups.append(group)
    for row, data in zip(source.rows, rows, strict=True):
        source.row = row
        path = f"rows[{row.index}]"
        with_defaults(require_object(data, path), source.needs)
        form_of(data, path).read(row, data, path, source)
        if isinstance(row, TreeRow):
            fits = all(
                row.index < child.index < row.end and child.parent == row.index for child in row.child_rows
            )
            source.require(fits, f"{path}.children", "A child does not lie below it.")
        if isinstance(row, StateRow) and not row.name:
            row.name = f"row {row.index}"
    source.row = None


def _setter(group: WeightedGroup) -> Callable[[str, Any], None]:
    return lambda name, value: setattr(group, name, value)


def _place_state(row: StateRow, source: Reading) -> None:
    """Give a state its owner and its machine, which its place among the rows tells."""
    owner = source.rows[row.parent]
    if not isinstance(owner, (StateRow, MachineRow)) or row.enclosing_machine < 0:
        raise ExportProblem(f"rows[{row.index}]", "It lies in no state and no machine.", EXPORT_AGAIN)
    machine = source.rows[row.enclosing_machine]
    assert isinstance(machine, MachineRow)
    row.owner, row.machine = owner, machine


def _complete(rows: list[Row]) -> None:
    """Fill in who the children are, which follows from the rest."""
    below: dict[int, list[Row]] = {}
    for row in rows:
        below.setdefault(row.parent, []).append(row)
    for row in rows:
        if isinstance(row, (StateRow, MachineRow)):
            row.children = tuple(
                each.index for each in below.get(row.index, ()) if isinstance(each, StateRow)
            )
        elif isinstance(row, DecisionTreeRow):
            row.children = (row.top.index,)
        elif isinstance(row, TreeQuestion):
            inner = [item.index for item in below.get(row.index, ()) if isinstance(item, DecisionTreeRow)]
            row.children = tuple(inner)
        elif isinstance(row, QuestionRow):
            row.children = tuple(branch.index for branch in row.branches)
        elif isinstance(row, TreeRow):
            row.children = tuple(child.index for child in row.child_rows)


def _check_rows(source: Reading) -> None:
    for row in source.rows:
        path = f"rows[{row.index}]"
        FORM_OF[type(row)].check(row, path, source)
        if isinstance(row, TreeRow):
            fits = all(
                code.row is row or (isinstance(code.row, StateRow) and code.row.index == row.parent)
                for code in row.ends
            )
            source.require(fits, path, "The lines at its end are neither its own nor those of its state.")
        if isinstance(row, TreeRow) and row.guard is not None and row.guard.aborts_lower:
            above = source.rows[row.parent] if row.parent >= 0 else None
            fits = isinstance(above, OrderedCompositeRow) and above.tested >= 0
            source.require(fits, path, "Only a child of a selector can abort lower ones.")


def _settle(rows: list[Row]) -> None:
    """Let rows find out what they can give, children first; machines know it of themselves."""
    for row in reversed(rows):
        if isinstance(row, TreeRow) and not isinstance(row, MachineRow):
            row.settle()


def _give_fields(rows: list[Row], layout: StateLayout) -> None:
    """Give the declared fields of the game's actions places behind those of the export."""
    for row in rows:
        if isinstance(row, ActionRow):
            declared = sorted(row.action.state_fields.items())
            row.fields = {name: layout.slot_for(type_from_name(kind)) for name, kind in declared}


@dataclass(frozen=True)
class LoadedNames:
    """Hold the uses of graphs, and the numbers of paths in draws where paths are no ids."""

    instances: tuple[Instance, ...] = ()
    streams: Mapping[str, int] = field(default_factory=dict)


def name_rows(names: JsonObject | None, data: JsonValue, rows: list[Row], source: Reading) -> LoadedNames:
    """Name the rows. Without `names` their paths are numbers that sort as the paths of the document do.

    Steering is added in the order of paths, which `rank` keeps. Each variable of a graph then is told of as
    if it were a use of a graph by itself.
    """
    assert isinstance(data, list)
    if names is not None:
        return _named(names, rows, source)
    for row, each in zip(rows, data, strict=True):
        row.path = row.node = f"row {row.index}"
        if isinstance(row, ActionRow):
            path = f"rows[{row.index}].rank"
            rank = whole(0, len(rows)).read(require_object(each, path).get("rank"), path, source)
            row.path = f"action {rank:06}"
    own = [variable for variable in source.variables if variable.scope in ("graph", "parameter")]
    instances = tuple(
        Instance("", f"variable {number}", {}, {f"{item.scope}:{item.name}": item.slot})
        for number, item in enumerate(own)
    )
    return LoadedNames(instances, {row.path: row.stream for row in rows if row.stream >= 0})


def _named(given: dict[str, JsonValue], rows: list[Row], source: Reading) -> LoadedNames:
    graphs, named = given["graphs"], given["rows"]
    if not isinstance(graphs, list) or not isinstance(named, list) or len(named) != len(rows):
        raise ExportProblem("names.rows", f"Expected the names of {len(rows)} rows.", EXPORT_AGAIN)
    for row, each in zip(rows, named, strict=True):
        path = f"names.rows[{row.index}]"
        if not isinstance(each, list) or len(each) != 3:
            raise expected("a graph, a node and a path", each, path)
        graph = graphs[whole(0, len(graphs) - 1).read(each[0], path, source)]
        row.graph, row.node, row.path = (TEXT.read(text, path, source) for text in (graph, each[1], each[2]))
    instances = given["instances"]
    if not isinstance(instances, list):
        raise expected("a list", instances, "names.instances")
    places = tuple(variable.slot for variable in source.variables if not variable.slot.shared)
    own = _rows_by_call(rows)
    found = [
        _instance(instance, f"names.instances[{n}]", own, places, source)
        for n, instance in enumerate(instances)
    ]
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
