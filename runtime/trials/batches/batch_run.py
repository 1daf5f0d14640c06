"""Play what is missing of a batch: give out chunks, keep what comes back, tell how far it is."""

from __future__ import annotations

from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from types import TracebackType

from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.results_store import ResultsStore
from runtime.trials.batches.workers import TOGETHER, ChunkResult, Workers

CHUNK_SECONDS = 1.5
"""About so long a worker is busy with one chunk: long beside handing it over, short beside patience."""

LEAST_IN_CHUNK, MOST_IN_CHUNK = 16, 256
"""Runs in a chunk, unless they take longer: a few that are played together take less time each."""

AHEAD = 2
"""Chunks given out for each worker, so that none waits for the next."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """Hold how many runs have finished, of how many."""

    done: int
    runs: int

    @property
    def finished(self) -> bool:
        """Tell whether nothing is missing."""
        return self.done == self.runs


class BatchRun:
    """Bring a batch to its end, a bit at every call of `poll`; leave it by `close`, or use it in `with`."""

    def __init__(self, store: ResultsStore, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self._missing = deque(store.missing)
        self._pending: set[Future[ChunkResult]] = set()
        self._seconds_each = 0.0

    def __enter__(self) -> BatchRun:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def progress(self) -> BatchProgress:
        """Return how far the batch is."""
        return BatchProgress(len(self._store.runs), self._store.call.runs)

    def poll(self, timeout: float) -> BatchProgress:
        """Wait up to `timeout` seconds for a chunk, keep what has finished, and give out more.

        Raises `BatchRefused` where a run cannot be played, and OSError where results cannot be written; what
        has finished before is kept.
        """
        self._give_out()
        if self._pending:
            done, self._pending = wait(self._pending, timeout, FIRST_COMPLETED)
            for future in done:
                self._keep(future)
            self._give_out()
        return self.progress

    def close(self) -> None:
        """End the workers; what they have not finished is given up and missing still."""
        self._missing.clear()
        self._workers.close(at_once=bool(self._pending))

    def _keep(self, future: Future[ChunkResult]) -> None:
        try:
            result = future.result()
        except BrokenProcessPool:
            raise BatchRefused(
                "workers",
                "A worker process ended before its runs did.",
                "The memory may be too small for so many jobs; the same call goes on where it stopped.",
                wrong_use=False,
            ) from None
        count = len(result.runs)
        # More runs together take less time each: guess on the way up, rather than climb in many small chunks.
        gain = max(1.0, TOGETHER / count) ** (1 / 3)
        self._seconds_each = max(result.seconds / count / gain, 1e-9)
        self._store.add(result.runs)

    def _give_out(self) -> None:
        """Keep every worker busy; what is left is shared out evenly, so that all end together."""
        ahead = AHEAD if self._seconds_each else 1
        while self._missing and len(self._pending) < ahead * self._workers.count:
            runs = tuple(islice(self._missing, self._chunk_size()))
            for _ in runs:
                self._missing.popleft()
            future = self._workers.submit(runs)
            self._pending.add(future)
            if future.done():
                # It was played here; whoever polls wants to know of it before the next.
                return

    def _chunk_size(self) -> int:
        if not self._seconds_each:
            return 1
        wanted = int(CHUNK_SECONDS / self._seconds_each)
        if 2 * wanted >= TOGETHER:
            wanted = -(-wanted // TOGETHER) * TOGETHER
        wanted = max(1, min(wanted, MOST_IN_CHUNK))
        workers = self._workers.count
        if workers == 1:
            return wanted
        rounds = -(-len(self._missing) // (wanted * workers))
        fair = -(-len(self._missing) // (rounds * workers))
        return min(wanted, max(fair, LEAST_IN_CHUNK))
