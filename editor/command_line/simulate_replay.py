"""Play one run of a batch again, and keep it for the editor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.documents.folders.output_files import Output, base_of_output
from editor.documents.open.messages import WELL, print_json, print_line
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.recording_file import SUFFIX, save_recording
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from runtime.trials.batches.batch_call import BatchCall
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused


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
