"""Run every sample beside its exports for as long as wanted: `python3 dev.py soak export --ticks 3000`.

Each export, with names and stripped, must give the trace of the documents, frame by frame.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tests.runtime.export.exported_sessions import first_difference
from tests.runtime.sample_runs import NAMES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the samples one after the other; return 1 if any differs, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak export", description=__doc__)
    parser.add_argument("--ticks", type=int, default=3000, help="steps of each sample (3000)")
    parser.add_argument("samples", nargs="*", default=NAMES, help="names of samples; all if not given")
    asked = parser.parse_args(arguments)
    failed = 0
    for name in asked.samples:
        difference = first_difference(name, asked.ticks)
        print(difference or f"{name}: the same for {asked.ticks:,} ticks", flush=True)
        failed += bool(difference)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
