"""Run `mindloom ARGUMENTS` with a Dask cluster of its own, in a process of its own.

Dask leaves threads and event loops behind, which must not live beside Qt: a test starts this as
`python -m tests.editor.command_line.beside_a_cluster ARGUMENTS`. `CLUSTER` among the arguments becomes the
address of a cluster of one worker; without it none is started, and one that does not answer is given up soon.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from editor.command_line.main import main
from runtime.trials.batches import cluster


def run(arguments: Sequence[str]) -> int:
    """Return the exit code of the command."""
    if "CLUSTER" not in arguments:
        cluster.SECONDS_TO_ANSWER = 1
        return main(list(arguments))
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
    ) as started:
        address = started.scheduler_address
        return main([address if argument == "CLUSTER" else argument for argument in arguments])


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
