"""Say what is in the lanes of the timeline: states and branches over time, events, inputs, values; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import ByteArray, Stretch, held_codes, outcome_matrix, stretches
from runtime.history.recording.row_words import RowWords
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.memory.row_matching import NOWHERE, RowKey, match_rows, row_key
from runtime.minds.program.orders import LEFT_OUT
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily, row_path
from runtime.session.inputs import (
    AnswerStandIn,
    AskDecisions,
    AskTick,
    DriveAgent,
    EnterState,
    ForceResult,
    MakeNoise,
    PostEvent,
    SendAgent,
    SessionInput,
    SetCondition,
    SetPose,
    SwapMinds,
    ThrowObject,
    WriteVariable,
    WriteWorldVariable,
)
from runtime.worlds.flight.projectiles import THROWN_OBJECTS

MOST_LANES = 8
"""How many lanes of states or branches are shown; deeper ones are left out."""

LaneKind = Literal["states", "inside", "branch"]

_ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)


@dataclass(frozen=True, slots=True)
class Span:
    """Hold one bar: ticks first ≤ tick < end, its words, the tint it has everywhere, the row it is of.

    The row is of the last program in the range, `NOWHERE` for what is no more in it.
    """

    first: int
    end: int
    title: str
    tint: int
    row: int


@dataclass(frozen=True, slots=True)
class TimelineLane:
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


def lanes_of(
    recording: Recording, agent: str, registry: Registry, first: int, end: int
) -> tuple[TimelineLane, ...]:
    """Return the lanes of an agent over ticks first ≤ tick < end, from its outermost machine inwards.

    A mind without a machine has a lane for each branch of its tree. What several versions of the mind have
    is in one lane, called as in the last of them; lanes of older versions alone follow. A bar lasts
    until the agent's mind ticks again.
    """
    parts = list(stretches(recording, agent, first, end))
    mind = recording.cast.minds[agent].partition("#")[0]
    lanes: dict[RowKey, TimelineLane] = {}
    for stretch in reversed(parts):
        document = recording.segment_at(stretch.first).minds.documents[mind]
        words = RowWords(stretch.program, document, registry)
        for key, lane in _lanes_of_stretch(recording, agent, stretch, words, parts[-1].program):
            lanes[key] = _joined(lane, lanes[key]) if key in lanes else lane
    return tuple(lanes.values())[:MOST_LANES]


def _lanes_of_stretch(
    recording: Recording, agent: str, stretch: Stretch, words: RowWords, last: Program
) -> Iterator[tuple[RowKey, TimelineLane]]:
    distinct, places = np.unique(held_codes(recording, agent, stretch), return_inverse=True)
    matrix = outcome_matrix(recording, distinct, len(stretch.program.rows))
    new_of = match_rows(stretch.program, last).new_of if stretch.program is not last else None
    owners = _owners(stretch.program)[:MOST_LANES]
    if not owners:
        yield from _branches(stretch, words, matrix, places, _Later(last, new_of))
    for owner in owners:
        lane = _states(owner, stretch, words, matrix, places, _Later(last, new_of))
        yield row_key(owner), lane


def _joined(older: TimelineLane, newer: TimelineLane) -> TimelineLane:
    """Return a lane of two stretches; a bar that goes on over the edge is one."""
    spans, going_on = list(newer.spans), {span.first: span for span in reversed(newer.spans)}
    kept = []
    for span in older.spans:
        later = going_on.get(span.end)
        if later is not None and later.row == span.row != NOWHERE:
            spans[spans.index(later)] = replace(later, first=span.first)
        else:
            kept.append(span)
    return replace(newer, spans=tuple(sorted((*kept, *spans), key=lambda span: span.first)))


@dataclass(frozen=True, slots=True)
class _Later:
    """Find rows of an older program in the last one; `new_of` is None where it is the last itself."""

    last: Program
    new_of: tuple[int, ...] | None

    def row(self, row: int) -> int:
        return row if self.new_of is None else self.new_of[row]

    def tint(self, owner: Row, row: int, place: int) -> int:
        """Return the place of a row among those beside it in the last program, `place` where it is gone."""
        found = self.row(owner.index)
        if found == NOWHERE or self.row(row) == NOWHERE:
            return place
        there = self.last.rows[found]
        beside = [state.index for state in _child_states(there)] or list(there.children)
        return beside.index(self.row(row)) if self.row(row) in beside else place


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
    states = owner.child_states if isinstance(owner, (MachineRow, StateRow)) else ()
    return [state for state in states if not state.is_added]


def _states(
    owner: Row, stretch: Stretch, words: RowWords, matrix: ByteArray, places: NDArray[np.int64], later: _Later
) -> TimelineLane:
    spans = [
        Span(
            first,
            end,
            words.title(state.index),
            later.tint(owner, state.index, place),
            later.row(state.index),
        )
        for place, state in enumerate(_child_states(owner))
        for first, end in _runs(np.isin(matrix[:, state.index], _ACTIVE)[places], stretch.first)
    ]
    kind: LaneKind = "states" if isinstance(owner, MachineRow) else "inside"
    note = "" if kind == "states" else "inside"
    return TimelineLane(
        kind, words.title(owner.index), tuple(sorted(spans, key=lambda span: span.first)), note
    )


def _branches(
    stretch: Stretch, words: RowWords, matrix: ByteArray, places: NDArray[np.int64], later: _Later
) -> Iterator[tuple[RowKey, TimelineLane]]:
    root = stretch.program.rows[0]
    branches = [stretch.program.rows[child] for child in root.children] or [root]
    wanted = (NodeOutcome.RUNNING, NodeOutcome.SUCCESS)
    for place, branch in enumerate(branches):
        if branch.family is not RowFamily.TREE_NODE:
            continue
        column = matrix[:, branch.index]
        on = np.isin(column & RESULT_MASK, wanted) & (column & HALTED == 0)
        title, tint = words.title(branch.index), later.tint(root, branch.index, place)
        spans = [
            Span(first, end, title, tint, later.row(branch.index))
            for first, end in _runs(on[places], stretch.first)
        ]
        yield row_key(branch), TimelineLane("branch", title, tuple(spans))


def _runs(on: NDArray[np.bool_], first: int) -> list[tuple[int, int]]:
    """Return the stretches in which something is true, as (first tick, tick after the last)."""
    padded = np.concatenate(([False], on, [False]))
    edges = np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)
    return [(first + int(begin), first + int(end)) for begin, end in edges]


SAME_GESTURE = 12
"""Ticks within which carrying or driving goes on as one mark."""


def inputs_of(
    recording: Recording,
    agent: str,
    registry: Registry,
    first: int,
    end: int,
    agent_title: Callable[[str], str] = str,
) -> tuple[EventMark, ...]:
    """Return what was asked for an agent, or for all, in recorded ticks first ≤ tick < end.

    Carrying an agent or driving it is one mark as long as it goes on. `agent_title` names the others.
    """
    found: list[EventMark] = []
    last: dict[str, int] = {}
    for block in recording.blocks:
        if block.end <= first or block.first >= end:
            continue
        for tick, notes in block.notes.items():
            if not first <= tick < end:
                continue
            for words, is_gesture in _words_at(recording, agent, registry, tick, notes.inputs, agent_title):
                if not is_gesture or tick - last.get(words, -SAME_GESTURE - 1) > SAME_GESTURE:
                    found.append(EventMark(tick, words, True))
                last[words] = tick
    return tuple(found)


def _words_at(
    recording: Recording,
    agent: str,
    registry: Registry,
    tick: int,
    inputs: tuple[SessionInput, ...],
    agent_title: Callable[[str], str],
) -> Iterator[tuple[str, bool]]:
    for entry in inputs:
        words = _words(entry, agent, agent_title)
        if isinstance(entry, (EnterState, ForceResult, AnswerStandIn)) and entry.agent == agent:
            path = entry.state_path if isinstance(entry, EnterState) else entry.node_path
            yield _order_words(entry, _title(recording, agent, registry, tick, path)), False
        elif words:
            yield words, isinstance(entry, (SetPose, DriveAgent))


def _order_words(order: EnterState | ForceResult | AnswerStandIn, title: str) -> str:
    if isinstance(order, EnterState):
        return f"enter {title}"
    if isinstance(order, AnswerStandIn):
        return f"{title}: {order.result.name.lower()}"
    if order.result is None:
        return f"free {title}"
    return f"disable {title}" if order.result is LEFT_OUT else f"force {title}: {order.result.name.lower()}"


def _title(recording: Recording, agent: str, registry: Registry, tick: int, path: str) -> str:
    program = recording.program(agent, tick)
    mind = recording.cast.minds[agent].partition("#")[0]
    words = RowWords(program, recording.segment_at(tick).minds.documents[mind], registry)
    return next((words.title(row.index) for row in program.rows if row_path(row) == path), path)


def _words(entry: SessionInput, agent: str, agent_title: Callable[[str], str]) -> str:
    """Return an input in a word or two, "" for one that is of another agent."""
    match entry:
        case WriteVariable() if entry.agent == agent:
            return f"{entry.name} written"
        case PostEvent() if agent in entry.agents:
            return f"{entry.name} posted"
        case AskTick() | AskDecisions() if entry.agent == agent:
            return "asked to think"
        case WriteWorldVariable():
            return f"{entry.name} written"
        case SetCondition():
            return f"{entry.name} {'on' if entry.answer else 'off'}"
        case SetPose():
            return "put" if entry.agent == agent else f"{agent_title(entry.agent)} put"
        case DriveAgent():
            return "driven" if entry.agent == agent else f"{agent_title(entry.agent)} driven"
        case SendAgent():
            return "sent" if entry.agent == agent else f"{agent_title(entry.agent)} sent"
        case MakeNoise():
            return "noise made"
        case ThrowObject():
            known = (name for name, thing in THROWN_OBJECTS.items() if thing == entry.thing)
            return f"{next(known, 'something')} thrown"
        case SwapMinds():
            return "mind edited"
        case _:
            return ""
