"""Step visit by visit through every sample: `python3 dev.py soak visits --ticks 1000`.

Each tick is gone through forwards and back, every position both ways; visits, what was entered, exited and
halted, and their order must be those of the straight run.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from runtime.history.recording.rerun import CannotRunAgain
from tests.runtime.debugging.stepping import OtherVisits, step_through, watched_run
from tests.runtime.recording.test_random_seeks import act
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import sample_session


def main(arguments: Sequence[str] | None = None) -> int:
    """Go through the samples one after the other; return 1 if any visits something else, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak visits", description=__doc__)
    parser.add_argument("--ticks", type=int, default=1000, help="ticks of each sample (1000)")
    parser.add_argument("--quick", action="store_true", help="ends and middle of each tick only")
    parser.add_argument("samples", nargs="*", default=NAMES, help="names of samples; all if not given")
    asked = parser.parse_args(arguments)
    failed = 0
    for name in asked.samples:
        session = sample_session(name)
        agents = sorted(session.brains)
        if not agents:
            continue
        run, seen = watched_run(session, agents[0], asked.ticks, act)
        try:
            count = step_through(run, agents[0], seen, range(asked.ticks), thoroughly=not asked.quick)
            print(
                f"{name}: {count:,} steps of {agents[0]} in {asked.ticks:,} ticks, there and back", flush=True
            )
        except (OtherVisits, CannotRunAgain) as failure:
            print(f"{name}, {agents[0]}: {failure}", flush=True)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
