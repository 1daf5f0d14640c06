"""Try every random test with its full number of examples: `python3 dev.py soak examples -k machines`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests that try random examples, with further arguments of pytest; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = [sys.executable, "-m", "pytest", "-m", "hypothesis or deep", *given]
    return subprocess.run(command, env={**os.environ, "HYPOTHESIS_PROFILE": "deep"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
