"""Measure what a link costs: `python -m tests.bench.link_load [--agents 200] [--seconds 60]`.

A game in node with many agents runs with the link and without it; Mindloom takes what comes, runs the minds
again, and seeks at random. Figures: CPU of a tick of the game, bytes a second at 60 ticks, CPU of a tick in
Mindloom, and how long a seek takes.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from editor.running.link_feed import GAME_SECONDS_TO_RUN_AGAIN
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import export_document
from runtime.export.program_json import ProgramFiles
from runtime.history.recording.recorded_run import RecordedRun
from runtime.link.game_programs import GameProgram
from runtime.link.linked_session import ticks_at_hand
from tests.link.linked_runs import TOKEN, Listening
from tests.other_programs import path_of
from tests.runtime.session_of import SAMPLES

EXECUTORS = Path(__file__).resolve().parents[2] / "resources" / "executors" / "javascript"
GAME = Path(__file__).with_name("link_game.mjs")
RATE, SEEKS = 60, 40


def game_of(program: Path, agents: int, ticks: int, *link: str) -> list[str]:
    """Return the command of the game."""
    return [path_of("nodejs"), str(GAME), str(EXECUTORS), str(program), str(agents), str(ticks), *link]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 0."""
    parser = argparse.ArgumentParser(prog="tests.bench.link_load", description=__doc__)
    parser.add_argument("--agents", type=int, default=200, help="agents (200)")
    parser.add_argument("--seconds", type=int, default=60, help="seconds of the game (60)")
    parser.add_argument("--sample", default="stealth_guard", help="the sample whose mind they have")
    asked = parser.parse_args(arguments)
    export = export_document(load_document(SAMPLES / f"{asked.sample}.mind.json"), builtin_registry())
    ticks = asked.seconds * RATE
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.json"
        program.write_text(json.dumps(export.data), encoding="utf-8")
        alone = json.loads(subprocess.check_output(game_of(program, asked.agents, min(ticks, 1200))))
        found = GameProgram("mind.json", ProgramFiles(export.data, export.names))
        with Listening(lambda _program, _rate: found) as listening:
            process = subprocess.Popen(
                game_of(program, asked.agents, ticks, str(listening.port), TOKEN), stdout=subprocess.PIPE
            )
            while process.poll() is None:
                listening.listener.poll(0.05)
            assert process.stdout is not None
            linked = json.loads(process.stdout.read())
            process.stdout.close()
            _report(asked, alone, linked, listening.games[0].session)
    return 0


def _report(
    asked: argparse.Namespace, alone: dict[str, float], linked: dict[str, float], session: Any
) -> None:
    sent = sum(len(text) for text in session.log.texts()) / (len(session.log) / RATE)
    rows = len(session.known_programs.all[0].files.program["rows"])
    print(f"{asked.agents} agents of {asked.sample}, {rows} rows, {len(session.log):,} ticks")
    cost = linked["milliseconds"] - alone["milliseconds"]
    print(f"game: {alone['milliseconds']:.2f} ms of CPU a tick, {linked['milliseconds']:.2f} with the link")
    print(f"  the link takes {cost / (1000 / RATE):.1%} of a frame of {1000 / RATE:.1f} ms")
    print(f"wire: {sent / 1e6:.2f} MB/s, kept packed in {session.log.byte_count / 1e6:.1f} MB")
    run = RecordedRun(session, again=GAME_SECONDS_TO_RUN_AGAIN)
    begun, began = time.process_time(), time.perf_counter()
    while ticks_at_hand(session):
        run.step()
    spent = (time.process_time() - begun) * 1000 / len(session.log)
    print(f"Mindloom: {spent:.2f} ms of CPU a tick, record and states to seek from included")
    print(f"  the recording has {run.recording.byte_count / 1e6:.0f} MB; {time.perf_counter() - began:.0f} s")
    rng = random.Random(1)
    times: list[float] = []
    spent_on: list[float] = []
    for _ in range(SEEKS):
        at = rng.randrange(session.log.first_tick, session.log.end_tick - 1)
        begun, began = time.process_time(), time.perf_counter()
        for _frame in run.go_to(at):
            pass
        times.append((time.perf_counter() - began) * 1000)
        spent_on.append((time.process_time() - begun) * 1000)
    for what, found in (("seek", sorted(times)), ("  CPU of it", sorted(spent_on))):
        print(f"{what}: {statistics.median(found):.0f} ms, 95th percentile {found[int(SEEKS * 0.95)]:.0f} ms")
    print(f"difference: {session.cast.difference}")


if __name__ == "__main__":
    raise SystemExit(main())
