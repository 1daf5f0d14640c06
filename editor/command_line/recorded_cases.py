"""`mindloom test --from-recording R.trace`: make a case of what each mind of a recording did, and run it."""

from __future__ import annotations

import argparse
from pathlib import Path

from editor.command_line.trace import CannotOpen, opened_recording
from editor.documents.open.messages import WRONG_USE, print_error, print_line
from graphs.edits.replacing import put
from graphs.files.whole_file import ABSENT, write_whole
from runtime.history.recording.recording_file import OpenedRecording
from runtime.history.recording.rerun import CannotRunAgain
from runtime.link.linked_session import LinkedSession
from runtime.minds.brain.brain import NotResumable
from runtime.trials.cases.case_file import case_to_bytes
from runtime.trials.cases.case_format import CASE_SUFFIX
from runtime.trials.cases.recorded_case import record_case


def write_recorded_cases(chosen: argparse.Namespace) -> tuple[Path, ...] | int:
    """Return the cases written beside the documents of a recording's minds, or an exit code."""
    try:
        opened = opened_recording(chosen, chosen.from_recording)
    except CannotOpen:
        return WRONG_USE
    minds = opened.recording.cast.minds
    wanted = chosen.agents or list(minds)
    unknown = [agent for agent in wanted if agent not in minds]
    if unknown:
        print_error(f"error: The recording has no mind of {unknown[0]!r}; it has {', '.join(minds)}.")
        return WRONG_USE
    written: list[Path] = []
    for agent in wanted:
        try:
            written.append(_write(opened, agent, chosen))
        except (CannotRunAgain, NotResumable) as refusal:
            print_error(f"{chosen.from_recording}: error: {agent}: {refusal}")
            return WRONG_USE
        except OSError as error:
            said = f"{error.filename}: error: The case cannot be written: {error.strerror or error}."
            print_error(f"{said} Use --force to write over it.")
            return WRONG_USE
    return tuple(written)


def _write(opened: OpenedRecording, agent: str, chosen: argparse.Namespace) -> Path:
    recording, end = opened.recording, opened.recording.end_tick
    file = recording.cast.minds[agent].partition("#")[0]
    folder: Path = chosen.from_recording.parent
    document = folder / file if (folder / file).exists() else Path(file)
    # An agent of a game is there from its first tick on, and its case begins behind that.
    ticked = (tick for tick in range(recording.first_tick, end) if recording.outcome(agent, tick) is not None)
    begins = next(ticked, end - 1) + isinstance(opened.session, LinkedSession)
    ticks = range(min(begins, end - 1), end)
    title = f"{agent} in {chosen.from_recording.name}"
    scratch = opened.session.at_start(recording.segments[0].minds)
    case = record_case(recording, scratch, agent, ticks, document.name, None, title)
    target = document.with_name(f"{chosen.from_recording.stem}-{agent}{CASE_SUFFIX}")
    data = case_to_bytes(put(case, document=document.name))
    write_whole(target, data, based_on=None if chosen.force else ABSENT)
    print_line(f"wrote {target}")
    return target
