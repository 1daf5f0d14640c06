"""Send Mindloom frames that are damaged, and rubbish: `python3 dev.py soak link_frames --count 1000`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tests.link.mutated_frames import refusals_of_mutated, refusals_of_rubbish


def main(arguments: Sequence[str] | None = None) -> int:
    """Try so many of each; whatever is neither refused nor run ends this with its traceback."""
    parser = argparse.ArgumentParser(prog="dev.py soak link_frames", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="damaged and random frames, each (1000)")
    parser.add_argument("--seed", type=int, default=1, help="where to begin (1)")
    asked = parser.parse_args(arguments)
    mutated = refusals_of_mutated(asked.count, asked.seed)
    rubbish = refusals_of_rubbish(asked.count, asked.seed)
    print(f"{asked.count:,} damaged frames: {mutated:,} refused, the others run")
    print(f"{asked.count:,} random ones: {rubbish:,} refused")
    return 0 if rubbish == asked.count else 1


if __name__ == "__main__":
    raise SystemExit(main())
