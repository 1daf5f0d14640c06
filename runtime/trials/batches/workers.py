"""Give pieces of work to whoever plays them: this process, processes of this machine, or a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import wait as wait_for
from time import thread_time
from typing import Protocol

from runtime.trials.batches.batch_call import BatchCall
from runtime.trials.batches.episode import EpisodePlayer, EpisodeResult
from runtime.trials.batches.refusal import BatchRefused

TOGETHER = 64
"""So many runs are played at once: more take hardly less time each, and more memory."""


class Workers(Protocol):
    """Play chunks of runs."""

    @property
    def count(self) -> int:
        """Return how many chunks are played at once."""

    def submit(self, runs: Sequence[int]) -> Future[ChunkResult]:
        """Let some runs be played."""

    def close(self, *, at_once: bool) -> None:
        """End the workers; `at_once` gives up what they are playing."""


class SerialWorkers:
    """Play every chunk in this process, before `submit` returns."""

    def __init__(self, player: EpisodePlayer) -> None:
        self._player = player

    @property
    def count(self) -> int:
        """Return 1."""
        return 1

    def submit(self, runs: Sequence[int]) -> Future[ChunkResult]:
        """Play the runs now."""
        done: Future[ChunkResult] = Future()
        try:
            done.set_result(play_chunk(self._player, runs))
        except Exception as error:
            done.set_exception(error)
        return done

    def close(self, *, at_once: bool) -> None:
        """Do nothing: nothing goes on."""


class ProcessWorkers:
    """Play chunks in processes of this machine, each started afresh, or as a copy of this one."""

    def __init__(self, call: BatchCall, count: int, player: EpisodePlayer | None = None) -> None:
        """Start `count` processes with the first chunk; where they can be copies, they share the `player`.

        A copy has all modules and the opened world at once. Only a process without other threads is copied.
        """
        self._count = count
        copies = player is not None and sys.platform == "linux" and threading.active_count() == 1
        context = multiprocessing.get_context("fork" if copies else "spawn")
        begin = (call, player if copies else None)
        self._pool = ProcessPoolExecutor(count, context, _begin_worker, begin)
        self._others = frozenset(multiprocessing.active_children())

    @property
    def count(self) -> int:
        """Return the number of processes."""
        return self._count

    def submit(self, runs: Sequence[int]) -> Future[ChunkResult]:
        """Let a process play the runs; the first call starts them all."""
        with _interrupts_held_back():
            return self._pool.submit(_play_here, tuple(runs))

    def close(self, *, at_once: bool) -> None:
        """End the processes, at once or when they have played what they were given."""
        if at_once:
            for process in multiprocessing.active_children():
                if process not in self._others:
                    process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


class _Here:
    """Hold what this worker process plays with, opened with the first chunk."""

    call: BatchCall
    player: EpisodePlayer | None = None


def _begin_worker(call: BatchCall, player: EpisodePlayer | None) -> None:
    """Prepare a worker process: Ctrl+C is its parent's business, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _Here.call, _Here.player = call, player


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _play_here(runs: Sequence[int]) -> ChunkResult:
    if _Here.player is None:
        _Here.player = EpisodePlayer(_Here.call)
    return play_chunk(_Here.player, runs)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let no Ctrl+C reach processes while they are being started; ours waits until they are."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True)
class ChunkResult:
    """Hold the runs of one piece of work and how many seconds of the processor playing them took."""

    runs: tuple[EpisodeResult, ...]
    seconds: float


def play_chunk(player: EpisodePlayer, runs: Sequence[int]) -> ChunkResult:
    """Play some runs; raise `BatchRefused`, in words, for whatever goes wrong."""
    started = thread_time()
    found: list[EpisodeResult] = []
    try:
        for first in range(0, len(runs), TOGETHER):
            found += player.play_together(runs[first : first + TOGETHER])
    except Exception:
        # One by one they tell which of them it is.
        found = [_played(player, run) for run in runs]
    return ChunkResult(tuple(found), thread_time() - started)


def _played(player: EpisodePlayer, run: int) -> EpisodeResult:
    try:
        return player.play(run)
    except BatchRefused:
        raise
    except Exception as error:
        said = f"It ended with {type(error).__name__}: {error}"
        remedy = "Play the run with mindloom run to see where; what has finished is kept."
        raise BatchRefused(f"run {run}", said, remedy, wrong_use=False) from None
