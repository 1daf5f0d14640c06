"""Make the document that a new machine of moods begins with."""

from __future__ import annotations

from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.moods import add_mood_transition, make_moods, set_mood_cell
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.document import empty_document

STATES = ("Calm", "Alert", "Angry")
CALMING = ((1, 0, 0.2), (2, 1, 0.1))
"""What goes where after each quiet time: from, to, how much."""
STARTLING = ((0, 1, 0.6), (0, 2, 0.1), (1, 2, 0.5))
"""What goes where when the event comes."""
EVENT, APART = "startled", 240


def moods_document(registry: Registry) -> Document:
    """Return a machine of three moods that calms down by itself, and a transition that stirs it up."""
    document, graph = add_graph(empty_document(), "state_machine", "Moods")
    states = []
    for place, name in enumerate(STATES):
        at, fields = (place * float(APART), 0.0), {"name": name}
        document, state = add_node(document, graph, "state", registry, at=at, fields=fields)
        states.append(state)
    document = make_moods(document, graph)
    document, edge = add_mood_transition(document, graph, EVENT)
    for cells, edge_id in ((CALMING, None), (STARTLING, edge)):
        for start, to, part in cells:
            document = set_mood_cell(document, graph, states[start], states[to], part, edge_id=edge_id)
    return document
