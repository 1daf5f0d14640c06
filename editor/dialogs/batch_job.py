"""Propose a batch for a world, and play it beside the window: look often what the workers have finished."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from graphs.model import StateMachineGraph
from graphs.worlds.minds.world_choice import WorldChoice
from graphs.worlds.minds.world_minds import mind_file
from runtime.trials.batches.batch_call import BatchCall, BatchTexts
from runtime.trials.batches.batch_run import BatchProgress, BatchRun
from runtime.trials.batches.batch_summary import BatchSummary, batch_summary
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.results_store import ResultsStore
from runtime.trials.batches.workers import ProcessWorkers, Workers

LOOK_EVERY = 100
"""Milliseconds between two looks."""

MOST_JOBS = 8

MakeWorkers = Callable[[BatchCall, EpisodePlayer], Workers]


def processes(call: BatchCall, player: EpisodePlayer) -> Workers:
    """Return a process for each core but one, which the window keeps."""
    return ProcessWorkers(call, max(1, min(MOST_JOBS, (os.cpu_count() or 2) - 1)))


class BatchJob(QObject):
    """Play one batch at a time; its table lies in a folder of its own until it is saved elsewhere."""

    progressed = Signal(object)
    """How far it is, a `BatchProgress`."""

    ended = Signal(object, str)
    """The `BatchSummary`, or None and why there is none; the text is empty after a cancel."""

    def __init__(self, parent: QObject, make_workers: MakeWorkers = processes) -> None:
        super().__init__(parent)
        self._make_workers = make_workers
        self._run: BatchRun | None = None
        self._store: ResultsStore | None = None
        self._player: EpisodePlayer | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._timer = QTimer(self, interval=LOOK_EVERY)
        self._timer.timeout.connect(self.look)

    @property
    def is_busy(self) -> bool:
        """Tell whether runs are being played."""
        return self._run is not None

    @property
    def table(self) -> Path | None:
        """Return the table of the last batch, None without one."""
        return self._store.out if self._store is not None and self._store.out.exists() else None

    def use_workers(self, make_workers: MakeWorkers) -> None:
        """Play the next batch by other workers."""
        self._make_workers = make_workers

    def start(self, call: BatchCall) -> None:
        """Begin; raise `BatchRefused` where the call cannot be played and OSError without a folder."""
        self.close()
        self._player = EpisodePlayer(call)
        self._folder = tempfile.TemporaryDirectory(prefix="mindloom-batch-", ignore_cleanup_errors=True)
        out = Path(self._folder.name) / "results.csv"
        self._store = ResultsStore(out, call, self._player.columns)
        self._run = BatchRun(self._store, self._make_workers(call, self._player))
        self._timer.start()

    def look(self) -> None:
        """Take what has finished; tell how far it is, or what came of it."""
        run, store, player = self._run, self._store, self._player
        if run is None or store is None or player is None:
            return
        try:
            progress: BatchProgress = run.poll(0)
            self.progressed.emit(progress)
            if not progress.finished:
                return
            self._stop()
            summary: BatchSummary = batch_summary(store.runs.in_order(), player)
            store.finish(summary.model_dump(mode="json"))
        except (BatchRefused, OSError) as error:
            self._stop()
            self.ended.emit(None, str(error))
            return
        self.ended.emit(summary, "")

    def cancel(self) -> None:
        """Give up what is not finished; the window shows what was there before."""
        if self._run is not None:
            self._stop()
            self.ended.emit(None, "")

    def close(self) -> None:
        """End the workers and forget the table."""
        self._stop()
        self._store = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _stop(self) -> None:
        self._timer.stop()
        if self._run is not None:
            self._run.close()
            self._run = None


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a field that say something."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def example_texts(choice: WorldChoice) -> BatchTexts:
    """Return texts that fit the world: the player anywhere, the time in a state of the first mind."""
    world, vary, measures = choice.world, [], []
    if world.player is not None:
        width, height = world.size
        vary = [f"{world.player}.x=1..{width - 1:g}", f"{world.player}.y=1..{height - 1:g}"]
    for agent, entry in sorted(world.agents.items()):
        document = choice.minds.get(mind_file(entry.mind or ""))
        machine = document.graphs.get(document.root or "") if document is not None else None
        if isinstance(machine, StateMachineGraph):
            states = [machine.nodes[child].name for child in machine.children if child in machine.nodes]
            state = next((name for name in states[1:] if name), "")
            if state:
                name = "_".join(state.lower().split())
                measures = [f"{name}=time_in:{state}@{agent}", f"first_{name}=first_in:{state}@{agent}"]
                break
    return BatchTexts(tuple(vary), tuple(measures))
