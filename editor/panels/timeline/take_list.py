"""Name the takes of a run and say where two of them go apart; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from editor.panels.timeline.input_marks import inputs_of
from graphs.kinds.declarations.registry import Registry
from runtime.history.recording.comparison import Divergence, first_divergence
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.rows import Row

_PARTS = {
    "inputs": "what was asked",
    "outcome": "what happened",
    "variable": "the value of",
    "events": "the events",
    "pose": "where it stood",
}


class TakeNames:
    """Give every take a name: a number in the order in which they were left, or what the user calls it."""

    def __init__(self) -> None:
        self._names: list[tuple[Recording, str]] = []
        self._count = 0

    def of(self, recording: Recording) -> str:
        """Return the name of a take, which it keeps."""
        for known, name in self._names:
            if known is recording:
                return name
        self._count += 1
        self._names.append((recording, f"Take {self._count}"))
        return self._names[-1][1]

    def rename(self, recording: Recording, name: str) -> None:
        """Call a take something else; nothing typed leaves it as it was."""
        former = self.of(recording)
        self._names = [
            (one, (name.strip() or former) if one is recording else old) for one, old in self._names
        ]

    def forget(self) -> None:
        """Begin afresh with another run."""
        self._names.clear()
        self._count = 0


@dataclass(frozen=True, slots=True)
class TakeDifference:
    """Hold where two takes go apart: by what was asked (None where by nothing), and what first came of it.

    `asked_words` say what was asked of the take and of the run shown.
    `title` is of the node, state or transition that did something else, `graph` and `element` its place.
    """

    asked: Divergence | None
    asked_words: tuple[str, str]
    came: Divergence | None
    title: str = ""
    graph: str = ""
    element: str = ""


def compare_takes(take: Recording, shown: Recording, registry: Registry) -> TakeDifference:
    """Return where a take and the run shown go apart; raise `NotComparable`."""
    first = first_divergence(take, shown)
    asked = first if first is not None and first.part == "inputs" else None
    said = ("", "")
    if asked is not None:
        said = (_asked(take, asked.tick, registry), _asked(shown, asked.tick, registry))
    came = first_divergence(take, shown, inputs=False)
    row = _row_of(came, shown) if came is not None else None
    if came is None or row is None:
        return TakeDifference(asked, said, came)
    segment = shown.segment_at(came.tick)
    mind = shown.cast.minds[came.agent].partition("#")[0]
    words = RowWords(shown.program(came.agent, came.tick), segment.minds.documents[mind], registry)
    return TakeDifference(asked, said, came, words.title(row.index), row.graph, row.node)


def _asked(recording: Recording, tick: int, registry: Registry) -> str:
    """Return what was asked at a tick in words, each once."""
    marks = (inputs_of(recording, agent, registry, tick, tick + 1) for agent in recording.cast.minds)
    return ", ".join(dict.fromkeys(mark.name for of_agent in marks for mark in of_agent)) or "nothing"


def _row_of(found: Divergence, shown: Recording) -> Row | None:
    if found.part != "outcome" or not found.name:
        return None
    rows = shown.program(found.agent, found.tick).rows
    return next((row for row in rows if (row.path or row.graph) == found.name), None)


def difference_lines(found: TakeDifference, name: str) -> tuple[str, ...]:
    """Return in a few sentences where a take and the run shown go apart."""
    if found.came is None and found.asked is None:
        return (f"{name} and the run shown are the same as far as both go.",)
    lines = []
    if found.asked is not None:
        one = found.asked
        first, second = found.asked_words
        lines.append(f"Asked something else at tick {one.tick:,}. {name}: {first}. Here: {second}.")
    if found.came is None:
        lines.append("Nothing different has come of it so far.")
        return tuple(lines)
    one = found.came
    what = f"'{found.title}'" if found.title else " ".join(filter(None, (_PARTS[one.part], one.name)))
    who = f" of {one.agent}" if one.agent else ""
    lines.append(f"First difference at tick {one.tick:,}: {what}{who}.")
    lines.append(f"{name}: {one.first}. Here: {one.second}.")
    return tuple(lines)


def take_words(take: Recording) -> str:
    """Return how far a take goes."""
    ends = (
        f"ticks {take.first_tick:,} to {take.end_tick - 1:,}" if take.end_tick > take.first_tick else "empty"
    )
    seconds = (take.end_tick - take.first_tick) / take.cast.rate
    return f"{ends} · {seconds:.1f} s"
