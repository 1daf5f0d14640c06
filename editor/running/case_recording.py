"""Record a stretch of the run as a behavior test, and write it beside the document; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor.documents.open.document_session import DocumentSession
from editor.running.run_controller import RunController
from graphs.edits.replacing import put
from graphs.files.whole_file import ABSENT, write_whole
from runtime.history.recording.recording import Recording, TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.brain.brain import NotResumable
from runtime.minds.program.program import Program
from runtime.minds.program.rows import row_path
from runtime.trials.cases.case_file import CaseFile, case_to_bytes
from runtime.trials.cases.case_format import CASE_SUFFIX
from runtime.trials.cases.case_runner import CaseResult, run_case
from runtime.trials.cases.recorded_case import WhatMustHold, record_case

SECONDS = 5
"""How much before the tick shown is recorded where no stretch is chosen."""


@dataclass(frozen=True, slots=True)
class RecordedTest:
    """Hold what came of recording: the case, the file it was written to, or why not and what to do."""

    case: CaseFile | None = None
    file: Path | None = None
    refusal: str = ""
    remedy: str = ""


def stretch_before(recording: Recording, tick: int) -> range:
    """Return the ticks of the last seconds up to `tick`, as far as they are recorded."""
    first = max(recording.first_tick, tick + 1 - SECONDS * recording.cast.rate)
    return range(first, tick + 1)


def record_test(
    run: RunController, session: DocumentSession, game: GameBehaviors, ticks: range
) -> RecordedTest:
    """Return what the picked agent's mind was told and did in some ticks as a case of its document.

    Held are its states and transitions, or the result of its tree, and the outcomes of what is selected. A
    case that does not hold on the document as it stands is refused.
    """
    recording, agent, path = run.time.recording, run.picked_agent, session.path
    if recording is None or agent is None or run.session is None or not len(ticks):
        return RecordedTest(None, None, "There is no run to record a test of.", "Run the world first.")
    if path is None:
        return RecordedTest(
            None, None, "This document has no file yet.", "Save it: a test lies beside its mind."
        )
    program = recording.program(agent, ticks.start)
    holds = WhatMustHold(rows=_chosen_rows(program, session))
    scratch = run.session.at_start(recording.segments[0].minds)
    try:
        case = record_case(recording, scratch, agent, ticks, path.name, holds, _title(path, ticks))
    except NotResumable as refusal:
        return RecordedTest(None, None, str(refusal), "Choose another stretch.")
    except (CannotRunAgain, TickNotRecorded) as refusal:
        return RecordedTest(None, None, str(refusal), "Choose a later stretch.")
    result = run_case(case, session.document, game)
    if not result.passed:
        return RecordedTest(None, None, "The test would not hold.", _why_not(result))
    return RecordedTest(case)


def write_test(case: CaseFile, path: Path, ticks: range) -> RecordedTest:
    """Write a recorded case beside its document at `path`, under a name that no file has yet."""
    file = _free_name(path, ticks)
    case = put(case, document=path.name)
    try:
        write_whole(file, case_to_bytes(case), based_on=ABSENT)
    except OSError as error:
        said = f"{file.name} cannot be written: {error.strerror or error}."
        return RecordedTest(None, None, said, "Save the document in a folder that can be written to.")
    return RecordedTest(case, file)


def _why_not(result: CaseResult) -> str:
    """Say what did not hold first: most often the mind was edited since, or asks what no case can tell."""
    if result.problems:
        return result.problems[0].message
    tick = result.failed_ticks[0]
    first = tick.mismatches[0]
    return (
        f"At tick {tick.tick:,} {first.what} {first.node} was {first.expected} in the run and is {first.got} "
        "with the document as it stands."
    )


def _chosen_rows(program: Program, session: DocumentSession) -> frozenset[str]:
    return frozenset(
        row_path(row)
        for row in program.rows
        if row.graph == session.graph_id and row.node and row.node in session.selection
    )


def _title(path: Path, ticks: range) -> str:
    return f"{path.name.partition('.')[0]}: what happened in ticks {ticks.start:,} to {ticks.stop - 1:,}"


def _free_name(path: Path, ticks: range) -> Path:
    stem = f"{path.name.removesuffix('.mind.json')}-ticks-{ticks.start}-to-{ticks.stop - 1}"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1000))]
    return next(file for name in names if not (file := path.with_name(f"{name}{CASE_SUFFIX}")).exists())
