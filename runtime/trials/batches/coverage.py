"""Tell which nodes were reached over many runs: a bit per row of each mind's program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from runtime.basics.status import RESULT_MASK, TransitionOutcome
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.brain_frames import outcomes_by_agent
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session


class CoverageMeter:
    """Gather the outcome bytes of all brains of one run.

    The bytes of each row are joined by `or`: what a row ever was shows in the bits of the result.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._bytes = dict.fromkeys(session.brains, 0)

    def take(self, frame: TraceFrame) -> None:
        """Take what the brains did in one step."""
        for agent, outcomes in outcomes_by_agent(frame.brains):
            self._bytes[agent] |= int.from_bytes(outcomes, "little")

    def reached(self) -> dict[str, int]:
        """Return, by mind, a number whose bit r tells whether row r was reached by any of its agents."""
        found: dict[str, int] = {}
        for agent, joined in self._bytes.items():
            mind = self._session.mind_of(agent) or ""
            program = self._session.brains[agent].program
            outcomes = joined.to_bytes(len(program.rows), "little")
            found[mind] = found.get(mind, 0) | _bits(program, outcomes)
        return found


def _bits(program: Program, outcomes: bytes) -> int:
    bits = 0
    for row in program.rows:
        byte = outcomes[row.index]
        if row.family is RowFamily.TRANSITION:
            reached = bool(byte & TransitionOutcome.TAKEN)
        elif row.family is RowFamily.TREE_NODE:
            reached = bool(byte & RESULT_MASK)
        else:
            reached = bool(byte)
        bits |= reached << row.index
    return bits


def joined(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return what was reached in any of several runs."""
    found: dict[str, int] = {}
    for part in parts:
        for mind, bits in part.items():
            found[mind] = found.get(mind, 0) | bits
    return found


@dataclass(frozen=True)
class MindCoverage:
    """Hold of one mind how many rows there are, how many were reached, and the titles of the others.

    Of elements with one title their graph is named too, and their ids where that does not tell them apart.
    States count that were entered, tree nodes and questions that were visited, transitions that were taken.
    """

    mind: str
    rows: int
    reached: int
    missed: tuple[str, ...]


def coverage_of(
    reached: Mapping[str, int],
    programs: Mapping[str, Program],
    documents: Mapping[str, Document],
    registry: Registry,
) -> tuple[MindCoverage, ...]:
    """Return what was reached of each mind, `programs` being by mind and `documents` by file."""
    found = []
    for mind, program in sorted(programs.items()):
        rows = (row for row in program.rows if row.family is not RowFamily.MACHINE)
        counted = [row.index for row in rows if not row.is_added]
        bits = reached.get(mind, 0)
        missed = [row for row in counted if not bits >> row & 1]
        titles = _titles(program, documents[mind.partition("#")[0]], registry)
        labels = tuple(dict.fromkeys(titles[row] for row in missed))
        found.append(MindCoverage(mind, len(counted), len(counted) - len(missed), labels))
    return tuple(found)


def _titles(program: Program, document: Document, registry: Registry) -> list[str]:
    """Return the title of each row, with what tells its element from others of the same title."""
    words = RowWords(program, document, registry)
    titles = [words.title(row.index) for row in program.rows]
    bearers: dict[str, set[tuple[str, str]]] = {}
    for row, title in zip(program.rows, titles, strict=True):
        if row.is_added:
            continue
        bearers.setdefault(title, set()).add((row.graph, row.node))
    for place, row in enumerate(program.rows):
        same = bearers.get(titles[place], set())
        if len(same) > 1 and row.node:
            graph = document.graphs.get(row.graph)
            alike = sum(each == row.graph for each, _ in same) > 1
            told = row.node if alike else f"in {graph.title or row.graph}" if graph is not None else row.graph
            titles[place] = f"{titles[place]} ({told})"
    return titles
