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
from runtime.history.why.breakpoints import Breakpoint, StopMoment

DocumentOf = Callable[[str], Document | None]
"""Give the document of a file name, None where it is neither open nor run."""

MOMENT_WORDS: dict[StopMoment, str] = {
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

NODE_MOMENTS: tuple[StopMoment, ...] = ("enter", "exit", "success", "failure", "running", "halt")
STATE_MOMENTS: tuple[StopMoment, ...] = ("enter", "exit")
EDGE_MOMENTS: tuple[StopMoment, ...] = ("taken", "considered")
QUESTION_MOMENTS: tuple[StopMoment, ...] = ("enter",)


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
    moments: tuple[StopMoment, ...]
    missing: str = ""
    problem: str = ""


def row_of(one: Breakpoint, document_of: DocumentOf, registry: Registry) -> BreakpointRow:
    """Return how a list shows a breakpoint."""
    document = document_of(one.mind)
    if document is None:
        title = one.name or one.element or "Anything"
        words = f"{one.mind} is neither open nor run."
        return BreakpointRow(one, title, one.mind, "breakpoint", "value", (one.moment,), words)
    problem = condition_problem(one.condition, document, registry)
    if one.moment in ("change", "event", "error"):
        return _of_mind(one, document, problem)
    return _of_element(one, document, registry, problem)


def condition_problem(text: str, document: Document, registry: Registry) -> str:
    """Return what is wrong with a condition, "" for nothing; no condition is right."""
    if not text.strip():
        return ""
    try:
        check_expression(text, document_scope(document, registry), BOOL)
    except ExpressionError as error:
        return f"{error.message} {error.remedy}".strip()
    return ""


def moments_of(document: Document, graph_id: str, element: str) -> tuple[StopMoment, ...]:
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
        on_it = ((MOMENT_WORDS[one], Breakpoint(mind, one, graph_id, element)) for one in moments)
        yield "When the selection", tuple(on_it)
    variables = ((name, Breakpoint(mind, "change", name=name)) for name in sorted(document.variables))
    yield "When a variable changes", tuple(variables)
    events = ((name, Breakpoint(mind, "event", name=name)) for name in sorted(document.events))
    yield "When an event arrives", tuple(events)
    yield "", (("When anything goes wrong", Breakpoint(mind, "error")),)


def _of_mind(one: Breakpoint, document: Document, problem: str) -> BreakpointRow:
    if one.moment == "error":
        return BreakpointRow(one, "Anything", one.mind, "s_bang", "value", ("error",), "", problem)
    what, known = ("variable", document.variables) if one.moment == "change" else ("event", document.events)
    there = one.name in known or any(name.startswith(f"{one.name}.") for name in known)
    missing = "" if there else f"{one.mind} has no {what} {one.name} any more."
    icon = "value" if one.moment == "change" else "raise"
    icon = "number" if icon == "value" else icon
    return BreakpointRow(one, one.name, one.mind, icon, "value", (one.moment,), missing, problem)


def _of_element(one: Breakpoint, document: Document, registry: Registry, problem: str) -> BreakpointRow:
    graph = document.graphs.get(one.graph)
    moments = moments_of(document, one.graph, one.element)
    if graph is None or not moments:
        missing = f"{one.mind} has it no more: it was removed, or is of another version."
        return BreakpointRow(
            one, one.element, one.mind, "breakpoint", "value", (one.moment,), missing, problem
        )
    icon, family = "transition", "machine"
    if one.element in graph.nodes:
        words = node_words(document, graph, one.element, registry)
        icon, family = words.icon, words.family
    title = element_title(document, one.graph, one.element, registry)
    place = f"{graph.title or one.graph} · {one.mind}"
    wrong = "" if one.moment in moments else f"It never {MOMENT_WORDS[one.moment]}. Choose another moment."
    choices = moments if one.moment in moments else (*moments, one.moment)
    return BreakpointRow(one, title, place, icon, family, choices, wrong, problem)
