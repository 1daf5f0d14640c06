"""Say what stands in the lanes of the timeline: states and branches over time, events, values; no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphs.kinds.registry import Registry
from runtime.debugging.row_words import RowWords
from runtime.program.program import Program
from runtime.program.rows import Row, RowFamily
from runtime.recording.look_ups import ByteArray, Stretch, held_codes, outcome_matrix, stretches
from runtime.recording.recording import Recording
from runtime.state_machines.state_rows import MachineRow, StateRow
from runtime.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome

MOST_LANES = 8
"""How many lanes of states or branches are shown; deeper ones are left out."""

LaneKind = Literal["states", "inside", "branch"]

_ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)


@dataclass(frozen=True, slots=True)
class Span:
    """Hold one bar: ticks first ≤ tick < end, its words, the tint it has everywhere, the row it is of."""

    first: int
    end: int
    title: str
    tint: int
    row: int


@dataclass(frozen=True, slots=True)
class Lane:
    """Hold one lane: what it is of, its title, its bars in order, and a quieter word behind the title."""

    kind: LaneKind
    title: str
    spans: tuple[Span, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class EventMark:
    """Hold an event that reached the agent or was raised in it."""

    tick: int
    name: str
    handled: bool


def lanes_of(recording: Recording, agent: str, registry: Registry, first: int, end: int) -> tuple[Lane, ...]:
    """Return the lanes of an agent over ticks first ≤ tick < end, from its outermost machine inwards.

    A mind without a machine has a lane for each branch of its tree. Lanes of the last program in the range
    are shown; what an older version of the mind did has no bars. A bar lasts
    until the agent's mind ticks again.
    """
    parts = list(stretches(recording, agent, first, end))
    if not parts:
        return ()
    stretch = parts[-1]
    mind = recording.cast.minds[agent].partition("#")[0]
    document = recording.segment_at(stretch.first).minds.documents[mind]
    words = RowWords(stretch.program, document, registry)
    distinct, places = np.unique(held_codes(recording, agent, stretch), return_inverse=True)
    matrix = outcome_matrix(recording, distinct, len(stretch.program.rows))
    owners = _owners(stretch.program)[:MOST_LANES]
    if owners:
        return tuple(_states(owner, stretch, words, matrix, places) for owner in owners)
    return tuple(_branches(stretch, words, matrix, places))[:MOST_LANES]


def events_of(recording: Recording, agent: str, first: int, end: int) -> tuple[EventMark, ...]:
    """Return the events of an agent in recorded ticks first ≤ tick < end."""
    return tuple(
        EventMark(tick, event.name, event.handled)
        for block in recording.blocks
        if block.end > first and block.first < end
        for tick, notes in block.notes.items()
        if first <= tick < end
        for event in notes.events
        if event.agent == agent
    )


def _owners(program: Program) -> list[Row]:
    """Return the machines and compounds of a program, each of which has one active child at a time."""
    return [
        row
        for row in program.rows
        if isinstance(row, (MachineRow, StateRow)) and row.kind != "parallel" and _child_states(row)
    ]


def _child_states(owner: Row) -> list[StateRow]:
    return list(owner.child_states) if isinstance(owner, (MachineRow, StateRow)) else []


def _states(
    owner: Row, stretch: Stretch, words: RowWords, matrix: ByteArray, places: NDArray[np.int64]
) -> Lane:
    spans = [
        Span(first, end, words.title(state.index), place, state.index)
        for place, state in enumerate(_child_states(owner))
        for first, end in _runs(np.isin(matrix[:, state.index], _ACTIVE)[places], stretch.first)
    ]
    kind: LaneKind = "states" if isinstance(owner, MachineRow) else "inside"
    note = "" if kind == "states" else "inside"
    return Lane(kind, words.title(owner.index), tuple(sorted(spans, key=lambda span: span.first)), note)


def _branches(
    stretch: Stretch, words: RowWords, matrix: ByteArray, places: NDArray[np.int64]
) -> Iterator[Lane]:
    root = stretch.program.rows[0]
    branches = [stretch.program.rows[child] for child in root.children] or [root]
    wanted = (NodeOutcome.RUNNING, NodeOutcome.SUCCESS)
    for place, branch in enumerate(branches):
        if branch.family is not RowFamily.TREE_NODE:
            continue
        column = matrix[:, branch.index]
        on = np.isin(column & RESULT_MASK, wanted) & (column & HALTED == 0)
        title = words.title(branch.index)
        spans = [
            Span(first, end, title, place, branch.index) for first, end in _runs(on[places], stretch.first)
        ]
        yield Lane("branch", title, tuple(spans))


def _runs(on: NDArray[np.bool_], first: int) -> list[tuple[int, int]]:
    """Return the stretches in which something is true, as (first tick, tick after the last)."""
    padded = np.concatenate(([False], on, [False]))
    edges = np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)
    return [(first + int(begin), first + int(end)) for begin, end in edges]
