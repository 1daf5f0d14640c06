"""Answer cases as any executor does: a line of JSON each, from standard input to standard output."""

from __future__ import annotations

import json
import sys

from tools.conformance.archive_writing import line_of
from tools.conformance.engine_driver import expected


def main() -> int:
    """Answer all cases; return 0."""
    for line in sys.stdin:
        case = json.loads(line)
        sys.stdout.write(line_of({"id": case["id"], "ticks": expected(case)}))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
