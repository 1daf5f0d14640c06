"""Declare the arguments of `mindloom simulate`; nothing is imported that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from editor.command_line.option_parts import add_force, add_json, add_project, add_trust, whole_number

MOST_RUNS = 1_000_000
"""Most runs of one batch."""

DEFAULT_RUNS = 100
DEFAULT_TICKS = 3600
"""A minute at the usual rate."""


def add_simulate_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `simulate` to the commands."""
    one = commands.add_parser(
        "simulate",
        help="play a world many times and measure every run",
        epilog="KIND is one of end (not written), mean, min, max, share, first, time_in, first_in, entries, "
        "events, first_event. A call that was stopped goes on where it stopped when it is made again.",
    )
    one.add_argument("world", type=Path, metavar="WORLD")
    one.add_argument(
        "--runs",
        type=_number(1, MOST_RUNS, "number of runs"),
        default=DEFAULT_RUNS,
        metavar="N",
        help=f"{DEFAULT_RUNS} if not given",
    )
    one.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=LOW..HIGH",
        help="draw a variable or field again in every run, or NAME=A,B,C; AGENT.NAME for one agent",
    )
    one.add_argument(
        "--measure",
        dest="measures",
        action="append",
        default=[],
        metavar="NAME=[KIND:]OF[@AGENT]",
        help="a column: an expression at the end, or KIND of an expression, node or event; "
        "beside those of the world's file",
    )
    one.add_argument("--until", default="", metavar="CONDITION[@AGENT]", help="end a run when it holds")
    one.add_argument(
        "--ticks",
        type=_number(1, 100_000_000, "number of steps"),
        default=DEFAULT_TICKS,
        metavar="N",
        help=f"longest run, {DEFAULT_TICKS} steps",
    )
    one.add_argument(
        "--seed",
        type=_number(0, 2**32 - 1, "seed"),
        metavar="SEED",
        help="of the batch, in place of the world's own",
    )
    one.add_argument(
        "--jobs",
        type=_number(1, 60, "number of jobs"),
        default=0,
        metavar="K",
        help="processes; else one per core",
    )
    one.add_argument("--cluster", default="", metavar="ADDRESS", help="play on a Dask cluster instead")
    one.add_argument("--out", type=Path, metavar="OUT", help="the table, ending in .csv or .jsonl")
    one.add_argument(
        "--replay",
        type=_number(0, MOST_RUNS - 1, "run"),
        metavar="RUN",
        help="play this one run of the call again, and no other",
    )
    one.add_argument(
        "--trace", type=Path, metavar="FILE", help="keep the replayed run in FILE.trace, for the editor"
    )
    one.add_argument("--restart", action="store_true", help="throw away the results that are at OUT")
    add_force(one)
    add_json(one, "print the summary as JSON")
    add_project(one, "a project file or its folder")
    add_trust(one, "run the Python modules that the project names")


def _number(least: int, most: int, what: str) -> Callable[[str], int]:
    """Return what reads an argument that is a whole number in a range."""
    wanted = f"{what}; write {least} to {most:,}"
    return lambda text: whole_number(text, least, most, wanted)
