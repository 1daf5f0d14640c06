"""Compare random sheets, goals and moods with plain code: `python3 dev.py soak wants --count 5000`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

from tests.runtime.wants.random_wants import COMPARED, Differs


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare each kind in as many documents as asked; return 1 if any differs, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak wants", description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="documents of each kind (5000)")
    parser.add_argument("--seed", type=int, default=10_000, help="the first seed (10000)")
    parser.add_argument(
        "kinds", nargs="*", default=[*COMPARED], help="sheets, goals or moods; all if not given"
    )
    asked = parser.parse_args(arguments)
    failed = 0
    for kind in asked.kinds:
        differing = 0
        for seed in range(asked.seed, asked.seed + asked.count):
            try:
                COMPARED[kind](Random(f"{kind} {seed}"))
            except Differs as difference:
                differing += 1
                print(f"{kind} {seed}: {difference}", flush=True)
        print(f"{kind}: {asked.count:,} documents, {differing} differ", flush=True)
        failed += differing
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
