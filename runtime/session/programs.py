"""Compile all minds of a world together: what one segment of a run is run by (rule 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import document_scope, type_of_variable
from graphs.curves.curve_tables import Table, curve_problems, curve_table
from graphs.expressions.types import Value, default_value, fits_type
from graphs.files.document_file import document_to_bytes
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.curves import Curve
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import Slot
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.brain.from_outside import KnownEvents
from runtime.minds.compile.compiler import compile_document, declared_value
from runtime.minds.compile.document_errors import (
    errors_of,
    known_as_sound,
    refuse_errors,
    take_as_sound,
    with_failing_stand_ins,
)
from runtime.minds.compile.other_curves import differs_in_curves_only, with_curves
from runtime.minds.expressions.default_values import with_plain_defaults
from runtime.minds.memory.carry_plan import CarryPlan, plan_of
from runtime.minds.program.agent_state import StateLayout
from runtime.minds.program.own_curves import own_tables
from runtime.minds.program.problems import CompileError, CompileProblem
from runtime.minds.program.program import Program


@dataclass(frozen=True)
class MindPrograms:
    """Hold the minds of a world, compiled: nothing of any agent, so that sessions can share it.

    `documents` are by file name, `programs` by mind: a file, or one graph of it. `plans` say, by mind, what
    agents keep that go on from the version before. The world variables of all minds have one place each, in
    a state of their own. `events` are those that each mind knows, with the types of what they carry.
    """

    documents: Mapping[str, Document]
    programs: Mapping[str, Program]
    plans: Mapping[str, CarryPlan]
    world_layout: StateLayout
    world_variables: Mapping[str, Slot]
    world_defaults: tuple[tuple[Slot, Value], ...]
    events: Mapping[str, KnownEvents]


@dataclass(frozen=True)
class MindCompiler:
    """Hold what minds of one world are compiled with; all of it is the same for every version of them."""

    world: WorldDocument
    registry: Registry
    library: ActionLibrary
    conditions: ConditionLibrary
    stand_ins: bool
    errors_fail: bool = False

    def compile(
        self,
        documents: Mapping[str, Document],
        versions: Sequence[MindPrograms] = (),
        each_row: Callable[[], None] | None = None,
    ) -> MindPrograms:
        """Compile every mind the world names; raise `CompileError`, for what the check calls errors too.

        With `errors_fail`, minds that a run starts with play nodes with errors as stand-ins that fail (8.5).
        Programs of earlier `versions` whose document says the same are taken over; the last one is gone on
        from. `each_row` is called again and again, so that the work can be done in slices or given up by an
        exception.
        """
        entries = thinking_entries(self.world)
        minds = sorted({entry.mind for entry in entries.values() if entry.mind is not None})
        files = sorted({mind.partition("#")[0] for mind in minds})
        before = versions[-1] if versions else None
        sources = dict(documents)
        drawn = self._with_other_curves(before, documents, files)
        for file in files:
            document = documents.get(file)
            if document is None or file in drawn or not errors_of(document, self.registry, each_row):
                continue
            starts = before is None or _says_the_same(file, before, documents)
            if not (self.errors_fail and starts):
                refuse_errors(document, self.registry)
            sources[file] = with_failing_stand_ins(document, self.registry)
        layout, slots, defaults = _world_variables(documents, files)
        known = [each for each in reversed(versions) if each.world_variables == slots]
        programs: dict[str, Program] = {}
        for mind in minds:
            file = mind.partition("#")[0]
            same = (
                version.programs[mind]
                for version in known
                if mind in version.programs and _says_the_same(file, version, documents)
            )
            found = next(same, None)
            if found is None and file in drawn and before in known and before is not None:
                # Only tables differ from those of the version before: all else of its program stays.
                found = with_curves(before.programs[mind], documents[file])
            programs[mind] = found or self._program(mind, sources, slots, each_row)
        for agent, entry in entries.items():
            if entry.mind is not None:
                variable_overrides(programs[entry.mind], agent, entry.variables)
                own_curves(programs[entry.mind], agent, entry.curves)
        plans = {
            mind: plan_of(before.programs[mind], program, each_row)
            for mind, program in programs.items()
            if before is not None and before.programs.get(mind, program) is not program
        }
        known_events = {file: document_scope(documents[file], self.registry).events for file in files}
        events = {mind: known_events[mind.partition("#")[0]] for mind in minds}
        return MindPrograms(dict(documents), programs, plans, layout, slots, tuple(defaults), events)

    def _with_other_curves(
        self, before: MindPrograms | None, documents: Mapping[str, Document], files: Sequence[str]
    ) -> frozenset[str]:
        """Return the files of sound documents that differ from the version before in curves alone."""
        found = set()
        for file in files:
            old, new = before.documents.get(file) if before is not None else None, documents.get(file)
            if old is None or new is None or new is old or not known_as_sound(old, self.registry):
                continue
            if differs_in_curves_only(old, new):
                take_as_sound(new, self.registry)
                found.add(file)
        return frozenset(found)

    def _program(
        self,
        mind: str,
        documents: Mapping[str, Document],
        slots: Mapping[str, Slot],
        each_row: Callable[[], None] | None,
    ) -> Program:
        name, _, graph = mind.partition("#")
        if name not in documents:
            said = f"The mind {name!r} is not there."
            raise CompileError((CompileProblem("", "", "", said, "Put the file beside the world."),))
        return compile_document(
            documents[name],
            self.registry,
            self.library,
            conditions=self.conditions,
            stand_ins=self.stand_ins,
            rate=self.world.rate,
            root=graph or None,
            world_variables=slots,
            each_row=each_row,
        )


def _says_the_same(file: str, version: MindPrograms, documents: Mapping[str, Document]) -> bool:
    """Tell whether a version has a document of the same content in a file."""
    document, other = version.documents.get(file), documents.get(file)
    if document is None or other is None:
        return False
    # Python takes 1 and 1.0 for equal, files do not.
    return document is other or (
        document == other and document_to_bytes(document) == document_to_bytes(other)
    )


def variable_overrides(
    program: Program, agent: str, overrides: Mapping[str, JsonValue]
) -> tuple[tuple[Slot, Value], ...]:
    """Return what the world says of an agent's variables; raise `CompileError` where it cannot be."""
    found: list[tuple[Slot, Value]] = []
    for name, literal in overrides.items():
        slot = program.variables.get(name)
        if slot is None:
            said = f"The world sets {name} of agent {agent}, but the mind declares no such variable."
            raise CompileError((CompileProblem("", name, "variables", said, "Check the spelling."),))
        value = declared_value(literal, slot.type)
        if not fits_type(value, slot.type):
            said = f"The world sets {name} of agent {agent} to {literal!r}, which is not {slot.type.phrase}."
            raise CompileError((CompileProblem("", name, "variables", said),))
        found.append((slot, default_value(slot.type) if literal is None else value))
    return tuple(found)


