"""What builders are given: expressions, outputs, records, nodes and branches, not yet in a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class GivenExpression:
    """Hold the text of an expression."""

    text: str


@dataclass(frozen=True, slots=True)
class GivenOutput:
    """Hold the name of the variable that an `out` parameter writes."""

    variable: str


@dataclass(frozen=True, slots=True)
class GivenRecord:
    """Hold what is given for a part of a node that has fields of its own, such as a guard."""

    values: tuple[object, ...] = ()
    named: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GivenTransition:
    """Hold a transition: where it leads, by names or ids, and what is given for its fields."""

    targets: tuple[str, ...]
    named: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GivenNode:
    """Hold a node: its kind, children and other values in order, fields and parameters by name."""

    kind: str
    values: tuple[object, ...] = ()
    named: Mapping[str, object] = field(default_factory=dict)
    transitions: tuple[GivenTransition, ...] = ()

    def on(self, event: object = None, *, to: object = (), **fields: object) -> GivenNode:
        """Return the state with one more transition; see `MachineBuilder.on`."""
        return replace(self, transitions=(*self.transitions, transition(event, to, fields)))


@dataclass(frozen=True, slots=True)
class GivenBranch:
    """Hold a child with what its parent must know of it; a text is the id of a node given elsewhere."""

    child: GivenNode | str | None
    named: Mapping[str, object]


def transition(event: object, to: object, fields: Mapping[str, object]) -> GivenTransition:
    """Return a transition of what `on` is given."""
    targets = (to,) if isinstance(to, str) else tuple(map(str, to)) if isinstance(to, (tuple, list)) else ()
    return GivenTransition(targets, fields if event is None else {"event": event, **fields})


def expr(text: str) -> GivenExpression:
    """Say that a value is an expression, as in `target=expr("enemy")`; plain values are literals."""
    return GivenExpression(text)


def out(variable: str) -> GivenOutput:
    """Name the variable that an `out` parameter of a called graph writes."""
    return GivenOutput(variable)


def part(*values: object, **fields: object) -> GivenRecord:
    """Give a part of a node, a variable or an event with its fields: `guard=part("d < 3", abort="self")`.

    Values without names are for the first fields in order.
    """
    return GivenRecord(values, fields)


def node(kind: str, *values: object, **fields: object) -> GivenNode:
    """Give a node of any kind: its children or its main value, then fields and parameters by name.

    Every built-in kind has a function of its name too: `sequence(…)` is `node("sequence", …)`.
    """
    return GivenNode(kind, values, fields)


def do(action: str, **parameters: object) -> GivenNode:
    """Give a node, or the activity of a state, that runs an action: `do("arrive", target=expr("enemy"))`."""
    return GivenNode("action", (action,), parameters)


def call(graph: str, **arguments: object) -> GivenNode:
    """Give a node, or the activity of a state, that runs another graph of the document, named by its id."""
    return GivenNode("", (graph,), arguments)


def branch(child: GivenNode | str | None, **decides: object) -> GivenBranch:
    """Give a child with what its parent must know of it: `branch(do("flee"), upto=30)`.

    Branches of a decision tree may share a child: give its id.
    """
    return GivenBranch(child, decides)
