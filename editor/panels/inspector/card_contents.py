"""Say what the cards of transitions show, standing still and while it runs; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editor.panels.inspector.machine_contents import state_title
from editor.running.row_looks import instance_shown
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Edge, StateMachineGraph
from runtime.basics.status import TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.row_words import candidate_words
from runtime.records.trace_frame import Candidate

_OUTCOMES = {
    TransitionOutcome.GUARD_FALSE: "refused",
    TransitionOutcome.TRUE_BUT_LOST: "lost",
    TransitionOutcome.PENDING: "pending",
    TransitionOutcome.TAKEN: "taken",
}


def card_contents(
    document: Document, graph_id: str, edges: Sequence[str], registry: Registry, view: AgentView | None
) -> tuple[TransitionCardContent, ...]:
    """Return the cards for transitions in their order."""
    graph = document.graphs.get(graph_id)
    if not isinstance(graph, StateMachineGraph):
        return ()
    instance = instance_shown(view, graph_id) if view is not None else None
    cards = []
    for number, edge_id in enumerate((one for one in edges if one in graph.edges), start=1):
        edge = graph.edges[edge_id]
        row = instance.row_of.get(edge_id) if instance is not None else None
        candidate = view.candidates.get(row) if view is not None and row is not None else None
        names = [state_title(graph, target, document, registry) for target in edge.targets]
        said = candidate_words(candidate, view.program) if view is not None and candidate is not None else ""
        cards.append(
            TransitionCardContent(
                edge_id,
                number,
                _parts(edge, candidate),
                ", ".join(names) or "stays",
                said,
                _OUTCOMES.get(candidate.outcome, "") if candidate is not None else "",
            )
        )
    return tuple(cards)


def was_asked(cards: Sequence[TransitionCardContent]) -> bool:
    """Tell whether any of the transitions was considered in the tick shown."""
    return any(card.outcome for card in cards)


def _parts(edge: Edge, candidate: Candidate | None) -> tuple[CardPart, ...]:
    events = ", ".join(event for event in edge.events if event != "tick")
    before = (CardPart(events + (" " if edge.guard else "")),) if events else ()
    guard = edge.guard or ""
    if candidate is not None and candidate.parts and guard:
        return (*before, *_judged(guard, candidate))
    if guard:
        return (*before, CardPart(guard))
    if edge.after is not None:
        return (*before, CardPart(f"after {edge.after} s"))
    return before or (CardPart("else" if edge.else_ else "always"),)


def _judged(guard: str, candidate: Candidate) -> list[CardPart]:
    """Return the guard's text cut where its parts were judged."""
    pieces = []
    at = 0
    for part in sorted(candidate.parts, key=lambda one: one.start):
        if part.start < at:
            continue
        if part.start > at:
            pieces.append(CardPart(guard[at : part.start]))
        pieces.append(CardPart(guard[part.start : part.end], part.value))
        at = part.end
    if at < len(guard):
        pieces.append(CardPart(guard[at:]))
    return pieces


@dataclass(frozen=True, slots=True)
class CardPart:
    """Hold a piece of a guard and how it came out: true, false or neutral."""

    text: str
    value: str = "neutral"


@dataclass(frozen=True, slots=True)
class TransitionCardContent:
    """Hold what one card shows. `outcome` is "", refused, lost, pending, taken or error."""

    edge: str
    number: int
    parts: tuple[CardPart, ...]
    target: str
    sentence: str = ""
    outcome: str = ""
