"""Say how well a recording fits a document: who in it thinks with that, and what differs by now; no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from editor.documents.open.world_minds import mind_file
from editor.running.edit_effects import LOOKS
from graphs.basics.frozen import Frozen
from graphs.model import Document, StateMachineGraph
from graphs.model.document import Graph
from runtime.history.recording.recording import Recording

_LOOKS = 24
"""How many ticks are compared at least, where there are so many."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Hold how many elements of a document another version has otherwise, and which only one of them has.

    `elsewhere` tells whether anything beside them differs: variables, events, a graph's own settings.
    """

    changed: int = 0
    fresh: int = 0
    gone: int = 0
    elsewhere: bool = False

    @property
    def is_none(self) -> bool:
        """Tell whether both versions run alike."""
        return self == Differences()


def agents_with(recording: Recording, mind: str) -> tuple[str, ...]:
    """Return the agents of a recording that think with a document of this file name, or a graph of it.

    A world in another folder may name the same document by a longer path.
    """
    files = {agent: mind_file(mind) for agent, mind in recording.cast.minds.items()}
    exact = tuple(agent for agent, file in files.items() if file == mind)
    name = PurePosixPath(mind).name
    return exact or tuple(agent for agent, file in files.items() if PurePosixPath(file).name == name)


def recorded_document(recording: Recording, mind: str) -> Document | None:
    """Return the version of a document that a recording ends with, None where no agent thinks with it."""
    agents = agents_with(recording, mind)
    if not agents:
        return None
    return recording.segments[-1].minds.documents.get(mind_file(recording.cast.minds[agents[0]]))


def differences(recorded: Document, document: Document) -> Differences:
    """Return what `document` has otherwise than the version recorded, but places, titles and notes."""
    if recorded is document:
        return Differences()
    before, after = dict(_elements(recorded)), dict(_elements(document))
    both = before.keys() & after.keys()
    return Differences(
        sum(not _alike(before[key], after[key]) for key in both),
        len(after.keys() - both),
        len(before.keys() - both),
        _settings(recorded) != _settings(document),
    )


def is_part_of(one: Recording, other: Recording) -> bool:
    """Tell whether a recording is of the same run as another that holds all its ticks: nothing new to count.

    Some ticks spread over both are compared, the last one among them: runs that have parted stay apart.
    """
    first, end = one.first_tick, one.end_tick
    if one.cast != other.cast or first >= end or first < other.first_tick or end > other.end_tick:
        return False
    step = max(1, (end - first) // _LOOKS)
    return all(_same_tick(one, other, tick) for tick in (*range(end - 1, first - 1, -step), first))


def _same_tick(one: Recording, other: Recording, tick: int) -> bool:
    if not np.array_equal(one.poses(tick), other.poses(tick)):
        return False
    return all(one.outcome(agent, tick) == other.outcome(agent, tick) for agent in one.cast.minds)


def _elements(document: Document) -> Iterator[tuple[tuple[str, str], Frozen]]:
    for name, graph in document.graphs.items():
        for key, node in graph.nodes.items():
            yield (name, key), node
        if isinstance(graph, StateMachineGraph):
            for key, edge in graph.edges.items():
                yield (name, key), edge


def _alike(one: Frozen, other: Frozen) -> bool:
    return one == other or one.model_copy(update=LOOKS) == other.model_copy(update=LOOKS)


def _settings(document: Document) -> tuple[object, ...]:
    graphs = {name: _settings_of(graph) for name, graph in document.graphs.items()}
    return document.variables, document.events, document.root, graphs


def _settings_of(graph: Graph) -> Mapping[str, object]:
    left_out = {"nodes", "edges", "layout", "notes", "title", "note"}
    return {name: getattr(graph, name) for name in type(graph).model_fields if name not in left_out}


def fit_words(recording: Recording, mind: str, found: Differences | None) -> tuple[str, str]:
    """Return in a few words how a recording fits, "" where it does, and how it is counted.

    `found` are the differences of its version of the document, None where no agent in it thinks with that.
    """
    if found is None:
        files = sorted({mind_file(mind) for mind in recording.cast.minds.values()})
        thinks = f"In it think {', '.join(files)}." if files else "Nobody thinks in it."
        return "not counted", f"Nobody in it thinks with {mind}; it is not counted. {thinks}"
    if found.is_none:
        return "", f"It ran {mind} as it is now."
    told = (
        _counted(found.changed, "changed since"),
        _counted(found.fresh, "new since, of which it says nothing"),
        _counted(found.gone, "gone since, left out"),
        "variables or settings differ" if found.elsewhere else "",
    )
    parts = [words for words in told if words]
    how = "What both versions have is counted, under its place in the document."
    return "another version", f"It ran another version of {mind}: {'; '.join(parts)}. {how}"


def _counted(count: int, words: str) -> str:
    if not count:
        return ""
    return f"1 element {words}" if count == 1 else f"{count:,} elements {words}"
