"""Build a program from an export. Nothing is run: rows are built from what is on a list of allowed things.

Whatever stands in the file, the result is a program that runs, or an `ExportProblem`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from graphs.basics.json_text import JsonTextError, JsonValue, parse_json
from graphs.expressions.types import type_from_name
from graphs.files.schema import JsonObject
from graphs.model.document import ROUNDS
from runtime.basics.context import BufferName, Slot
from runtime.export.code_forms import FIRST_VALUES
from runtime.export.export_format import MOST_RATE, RUNTIME_FORMAT, RUNTIME_VERSION
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import NO_SOURCE, ROUNDS_FORM, read_fields, require_object, whole
from runtime.export.game_needs import DeclaredVariable, GameNeeds
from runtime.export.loaded_names import name_rows
from runtime.export.loaded_variables import read_triggers, read_variables
from runtime.export.machine_row_forms import GROUP_FIELDS
from runtime.export.memory_claims import BUFFERS, MOST_PLACES, MemoryClaims
from runtime.export.needs_json import needs_from_json
from runtime.export.reading import ExportedVariable, Reading, variable_key
from runtime.export.row_structure import empty_rows, form_of
from runtime.export.row_table import FORM_OF
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.compile.claim_scopes import link_claims
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.decisions.questions import TreeQuestion
from runtime.minds.machines.state_rows import MachineRow, StateRow
from runtime.minds.machines.transition_rows import WeightedGroup
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row
from runtime.minds.program.state_layout import StateLayout
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow

_TOP = frozenset(
    {
        "defaults",
        "format",
        "groups",
        "memory",
        "names",
        "needs",
        "rate",
        "rounds",
        "rows",
        "triggers",
        "variables",
        "version",
    }
)

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


def load_program(
    data: JsonValue, library: ActionLibrary, world_variables: Mapping[str, Slot] | None = None
) -> LoadedExport:
    """Build the program of an export, with the behavior of its actions from `library`.

    `world_variables` are the places of the world's variables, shared by all programs of a world; without
    them the program gets places of its own.

    Raises
    ------
    ExportProblem
        For an export that is damaged, of a newer version, or needs an action that the library has not.
    """
    given = require_object(data, "")
    _check_top(given)
    needs = needs_from_json(given["needs"], "needs")
    rows = empty_rows(given["rows"])
    sizes = _sizes(given["memory"])
    claims = MemoryClaims(sizes)
    claims.claim("byte", 0, len(rows), "the statuses of the rows")
    variables = read_variables(given["variables"], claims, world_variables)
    slots = {variable_key(place): one.slot for place, one in enumerate(variables)}
    source = Reading(rows, variables, claims, needs, library, slots)
    _read_rows(given, source)
    triggers = read_triggers(given["triggers"], source)
    defaults = FIRST_VALUES.read(given["defaults"], "defaults", source)
    source.finish()
    _complete(rows)
    _check_rows(source)
    root = rows[0]
    if not isinstance(root, TreeRow):
        raise ExportProblem("rows[0]", "The first row cannot be ticked.", EXPORT_AGAIN)
    layout = StateLayout(sizes, _initial_ints(rows))
    _settle(rows)
    link_claims(rows)
    _give_fields(rows, layout)
    names = name_rows(given.get("names"), given["rows"], rows, source)
    return LoadedExport(
        Program(
            root=root,
            rows=tuple(rows),
            instances=names.instances,
            layout=layout,
            variables={one.name: one.slot for one in variables if one.scope == "agent"},
            world_variables={one.name: one.slot for one in variables if one.scope == "world"},
            defaults=defaults,
            rate=whole(1, MOST_RATE).read(given["rate"], "rate", source),
            resumable=all(row.action.resumable for row in rows if isinstance(row, ActionRow)),
            triggers=triggers,
            streams=names.streams,
            rounds=ROUNDS_FORM.read(given.get("rounds", ROUNDS), "rounds", source),
        ),
        replace(needs, variables=_declared(variables)),
        tuple(one for one in variables if one.scope == "world"),
    )


def _declared(variables: tuple[ExportedVariable, ...]) -> dict[str, DeclaredVariable]:
    return {
        one.name: DeclaredVariable(one.default, one.minimum, one.maximum, one.unit)
        for one in variables
        if one.scope in ("agent", "world")
    }


def _check_top(given: JsonObject) -> None:
    if given.get("format") != RUNTIME_FORMAT:
        said = f'The file is no export: its "format" is not "{RUNTIME_FORMAT}".'
        raise ExportProblem("format", said, "Export a document with mindloom export.")
    version = given.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise expected(f"the version {RUNTIME_VERSION}", version, "version")
    if version > RUNTIME_VERSION:
        said = f"The export is of version {version}; this program reads up to {RUNTIME_VERSION}."
        raise ExportProblem("version", said, "Use a newer Mindloom, or export with this one.")
    for name in sorted(_TOP - set(given) - {"names", "rounds"}):
        raise ExportProblem("", f"The field {name!r} is missing.", EXPORT_AGAIN)
    for name in sorted(set(given) - _TOP):
        raise ExportProblem("", f"There is no field {name[:40]!r} here.", EXPORT_AGAIN)


def _sizes(data: JsonValue) -> dict[BufferName, int]:
    given = require_object(data, "memory")
    if set(given) != {f"{name}s" for name in BUFFERS}:
        raise ExportProblem("memory", "Expected bytes, ints, floats and objects.", EXPORT_AGAIN)
    form = whole(0, MOST_PLACES)
    return {name: form.read(given[f"{name}s"], f"memory.{name}s", NO_SOURCE) for name in BUFFERS}


# -- rows -------------------------------------------------------------------------------------------


def _read_rows(given: JsonObject, source: Reading) -> None:
    groups, rows = given["groups"], given["rows"]
    if not isinstance(groups, list):
        raise expected("a list", groups, "groups")
    assert isinstance(rows, list)
    for row in source.rows:
        if isinstance(row, StateRow):
            _place_state(row, source)
    for position, one in enumerate(groups):
        group = WeightedGroup("", -1)
        read_fields(GROUP_FIELDS, one, f"groups[{position}]", source, _setter(group))
        source.require(bool(group.members), f"groups[{position}]", "The group has no members.")
        source.groups.append(group)
    for row, data in zip(source.rows, rows, strict=True):
        source.row = row
        path = f"rows[{row.index}]"
        form_of(data, path).read(row, data, path, source)
        if isinstance(row, TreeRow):
            fits = all(row.index < one.index < row.end and one.parent == row.index for one in row.child_rows)
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
            row.children = tuple(one.index for one in below.get(row.index, ()) if isinstance(one, StateRow))
        elif isinstance(row, DecisionTreeRow):
            row.children = (row.top.index,)
        elif isinstance(row, TreeQuestion):
            inner = [one.index for one in below.get(row.index, ()) if isinstance(one, DecisionTreeRow)]
            row.children = tuple(inner)
        elif isinstance(row, QuestionRow):
            row.children = tuple(one.index for one in row.branches)
        elif isinstance(row, TreeRow):
            row.children = tuple(one.index for one in row.child_rows)


def _check_rows(source: Reading) -> None:
    for row in source.rows:
        path = f"rows[{row.index}]"
        FORM_OF[type(row)].check(row, path, source)
        if isinstance(row, TreeRow) and row.guard is not None and row.guard.aborts_lower:
            above = source.rows[row.parent] if row.parent >= 0 else None
            fits = isinstance(above, OrderedCompositeRow) and above.tested >= 0
            source.require(fits, path, "Only a child of a selector can abort lower ones.")


def _settle(rows: list[Row]) -> None:
    """Let rows find out what they can give, children first; machines know it of themselves."""
    for row in reversed(rows):
        if isinstance(row, TreeRow) and not isinstance(row, MachineRow):
            row.settle()


def _initial_ints(rows: list[Row]) -> dict[int, int]:
    return {row.place: -1 for row in rows if isinstance(row, OrderedCompositeRow) and not row.keep}


def _give_fields(rows: list[Row], layout: StateLayout) -> None:
    """Give the declared fields of the game's actions places behind those of the export."""
    for row in rows:
        if isinstance(row, ActionRow):
            declared = sorted(row.action.state_fields.items())
            row.fields = {name: layout.slot_for(type_from_name(kind)) for name, kind in declared}
