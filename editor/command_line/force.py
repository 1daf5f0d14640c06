"""The option `--force` of all commands that write files."""

from __future__ import annotations

import argparse

NAME_ANOTHER = "Name another file, or add --force to write over it."
"""What to do when a file is in the way."""


def add_force(parser: argparse.ArgumentParser) -> None:
    """Let a command write over files that it would leave alone."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="write over a file that this did not make, or that was changed meanwhile",
    )
