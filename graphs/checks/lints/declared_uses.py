"""Report variables, parameters and events that are declared and not used as they should be.

I305 to I309, W217, W218 and W226, and what two modules beside find of curves, sheets and needs. Names of
graphs are judged with their graph, names of the document with all graphs and, where they are known, the
surroundings.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.checks.lints.fuzzy_lints import unused_lints
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.lints.need_lints import need_lints
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.lints.uses import NO_USES, Uses, all_uses, sheet_uses
from graphs.checks.rules.default_values import named_in_defaults
from graphs.checks.rules.problem import Fix, Place, Problem
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.variables_and_events import Variable, matching_events

_REMOVE = "Remove it, unless it is meant for later."


def lint_graph_declarations(lint: GraphLint, uses: Uses) -> None:
    """Report variables and parameters of one graph; only the graph itself can use them."""
    uses |= Uses(reads=named_in_defaults(lint.graph.variables))
    for name, variable in lint.graph.variables.items():
        lint.problems.extend(_variable(lint.graph_id, name, variable, uses, uses_are_all=True))
    for name, parameter in lint.graph.parameters.items():
        path = f"parameters.{name}"
        if parameter.direction == "out" and name not in uses.written:
            lint.report(
                "W226", "", path, f"{lint.name} never writes '{name}'.", "Write it, or change its direction."
            )
        elif parameter.direction != "out" and name not in uses.reads | uses.written:
            said = f"{lint.name} never uses '{name}'."
            lint.report("I309", "", path, said, "Remove it here and in calls, or use it.")


def declaration_lints(
    document: Document,
    registry: Registry,
    surroundings: Surroundings | None,
    uses_by_graph: Mapping[str, Uses],
) -> list[Problem]:
    """Return what is to be said of the variables and events of a document, those of the game left out."""
    found: list[Problem] = []
    uses = _document_uses(document, uses_by_graph) | Uses(reads=named_in_defaults(document.variables))
    known = surroundings is not None
    around = surroundings or Surroundings()
    wider = Uses(uses.reads | around.read, uses.written | around.written)
    for name, variable in document.variables.items():
        if name in registry.variables:
            continue
        shared = variable.scope == "world"
        if shared and name in uses.reads | uses.written:
            continue
        found.extend(_variable("", name, variable, wider, uses_are_all=known and not shared))
    for name in document.events:
        if name not in registry.events:
            found.extend(_event(name, document, uses, surroundings))
    if document.curves or document.sheets:
        found += unused_lints(document, all_uses(uses_by_graph.values()))
    return found + need_lints(document, uses_by_graph, surroundings)


def _document_uses(document: Document, uses_by_graph: Mapping[str, Uses]) -> Uses:
    """Return what graphs and sheets use of a document's own names; a graph's own declarations hide them."""
    reads: set[str] = set()
    writes: set[str] = set()
    raises: set[str] = set()
    sends: set[str] = set()
    awaits: set[str] = set()
    for graph_id, graph in document.graphs.items():
        uses = uses_by_graph[graph_id]
        hidden = graph.variables.keys() | graph.parameters.keys()
        reads |= uses.reads - hidden if hidden else uses.reads
        writes |= uses.written - hidden if hidden else uses.written
        raises |= uses.raises
        sends |= uses.sends
        awaits |= uses.awaits
    sheets = Uses(sheet_uses(document).reads) if document.sheets else NO_USES
    return Uses(*map(frozenset, (reads, writes, raises, sends, awaits))) | sheets


def _variable(
    graph_id: str, name: str, variable: Variable, uses: Uses, *, uses_are_all: bool
) -> list[Problem]:
    """Return what is to be said of a variable; `uses_are_all` says that no one else uses it."""
    place = Place(graph_id, "", f"variables.{name}")
    read, written = name in uses.reads, name in uses.written
    if not read and not written:
        fix = Fix(f"Remove {name}", "remove_variable", {"name": name, "graph_id": graph_id or None})
        return [_problem("I305", place, f"Nothing uses '{name}'.", _REMOVE, fix)]
    if not read:
        return [_problem("I306", place, f"'{name}' is written, never read.", "Use it, or stop writing it.")]
    if written or not uses_are_all or variable.default is not None:
        return []
    what = "set" if variable.type == "trigger" else "written"
    remedy = "Write it, let a sensor write it, or give it a default."
    return [_problem("W217", place, f"'{name}' is read and never {what}.", remedy)]


def _event(name: str, document: Document, uses: Uses, around: Surroundings | None) -> list[Problem]:
    place = Place("", "", f"events.{name}")
    awaited = bool(
        matching_events(
            (descriptor.removesuffix(".*") for descriptor in uses.awaits if descriptor != "*"), (name,)
        )
    )
    handled = awaited or "*" in uses.awaits or (around is not None and name in around.handled)
    raised = name in uses.raises or (around is not None and name in around.raised)
    if not raised and name not in uses.sends and not handled:
        fix = Fix(f"Remove {name}", "remove_event", {"name": name})
        return [_problem("I307", place, f"Nothing raises or handles '{name}'.", _REMOVE, fix)]
    if raised and not handled and name not in uses.sends:
        remedy = "Draw a transition that waits for it, or stop raising it."
        return [_problem("I308", place, f"'{name}' is raised and nothing handles it.", remedy)]
    if awaited and not raised and name not in uses.sends and around is not None:
        remedy = "Raise it, or let a sensor or the game raise it."
        return [_problem("W218", place, f"'{name}' is waited for and nothing raises it.", remedy)]
    return []


def _problem(code: str, place: Place, message: str, remedy: str, fix: Fix | None = None) -> Problem:
    lint = LINTS[code]
    return Problem(code, lint.severity, place, message, lint.why, remedy, fix)
