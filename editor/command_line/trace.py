"""`mindloom trace`: compare recordings, say what is in one, write one in another form."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from editor.command_line.failures import not_written
from editor.command_line.trace_statistics import print_statistics, print_statistics_as_json
from editor.documents.folders.output_files import Output, write_output
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    message_of,
    print_error,
    print_json,
    print_line,
)
from editor.documents.open.open_project import open_project
from editor.documents.open.trust import trusting
from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.counts.element_statistics import mind_statistics
from runtime.history.counts.run_counter import UNTIL_NOW
from runtime.history.recording.comparison import Divergence, NotComparable, first_divergence
from runtime.history.recording.recording_file import OpenedRecording
from runtime.history.recording.trace_export import chrome_trace, frame_line, header_line
from runtime.link.game_record import open_any_recording
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.program.problems import CompileError
from runtime.worlds.world import WorldRefused


class CannotOpen(Exception):
    """Carry why a recording cannot be opened, already printed."""


def run_trace(chosen: argparse.Namespace) -> int:
    """Do what was asked for and return the exit code: 0 well, 1 the recordings differ, 2 wrong use."""
    try:
        if chosen.what == "diff":
            return _diff(
                opened_recording(chosen, chosen.first), opened_recording(chosen, chosen.second), chosen
            )
        if chosen.what == "info":
            return _info(opened_recording(chosen, chosen.first), chosen)
        if chosen.what == "stats":
            return _stats(chosen)
        return _export(opened_recording(chosen, chosen.first), chosen)
    except CannotOpen:
        return WRONG_USE


def opened_recording(chosen: argparse.Namespace, path: Path) -> OpenedRecording:
    """Open a recording with the `project` and `trust` chosen; raise `CannotOpen` once it is said why not."""
    try:
        project = open_project(path, builtin_registry(), chosen.project, trusts=trusting(chosen.trust))
        if project.problem is not None:
            raise project.problem
        game: GameBehaviors = project.game
        return open_any_recording(path, game)
    except FileProblem as problem:
        print_error(message_of(problem, str(problem.path or path)).line())
    except (CompileError, WorldRefused) as error:
        print_error(f"{path}: error: What was recorded cannot run by now: {error} Name its project.")
    raise CannotOpen


def _diff(first: OpenedRecording, second: OpenedRecording, chosen: argparse.Namespace) -> int:
    try:
        found = first_divergence(first.recording, second.recording)
    except NotComparable as refusal:
        print_error(f"{chosen.second}: error: {refusal}")
        return WRONG_USE
    lengths = (first.recording.end_tick, second.recording.end_tick)
    if chosen.as_json:
        print_json({"difference": asdict(found) if found else None, "ticks": list(lengths)})
    elif found is not None:
        print_line(_words(found, first.recording.cast.rate))
    elif lengths[0] != lengths[1]:
        print_line(f"The same up to tick {min(lengths) - 1:,}, where the shorter one ends.")
    else:
        print_line(f"The same in all {lengths[0]:,} ticks.")
    return FOUND_PROBLEMS if found is not None else WELL


def _words(found: Divergence, rate: int) -> str:
    who = f"{found.agent}: " if found.agent else ""
    what = f"{found.part} {found.name}".rstrip()
    seconds = found.tick / rate
    return f"tick {found.tick:,} ({seconds:.2f} s): {who}{what} is {found.first} in A, {found.second} in B"


def _info(opened: OpenedRecording, chosen: argparse.Namespace) -> int:
    recording = opened.recording
    inputs = sum(len(notes.inputs) for _, notes in recording.all_notes())
    events = sum(len(notes.events) for _, notes in recording.all_notes())
    facts = {
        "agents": len(recording.cast.agents),
        "events": events,
        "first_tick": recording.first_tick,
        "inputs": inputs,
        "minds": sorted(set(recording.cast.minds.values())),
        "rate": recording.cast.rate,
        "seed": recording.cast.seed,
        "segments": [segment.first_tick for segment in recording.segments],
        "ticks": recording.end_tick - recording.first_tick,
    }
    if chosen.as_json:
        print_json(facts)
        return WELL
    seconds = (recording.end_tick - recording.first_tick) / recording.cast.rate
    print_line(
        f"{chosen.first.name}: {facts['ticks']:,} ticks ({seconds:.2f} s) of {facts['agents']} agents, "
        f"seed {facts['seed']}"
    )
    print_line(f"  minds: {', '.join(set(recording.cast.minds.values())) or 'none'}")
    print_line(f"  {events:,} events, {inputs:,} inputs, {len(recording.segments)} versions of the minds")
    return WELL


def _stats(chosen: argparse.Namespace) -> int:
    opened = [opened_recording(chosen, path) for path in chosen.files]
    for each, path in zip(opened, chosen.files, strict=True):
        known = each.recording.cast.minds
        if chosen.agent is not None and chosen.agent not in known:
            names = ", ".join(known) or "none"
            print_error(f"{path}: error: No agent {chosen.agent} thinks in it. Those that do: {names}.")
            return WRONG_USE
    end = UNTIL_NOW if chosen.last is None else chosen.last + 1
    found = mind_statistics([item.recording for item in opened], chosen.agent, chosen.begin, end)
    show = print_statistics_as_json if chosen.as_json else print_statistics
    show(found, opened[0].session.registry)
    return WELL


def _export(opened: OpenedRecording, chosen: argparse.Namespace) -> int:
    forms = {".jsonl": (_json_lines, Output.TRACE_LINES), ".json": (_chrome, Output.CHROME_TRACE)}
    form, output = forms.get(chosen.out.suffix, (None, Output.TRACE_LINES))
    if form is None:
        print_error(f"{chosen.out}: error: The name must end in .jsonl (JSON lines) or .json (Chrome trace).")
        return WRONG_USE
    try:
        write_output(chosen.out, form(opened).encode("utf-8"), output, force=chosen.force)
    except OSError as error:
        return not_written(chosen.out, error)
    print_line(f"wrote {chosen.out}")
    return WELL


def _json_lines(opened: OpenedRecording) -> str:
    recording, session = opened.recording, opened.session
    header = header_line(session.programs, session.agent_ids, session.rate, session.seed)
    ticks = range(recording.first_tick, recording.end_tick)
    return "".join(f"{line}\n" for line in (header, *(frame_line(recording.frame(tick)) for tick in ticks)))


def _chrome(opened: OpenedRecording) -> str:
    return chrome_trace(opened.recording, opened.session.registry)
