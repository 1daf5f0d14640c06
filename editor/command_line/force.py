"""The option `--force` of all commands that write files."""

from __future__ import annotations

import argparse
import errno


def way_out(error: OSError) -> str:
    """Return what to do when a file could not be written: `--force` helps where another is in the way."""
    in_the_way = error.errno == errno.EEXIST
    return "Name another file, or add --force to write over it." if in_the_way else "Name another file."


def add_force(parser: argparse.ArgumentParser) -> None:
    """Let a command write over files that it would leave alone."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="write over a file that this did not make, or that was changed meanwhile",
    )
