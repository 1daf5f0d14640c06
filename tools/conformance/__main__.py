"""Write the archive of cases: `python -m tools.conformance`, which takes some minutes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from editor.basics.terminal import print_line
from tools.conformance.archive_writing import ARCHIVE, archive_bytes, lines_of
from tools.conformance.plan import suite


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all cases, or those whose names contain a word; return 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.conformance", description=__doc__)
    parser.add_argument("--out", type=Path, default=ARCHIVE, help=f"where to ({ARCHIVE.name})")
    parser.add_argument("--only", default="", metavar="WORD", help="only cases whose names contain it")
    parser.add_argument("--processes", type=int, default=2, help="how many make cases (2)")
    asked = parser.parse_args(arguments)
    names = [name for name in suite() if asked.only in name]
    data = archive_bytes(lines_of(names, asked.processes))
    asked.out.write_bytes(data)
    print_line(f"wrote {asked.out}: {len(names):,} cases, {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
