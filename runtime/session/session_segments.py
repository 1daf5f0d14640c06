"""Name the stretches of a run between two swaps (SEMANTICS 8.1)."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.session.programs import MindPrograms


@dataclass(frozen=True, slots=True)
class Segment:
    """Hold a stretch of a run: the tick of its first step and the minds it is run by, documents included."""

    first_tick: int
    minds: MindPrograms


def with_segment(segments: tuple[Segment, ...], segment: Segment) -> tuple[Segment, ...]:
    """Return the segments of a run with one more; one that no step was made in is replaced."""
    if segments and segments[-1].first_tick == segment.first_tick:
        return (*segments[:-1], segment)
    return (*segments, segment)
