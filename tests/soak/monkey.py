"""Let a monkey act on the canvas for as long as wanted: `python3 dev.py soak monkey --acts 20000`.

Each seed opens a sample, running or paused, and does a hundred random gestures, keys and commands. What must
hold is checked on the way: no exception, no warning of Qt, a scene like one made again, and undo to the first
bytes. The first failure is told with its seed; `--seed` makes it again.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak until all acts are done; return pytest's exit code, 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(prog="dev.py soak monkey", description=__doc__)
    parser.add_argument("--acts", type=int, default=20_000, help="how many in all, 100 a seed (20000)")
    parser.add_argument("--seed", type=int, help="begin with this seed; alone, do its hundred acts again")
    asked = parser.parse_args(arguments)
    again = asked.seed is not None and asked.acts == parser.get_default("acts")
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(1, 1_000_000)
    acts = 100 if again else asked.acts
    print(f"{acts} acts from seed {seed} on", flush=True)
    environment = {
        **os.environ,
        "MINDLOOM_MONKEY_ACTS": str(acts),
        "MINDLOOM_MONKEY_SEED": str(seed),
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "tests/editor/monkey"]
    code = subprocess.call(command, cwd=ROOT, env=environment)
    if code:
        print("Make it again: python3 dev.py soak monkey --seed with the number in brackets", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
