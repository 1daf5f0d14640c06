"""Say how a list shows breakpoints: what each is on, what it may stop at, what is wrong with it; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from editor.widgets.element_words import node_words
from graphs.checks.rules.scopes import document_scope
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import BOOL
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph
from runtime.history.recording.row_words import element_title
from runtime.history.why.breakpoints import Breakpoint, Moment

DocumentOf = Callable[[str], Document | None]
"""Give the document of a file name, None where it is neither open nor run."""

MOMENT_WORDS: dict[Moment, str] = {
    "enter": "is entered",
    "exit": "ends",
    "success": "succeeds",
    "failure": "fails",
    "running": "begins to run",
    "halt": "is halted",
    "considered": "is asked",
    "taken": "is taken",
    "change": "changes",
    "event": "arrives",
    "error": "goes wrong",
}

NODE_MOMENTS: tuple[Moment, ...] = ("enter", "exit", "success", "failure", "running", "halt")
STATE_MOMENTS: tuple[Moment, ...] = ("enter", "exit")
EDGE_MOMENTS: tuple[Moment, ...] = ("taken", "considered")
QUESTION_MOMENTS: tuple[Moment, ...] = ("enter",)


@dataclass(frozen=True, slots=True)
class BreakpointRow:
    """Hold one row: the breakpoint, what it is on, its moments to choose from, and what is wrong.

    `missing` says why it can never be met, "" where it can; `problem` what is wrong with its condition.
    """

    breakpoint: Breakpoint
    title: str
    place: str
    icon: str
    family: str
    moments: tuple[Moment, ...]
    missing: str = ""
    problem: str = ""


def row_of(found: Breakpoint, document_of: DocumentOf, registry: Registry) -> BreakpointRow:
    """Return how a list shows a breakpoint."""
    document = document_of(found.mind)
    if document is None:
        title = found.name or found.element or "Anything"
        words = f"{found.mind} is neither open nor run."
        return BreakpointRow(found, title, found.mind, "breakpoint", "value", (found.moment,), words)
    problem = condition_problem(found.condition, document, registry)
    if found.moment in ("change", "event", "error"):
        return _of_mind(found, document, problem)
    return _of_element(found, document, registry, problem)


def condition_problem(text: str, document: Document, registry: Registry) -> str:
    """Return what is wrong with a condition, "" for nothing; no condition is right."""
    if not text.strip():
        return ""
    try:
        check_expression(text, document_scope(document, registry), BOOL)
    except ExpressionError as error:
        return f"{error.message} {error.remedy}".strip()
    return ""


def moments_of(document: Document, graph_id: str, element: str) -> tuple[Moment, ...]:
    """Return what a breakpoint on an element can stop at; nothing for one that is not there."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return ()
    if isinstance(graph, StateMachineGraph):
        if element in graph.edges:
            return EDGE_MOMENTS
        return STATE_MOMENTS if element in graph.nodes else ()
    if element not in graph.nodes:
        return ()
    if graph.kind == "decision_tree":
        return QUESTION_MOMENTS
    return NODE_MOMENTS


def new_breakpoints(
    mind: str, document: Document, graph_id: str, element: str
) -> Iterator[tuple[str, tuple[tuple[str, Breakpoint], ...]]]:
    """Yield what can be added, in groups with a title: on the selection, a variable, an event, an error."""
    moments = moments_of(document, graph_id, element) if element else ()
    if moments:
        on_it = ((MOMENT_WORDS[moment], Breakpoint(mind, moment, graph_id, element)) for moment in moments)
        yield "When the selection", tuple(on_it)
    variables = ((name, Breakpoint(mind, "change", name=name)) for name in sorted(document.variables))
    yield "When a variable changes", tuple(variables)
    events = ((name, Breakpoint(mind, "event", name=name)) for name in sorted(document.events))
    yield "When an event arrives", tuple(events)
    yield "", (("When anything goes wrong", Breakpoint(mind, "error")),)


def _of_mind(found: Breakpoint, document: Document, problem: str) -> BreakpointRow:
    if found.moment == "error":
        return BreakpointRow(found, "Anything", found.mind, "s_bang", "value", ("error",), "", problem)
    what, known = ("variable", document.variables) if found.moment == "change" else ("event", document.events)
    there = found.name in known or any(name.startswith(f"{found.name}.") for name in known)
    missing = "" if there else f"{found.mind} has no {what} {found.name} any more."
    icon = "value" if found.moment == "change" else "raise"
    icon = "number" if icon == "value" else icon
    return BreakpointRow(found, found.name, found.mind, icon, "value", (found.moment,), missing, problem)


def _of_element(found: Breakpoint, document: Document, registry: Registry, problem: str) -> BreakpointRow:
    graph = document.graphs.get(found.graph)
    moments = moments_of(document, found.graph, found.element)
    if graph is None or not moments:
        missing = f"{found.mind} has it no more: it was removed, or is of another version."
        return BreakpointRow(
            found, found.element, found.mind, "breakpoint", "value", (found.moment,), missing, problem
        )
    icon, family = "transition", "machine"
    if found.element in graph.nodes:
        words = node_words(document, graph, found.element, registry)
        icon, family = words.icon, words.family
    title = element_title(document, found.graph, found.element, registry)
    place = f"{graph.title or found.graph} · {found.mind}"
    wrong = (
        "" if found.moment in moments else f"It never {MOMENT_WORDS[found.moment]}. Choose another moment."
    )
    choices = moments if found.moment in moments else (*moments, found.moment)
    return BreakpointRow(found, title, place, icon, family, choices, wrong, problem)
