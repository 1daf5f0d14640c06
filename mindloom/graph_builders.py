"""Describe graphs as they look: `tree("Guard").selector(…)`, `machine("Door").state("Open")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from graphs.kinds.declarations.node_kind import GraphKind
from mindloom.given_values import GivenNode, GivenTransition, transition


@dataclass(frozen=True, slots=True)
class GraphBuilder:
    """Hold a graph of any kind before it is in a document: its tops, the first of a tree is its root."""

    kind: GraphKind
    title: str
    id: str
    named: Mapping[str, object] = field(default_factory=dict)
    tops: tuple[GivenNode, ...] = ()


class TreeBuilder(GraphBuilder):
    """Describe a behavior tree or a decision tree. A method called like a kind of node gives its root."""

    __slots__ = ()

    def __getattr__(self, kind: str) -> Callable[..., Self]:
        """Return what adds a node of a kind: the root, then loose fragments."""
        name = _kind_called(kind)
        return lambda *values, **fields: self.add(GivenNode(name, values, fields))

    def add(self, *tops: GivenNode) -> Self:
        """Return the tree with nodes at its top: the root first, then loose fragments."""
        return replace(self, tops=(*self.tops, *tops))


@dataclass(frozen=True, slots=True)
class MachineBuilder(GraphBuilder):
    """Describe a state machine. A method called like a kind of state adds one at the top.

    `on` adds a transition to the state before it. Those of the machine itself come before the first state.
    """

    transitions: tuple[GivenTransition, ...] = ()

    def __getattr__(self, kind: str) -> Callable[..., MachineBuilder]:
        """Return what adds a state of a kind."""
        name = _kind_called(kind)
        return lambda *values, **fields: self.add(GivenNode(name, values, fields))

    def add(self, *tops: GivenNode) -> MachineBuilder:
        """Return the machine with more states at the top, such as those with states inside."""
        return replace(self, tops=(*self.tops, *tops))

    def on(self, event: object = None, *, to: object = (), **fields: object) -> MachineBuilder:
        """Return the machine with a transition of its last state, or of its own where there is none yet.

        `event` left out is polled in each tick. `to` names the target, by its name or id, or several; without
        it the transition only acts. `fields` are those of transitions: `guard`, `actions`, `after` …
        """
        added = transition(event, to, fields)
        if not self.tops:
            return replace(self, transitions=(*self.transitions, added))
        last = replace(self.tops[-1], transitions=(*self.tops[-1].transitions, added))
        return replace(self, tops=(*self.tops[:-1], last))


def _kind_called(name: str) -> str:
    """Return the kind that a method is called like; a dash below at the end is for words of Python."""
    if name.startswith("_"):
        raise AttributeError(name)
    return name.removesuffix("_")


def tree(title: str, *, id: str = "", **fields: object) -> TreeBuilder:  # noqa: A002 - the document's word
    """Describe a behavior tree: `tree("Guard").selector(sequence(test("near"), do("fire")), do("wander"))`.

    `id` is the title in small letters if left out; `fields` are `note`, `parameters`, `variables`.
    """
    return TreeBuilder("behavior_tree", title, id, fields)


def decision(title: str, *, id: str = "", **fields: object) -> TreeBuilder:  # noqa: A002
    """Describe a decision tree: `decision("Aim").ranges(expr("d"), branch(do("fire"), upto=3), …)`."""
    return TreeBuilder("decision_tree", title, id, fields)


def machine(title: str, *, id: str = "", **fields: object) -> MachineBuilder:  # noqa: A002
    """Describe a state machine: `machine("Door").state("Open").on("push", to="Closed").state("Closed")`.

    A machine begins in its first state unless `initial` names another.
    """
    return MachineBuilder("state_machine", title, id, fields)
