"""Check a document, remember it, and check it again at the cost of what changed."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from graphs.checks.rules.declaration_checks import check_document_declarations
from graphs.checks.rules.further_units import FurtherChecks
from graphs.checks.rules.graph_check import Findings
from graphs.checks.rules.graph_checks import GraphChecks, Surroundings
from graphs.checks.rules.problem import Place, Problem
from graphs.checks.rules.problem_board import SEVERITIES, Problems, order_within_element
from graphs.checks.rules.recalled_nodes import RecalledNodes
from graphs.checks.rules.recursion import Recursive, recursion_in
from graphs.checks.rules.shared_declaration_checks import check_shared_declarations
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import NOTHING_REFERENCED, Document, ReferencedGraphs
from graphs.structure.queries import index_of

_NONE: Recursive = frozenset()


class Checker:
    """Find the problems of a document, and again of each later state of it.

    `check` gives for any document what `check_document` gives, and what `further` checks such as the lints
    find beside; what it costs depends on how much the document differs from the one it was given before.
    Edits share what they do not touch, and so nothing but what they touched, and what looks at that, is
    checked again.
    """

    def __init__(self, registry: Registry, further: FurtherChecks | None = None) -> None:
        self._registry = registry
        self._further = further
        self._document: Document | None = None
        self._referenced = NOTHING_REFERENCED
        self._graphs: dict[str, GraphChecks] = {}
        self._recursive: Mapping[str, Recursive] = {}
        self._callees: dict[str, tuple[object, frozenset[str]]] = {}
        self._declared: Problems = ()
        self._own: Problems = ()
        self._problems: Problems = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what the last check found that was made to its end."""
        return self._problems

    def check(
        self, document: Document, referenced: ReferencedGraphs = NOTHING_REFERENCED
    ) -> tuple[Problem, ...]:
        """Return all problems of a document: errors, then warnings, then notes, each in document order.

        `referenced` holds the graphs of other files it names; without them references are checked for form
        only. Never raises, whatever a document that could be loaded holds. What a node or transition
        suppresses by code is left out, errors excepted.
        """
        for _ in self.steps(document, referenced):
            pass
        return self._problems

    def steps(
        self, document: Document, referenced: ReferencedGraphs = NOTHING_REFERENCED
    ) -> Generator[None, None, None]:
        """Do what `check` does in short steps, one for each item taken; `problems` then holds the result.

        One that is left before its end makes the next check begin anew.
        """
        try:
            yield from self._update(document, referenced)
        except BaseException:
            # Half of a check is worth nothing: the next one begins anew.
            self._document, self._graphs, self._recursive, self._callees = None, {}, {}, {}
            raise
        self._problems = tuple(self._listed(document))

    def _update(self, document: Document, referenced: ReferencedGraphs) -> Iterator[None]:
        """Bring what is known of the former document up to date with this one."""
        old, old_referenced, old_recursive = self._document, self._referenced, self._recursive
        recursive = recursion_in(document, self._find_callees(document))
        recalled = None if old is None else RecalledNodes(old, document, old_referenced, referenced)
        checks: dict[str, GraphChecks] = {}
        for graph_id, graph in document.graphs.items():
            former = None if old is None else old.graphs.get(graph_id)
            nodes = {} if recalled is None else dict.fromkeys(recalled.of(graph))
            own, before = recursive.get(graph_id, _NONE), old_recursive.get(graph_id, _NONE)
            renamed = former is not None and former.title != graph.title
            nodes.update((node, None) for node, _ in sorted(own | before if renamed else own ^ before))
            checks[graph_id] = self._checks_of(document, graph_id)
            around = Surroundings(document, own, referenced, tuple(nodes), old)
            yield from checks[graph_id].update(graph, around)
        self._document, self._referenced, self._recursive = document, referenced, recursive
        self._graphs = checks
        self._check_declarations(old, document)

    def _checks_of(self, document: Document, graph_id: str) -> GraphChecks:
        known = self._graphs.get(graph_id)
        if known is None or known.kind != document.graphs[graph_id].kind:
            kind, further = document.graphs[graph_id].kind, None
            if self._further is not None:
                further = self._further.of_graph(graph_id, kind, self._registry)
            return GraphChecks(graph_id, kind, self._registry, further)
        return known

    def _find_callees(self, document: Document) -> dict[str, frozenset[str]]:
        """Return the graphs that each graph calls, found anew where its calls changed."""
        found: dict[str, tuple[object, frozenset[str]]] = {}
        for graph_id, graph in document.graphs.items():
            calls = index_of(graph).calls
            known = self._callees.get(graph_id)
            if known is None or known[0] is not calls:
                known = (calls, frozenset(target for own in calls.values() for _, target, _ in own))
            found[graph_id] = known
        self._callees = found
        return {graph_id: callees for graph_id, (_, callees) in found.items()}

    def _check_declarations(self, old: Document | None, document: Document) -> None:
        """Check what belongs to no graph, if any of it changed."""
        if (
            old is None
            or old.variables is not document.variables
            or old.events is not document.events
            or old.root != document.root
            or old.graphs.keys() != document.graphs.keys()
        ):
            findings = Findings()
            check_root(document, findings)
            check_document_declarations(document, findings)
            check_shared_declarations(document, self._registry, findings)
            self._declared = tuple(findings.problems)
        further: Problems = ()
        if self._further is not None:
            units = {one: checks.further for one, checks in self._graphs.items() if checks.further}
            further = self._further.of_document(document, self._registry, units)
        self._own = tuple(sorted((*self._declared, *further), key=order_within_element))

    def _listed(self, document: Document) -> Iterator[Problem]:
        others = sorted(one for one in document.graphs if one != document.root)
        root = [one for one in document.graphs if one == document.root]
        found = {one: self._graphs[one].board.listed(graph) for one, graph in document.graphs.items()}
        for severity in SEVERITIES:
            yield from (problem for problem in self._own if problem.severity == severity)
            for graph_id in (*root, *others):
                yield from found[graph_id][severity]


def check_root(document: Document, findings: Findings) -> None:
    """Report a document without a graph to run."""
    place = Place("", "", "root")
    if document.root is None:
        findings.add("E013", place, "No graph is the root.", "Choose the graph that runs.")
    elif document.root not in document.graphs:
        findings.add(
            "E013",
            place,
            f"The root {document.root!r} is not among the graphs.",
            "Choose the graph that runs.",
        )
