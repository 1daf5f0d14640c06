"""The document: a small library of graphs, one of them the root, and what it refers to in other files.

Hold what a document's references into other files lead to, for the check and the compiler.

Files are read elsewhere; here is only what was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from graphs.basics.frozen import Frozen
from graphs.basics.since import FIRST_VERSION, Since
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.curves import Curve
from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.fuzzy_sheets import FuzzySheet
from graphs.model.graph_parts import Origin
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.model.variables_and_events import Event, Variable

FORMAT = "mindloom"

VERSION = FIRST_VERSION
"""The version of a file that uses nothing of a later one."""

NEWEST_VERSION = 5
"""The newest version this program reads and writes: fields and kinds that came with it say so."""

FEWEST_ROUNDS, ROUNDS, MOST_ROUNDS = 100, 1_000, 10_000
"""Rounds that a document may allow a machine in one macrostep, and what it allows unless it says so."""

Graph = StateMachineGraph | BehaviorTreeGraph | DecisionTreeGraph
"""A graph of one of the three kinds; `kind` tells them apart."""

Node = StateNode | TreeNode | DecisionNode


class Document(Frozen):
    """Hold everything a `*.mind.json` file says."""

    format: Literal["mindloom"]
    version: int
    root: str | None = None
    graphs: dict[str, Annotated[Graph, Field(discriminator="kind")]] = {}
    variables: dict[str, Variable] = {}
    events: dict[str, Event] = {}
    curves: Annotated[dict[str, Curve], Since(4)] = {}
    sheets: Annotated[dict[str, FuzzySheet], Since(4)] = {}
    rounds: Annotated[int, Since(2)] = Field(default=ROUNDS, ge=FEWEST_ROUNDS, le=MOST_ROUNDS)
    origin: Origin = {}


def with_graphs(document: Document, graphs: dict[str, Graph]) -> Document:
    """Return the document with its graphs replaced; the same one where all of them stay."""
    if all(graph is document.graphs[graph_id] for graph_id, graph in graphs.items()):
        return document
    return document.model_copy(update={"graphs": graphs})


def empty_document() -> Document:
    """Return a document without graphs, of the version this program writes."""
    return Document(format="mindloom", version=VERSION)


@dataclass(frozen=True, slots=True)
class ReferenceRefusal:
    """Say why a reference into another file leads nowhere; `instead` is a reference that would, or ""."""

    message: str
    remedy: str
    why: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class ReferencedGraphs:
    """Hold the graphs of other files that a document names, by reference as written.

    A reference that stands in neither mapping was not followed.
    """

    graphs: Mapping[str, Graph] = field(default_factory=dict)
    refusals: Mapping[str, ReferenceRefusal] = field(default_factory=dict)


NOTHING_REFERENCED = ReferencedGraphs()
