"""Declare the arguments of `mindloom simulate`; nothing is imported that runs it."""

from __future__ import annotations

import argparse
from pathlib import Path

from editor.command_line.force import add_force

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
        "--runs", type=_runs, default=DEFAULT_RUNS, metavar="N", help=f"{DEFAULT_RUNS} if not given"
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
        action="append",
        default=[],
        metavar="NAME=[KIND:]OF[@AGENT]",
        help="a column: an expression at the end, or KIND of an expression, node or event; "
        "beside those of the world's file",
    )
    one.add_argument("--until", default="", metavar="CONDITION[@AGENT]", help="end a run when it holds")
    one.add_argument(
        "--ticks", type=_ticks, default=DEFAULT_TICKS, metavar="N", help=f"longest run, {DEFAULT_TICKS} steps"
    )
    one.add_argument("--seed", type=_seed, metavar="SEED", help="of the batch, in place of the world's own")
    one.add_argument("--jobs", type=_jobs, default=0, metavar="K", help="processes; else one per core")
    one.add_argument("--cluster", default="", metavar="ADDRESS", help="play on a Dask cluster instead")
    one.add_argument("--out", type=Path, metavar="OUT", help="the table, ending in .csv or .jsonl")
    one.add_argument(
        "--replay", type=_replayed, metavar="RUN", help="play this one run of the call again, and no other"
    )
    one.add_argument(
        "--trace", type=Path, metavar="FILE", help="keep the replayed run in FILE.trace, for the editor"
    )
    one.add_argument("--restart", action="store_true", help="throw away the results that are at OUT")
    add_force(one)
    one.add_argument("--json", action="store_true", help="print the summary as JSON")
    one.add_argument("--project", type=Path, metavar="PROJECT", help="a project file or its folder")
    one.add_argument("--trust", action="store_true", help="run the Python modules that the project names")


def _runs(text: str) -> int:
    return _number(text, 1, MOST_RUNS, "number of runs")


def _ticks(text: str) -> int:
    return _number(text, 1, 100_000_000, "number of steps")


def _seed(text: str) -> int:
    return _number(text, 0, 2**32 - 1, "seed")


def _replayed(text: str) -> int:
    return _number(text, 0, MOST_RUNS - 1, "run")


def _jobs(text: str) -> int:
    return _number(text, 1, 60, "number of jobs")


def _number(text: str, least: int, most: int, what: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no {what}; write {least} to {most:,}")
    return number
