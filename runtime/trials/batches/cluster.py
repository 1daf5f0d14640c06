"""Play batches on a Dask cluster: the same chunks of runs, given to workers of other machines.

It needs the extra `mindloom[cluster]` here, and Mindloom of the same version on the workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import Protocol, cast

from runtime.basics.program_version import program_version
from runtime.trials.batches.batch_call import BatchCall
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.workers import ChunkResult, play_chunk


class Cluster(Protocol):
    """Name what is used of `distributed.Client`, which has no types of its own."""

    def nthreads(self) -> Mapping[str, int]:
        """Return how many threads each worker has."""

    def scatter(self, data: object, *, broadcast: bool) -> object:
        """Send a value to the workers and return what stands for it there."""

    def get_executor(self, *, pure: bool) -> Executor:
        """Return an executor that runs functions on the workers."""

    def close(self) -> None:
        """Leave the cluster."""


SECONDS_TO_ANSWER = 10
"""So long a cluster may take to answer at its address."""


class ClusterWorkers:
    """Play chunks on the workers of a Dask cluster, one per thread of theirs."""

    def __init__(self, call: BatchCall, address: str) -> None:
        """Go to the cluster at `address`, such as `tcp://10.0.0.5:8786`.

        Raises `BatchRefused` without Dask, and where no cluster or no worker answers.
        """
        try:
            from distributed import Client
        except ImportError:
            said = "Dask is not installed here."
            raise BatchRefused("cluster", said, "Install it: pip install 'mindloom[cluster]'.") from None
        try:
            connect: Callable[..., Cluster] = Client
            self._client = connect(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            said = f"No cluster answers at {address} ({error})."
            raise BatchRefused("cluster", said, "Start one (dask scheduler), or mend the address.") from None
        self._count = sum(self._client.nthreads().values())
        if not self._count:
            self._client.close()
            said = f"The cluster at {address} has no workers."
            raise BatchRefused("cluster", said, f"Start some: dask worker {address}.")
        # Sent once to each worker, not with every chunk.
        self._call = self._client.scatter(call, broadcast=True)
        self._key = call.key
        self._pool = self._client.get_executor(pure=False)

    @property
    def count(self) -> int:
        """Return how many threads the workers have."""
        return self._count

    def submit(self, runs: Sequence[int]) -> Future[ChunkResult]:
        """Let a worker play the runs."""
        # The call goes along as what stands for it, and arrives as the call itself.
        sent = cast(BatchCall, self._call)
        return self._pool.submit(_play_there, self._key, sent, tuple(runs))

    def close(self, *, at_once: bool) -> None:
        """Leave the cluster as it was found; `at_once` gives up what its workers are playing for us."""
        self._pool.shutdown(wait=not at_once)
        self._client.close()


class _There:
    """Keep the players that a worker's threads are not using, for the call played last."""

    key = ""
    idle: list[EpisodePlayer] = []


def _play_there(key: str, call: BatchCall, runs: Sequence[int]) -> ChunkResult:
    """Play some runs on a worker; each of its threads takes a player of its own."""
    if call.version != program_version():
        said = f"A worker has Mindloom {program_version()}, the call is of {call.version}."
        raise BatchRefused("cluster", said, "Install the same version on all machines.")
    if _There.key != key:
        _There.key, _There.idle = key, []
    idle = _There.idle
    try:
        player = idle.pop()
    except IndexError:
        player = EpisodePlayer(call)
    result = play_chunk(player, runs)
    idle.append(player)
    return result
