"""Find what keeps a document from being exported, and export it where nothing does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.projects.project_check import runnable_document
from graphs.projects.project_file import Project
from runtime.export.export_document import Export, ExportOptions, export_document
from runtime.export.game_needs import DeclaredVariable
from runtime.export.writing_and_reading import ExportedVariable
from runtime.minds.program.problems import CompileError, CompileProblem


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
            one = declared.get(name, DeclaredVariable())
            found.append(ExportedVariable(name, scope, slot, one.default, one.minimum, one.maximum, one.unit))
    return tuple(found)
