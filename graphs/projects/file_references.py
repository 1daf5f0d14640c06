"""Follow references into other files, as in `"other.mind.json#g3"` (rule 2.2).

A reference is relative to the folder of the document it is in, stays inside the project's folder (without
a project, inside the document's own), and no file leads back to itself by whatever way round.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from graphs.expressions.names import nearest_name
from graphs.files.document_file import FileProblem
from graphs.model.document import Document, Graph, ReferencedGraphs, ReferenceRefusal
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.relative_paths import PathRefused, nearest_file, path_inside, relative_to_folder
from graphs.structure.references import references_in

GraphOfFile = tuple[Path, str]
"""A graph of a file: the file's real path and the graph's id."""

CIRCLE = (
    "References between files form no circle, so that every file can be read and run without another's help."
)


def split_reference(target: str) -> tuple[str, str]:
    """Return the file and the graph that a reference names: ("other.mind.json", "g3")."""
    file, _, graph = target.rpartition("#")
    return file, graph


@dataclass(frozen=True)
class ReferencedFiles:
    """Hold what a document's references lead to.

    `path` is the document's own file, `documents` the documents of all other files reached, by real path,
    `found` and `refused` what became of each reference of each file: by (file, reference as written).
    """

    path: Path
    document: Document
    documents: Mapping[Path, Document] = field(default_factory=dict)
    found: Mapping[tuple[Path, str], GraphOfFile] = field(default_factory=dict)
    refused: Mapping[tuple[Path, str], ReferenceRefusal] = field(default_factory=dict)

    @property
    def of_document(self) -> ReferencedGraphs:
        """Return what the document's own references lead to, for the check of the document.

        A reference is refused, too, when the graph it names cannot run for want of another.
        """
        refusals = {target: refusal for (path, target), refusal in self.refused.items() if path == self.path}
        graphs: dict[str, Graph] = {}
        for (path, target), (file, graph) in self.found.items():
            if path != self.path:
                continue
            graphs[target] = self.documents[file].graphs[graph]
            deeper = self._refusal_below((file, graph))
            if deeper is not None:
                refusals[target] = deeper
        return ReferencedGraphs(graphs, refusals)

    def graphs_below(self, start: GraphOfFile) -> Iterator[tuple[GraphOfFile, Graph]]:
        """Yield a graph of another file and every graph it calls, each once, as (file and id, graph)."""
        waiting, seen = deque([start]), {start}
        while waiting:
            file, graph_id = waiting.popleft()
            graph = self.documents[file].graphs[graph_id]
            yield (file, graph_id), graph
            for call in references_in(graph, graph_id):
                called = self.found.get((file, call.target)) if call.external else (file, call.target)
                if called is None or called in seen or called[1] not in self.documents[called[0]].graphs:
                    continue
                seen.add(called)
                waiting.append(called)

    def _refusal_below(self, start: GraphOfFile) -> ReferenceRefusal | None:
        for (file, graph_id), graph in self.graphs_below(start):
            for call in references_in(graph, graph_id):
                refusal = self.refused.get((file, call.target)) if call.external else None
                if refusal is not None:
                    name = relative_to_folder(file, self.path.parent)
                    message = f"{name} cannot be used. {refusal.message}"
                    return ReferenceRefusal(message, f"Mend {name}. {refusal.remedy}", refusal.why)
        return None


def load_referenced_files(
    document: Document, path: Path, folder: Path | None = None, library: DocumentLibrary | None = None
) -> ReferencedFiles:
    """Follow the references of the document at `path`, and of the files they lead to, each read once.

    `folder` is the project's, the document's own when None. Never raises: what cannot be followed is kept
    with its reason.
    """
    real = Path(os.path.realpath(path))
    reader = _Reader(document, real, folder or real.parent, library or DocumentLibrary())
    return reader.read()


class _Reader:
    """Read files in the order they are named, then look for circles."""

    def __init__(self, document: Document, path: Path, folder: Path, library: DocumentLibrary) -> None:
        self._document, self._path, self._folder, self._library = document, path, folder, library
        self._documents: dict[Path, Document] = {}
        self._found: dict[tuple[Path, str], GraphOfFile] = {}
        self._refused: dict[tuple[Path, str], ReferenceRefusal] = {}
        self._failed: dict[Path, FileProblem] = {}
        self._uses: dict[Path, list[Path]] = {}

    def read(self) -> ReferencedFiles:
        waiting = deque([self._path])
        seen = {self._path}
        while waiting:
            file = waiting.popleft()
            for target in _external_targets(self._document_of(file)):
                named = self._follow(file, target)
                if named is not None and named not in seen:
                    seen.add(named)
                    waiting.append(named)
        self._refuse_circles()
        return ReferencedFiles(self._path, self._document, self._documents, self._found, self._refused)

    def _document_of(self, file: Path) -> Document:
        return self._document if file == self._path else self._documents[file]

    def _follow(self, file: Path, target: str) -> Path | None:
        """Follow one reference and keep what became of it; return the file if it could be read."""
        relative, graph = split_reference(target)
        refuse = partial(self._refused.__setitem__, (file, target))
        if not relative or not graph:
            refuse(
                ReferenceRefusal(
                    f"'{target[:80]}' names no graph of another file.",
                    "Write a relative path and the id of a graph, as in other.mind.json#g3.",
                )
            )
            return None
        try:
            named = path_inside(self._folder, file.parent, relative)
        except PathRefused as refusal:
            refuse(ReferenceRefusal(refusal.message, refusal.remedy))
            return None
        self._uses.setdefault(file, []).append(named)
        if named == self._path:
            self._found[(file, target)] = (named, graph)
            return None
        problem = self._load(named)
        if problem is not None:
            refuse(self._unreadable(file, relative, graph, problem))
            return None
        graphs = self._documents[named].graphs
        if graph in graphs:
            self._found[(file, target)] = (named, graph)
        else:
            refuse(_no_such_graph(relative, graph, self._documents[named]))
        return named

    def _load(self, file: Path) -> FileProblem | None:
        if file not in self._documents and file not in self._failed:
            try:
                self._documents[file] = self._library.document(file)
            except FileProblem as problem:
                self._failed[file] = problem
        return self._failed.get(file)

    def _unreadable(self, file: Path, relative: str, graph: str, problem: FileProblem) -> ReferenceRefusal:
        named = problem.path
        if named is not None and os.path.lexists(named):
            where = f" at {problem.where}" if problem.where else ""
            message = f"{relative} cannot be read{where}. {problem.message}"
            return ReferenceRefusal(message, problem.remedy)
        nearest = nearest_file(self._folder, file, relative)
        if nearest is None:
            said = f"There is no file {relative}."
            return ReferenceRefusal(said, "Put the file back, or choose another graph in the inspector.")
        moved = Path(nearest).name == Path(relative).name
        return ReferenceRefusal(
            f"There is no file {relative}. {'It may have moved to' if moved else 'Did you mean'} "
            f"{nearest}{'.' if moved else '?'}",
            f"Use {nearest}#{graph}.",
            instead=f"{nearest}#{graph}",
        )

    def _refuse_circles(self) -> None:
        """Refuse every reference from whose file the way leads back to where it is."""
        for (file, target), (named, _) in list(self._found.items()):
            way = _way_back(self._uses, named, file)
            if way is None:
                continue
            del self._found[(file, target)]
            self._refused[(file, target)] = self._circle(file, way)

    def _circle(self, file: Path, way: list[Path]) -> ReferenceRefusal:
        names = [relative_to_folder(each, self._path.parent) for each in way]
        if way == [file]:
            return ReferenceRefusal(
                f"{names[0]} names itself.", "Name a graph of the same file by its id alone.", CIRCLE
            )
        own = relative_to_folder(file, self._path.parent)
        said = f"{' uses '.join([own, names[0]])}, which uses {', which uses '.join(names[1:])} again."
        return ReferenceRefusal(said, "Move what both need into a third file.", CIRCLE)


def _external_targets(document: Document) -> tuple[str, ...]:
    """Return the references of a document into other files, each once."""
    return tuple(
        dict.fromkeys(
            call.target
            for graph_id, graph in document.graphs.items()
            for call in references_in(graph, graph_id)
            if call.external
        )
    )


def _way_back(uses: Mapping[Path, list[Path]], start: Path, goal: Path) -> list[Path] | None:
    """Return a shortest way of files from `start` to `goal`, both included, None if there is none."""
    came_by: dict[Path, Path | None] = {start: None}
    waiting = deque([start])
    while waiting:
        current = waiting.popleft()
        if current == goal:
            way: list[Path] = []
            step: Path | None = current
            while step is not None:
                way.append(step)
                step = came_by[step]
            return way[::-1]
        for named in uses.get(current, ()):
            if named not in came_by:
                came_by[named] = current
                waiting.append(named)
    return None


def _no_such_graph(relative: str, graph: str, document: Document) -> ReferenceRefusal:
    titles = {key.title: graph_id for graph_id, key in document.graphs.items() if key.title}
    nearest = nearest_name(graph[:60], document.graphs)
    if nearest is None and graph in titles:
        nearest = titles[graph]
    message = f"{relative} has no graph '{graph[:60]}'."
    if nearest is not None:
        return ReferenceRefusal(
            f"{message} Did you mean '{nearest}'?", f"Use '{nearest}'.", instead=f"{relative}#{nearest}"
        )
    return ReferenceRefusal(message, "Choose another graph in the inspector.")
