"""Hold what is known of another program's run: its trees or machines, how they stand, what happened."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from runtime.basics.status import Status

MOST_ENTRIES = 5_000
"""Entries of the log that are kept; older ones are forgotten."""
MOST_TEXT = 300
"""Characters of a text of another program that are kept."""

Look = tuple[Status, Status | None]
"""The status of a node now and, where it is idle, the one it had before."""
IDLE: Look = (Status.IDLE, None)


Form = Literal[
    "composite", "decorator", "condition", "action", "subtree", "state", "parallel", "final", "history"
]
"""What sort of node it is, as far as drawing goes; the last four are of machines."""


class ForeignNode(NamedTuple):
    """A node or state. `parent` is "" at the top; `details` are its ports, scripts or actions."""

    title: str
    kind: str
    form: Form
    parent: str = ""
    details: tuple[tuple[str, str], ...] = ()


class ForeignLink(NamedTuple):
    """A transition of a machine; `source` is "" for one of the machine itself."""

    source: str
    targets: tuple[str, ...]
    event: str
    guard: str = ""


@dataclass(frozen=True, eq=False)
class ForeignGraph:
    """Hold one tree or machine as its program tells it: nodes by key, parents before children, in order.

    `initial` holds the child that a state, "" for the machine, begins with.
    """

    title: str
    is_machine: bool
    nodes: Mapping[str, ForeignNode]
    links: tuple[ForeignLink, ...] = ()
    initial: Mapping[str, str] = field(default_factory=dict)


class ForeignEntry(NamedTuple):
    """A line of the log: seconds since the beginning, graph, node or "", words, its new status if any."""

    time: float
    graph: str
    node: str
    words: str
    status: Status | None = None


@dataclass
class ForeignRun:
    """Gather what is read of another program.

    `words` say how the connection is, `trouble` what could not be read or was refused. `looks` are by graph
    and node, `values` texts by table and name. `breakpoints` and `held`, where the program waits, are nodes
    of its only tree.
    """

    words: str
    is_live: bool = False
    trouble: str = ""
    graphs: dict[str, ForeignGraph] = field(default_factory=dict)
    looks: dict[str, dict[str, Look]] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    entries: deque[ForeignEntry] = field(default_factory=lambda: deque(maxlen=MOST_ENTRIES))
    breakpoints: frozenset[str] = frozenset()
    held: str = ""
    is_recording: bool = False

    def put_looks(self, key: str, looks: Mapping[str, Look], time: float, *, log: bool = True) -> None:
        """Take other statuses of nodes of a graph; with `log` changes are noted, first what went idle."""
        nodes, old = self.graphs[key].nodes, self.looks[key]
        changed = [node for node, look in looks.items() if node in nodes and look != old.get(node, IDLE)]
        for node in sorted(changed, key=lambda node: looks[node][0] is not Status.IDLE):
            before, old[node] = old.get(node, IDLE), looks[node]
            if log and before[0] is not looks[node][0]:
                self.entries.append(ForeignEntry(time, key, node, nodes[node].title, looks[node][0]))


def clipped(text: object, most: int = MOST_TEXT) -> str:
    """Return a text on one line, shortened to `most` characters, without what cannot be shown."""
    short = str(text)
    short = short if len(short) <= most else short[: most - 1] + "…"
    return "".join(sign if sign.isprintable() else " " for sign in short)


def value_words(value: object) -> str:
    """Return a value of a message as short text; what is nested too deep or too long is cut."""
    return clipped(value) if isinstance(value, str) else clipped(json.dumps(_cut(value), ensure_ascii=False))


def _cut(value: object, depth: int = 4) -> object:
    if isinstance(value, dict):
        return (
            {clipped(name, 60): _cut(value[name], depth - 1) for name in list(value)[:20]} if depth else "…"
        )
    if isinstance(value, list):
        return [_cut(each, depth - 1) for each in value[:20]] if depth else "…"
    return value if value is None or isinstance(value, bool | int | float) else clipped(value, 60)
