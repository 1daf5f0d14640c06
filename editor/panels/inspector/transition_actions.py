"""Offer the buttons that add transitions without a pointer; no Qt."""

from __future__ import annotations

from collections.abc import Callable

from editor.panels.inspector.field_spec import FieldAction
from graphs.edits.connecting import add_reaction, connect
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.structure.queries import TOP, children_of

NONE_OF_STATE = "None yet. Drag from the rim of the state on the canvas to draw one."
NONE_OF_ANY = "None yet. One of these is asked in every state; some only act and lead nowhere."


def transition_actions(graph_id: str, source: str, registry: Registry) -> tuple[FieldAction, ...]:
    """Return the buttons under the transitions of a state, or of the graph's own any state for `TOP`."""
    acts = FieldAction(
        "Add one that only acts", "add", _reaction_adder(graph_id, source, registry), selects_new=True
    )
    if source != TOP:
        return (acts,)
    leads = FieldAction(
        "Add one from any state", "add", _interrupt_adder(graph_id, registry), selects_new=True
    )
    return leads, acts


def _reaction_adder(graph_id: str, source: str, registry: Registry) -> Callable[[Document], Document]:
    def edit(document: Document) -> Document:
        return add_reaction(document, graph_id, source, registry)[0]

    return edit


def _interrupt_adder(graph_id: str, registry: Registry) -> Callable[[Document], Document]:
    """Return the edit that adds an interrupt to the last state, to be led elsewhere in the inspector."""

    def edit(document: Document) -> Document:
        states = children_of(document.graphs[graph_id], TOP)
        if not states:
            raise EditRefused("There is no state to lead to.", "Add a state first.")
        return connect(document, graph_id, TOP, states[-1], registry)[0]

    return edit
