"""Measure one curve in the checkout of the working folder: `python tests/bench/curve_points.py CURVE`.

It is run as a file, so that the measured modules and the benchmarks they are taken from are those of that
checkout, which may be an older one. It prints lines of points (size, cost) as JSON: `Mindloom`, and with
`--others` what the same work costs otherwise.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

Lines = dict[str, list[tuple[int, float]]]
OURS = "Mindloom"


def of_bench(module: str, *names: str) -> Iterator[Any]:
    """Yield what a benchmark of this checkout defines or uses: modules have moved between checkouts."""
    return (getattr(import_module(f"tests.bench.{module}"), name) for name in names)


def seconds_of(action: Callable[[], object], rounds: int, prepare: Callable[[], object] = int) -> float:
    """Return the processor seconds of an action, the least of so many rounds."""
    best = float("inf")
    for _ in range(rounds):
        prepare()
        begun = time.process_time()
        action()
        best = min(best, time.process_time() - begun)
    return best


def agents(sizes: Sequence[int], others: bool) -> Lines:
    """Tick the brains of so many agents that all run a tree of 50 nodes: ms; beside py_trees."""
    from tests.bench.test_trees_beside_py_trees import TheirCrowd
    from tests.bench.test_visits_per_second import Crowd

    def ms(crowd: Any, repeats: int) -> float:
        def ticks() -> None:
            for _ in range(repeats):
                crowd.change()
                crowd.tick()

        def changes() -> None:
            for _ in range(repeats):
                crowd.change()

        ticks()
        return max(1e-6, seconds_of(ticks, 5) - seconds_of(changes, 5)) / repeats * 1e3

    found: Lines = {OURS: []}
    for size in sizes:
        found[OURS].append((size, ms(Crowd(size, interpreted=False), max(1, 2000 // size))))
        if others and size <= 1000:
            found.setdefault("py_trees", []).append((size, ms(TheirCrowd(size), max(1, 200 // size))))
    return found


def steps(sizes: Sequence[int], others: bool) -> Lines:
    """Step a world of so many agents with that tree that flock and touch: ms, without and with recording."""
    change_variables, crowd_session = of_bench("test_preview_speed", "change_variables", "crowd_session")
    (recorder_of,) = of_bench("test_recording_speed", "Recorder")

    found: Lines = {OURS: []}
    for size in sizes:
        session = crowd_session(size)
        rounds = max(3, min(60, 4000 // size))
        for _ in range(3):
            session.step()
        change = partial(change_variables, session)
        found[OURS].append((size, seconds_of(session.step, rounds, change) * 1e3))
        if others:
            ms = seconds_of(recorder_of(session).step, rounds, change) * 1e3
            found.setdefault("recorded", []).append((size, ms))
    return found


def nodes(sizes: Sequence[int], others: bool) -> Lines:
    """Read a file of so many nodes, check it and make a program of it: ms; beside a plain pydantic parse."""
    from graphs.expressions.parser import parse_expression
    from graphs.files.document_file import document_from_bytes, document_to_bytes
    from graphs.model import Document
    from tests.bench.test_trees_beside_py_trees import compiled, wide_tree

    found: Lines = {OURS: []}
    for size in sizes:
        data = document_to_bytes(wide_tree(size, 4))
        rounds = max(2, min(9, 4000 // size))

        def read(data: bytes = data) -> None:
            compiled(document_from_bytes(data))

        found[OURS].append((size, seconds_of(read, rounds, parse_expression.cache_clear) * 1e3))
        if others:
            plain = seconds_of(partial(Document.model_validate_json, data), rounds)
            found.setdefault("pydantic, parsed only", []).append((size, plain * 1e3))
    return found


def ticks(sizes: Sequence[int], others: bool) -> Lines:
    """Record the sample tank for so long: s of the last thousand ticks; beside a run not recorded."""
    from tests.runtime.session_of import move_player, sample_session

    (recorder_of,) = of_bench("test_recording_speed", "Recorder")

    def line(recorded: bool) -> list[tuple[int, float]]:
        session = sample_session("tank")
        step = recorder_of(session).step if recorded else session.step
        points = []
        for size in sizes:
            while session.tick < size - 1000:
                move_player(session)
                step()
            begun = time.process_time()
            for _ in range(1000):
                move_player(session)
                step()
            points.append((size, time.process_time() - begun))
        return points

    return {OURS: line(True), **({"not recorded": line(False)} if others else {})}


def candidates(sizes: Sequence[int], others: bool) -> Lines:
    """Choose the best of so many children by their scores, each tick again: µs; beside plain Python."""
    from tests.bench.test_trees_beside_py_trees import compiled
    from tests.runtime.lone_brain import ScriptedHost, document, tree

    brain_of, slab_of, layout_of = of_bench("test_visits_per_second", "Brain", "Slab", "StateLayout")
    found: Lines = {OURS: []}
    for size in sizes:
        scores = {f"c{number}": f"v * {number % 7} + {number}" for number in range(size)}
        nodes: dict[str, Any] = {"root": {"kind": "utility_selector", "children": list(scores)}}
        for child, score in scores.items():
            nodes[child] = {"kind": "action", "action": "act", "slot": {"score": score}}
        program = compiled(document({"g": tree(nodes)}, variables={"v": {"type": "float"}}))
        host, world = ScriptedHost(), slab_of(layout_of(), 1).agent(0)
        brain = brain_of(program, slab_of(program.layout, 1).agent(0), host, "a", 1, world)
        repeats = max(2, 2000 // size)
        ours = partial(_ticks, brain, host, repeats)
        ours()
        found[OURS].append((size, seconds_of(ours, 7) / repeats * 1e6))
        if others:
            choose = partial(_choices, [eval(f"lambda v: {score}") for score in scores.values()], repeats)
            found.setdefault("plain Python", []).append((size, seconds_of(choose, 7) / repeats * 1e6))
    return found


def _ticks(brain: Any, host: Any, repeats: int) -> None:
    for _ in range(repeats):
        host.tick += 1
        brain.tick()


def _choices(scores: Sequence[Callable[[float], float]], repeats: int) -> None:
    for _ in range(repeats):
        max(scores, key=lambda score: score(0.0))


def episodes(sizes: Sequence[int], others: bool) -> Lines:
    """Play so many runs of the sample tank, 120 ticks each, by one process: s of the clock; beside two."""
    seconds, tank_call, player_of, one, many = of_bench(
        *("test_batch_speed", "seconds_of", "tank_call", "EpisodePlayer", "SerialWorkers", "ProcessWorkers")
    )

    found: Lines = {OURS: []}
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            call = replace(tank_call(), runs=size)
            player = player_of(call)
            out = Path(name) / f"one-{size}.csv"
            found[OURS].append((size, seconds(call, player, one(player), out)))
            if others:
                two = seconds(call, player, many(call, 2), Path(name) / f"two-{size}.csv")
                found.setdefault("two processes", []).append((size, two))
    return found


CURVES: dict[str, tuple[Callable[[Sequence[int], bool], Lines], tuple[int, ...]]] = {
    "agents": (agents, (1, 10, 100, 1_000, 10_000)),
    "steps": (steps, (1, 10, 100, 1_000, 5_000)),
    "nodes": (nodes, (10, 100, 1_000, 10_000)),
    "ticks": (ticks, (1_000, 5_000, 10_000, 20_000, 40_000)),
    "candidates": (candidates, (2, 10, 100, 1_000)),
    "episodes": (episodes, (10, 30, 100, 300)),
}
"""How each is measured, and at which sizes; a quick report leaves out the largest two."""


def main(arguments: Sequence[str]) -> int:
    """Print the lines of one curve."""
    measure, sizes = CURVES[arguments[0]]
    chosen = sizes[:-2] if "--quick" in arguments else sizes
    print(json.dumps(measure(chosen, "--others" in arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
