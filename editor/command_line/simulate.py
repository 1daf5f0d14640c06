"""`mindloom simulate WORLD`: play a world many times, write a row for each run, sum them up."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from editor.command_line.check import check_world_content
from editor.command_line.failures import not_written, unusable
from editor.command_line.simulate_arguments import DEFAULT_RUNS, DEFAULT_TICKS
from editor.command_line.simulate_progress import ProgressLine
from editor.command_line.wishes import wish_of
from editor.documents.folders.output_files import Output, base_of_output
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    print_error,
    print_json,
    print_line,
)
from editor.documents.open.open_project import open_project
from editor.documents.open.project_game import game_of
from editor.documents.open.trust import module_messages, trusting
from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.minds.world_choice import world_choice_of_world
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.recording_file import SUFFIX, save_recording
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from runtime.trials.batches.batch_call import BatchCall, BatchTexts, call_from_texts
from runtime.trials.batches.batch_run import BatchRun
from runtime.trials.batches.batch_summary import BatchSummary, batch_summary, summary_from, summary_lines
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.results_store import ResultsStore, call_path
from runtime.trials.batches.workers import ProcessWorkers, SerialWorkers, Workers

POLL_SECONDS = 0.2
"""So often the progress is told."""

INTERRUPTED = 130
"""Exit code: Ctrl+C."""


@dataclass(frozen=True)
class SimulateWish:
    """Hold what was asked for; `seed` None takes the world's, `jobs` 0 a job for each core."""

    world: Path
    out: Path | None
    runs: int = DEFAULT_RUNS
    vary: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    until: str = ""
    ticks: int = DEFAULT_TICKS
    seed: int | None = None
    jobs: int = 0
    cluster: str = ""
    restart: bool = False
    as_json: bool = False
    project: Path | None = None
    trust: bool = False
    replay: int | None = None
    trace: Path | None = None
    force: bool = False


def run_simulate(chosen: argparse.Namespace) -> int:
    """Do what was asked for and return the exit code: 0 well, 1 it cannot run, 2 wrong use."""
    vary, measures = tuple(chosen.vary), tuple(chosen.measures)
    return simulate(wish_of(SimulateWish, chosen, vary=vary, measures=measures))


def simulate(wish: SimulateWish) -> int:
    """Play the runs that are missing, write the results, print the summary; return the exit code."""
    if (wish.out is None) == (wish.replay is None):
        print_error(f"{wish.world}: error: Say where the table goes (--out), or which run to --replay.")
        return WRONG_USE
    try:
        call = _call(wish)
        if call is None:
            return FOUND_PROBLEMS
        if wish.replay is not None:
            return replay_run(call, wish.replay, wish.trace, as_json=wish.as_json, force=wish.force)
        assert wish.out is not None
        return _simulate(call, wish, wish.out)
    except FileProblem as problem:
        return unusable(problem, wish.world)
    except BatchRefused as refused:
        print_error(f"{wish.world}: error: {refused}")
        return WRONG_USE if refused.wrong_use else FOUND_PROBLEMS
    except OSError as error:
        return not_written(wish.trace or wish.out, error, "The results")


def _call(wish: SimulateWish) -> BatchCall | None:
    """Return the call, None where the world has errors, which are printed."""
    trusts = trusting(wish.trust)
    opened = open_project(wish.world, builtin_registry(), wish.project, trusts=trusts)
    if opened.problem is not None:
        raise opened.problem
    choice = world_choice_of_world(wish.world, opened.project)
    for problem in choice.problems:
        raise problem
    for message in module_messages(opened):
        print_error(message.line())
    found = check_world_content(choice.world, wish.world, opened.registry, opened.project)
    wrong = [message for message in found if message.severity == "error"]
    for message in wrong:
        print_error(message.line())
    trusted = opened.project is not None and trusts(opened.project.folder)
    if wrong:
        return None
    return call_from_texts(
        BatchTexts(wish.vary, wish.measures, wish.until),
        choice.world,
        choice.minds,
        game_of(opened.project, trusted=trusted),
        runs=wish.runs,
        ticks=wish.ticks,
        seed=wish.seed,
    )


def _simulate(call: BatchCall, wish: SimulateWish, out: Path) -> int:
    player = EpisodePlayer(call)
    # Old results are thrown away only when there is somebody to make new ones.
    workers = _workers(call, player, wish) if wish.restart or wish.force else None
    try:
        store = ResultsStore(out, call, player.columns, restart=wish.restart, force=wish.force)
    except BaseException:
        if workers is not None:
            workers.close(at_once=True)
        raise
    if store.is_complete:
        summary = summary_from(store.summary_there(), call_path(out))
        print_error(f"{out} is complete already; add --restart to play it again.")
        _print(summary, out, as_json=wish.as_json)
        return WELL
    line = ProgressLine(call.runs, len(store.runs))
    with BatchRun(store, workers or _workers(call, player, wish)) as run:
        try:
            while not run.poll(POLL_SECONDS).finished:
                line.show(run.progress)
        except KeyboardInterrupt:
            line.end()
            done = len(store.runs)
            print_error(f"Stopped after {done:,} of {call.runs:,} runs; the same call goes on from there.")
            return INTERRUPTED
    line.end()
    summary = batch_summary(store.runs.in_order(), player)
    store.finish(summary.model_dump(mode="json"))
    _print(summary, out, as_json=wish.as_json)
    return WELL


def _workers(call: BatchCall, player: EpisodePlayer, wish: SimulateWish) -> Workers:
    if wish.cluster:
        from runtime.trials.batches.cluster import ClusterWorkers

        return ClusterWorkers(call, wish.cluster)
    jobs = wish.jobs or _cores()
    return SerialWorkers(player) if jobs == 1 else ProcessWorkers(call, jobs, player)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _print(summary: BatchSummary, out: Path, *, as_json: bool) -> None:
    if as_json:
        print_json(summary.model_dump(mode="json"))
        return
    for text in summary_lines(summary, out):
        print_line(text)


def replay_run(call: BatchCall, run: int, trace: Path | None, *, as_json: bool, force: bool = False) -> int:
    """Play a run, print what it drew and measured, and write it to `trace`; return the exit code.

    Raises `BatchRefused` for a run that cannot be played or kept, OSError where it cannot be written.
    """
    if trace is not None and trace.suffix != SUFFIX:
        raise BatchRefused("trace", f"{trace.name} is no recording.", f"Let its name end in {SUFFIX}.")
    base = base_of_output(trace, Output.RECORDING, force=force) if trace is not None else None
    recorders: list[Recorder] = []

    def step_by(session: Session) -> Callable[[], TraceFrame]:
        if trace is None:
            return session.step
        recorders.append(Recorder(session))
        return recorders[-1].step

    result = EpisodePlayer(call).play(run, step_by)
    if trace is not None:
        save_recording(trace, recorders[-1].recording, recorders[-1].session, based_on=base)
    varied, measured = dict(result.varied), dict(result.measured)
    told = {"run": run, "seed": result.seed, "ticks": result.ticks, "errors": result.errors}
    if as_json:
        print_json({**told, "measured": measured, "varied": varied})
        return WELL
    for name, value in {**told, **varied, **measured}.items():
        print_line(f"{name}: {'-' if value is None else value}")
    if result.error:
        print_line(f"first error: {result.error}")
    if trace is not None:
        print_line(f"trace {trace}")
    return WELL
