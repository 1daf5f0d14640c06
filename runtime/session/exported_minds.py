"""Let the agents of a world think with exports in the place of documents."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.expressions.types import Value
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import Slot
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import LoadedExport, load_program
from runtime.export.program_json import ProgramFiles
from runtime.export.writing_and_reading import ExportedVariable
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.program.agent_state import StateLayout
from runtime.session.programs import MindPrograms, own_curves, variable_overrides


def exported_minds(
    world: WorldDocument, exports: Mapping[str, ProgramFiles], library: ActionLibrary
) -> MindPrograms:
    """Return the minds of a world, loaded from exports by the mind that agents name.

    They take the place of documents as the argument `compiled` of a session.

    Raises
    ------
    ExportProblem
        For an export that cannot be loaded or is for another rate, and for exports whose world variables
        differ; its path begins with the mind.
    CompileError
        For a variable that the world sets and the mind does not have.
    """
    minds = sorted({agent.mind for agent in thinking_entries(world).values() if agent.mind is not None})
    missing = [mind for mind in minds if mind not in exports]
    if missing:
        raise ExportProblem(missing[0], "There is no export of this mind.", "Export its document too.")
    loaded = {mind: _load(mind, exports[mind], library, world.rate) for mind in minds}
    layout, slots, defaults = places_of_shared(loaded)
    if slots:
        loaded = {mind: _load(mind, exports[mind], library, world.rate, slots) for mind in minds}
    programs = {mind: export.program for mind, export in loaded.items()}
    for agent, entry in thinking_entries(world).items():
        if entry.mind is not None:
            variable_overrides(programs[entry.mind], agent, entry.variables)
            own_curves(programs[entry.mind], agent, entry.curves)
    events = {
        mind: {name: event.payload for name, event in export.needs.events.items()}
        for mind, export in loaded.items()
    }
    return MindPrograms({}, programs, {}, layout, slots, tuple(defaults), events)


def _load(
    mind: str,
    files: ProgramFiles,
    library: ActionLibrary,
    rate: int,
    world_variables: Mapping[str, Slot] | None = None,
) -> LoadedExport:
    try:
        loaded = load_program(files.program, library, world_variables, names=files.names)
    except ExportProblem as problem:
        raise ExportProblem(f"{mind}: {problem.path}", problem.message, problem.remedy) from None
    if loaded.program.rate != rate:
        said = f"It is for {loaded.program.rate} ticks per second, and the world has {rate}."
        raise ExportProblem(f"{mind}: rate", said, f"Export it with --rate {rate}.")
    return loaded


def places_of_shared(
    loaded: Mapping[str, LoadedExport],
) -> tuple[StateLayout, dict[str, Slot], list[tuple[Slot, Value]]]:
    """Give the world variables of all minds one place each; they must agree on the type (rule 2.2).

    Returns the layout, the places by name, and what each begins with. Raises `ExportProblem`.
    """
    layout = StateLayout()
    known: dict[str, ExportedVariable] = {}
    slots: dict[str, Slot] = {}
    defaults: list[tuple[Slot, Value]] = []
    for mind, export in loaded.items():
        for variable in export.world_variables:
            former = known.setdefault(variable.name, variable)
            if former.slot.type != variable.slot.type:
                said = f"The world variable {variable.name} has another type in another mind of this world."
                raise ExportProblem(mind, said, "Declare both with one type.")
            if former is variable:
                slot = slots[variable.name] = layout.slot_for(variable.slot.type, shared=True)
                defaults.append((slot, variable.default))
    return layout, slots, defaults
