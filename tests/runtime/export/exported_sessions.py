"""Open the samples of the product with exports in the place of their documents."""

from __future__ import annotations

import hashlib

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.model.world_file import load_world
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.load_program import parse_export
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.exported_minds import exported_minds
from runtime.session.session import Session
from tests.runtime.sample_runs import act
from tests.runtime.session_of import SAMPLES, sample_session

DOCUMENTS = tuple(sorted(path.name for path in SAMPLES.glob("*.mind.json")))


def exported_text(name: str, options: ExportOptions, root: str | None = None) -> str:
    """Return the text of the export of a sample's document."""
    exported = export_document(load_document(SAMPLES / name), builtin_registry(), options, root=root)
    return exported.text(compact=options.compact)


def exported_files(name: str, options: ExportOptions, root: str | None = None) -> ProgramFiles:
    """Return the export of a sample's document as it is read from its files."""
    document = load_document(SAMPLES / name)
    made = export_document(document, builtin_registry(), options, root=root)
    program = parse_export(made.text(compact=options.compact).encode())
    return ProgramFiles(program, parse_export(made.names_text().encode()) if options.names else None)


def all_exports() -> str:
    """Return a hash of the exports of all samples and of their names."""
    digest = hashlib.sha256()
    for name in DOCUMENTS:
        made = export_document(load_document(SAMPLES / name), builtin_registry())
        digest.update((made.text() + made.names_text()).encode())
    return digest.hexdigest()


def exported_session(name: str, options: ExportOptions) -> Session:
    """Open the world of a sample, its agents thinking with exports that were written and read again."""
    world = load_world(SAMPLES / f"{name}.world.json")
    exports: dict[str, ProgramFiles] = {}
    named = [agent.mind for agent in world.agents.values()] + [squad.mind for squad in world.squads.values()]
    for mind in {mind for mind in named if mind}:
        file, _, graph = mind.partition("#")
        wish = ExportOptions(options.names, options.keep_disabled, options.compact, world.rate)
        exports[mind] = exported_files(file, wish, graph or None)
    library = builtin_library()
    minds = exported_minds(world, exports, library)
    return Session(world, {}, builtin_registry(), library, compiled=minds)


def first_difference(name: str, ticks: int) -> str:
    """Run the documents of a sample beside two exports of them; return where they first differ, "" nowhere.

    One export has names and runs as programs do, the other is stripped and run by the interpreter. There are
    noises, throws and a player that moves.
    """
    straight = sample_session(name)
    named = exported_session(name, ExportOptions())
    stripped = exported_session(name, ExportOptions(names=False, compact=True))
    for brain in stripped.brains.values():
        brain.interpreted = True
    for tick in range(ticks):
        wanted = act(straight)
        for form, session in (("with names", named), ("stripped", stripped)):
            if act(session) != wanted:
                return f"{name} {form} differs in step {tick}"
    return ""
