"""Name the icon, hue and words of each kind of graph."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphLook:
    """Hold how a kind of graph is shown: words, icon and the family that gives its hue."""

    title: str
    icon: str
    family: str
    summary: str


GRAPH_LOOKS: dict[str, GraphLook] = {
    "state_machine": GraphLook("State machine", "machine", "machine", "modes and what switches them"),
    "behavior_tree": GraphLook("Behavior tree", "tree", "tree", "things to try, in order"),
    "decision_tree": GraphLook("Decision tree", "decision", "decision", "questions that pick one answer"),
}
"""Looks by the graph's `kind`, in the order of menus."""
