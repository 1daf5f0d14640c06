"""Declare options that several commands have."""

from __future__ import annotations

import argparse
from pathlib import Path

FOUND_ABOVE = "a project file or its folder; else the mindloom.project.json found above the file"
ONLY_KNOWN = "run the Python modules that the project names, this once; only for folders you know"


def add_project(parser: argparse.ArgumentParser, told: str = FOUND_ABOVE) -> None:
    """Let a command be told the project."""
    parser.add_argument("--project", type=Path, metavar="PROJECT", help=told)


def add_trust(parser: argparse.ArgumentParser, told: str = ONLY_KNOWN) -> None:
    """Let a command run the Python modules of a project."""
    parser.add_argument("--trust", action="store_true", help=told)


def add_agents(parser: argparse.ArgumentParser, told: str) -> None:
    """Let a command be told agents, none or several."""
    parser.add_argument("--agent", dest="agents", action="append", default=[], metavar="AGENT", help=told)


def add_force(parser: argparse.ArgumentParser) -> None:
    """Let a command write over files that it would leave alone."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="write over a file that this did not make, or that was changed meanwhile",
    )


def add_json(parser: argparse.ArgumentParser, told: str) -> None:
    """Let a command print for machines."""
    parser.add_argument("--json", dest="as_json", action="store_true", help=told)


def whole_number(text: str, least: int, most: int, wanted: str) -> int:
    """Return a whole number in a range, else tell argparse that the text is not what is `wanted`."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no {wanted}")
    return number
