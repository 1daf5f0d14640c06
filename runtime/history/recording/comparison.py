"""Find where two runs first go apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphs.expressions.types import Value
from runtime.history.recording.outcome_table import NOT_TICKED, outcome_word
from runtime.history.recording.recording import Recording
from runtime.minds.program.rows import Row, told_path
from runtime.session.inputs import SessionInput


@dataclass(frozen=True, slots=True)
class Divergence:
    """Say at which tick two runs first differ, whose doing it is and in what.

    `part` is "inputs", "outcome", "pose", "variable" or "events"; `name` the path of the first row that
    differs, or the variable; `first` and `second` what each run had there, in words.
    """

    tick: int
    agent: str
    part: str
    name: str = ""
    first: str = ""
    second: str = ""


class NotComparable(ValueError):
    """Say why two recordings cannot be compared."""


def first_divergence(first: Recording, second: Recording, *, inputs: bool = True) -> Divergence | None:
    """Return where two runs of the same agents first differ, None where they do not while both last.

    Poses are compared as they are recorded, not to the last bit; what was asked of the runs only with
    `inputs`. Raises `NotComparable` for other agents.
    """
    if (first.cast.agents, dict(first.cast.minds)) != (second.cast.agents, dict(second.cast.minds)):
        raise NotComparable("The two recordings have other agents or minds; only runs of one world compare.")
    begin = max(first.first_tick, second.first_tick)
    for tick in range(begin, min(first.end_tick, second.end_tick)):
        found = _at(first, second, tick, inputs)
        if found is not None:
            return found
    return None


def _at(first: Recording, second: Recording, tick: int, inputs: bool) -> Divergence | None:
    ours, theirs = first.notes(tick), second.notes(tick)
    if inputs and ours.inputs != theirs.inputs:
        return Divergence(tick, "", "inputs", "", _named(ours.inputs), _named(theirs.inputs))
    found = _outcome(first, second, tick)
    if found is not None:
        return found
    if ours.brains != theirs.brains:
        found = _variable(dict(_writes(first, tick)), dict(_writes(second, tick)), tick)
        if found is not None:
            return found
    if ours.events != theirs.events:
        said = [", ".join(event.name for event in notes.events) or "none" for notes in (ours, theirs)]
        return Divergence(tick, "", "events", "", *said)
    return _pose(first, second, tick)


def _outcome(first: Recording, second: Recording, tick: int) -> Divergence | None:
    for agent in first.cast.minds:
        number, other = first.code(agent, tick), second.code(agent, tick)
        if number == NOT_TICKED and other == NOT_TICKED:
            continue
        mine, its = first.table[number], second.table[other]
        if mine == its:
            continue
        rows = first.program(agent, tick).rows
        row = _first_other(mine.outcomes, its.outcomes, rows)
        if row < 0:
            return Divergence(tick, agent, "outcome", "", _ticked(number), _ticked(other))
        family = rows[row].family
        said = (outcome_word(family, mine.outcomes[row]), outcome_word(family, its.outcomes[row]))
        return Divergence(tick, agent, "outcome", _path(rows[row]), *said)
    return None


def _variable(
    ours: dict[tuple[str, str], Value], theirs: dict[tuple[str, str], Value], tick: int
) -> Divergence | None:
    for key in sorted(ours.keys() | theirs.keys()):
        if key not in ours or key not in theirs or ours[key] != theirs[key]:
            said = (_written(ours, key), _written(theirs, key))
            return Divergence(tick, key[0], "variable", key[1], *said)
    return None


def _writes(recording: Recording, tick: int) -> list[tuple[tuple[str, str], Value]]:
    return [
        ((agent, write.variable), write.value)
        for agent, brain in recording.notes(tick).brains
        for write in brain.writes
    ]


def _pose(first: Recording, second: Recording, tick: int) -> Divergence | None:
    ours, theirs = first.poses(tick), second.poses(tick)
    other = np.flatnonzero((ours != theirs).any(axis=1))
    if not len(other):
        return None
    place = int(other[0])
    said = [f"at {x:.3f}, {y:.3f} heading {turn:.1f}" for x, y, turn in (ours[place], theirs[place])]
    return Divergence(tick, first.cast.agents[place], "pose", "", *said)


def _first_other(ours: bytes, theirs: bytes, rows: Sequence[Row]) -> int:
    """Return the first row with another outcome, one of the document if there is any; -1 for none."""
    if len(ours) != len(rows) or len(theirs) != len(rows):
        return -1
    others = [row for row in rows if ours[row.index] != theirs[row.index]]
    return next((row.index for row in (*(row for row in others if not row.is_added), *others)), -1)


def _path(row: Row) -> str:
    return told_path(row) or row.graph


def _named(inputs: tuple[SessionInput, ...]) -> str:
    return ", ".join(type(each).__name__ for each in inputs) or "none"


def _ticked(code: int) -> str:
    return "did not tick" if code == NOT_TICKED else "ticked"


def _written(values: dict[tuple[str, str], Value], key: tuple[str, str]) -> str:
    return repr(values[key]) if key in values else "not written"
