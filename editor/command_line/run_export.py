"""Find the world and the minds for `mindloom run X.runtime.json`: exports in the place of documents."""

from __future__ import annotations

from pathlib import Path

from editor.documents.exports.exporting import export_name
from graphs.files.document_file import FileProblem, load_document, read_file
from graphs.projects.project_check import runnable_document
from graphs.projects.project_file import Project
from graphs.worlds.minds.world_choice import WorldChoice, field_world, worlds_beside
from graphs.worlds.minds.world_minds import mind_file, mind_path
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import WorldDocument, load_world
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.export_problem import MOST_RATE
from runtime.export.load_program import names_beside, parse_export
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.session.exported_minds import exported_minds
from runtime.session.session import Session


def open_exported_session(
    path: Path, world_path: Path | None, project: Project | None, game: GameBehaviors, seed: int | None
) -> tuple[Session, WorldChoice]:
    """Open a world whose agents think with the export at `path` instead of the document it was made of.

    An agent thinks with it whose mind is the export itself, or a document of the same name. Other minds are
    exports beside it, where there are any, else their documents, exported here and now.

    Raises `FileProblem` for a file that cannot be read, and a world that does not name the mind, and
    `ExportProblem` for an export that cannot be loaded.
    CompileError
        For another mind that cannot run.
    """
    files = _read(path)
    found = world_path if world_path is not None else _world_beside(path)
    if found is None:
        rate = files.program.get("rate")
        fits = isinstance(rate, int) and not isinstance(rate, bool) and 0 < rate <= MOST_RATE
        world = field_world(path.name, "Empty field").model_copy(update={"rate": rate if fits else 60})
        exports = {path.name: files}
    else:
        world = load_world(found)
        exports = _exports(world, found, path, files, project, game)
    minds = exported_minds(world, exports, game.actions)
    session = Session(
        world, {}, game.registry, game.actions, conditions=game.conditions, seed=seed, compiled=minds
    )
    return session, WorldChoice(world, {}, path.name, found)


def _read(path: Path) -> ProgramFiles:
    program = parse_export(read_file(path))
    return ProgramFiles(program, names_beside(path, program))


def _world_beside(path: Path) -> Path | None:
    """Return the first world of the folder that names the mind."""
    for candidate in worlds_beside(path):
        try:
            world = load_world(candidate)
        except FileProblem:
            continue
        if any(export_name(mind) == path.name for mind in _minds(world)):
            return candidate
    return None


def _minds(world: WorldDocument) -> tuple[str, ...]:
    return tuple(sorted({agent.mind for agent in thinking_entries(world).values() if agent.mind is not None}))


def _exports(
    world: WorldDocument,
    world_path: Path,
    path: Path,
    files: ProgramFiles,
    project: Project | None,
    game: GameBehaviors,
) -> dict[str, ProgramFiles]:
    exports: dict[str, ProgramFiles] = {}
    for mind in _minds(world):
        file = mind_path(world, mind_file(mind), world_path.parent, project, world_path)
        name = export_name(mind)
        if name == path.name:
            exports[mind] = files
        elif (path.parent / name).is_file():
            exports[mind] = _read(path.parent / name)
        else:
            document = runnable_document(load_document(file), file, project)
            options = ExportOptions(rate=world.rate)
            root = mind.partition("#")[2] or None
            made = export_document(document, game.registry, options, root=root)
            exports[mind] = ProgramFiles(made.data, made.names)
    if files not in exports.values():
        said = f"No agent of this world thinks with {path.name}, nor with a document of that name."
        remedy = "Name another world, or leave it out to run in an empty field."
        raise FileProblem(world_path, "agents", said, remedy)
    return exports
