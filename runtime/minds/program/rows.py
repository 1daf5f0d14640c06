"""Name one row of a program: a tree node, a machine, a state, a transition or a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Literal

from runtime.basics.random_numbers import fnv1a_32
from runtime.minds.program.row_fields import Memory, declared_memories

ADDED = "~"
"""What ids have that no document has: those of what stands for goals and moods."""

UNKNOWN_STREAM = -1
"""In place of the number of a path that was not hashed yet."""


class RowFamily(Enum):
    """Say which outcomes a row's byte holds (rule 7.2)."""

    TREE_NODE = "tree_node"
    MACHINE = "machine"
    STATE = "state"
    TRANSITION = "transition"
    DECISION = "decision"


@dataclass(slots=True, frozen=True)
class RowPage:
    """Say what rows of one class are for whoever exports them or builds them from a document.

    `op` is the name of what an executor does with one, `kinds` are the kinds of nodes that become one, none
    for any; `built` are those of a class whose rows stand for others too. One that can be ticked has `least`
    to `most` children, None for any number.
    """

    op: str
    kinds: tuple[str, ...]
    help: str
    least: int = 0
    most: int | None = 0
    built: tuple[str, ...] = ()


@dataclass(slots=True, eq=False, kw_only=True)
class Row:
    """Hold what all rows share. Rows stand in pre-order; all of it is fixed once compiled.

    `path` is the node ids of the calls that lead here and the node's own, joined by `/`: it names the row
    in traces and draws (rule 1.4). `node` is the id of the node or edge in `graph`, `""` for the own
    row of a machine or decision tree. The rows below a row are `index + 1` up to `end`. `enclosing_machine`
    is the index of the machine that events raised here go to, or -1. `stream` is the hash of the path once
    it is known: a program whose names were stripped has it from the beginning.

    For whoever explains or carries over what a row does, its page says: `claims_a_place`, whether it holds
    places; `ends_claims`, claims below belong to nothing above; `loops`, it visits a
    child again, at once unless a field `same_tick` is false; `in_roles`, each place among its children has
    a meaning of its own; `walks`, it goes on after a child that was skipped; `at_once`, it visits all
    children in one tick; `picks_by`, by what it picks a child, if not from the first to the last;
    `decided_by`, which of the children that were visited decide its result.
    """

    about: ClassVar[RowPage]
    family: ClassVar[RowFamily]
    claims_a_place: ClassVar[bool] = False
    ends_claims: ClassVar[bool] = False
    loops: ClassVar[bool] = False
    in_roles: ClassVar[bool] = False
    walks: ClassVar[bool] = False
    at_once: ClassVar[bool] = False
    picks_by: ClassVar[Literal["", "draw", "question", "case", "score"]] = ""
    decided_by: ClassVar[Literal["last", "first", "all"]] = "last"

    index: int
    kind: str
    path: str
    graph: str
    node: str
    parent: int
    enclosing_machine: int
    end: int = 0
    children: tuple[int, ...] = ()
    stream: int = UNKNOWN_STREAM

    @property
    def element(self) -> str:
        """Return what of the document the row is told as, "" for a graph, and for what expanding added."""
        return self.node.partition(ADDED)[0]

    @property
    def is_added(self) -> bool:
        """Tell whether the row is of what expanding added to the document (section 10)."""
        return ADDED in self.node

    @property
    def draw_key(self) -> int:
        """Return the number of the row in draws: the hash of its path (rule 1.4)."""
        if self.stream < 0:
            self.stream = fnv1a_32(self.path)
        return self.stream

    @property
    def names(self) -> str:
        """Return what the row names that makes it another one where it names another."""
        return ""

    def memories(self) -> tuple[Memory, ...]:
        """Return everything it remembers beside its status and its draws (rule 3.13)."""
        return tuple(declared_memories(self))


ACTIVITY = "activity"
"""The kind of the row of a state's action, and the last part of its path."""


def row_path(row: Row) -> str:
    """Return the path of a row, which no other row of its program has.

    It is the ids of the calls that lead to it and its own, joined by `/`. The action of a state has
    `/activity` behind the path of the state; the row of a machine ends in `/`, that of a root machine is "".
    """
    return f"{row.path}/{ACTIVITY}" if row.kind == ACTIVITY else row.path


def told_path(row: Row) -> str:
    """Return the path of what a row is told as: of what expanding added that of the node it stands for.

    It is "" where that is the graph.
    """
    parts = [part.partition(ADDED)[0] for part in row_path(row).split("/")]
    return "/".join(filter(None, parts)) if row.is_added else row_path(row)
