"""Export a document, as it was the last time, or say what keeps it from being exported."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from editor.basics.user_state import UserState
from editor.documents.open.sample_files import is_sample
from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.projects.project_check import runnable_document
from graphs.projects.project_file import Project
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX
from runtime.export.export_document import Export, ExportOptions, export_document
from runtime.export.export_problem import MOST_RATE, RUNTIME_SUFFIX
from runtime.export.game_needs import DeclaredVariable
from runtime.export.program_json import names_path
from runtime.export.writing_and_reading import ExportedVariable
from runtime.minds.program.problems import CompileError, CompileProblem

STATE_KEY = "exports"
LANGUAGE_KEY = "export_languages"
PLAIN_TREE = "tree"
"""What takes the place of a language where a plain tree is written and no program."""
MOST_REMEMBERED = 50


@dataclass(frozen=True)
class LastExport:
    """Hold how a document was exported: where to, which graph ("" for its root), with which options.

    `language` is that of the game which gets its files beside it, "" for the program alone; with `link` those
    too that show its minds in Mindloom. `former` is an older export whose saved games go on; it is asked for
    each time, and never remembered.
    """

    target: Path
    graph: str = ""
    options: ExportOptions = field(default_factory=ExportOptions)
    language: str = ""
    former: Path | None = None
    link: bool = False


def proposal(path: Path | None, rate: int, own_folder: Path, language: str = "") -> LastExport | None:
    """Return how a document is exported that was not yet; None for one without a file."""
    if path is None:
        return None
    return LastExport(default_target(path, "", own_folder), "", ExportOptions(rate=rate), language)


class LastExports:
    """Keep the last export of each document among what the user's window remembers.

    The language is one for all documents of a project.
    """

    def __init__(self, state: UserState) -> None:
        self._state = state

    def language(self, path: Path | None, project: Project | None) -> str:
        """Return what was written down as the language of a document's game, "" for nothing."""
        entry = self._state.table(LANGUAGE_KEY).get(_owner(path, project))
        return str(entry[0]) if entry else ""

    def of(self, path: Path | None, project: Project | None = None) -> LastExport | None:
        """Return how the document at `path` was exported last, None if it never was."""
        entry = self._state.table(STATE_KEY).get(str(path)) if path is not None else None
        if entry is None or len(entry) < 3:
            return None
        target, graph, rate, *flags = map(str, entry)
        if not target or not rate.isdigit() or not 1 <= int(rate) <= MOST_RATE:
            return None
        if is_sample(Path(target)):
            return None
        options = ExportOptions("names" in flags, "disabled" in flags, "compact" in flags, int(rate))
        return LastExport(Path(target), graph, options, self.language(path, project), link="link" in flags)

    def remember(self, path: Path | None, export: LastExport, project: Project | None = None) -> None:
        """Remember an export, and no more than `MOST_REMEMBERED` in all."""
        if path is None:
            return
        options = export.options
        flags = {"names": options.names, "disabled": options.keep_disabled, "compact": options.compact}
        entry = [str(export.target), export.graph, str(options.rate)]
        entry += [name for name, on in {**flags, "link": export.link}.items() if on]
        self._keep(STATE_KEY, str(path), entry)
        self._keep(LANGUAGE_KEY, _owner(path, project), [export.language])

    def _keep(self, table: str, key: str, entry: list[str]) -> None:
        others = [(name, value) for name, value in self._state.table(table).items() if name != key]
        kept = {name: [str(part) for part in value] for name, value in others[: MOST_REMEMBERED - 1]}
        self._state.set(table, {**kept, key: entry})


def _owner(path: Path | None, project: Project | None) -> str:
    return str(project.path if project is not None else path)


def export_name(mind: str) -> str:
    """Return the file name of the export of a mind, a file or one graph of it.

    It is `gym.runtime.json` for `gym.mind.json`, and `gym.g2.runtime.json` for `gym.mind.json#g2`. Letters of
    a graph's id that file names had better not have become `-`.
    """
    file, _, graph = mind.partition("#")
    stem = Path(file).name.removesuffix(RUNTIME_SUFFIX).removesuffix(DOCUMENT_SUFFIX).removesuffix(".json")
    plain = "".join(letter if letter.isalnum() or letter in "_-" else "-" for letter in graph)
    return f"{stem}.{plain}{RUNTIME_SUFFIX}" if plain else f"{stem}{RUNTIME_SUFFIX}"


def default_target(document: Path, graph: str, own_folder: Path) -> Path:
    """Return where the export of a document, or of one graph of it, is written unless said otherwise.

    That of a bundled sample goes to `own_folder`, a folder of the user's.
    """
    folder = own_folder if is_sample(document) else document.parent
    return folder / export_name(f"{document.name}#{graph}")


def texts_of(export: Export, target: Path, *, names: bool, compact: bool) -> list[tuple[Path, str]]:
    """Return the files that an export is written to: its names, if they are wanted, then the program.

    What is written to a pipe or a device has no names beside it.
    """
    program = (target, export.text(compact=compact))
    beside = not target.exists() or target.is_file()
    return (
        [(names_path(target), export.names_text(compact=compact)), program] if names and beside else [program]
    )


@dataclass(frozen=True)
class ExportAttempt:
    """Hold an export, or the problems that there are instead."""

    export: Export | None
    problems: tuple[CompileProblem, ...] = ()

    @property
    def variables(self) -> tuple[ExportedVariable, ...]:
        """Return the variables of agents and worlds, in alphabetical order."""
        return variables_of(self.export) if self.export is not None else ()


def try_export(
    document: Document,
    path: Path | None,
    registry: Registry,
    project: Project | None,
    options: ExportOptions,
    root: str | None = None,
) -> ExportAttempt:
    """Export the document at `path`, joined with the graphs of other files that it uses."""
    try:
        joined = runnable_document(document, path, project)
        return ExportAttempt(export_document(joined, registry, options, root=root))
    except CompileError as error:
        return ExportAttempt(None, error.problems)
    except FileProblem as problem:
        place = str(problem.path or "")
        return ExportAttempt(
            None, (CompileProblem(place, "", problem.where, problem.message, problem.remedy),)
        )


def variables_of(export: Export) -> tuple[ExportedVariable, ...]:
    """Return the variables of agents and worlds in an export."""
    declared, program = export.needs.variables, export.program
    scopes = (("agent", program.variables), ("world", program.world_variables))
    found: list[ExportedVariable] = []
    for scope, slots in scopes:
        for name, slot in sorted(slots.items()):
            known = declared.get(name, DeclaredVariable())
            low, high = known.minimum, known.maximum
            found.append(ExportedVariable(name, scope, slot, known.default, low, high, known.unit))
    return tuple(found)
