"""Read a transition as the label people write, and set all that a label says as one edit."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphs.edits.edit_calls import edit
from graphs.edits.events import declare_event
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_edge, need_machine, with_edge, with_graph
from graphs.expressions.transition_label import TransitionLabel
from graphs.model.action_rows import has_conditions, one_line
from graphs.model.document import Document
from graphs.model.state_machine import Edge


def label_of(edge: Edge) -> TransitionLabel:
    """Return what the label of a transition says; of a choice's branch, whether it is the else branch.

    Actions with conditions are one action of the label, which can be kept or taken out there, not changed.
    """
    actions = (one_line(edge.actions),) if has_conditions(edge.actions) else edge.actions
    return TransitionLabel(edge.events, edge.after, edge.delay, edge.guard, actions, edge.else_)


def keeps_actions(edge: Edge, label: TransitionLabel) -> bool:
    """Tell whether a label has the very actions that a transition has."""
    return "; ".join(label.actions) == "; ".join(filter(None, map(str.strip, label_of(edge).actions)))


@edit
def set_label(
    document: Document, graph_id: str, edge_id: str, label: TransitionLabel, declared: Iterable[str] = ()
) -> Document:
    """Set event, times, guard and actions of a transition together, and declare some events.

    What a label does not say, such as the priority, stays. Raises `EditRefused`.
    """
    for name in declared:
        if name not in document.events:
            document = declare_event(document, name)
    graph = need_machine(document, graph_id)
    edge = need_edge(graph, edge_id)
    old = label_of(edge)
    if not keeps_actions(edge, label) and any(re.match(r"(if|else)\b", line) for line in label.actions):
        raise EditRefused("Actions with conditions have a row each.", "Change them in the inspector.")
    values = {
        "event": label.events[0] if len(label.events) == 1 else [*label.events],
        "after": label.after,
        "delay": label.delay,
        "guard": label.guard,
        "actions": [*label.actions],
        "else": label.is_else,
    }
    kept = {
        "event": label.events == old.events,
        "actions": keeps_actions(edge, label),
        "guard": label.guard == ((old.guard or "").strip() or None),
    }
    for path, value in values.items():
        if not kept.get(path, False):
            edge = with_field(edge, path, value)
    return with_graph(document, graph_id, with_edge(graph, edge_id, edge))
