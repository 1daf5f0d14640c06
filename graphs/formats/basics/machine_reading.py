"""What readers of state machines share: states in each other, where they begin, the document of all."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from graphs.basics.ids import free_name, slug
from graphs.basics.json_text import JsonObject
from graphs.model.document import VERSION, Document, Graph
from graphs.model.state_machine import InitialTransition, StateMachineGraph
from graphs.model.variables_and_events import Event, Variable
from graphs.structure.file_version import with_file_version

NAME_ONE = "Name a state that is there."

Machines = dict[str, tuple[StateMachineGraph, dict[str, Variable]]]
"""Machines with their data, by their ids."""


@dataclass(eq=False)
class ReadState:
    """Hold one state of a file: what it is, its id here, the state around it and those in it.

    The machine itself is the outermost one, with "" as its id.
    """

    kind: str
    node: str
    parent: Self | None
    children: list[Self] = field(default_factory=list)

    @property
    def real_children(self) -> list[Self]:
        """Return the states inside that can be active."""
        return [each for each in self.children if each.kind != "history"]

    @property
    def ancestors(self) -> list[Self]:
        """Return what is around it, inner first."""
        return [] if self.parent is None else [self.parent, *self.parent.ancestors]

    def walk(self) -> Iterator[Self]:
        """Yield this state and all inside, in order."""
        yield self
        for each in self.children:
            yield from each.walk()

    @property
    def refused_shape(self) -> str:
        """Return why a document refuses a state of this shape, "" where it does not."""
        if self.kind == "parallel" and not self.real_children:
            return "It has no regions; a parallel state here needs one."
        if self.kind == "state" and self.children and not self.real_children:
            return "Only histories are inside, so that it has nowhere to begin."
        if self.kind == "final" and self.parent is not None and self.parent.kind == "parallel":
            return "A final state is no region here."
        return ""


def start_of(
    targets: Sequence[str], direct: Container[str], actions: Sequence[str] = ()
) -> str | InitialTransition:
    """Return where a state begins: one that is directly inside, or else a transition."""
    if len(targets) == 1 and targets[0] in direct and not actions:
        return targets[0]
    return InitialTransition(targets=tuple(targets), actions=tuple(actions))


def seconds_text(seconds: float) -> str:
    """Return a number of seconds as an expression has it."""
    return f"{seconds:.9f}".rstrip("0").rstrip(".")


def graph_id(title: str, file: str, otherwise: str, taken: Container[str]) -> str:
    """Return the id of a machine: that of its title, else that of its file's name."""
    return free_name(slug(title or file.rpartition("/")[2].partition(".")[0]) or otherwise, taken)


def document_of(machines: Machines, events: dict[str, Event], origin: dict[str, JsonObject]) -> Document:
    """Return the document of machines with their data, which are its own where there is one machine."""
    alone = len(machines) == 1
    graphs: dict[str, Graph] = {
        key: graph if alone else graph.model_copy(update={"variables": {**data, **graph.variables}})
        for key, (graph, data) in machines.items()
    }
    document = Document(
        format="mindloom",
        version=VERSION,
        root=next(iter(graphs)),
        graphs=graphs,
        variables=next(iter(machines.values()))[1] if alone else {},
        events=events,
        origin={**origin},
    )
    return with_file_version(document)
