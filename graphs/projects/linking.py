"""Join a document with the graphs of other files it uses, so that it can be checked and run as one.

A joined graph has the id `other.mind.json#g3`, relative to the joined document; its scope holds its
parameters, its own variables, world variables and the curves of its file, nothing else (rule 2.2,
`graphs.checks.rules.scopes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphs.checks.checker import problems_of_graph
from graphs.checks.lints.uses import graph_uses
from graphs.curves.curve_tables import curve_problems
from graphs.kinds.declarations.registry import Registry
from graphs.model.curves import Curve
from graphs.model.document import Document, Graph, ReferencedGraphs, ReferenceRefusal
from graphs.model.variables_and_events import Event, Variable
from graphs.projects.file_references import GraphOfFile, ReferencedFiles
from graphs.projects.moved_files import graph_with_references
from graphs.projects.relative_paths import relative_to_folder

REACH = (
    "A graph of another file sees its parameters, its own variables, world variables and the curves of its "
    "file, nothing else."
)


@dataclass(frozen=True, slots=True)
class LinkedDocument:
    """Hold a document joined with the graphs it uses, and why some of its references cannot be joined.

    `refusals` are by reference as the document writes it; such a reference stays as it is and does not run.
    """

    document: Document
    refusals: Mapping[str, ReferenceRefusal]


def link_document(files: ReferencedFiles) -> LinkedDocument:
    """Join a document with every graph of another file that it calls, by whatever way round.

    The document comes back unchanged when it calls none. World variables and events that joined graphs
    declare are added; where they are declared otherwise, the reference is refused.
    """
    own = files.of_document
    refusals = dict(own.refusals)
    joining = _Joining(files)
    for target in own.graphs:
        if target not in refusals:
            refusal = joining.add(files.found[(files.path, target)])
            if refusal is not None:
                refusals[target] = refusal
    return LinkedDocument(joining.joined(refusals), refusals)


def check_reach(
    linked: LinkedDocument, files: ReferencedFiles, registry: Registry
) -> Mapping[str, ReferenceRefusal]:
    """Return the references, as written, whose graphs have errors where they are used from, and why.

    A graph may be right in its own file and yet name a variable that is not seen from another one.
    """
    joined = {graph_id: graph for graph_id, graph in linked.document.graphs.items() if "#" in graph_id}
    wrong = {
        graph_id: refusal
        for graph_id in joined
        if (refusal := _errors_of(linked.document, graph_id, registry, ReferencedGraphs(joined))) is not None
    }
    found: dict[str, ReferenceRefusal] = {}
    for target in files.of_document.graphs if wrong else ():
        if target in linked.refusals:
            continue
        for (file, graph_id), _ in files.graphs_below(files.found[(files.path, target)]):
            refusal = wrong.get(joined_id(files, (file, graph_id)))
            if refusal is not None:
                found.setdefault(target, refusal)
    return found


def joined_id(files: ReferencedFiles, graph: GraphOfFile) -> str:
    """Return the id that a graph of another file has in the joined document."""
    return f"{relative_to_folder(graph[0], files.path.parent)}#{graph[1]}"


def _errors_of(
    document: Document, graph_id: str, registry: Registry, referenced: ReferencedGraphs
) -> ReferenceRefusal | None:
    found = problems_of_graph(document, graph_id, registry, referenced)
    errors = [problem for problem in found if problem.severity == "error"]
    if not errors:
        return None
    first = errors[0]
    file = graph_id.rpartition("#")[0]
    is_out_of_reach = first.code == "E102" or graph_uses(document.graphs[graph_id]).axes
    return ReferenceRefusal(
        f"{graph_id} cannot be used from here. {first.message}",
        f"Open {file}, or hand in what it needs as a parameter." if is_out_of_reach else f"Mend {file}.",
        REACH if is_out_of_reach else "",
    )


class _Joining:
    """Add graphs of other files, with the world variables and events of these, and the curves they read."""

    def __init__(self, files: ReferencedFiles) -> None:
        self._files = files
        self._graphs: dict[str, Graph] = {}
        self._variables: dict[str, Variable] = dict(files.document.variables)
        self._events: dict[str, Event] = dict(files.document.events)
        self._curves: dict[str, Curve] = dict(files.document.curves)
        self._origins: dict[Path, ReferenceRefusal | None] = {}

    def add(self, start: GraphOfFile) -> ReferenceRefusal | None:
        """Add a graph and all it calls; return why this cannot be done, if so."""
        reached = list(self._files.graphs_below(start))
        for file in dict.fromkeys(file for (file, _), _ in reached):
            if file not in self._origins:
                self._origins[file] = self._declare(file)
            refusal = self._origins[file]
            if refusal is not None:
                return refusal
        curves = dict(self._curves)
        for key, graph in reached:
            for clash in self._take_curves(key, graph, curves):
                return clash
        self._curves = curves
        for key, graph in reached:
            self._graphs[joined_id(self._files, key)] = graph_with_references(graph, self._renamed(key[0]))
        return None

    def joined(self, refusals: Mapping[str, ReferenceRefusal]) -> Document:
        """Return the document with what was added, calling it by its new ids."""
        if not self._graphs:
            return self._files.document
        rename = self._renamed(self._files.path)

        def rewrite(target: str) -> str:
            return target if "#" not in target or target in refusals else rename(target)

        document = self._files.document
        graphs = {
            graph_id: graph_with_references(graph, rewrite) for graph_id, graph in document.graphs.items()
        }
        return document.model_copy(
            update={
                "graphs": {**graphs, **self._graphs},
                "variables": self._variables,
                "events": self._events,
                "curves": self._curves,
            }
        )

    def _renamed(self, file: Path) -> Callable[[str], str]:
        """Return what turns a reference of `file` into the id of the joined graph."""

        def rewrite(target: str) -> str:
            found = self._files.found.get((file, target)) if "#" in target else (file, target)
            return target if found is None else joined_id(self._files, found)

        return rewrite

    def _declare(self, file: Path) -> ReferenceRefusal | None:
        document, name = self._files.documents[file], relative_to_folder(file, self._files.path.parent)
        for clash in (*self._variable_clashes(document, name), *self._event_clashes(document, name)):
            return clash
        for variable_name, variable in document.variables.items():
            if variable.scope == "world":
                self._variables.setdefault(variable_name, variable)
        for event_name, event in document.events.items():
            self._events.setdefault(event_name, event)
        return None

    def _variable_clashes(self, document: Document, name: str) -> Iterator[ReferenceRefusal]:
        for variable_name, variable in document.variables.items():
            known = self._variables.get(variable_name)
            if variable.scope != "world" or known is None:
                continue
            if known.scope != "world":
                yield ReferenceRefusal(
                    f"'{variable_name}' is a world variable in {name} and an agent's own variable here.",
                    "Rename one of the two, or declare it as a world variable here too.",
                )
            elif (known.type, known.values) != (variable.type, variable.values):
                yield ReferenceRefusal(
                    f"The world variable '{variable_name}' is {variable.type} in {name} and {known.type} "
                    "in another file.",
                    "Declare it with one type everywhere.",
                    "All documents of one world share it.",
                )

    def _take_curves(
        self, key: GraphOfFile, graph: Graph, curves: dict[str, Curve]
    ) -> Iterator[ReferenceRefusal]:
        """Add the curves that a graph reads; yield why it cannot: each name means one curve, of its file."""
        own, graph_id = self._files.documents[key[0]].curves, joined_id(self._files, key)
        file = graph_id.rpartition("#")[0]
        for name in sorted(graph_uses(graph).curves & (own.keys() | curves.keys())):
            curve = own.get(name)
            if curve is None:
                yield ReferenceRefusal(
                    f"{graph_id} reads the curve '{name}', and {file} has none.",
                    f"Add it in {file}, or hand in what it reads as a parameter.",
                    REACH,
                )
            elif curve_problems(curve):
                yield ReferenceRefusal(f"The curve '{name}' of {file} is damaged.", f"Mend {file}.")
            elif _drawn(curves.setdefault(name, curve)) != _drawn(curve):
                yield ReferenceRefusal(
                    f"The curve '{name}' is another one in {file} than in another file.",
                    "Rename one of the two, or give both one shape.",
                )

    def _event_clashes(self, document: Document, name: str) -> Iterator[ReferenceRefusal]:
        for event_name, event in document.events.items():
            known = self._events.get(event_name)
            if known is not None and known.payload != event.payload:
                yield ReferenceRefusal(
                    f"The event '{event_name}' carries something else in {name} than in another file.",
                    "Declare it alike everywhere, or declare it once in a manifest of the project.",
                )


def _drawn(curve: Curve) -> Curve:
    """Return a curve without what says nothing of its values."""
    return curve.model_copy(update={"axis": "", "note": ""})