def own_curves(program: Program, agent: str, curves: Mapping[str, Curve]) -> Mapping[str, Table]:
    """Return the tables an agent's mind reads, those of the world in place of the program's (rule 10.2).

    Raises `CompileError` for a curve that the mind has not, or that is damaged.
    """
    return own_tables(program, agent, {name: _table(agent, name, curve) for name, curve in curves.items()})


def _table(agent: str, name: str, curve: Curve) -> Table:
    for field, message, remedy in curve_problems(curve):
        said = f"The curve {name} of agent {agent} is damaged: {message}"
        raise CompileError((CompileProblem("", name, f"curves.{field}", said, remedy),))
    return curve_table(curve)


def _world_variables(
    documents: Mapping[str, Document], files: list[str]
) -> tuple[StateLayout, dict[str, Slot], list[tuple[Slot, Value]]]:
    """Give the world variables of all minds one place each; they must agree on the type (2.2)."""
    layout = StateLayout()
    slots: dict[str, Slot] = {}
    defaults: list[tuple[Slot, Value]] = []
    for name in files:
        document = documents.get(name)
        variables = with_plain_defaults(document.variables) if document else {}
        for variable_name, variable in sorted(variables.items()):
            if variable.scope != "world":
                continue
            declared = type_of_variable(variable)
            known = slots.get(variable_name)
            if known is None:
                slot = slots[variable_name] = layout.slot_for(declared, shared=True)
                defaults.append((slot, declared_value(variable.default, declared)))
            elif known.type != declared:
                message = (
                    f"The world variable {variable_name} is {declared.phrase} in {name} and "
                    f"{known.type.phrase} in another mind of this world."
                )
                raise CompileError(
                    (CompileProblem("", variable_name, "type", message, "Declare both with one type."),)
                )
    return layout, slots, defaults


@dataclass(frozen=True, slots=True)
class ProgramSegment:
    """Hold a stretch of a run: the tick of its first step and the minds it is run by, documents included."""

    first_tick: int
    minds: MindPrograms


def with_segment(segments: tuple[ProgramSegment, ...], segment: ProgramSegment) -> tuple[ProgramSegment, ...]:
    """Return the segments of a run with one more; one that no step was made in is replaced."""
    if segments and segments[-1].first_tick == segment.first_tick:
        return (*segments[:-1], segment)
    return (*segments, segment)
