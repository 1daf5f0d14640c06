"""Join short bars that follow each other into one, so that a lane does not flicker while it moves; no Qt.

Where states alternate from tick to tick, bars as narrow as a tick would run over the same pixels many times a
second. Nothing may flash more than three times a second (WCAG 2.3.1), so while the run goes on such
bars are one with a band for each state, until one of them lasts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from editor.panels.timeline.lanes import Span

HOLD_SECONDS = 1 / 3
"""What is shown for less may come and go more than three times a second."""

FEWEST_JOINED = 3
"""So many short bars in a row are joined; fewer cannot flicker."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Hold what is painted as one: ticks first ≤ tick < end, words, and the tints, one band for each."""

    first: int
    end: int
    title: str
    tints: tuple[int, ...]


def bars_of(spans: Sequence[Span], hold: int) -> tuple[Bar, ...]:
    """Return the bars of a lane; rows of bars that each last less than `hold` ticks are joined."""
    bars: list[Bar] = []
    for together in _rows_of_short(spans, hold):
        if len(together) >= FEWEST_JOINED:
            titles = dict.fromkeys(span.title for span in together)
            tints = sorted({span.tint for span in together})
            bars.append(Bar(together[0].first, together[-1].end, " / ".join(sorted(titles)), tuple(tints)))
        else:
            bars += [Bar(span.first, span.end, span.title, (span.tint,)) for span in together]
    return tuple(bars)


def _rows_of_short(spans: Sequence[Span], hold: int) -> Iterator[list[Span]]:
    row: list[Span] = []
    for span in spans:
        is_short = span.end - span.first < hold
        if row and (not is_short or span.first - row[-1].end >= hold):
            yield row
            row = []
        if is_short:
            row.append(span)
        else:
            yield [span]
    if row:
        yield row


def joined_blocks(runs: Sequence[tuple[int, int]], hold: int) -> list[tuple[int, int, bool]]:
    """Return stretches of true; those that flicker are one, which the last value says.

    A stretch flickers where it and the gap before it are shorter than `hold` ticks.
    """
    numbered: list[tuple[int, tuple[int, int]]] = []
    number = 0
    end: int | None = None
    for first, stop in runs:
        is_long = stop - first >= hold
        if end is None or is_long or first - end >= hold:
            number += 1
        numbered.append((number, (first, stop)))
        end = None if is_long else stop
    blocks: list[tuple[int, int, bool]] = []
    for _, group in groupby(numbered, key=lambda entry: entry[0]):
        together = [run for _, run in group]
        if len(together) >= FEWEST_JOINED:
            blocks.append((together[0][0], together[-1][1], True))
        else:
            blocks += [(first, stop, False) for first, stop in together]
    return blocks
