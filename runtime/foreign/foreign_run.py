"""Hold what is known of another program's run: its trees or machines, how they stand, what happened."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from runtime.basics.status import Status

MOST_ENTRIES = 5_000
"""Entries of the log that are kept; older ones are forgotten."""
MOST_TEXT = 300
"""Characters of a text of another program that are kept."""
_MOST_DEPTH = 6
"""Lists and tables within one another that the text of a value shows."""

Look = tuple[Status, Status | None]
"""The status of a node now and, where it is idle, the one it had before."""
IDLE: Look = (Status.IDLE, None)


class NodeForm(StrEnum):
    """Say what sort of node it is, as far as drawing goes."""

    COMPOSITE = "composite"
    DECORATOR = "decorator"
    CONDITION = "condition"
    ACTION = "action"
    SUBTREE = "subtree"
    STATE = "state"
    PARALLEL = "parallel"
    FINAL = "final"
    HISTORY = "history"


@dataclass(frozen=True, slots=True)
class ForeignNode:
    """Hold one node or state. `parent` is "" at the top; `details` are its ports, scripts or actions."""

    key: str
    title: str
    kind: str
    form: NodeForm
    parent: str = ""
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignLink:
    """Hold one transition of a machine; `source` is "" for one of the machine itself."""

    source: str
    targets: tuple[str, ...]
    event: str
    guard: str = ""


@dataclass(frozen=True)
class ForeignGraph:
    """Hold one tree or machine as its program tells it: nodes by key, parents before children, in order.

    `initial` holds the first child of a state, "" for the machine, by key.
    """

    key: str
    title: str
    is_machine: bool
    nodes: Mapping[str, ForeignNode]
    links: tuple[ForeignLink, ...] = ()
    initial: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ForeignEntry:
    """Hold a line of the log: seconds since the beginning, the graph, the node (or ""), what happened.

    `status` is what the node changed to, None for an event. `is_exact` tells that the program noted it: else
    it was seen by looking now and then.
    """

    time: float
    graph: str
    node: str
    words: str
    status: Status | None = None
    is_exact: bool = True


class Phase(StrEnum):
    """Say how the connection is."""

    WAITING = "waiting"
    LIVE = "live"
    LOST = "lost"


class ForeignRun:
    """Gather what a source reads of another program. `version` grows with every change.

    `looks` holds the statuses of nodes by graph and node, `values` texts by table and name. `breakpoints`,
    `answers` (results that nodes are made to give) and `held` (where the program waits) are node keys of its
    only tree.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.phase = Phase.WAITING
        self.words = ""
        self.trouble = ""
        """What of the program could not be read, or what it refused; "" for nothing."""
        self.version = 0
        self.graphs: dict[str, ForeignGraph] = {}
        self.looks: dict[str, dict[str, Look]] = {}
        self.values: dict[str, dict[str, str]] = {}
        self.entries: deque[ForeignEntry] = deque(maxlen=MOST_ENTRIES)
        self.noted = 0
        """How many entries were ever noted."""
        self.breakpoints: frozenset[str] = frozenset()
        self.answers: dict[str, Status] = {}
        self.held = ""
        self.is_recording = False

    def tell(self, phase: Phase, words: str) -> None:
        """Say how the connection is, in words."""
        if (phase, words) != (self.phase, self.words):
            self.phase, self.words = phase, words
            self.version += 1

    def complain(self, trouble: str) -> None:
        """Say what went wrong without ending the connection, "" for nothing any more."""
        if trouble != self.trouble:
            self.trouble = trouble
            self.version += 1

    def put_graph(self, graph: ForeignGraph) -> None:
        """Show a graph, in the place of the one with its key; nothing of it has run."""
        self.graphs[graph.key] = graph
        self.looks[graph.key] = {}
        self.version += 1

    def drop_graph(self, key: str) -> None:
        """Forget a graph and its values."""
        graph = self.graphs.pop(key, None)
        self.looks.pop(key, None)
        if graph is not None:
            self.values.pop(graph.title, None)
            self.version += 1

    def put_looks(self, key: str, looks: Mapping[str, Look], time: float, *, noted: bool = True) -> None:
        """Show other statuses of some nodes of a graph; unless `noted`, changes go into the log as seen."""
        graph, old = self.graphs.get(key), self.looks.get(key)
        if graph is None or old is None:
            return
        for node, look in looks.items():
            before = old.get(node, IDLE)
            if look == before or node not in graph.nodes:
                continue
            old[node] = look
            self.version += 1
            if not noted:
                title = graph.nodes[node].title
                self.note(ForeignEntry(time, key, node, title, look[0], is_exact=False))

    def put_values(self, values: Mapping[str, dict[str, str]]) -> None:
        """Show other values of some tables."""
        for table, found in values.items():
            if self.values.get(table) != found:
                self.values[table] = found
                self.version += 1

    def note(self, entry: ForeignEntry) -> None:
        """Add an entry to the log."""
        self.entries.append(entry)
        self.noted += 1
        self.version += 1


class ForeignSource(Protocol):
    """Be a connection to another program, or a wait for some."""

    run: ForeignRun

    def poll(self) -> None:
        """Take what has come and ask for more; never wait."""

    def close(self) -> None:
        """End the connection, and leave the program as if none had been."""


def clipped(text: str, most: int = MOST_TEXT) -> str:
    """Return a text on one line, shortened to `most` characters, without what cannot be shown."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(sign if sign.isprintable() else " " for sign in short)


def value_words(value: object, depth: int = 0) -> str:
    """Return a value of a message as short text; what is nested too deep or too long is cut."""
    if isinstance(value, str):
        return clipped(value) if depth == 0 else f'"{clipped(value, 60)}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (dict, list, tuple)) and depth >= _MOST_DEPTH:
        return "…"
    parts: list[str] = []
    if isinstance(value, dict):
        for name, each in value.items():
            parts.append(f"{clipped(str(name), 60)}: {value_words(each, depth + 1)}")
            if len(parts) >= 20:
                break
        return clipped("{" + ", ".join(parts) + (", …" if len(value) > 20 else "") + "}")
    if isinstance(value, (list, tuple)):
        parts = [value_words(each, depth + 1) for each in value[:20]]
        return clipped("[" + ", ".join(parts) + (", …" if len(value) > 20 else "") + "]")
    return (
        clipped(str(value)) if isinstance(value, int) and abs(value) < 1 << 64 else clipped(repr(value)[:400])
    )
