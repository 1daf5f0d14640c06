"""Check a document as a part of its project: with the game's names, other files and lint severities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from graphs.checks.checker import Checker, check_and_lint
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.rules.problem import Problem, with_severities
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import NOTHING_REFERENCED, Document, ReferencedGraphs
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.file_references import ReferencedFiles, load_referenced_files
from graphs.projects.linking import check_reach, link_document
from graphs.projects.project_file import Project
from graphs.structure.queries import index_of

SurroundingsOf = Callable[[Path | None, Project | None], Surroundings | None]
"""Tells what is around the document at a path, None where nothing is known."""


def nothing_around(path: Path | None, project: Project | None) -> None:
    """Return None: nothing is known of what uses the document."""
    return


Check = Callable[[Document, Registry, ReferencedGraphs], tuple[Problem, ...]]
"""Check a document, given what its references into other files lead to."""


def check_in_project(
    document: Document,
    path: Path | None,
    registry: Registry,
    project: Project | None = None,
    library: DocumentLibrary | None = None,
    check: Check = check_and_lint,
) -> tuple[Problem, ...]:
    """Return the problems of the document at `path`, its references into other files followed.

    `registry` is the project's (`graphs.projects.project_registry`); `library` remembers other files from
    one check to the next; `check` is the check itself, lints included. A document without a file (`path`
    None) has its references checked for form only. Never raises.
    """
    referenced = _referenced(document, path, registry, project, library)
    problems = check(document, registry, referenced)
    return with_severities(problems, project.severities) if project is not None else problems


class ProjectChecker:
    """Check one document again and again as a part of its project, each time at the cost of what changed.

    `registry` is the project's, `library` remembers the other files that the document names.
    `surroundings_of` tells what worlds do with its names; when that changes, everything is looked at again.
    """

    def __init__(
        self, registry: Registry, library: DocumentLibrary, surroundings_of: SurroundingsOf = nothing_around
    ) -> None:
        self._registry = registry
        self._library = library
        self._surroundings_of = surroundings_of
        self._surroundings: Surroundings | None = None
        self._checker = Checker(registry)
        self._files: ReferencedFiles | None = None
        self._referenced = NOTHING_REFERENCED
        self._problems: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what `check_in_project` finds, as of the last check that was made to its end."""
        return self._problems

    def steps(self, document: Document, path: Path | None, project: Project | None) -> Iterator[None]:
        """Check a document in short steps, one for each item taken; `problems` then holds the result."""
        referenced = self._look_up(document, path, project)
        around = self._surroundings_of(path, project)
        if around != self._surroundings:
            self._surroundings = around
            self._checker = Checker(self._registry, surroundings=around)
        yield
        yield from self._checker.steps(document, referenced)
        yield
        severities = project.severities if project is not None else {}
        self._problems = with_severities(self._checker.problems, severities)

    def _look_up(self, document: Document, path: Path | None, project: Project | None) -> ReferencedGraphs:
        """Follow the references of a document; return the very same if they lead to the same as before."""
        if path is None or not uses_other_files(document):
            self._files, self._referenced = None, NOTHING_REFERENCED
            return self._referenced
        files = load_referenced_files(
            document, path, project.folder if project is not None else None, self._library
        )
        if self._files is None or not _lead_to_the_same(self._files, files):
            self._referenced = _followed(files, self._registry)
        self._files = files
        return self._referenced


def runnable_document(
    document: Document,
    path: Path | None,
    project: Project | None = None,
    library: DocumentLibrary | None = None,
) -> Document:
    """Return the document joined with the graphs of other files it calls, for a compiler. Never raises.

    A reference that leads nowhere stays as it is and is refused by the compiler.
    """
    if path is None or not uses_other_files(document):
        return document
    folder = project.folder if project is not None else None
    return link_document(load_referenced_files(document, path, folder, library)).document


def uses_other_files(document: Document) -> bool:
    """Tell whether any graph of the document calls a graph of another file."""
    return any(
        "#" in target
        for graph in document.graphs.values()
        for calls in index_of(graph).calls.values()
        for _, target, _ in calls
    )


def _referenced(
    document: Document,
    path: Path | None,
    registry: Registry,
    project: Project | None,
    library: DocumentLibrary | None,
) -> ReferencedGraphs:
    if path is None or not uses_other_files(document):
        return NOTHING_REFERENCED
    folder = project.folder if project is not None else None
    return _followed(load_referenced_files(document, path, folder, library), registry)


def _followed(files: ReferencedFiles, registry: Registry) -> ReferencedGraphs:
    linked = link_document(files)
    refusals = {**linked.refusals, **check_reach(linked, files, registry)}
    return ReferencedGraphs(files.of_document.graphs, refusals)


def _lead_to_the_same(old: ReferencedFiles, new: ReferencedFiles) -> bool:
    """Tell whether the references of two states of a document lead to the same, by the same names."""
    same = old.document.variables is new.document.variables and old.document.events is new.document.events
    return (
        same
        and (old.path, old.found, old.refused) == (new.path, new.found, new.refused)
        and old.documents.keys() == new.documents.keys()
        and all(new.documents[file] is document for file, document in old.documents.items())
    )
