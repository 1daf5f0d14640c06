"""Play some runs of a batch wherever it is: in this process, in a worker process, on a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from runtime.trials.batches.episode import EpisodePlayer, RunResult
from runtime.trials.batches.refusal import BatchRefused


@dataclass(frozen=True)
class ChunkResult:
    """Hold the runs of one piece of work and how many seconds playing them took."""

    runs: tuple[RunResult, ...]
    seconds: float


def play_chunk(player: EpisodePlayer, runs: Sequence[int]) -> ChunkResult:
    """Play some runs; raise `BatchRefused`, in words, for whatever goes wrong."""
    started = perf_counter()
    found = []
    for run in runs:
        try:
            found.append(player.play(run))
        except BatchRefused:
            raise
        except Exception as error:
            said = f"It ended with {type(error).__name__}: {error}"
            remedy = "Play the run with mindloom run to see where; what has finished is kept."
            raise BatchRefused(f"run {run}", said, remedy, wrong_use=False) from None
    return ChunkResult(tuple(found), perf_counter() - started)
