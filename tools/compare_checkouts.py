"""Compare what two checkouts make of the samples, byte for byte.

`python tools/compare_checkouts.py BEFORE AFTER` has each checkout, with its own `.venv` or else with this
Python, write the traces, recordings, exports, saves, snapshots, reasons, test results and schemas of all
samples to a folder, and compares the folders. It prints what differs and exits 1 if anything does, 2 where
a checkout cannot do it. Modules may have moved between the two: names are looked up in each checkout.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

SAMPLES = Path("resources/samples")
FLOORS = ("graphs", "runtime", "editor", "mindloom")
TICKS, TICKS_OF_WHY = 600, (3, 45, 130, 237)
SCHEMAS = ("document", "world", "project", "manifest", "case", "runtime")


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two checkouts; return 0 where all is the same, 1 where not, 2 where a checkout failed."""
    parser = argparse.ArgumentParser(prog="compare_checkouts.py", description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--keep", type=Path, help="folder to keep what was written in")
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.write is not None:
        write_all(asked.write)
        return 0
    with tempfile.TemporaryDirectory() as made:
        folder = asked.keep or Path(made)
        sides = {"before": asked.before.resolve(), "after": asked.after.resolve()}
        with ThreadPoolExecutor() as pool:
            codes = pool.map(lambda side: _written(side[1], folder / side[0]), sides.items())
        if any(codes):
            return 2
        differing = list(differences(folder / "before", folder / "after"))
        count = sum(path.is_file() for path in (folder / "before").rglob("*"))
    print(*differing, sep="\n", end="\n" if differing else "")
    print(f"{count:,} files compared, {len(differing)} differ.")
    return 1 if differing else 0


def _written(checkout: Path, folder: Path) -> int:
    """Have a checkout write everything into a folder; return its exit code."""
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    folder.mkdir(parents=True, exist_ok=True)
    here = [str(checkout), str(checkout), "--write", str(folder.resolve())]
    return subprocess.call([python, str(Path(__file__).resolve()), *here], cwd=checkout)


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield a line for each file that is not the same in both folders, or is in one alone."""
    names = {
        str(path.relative_to(side)) for side in (before, after) for path in side.rglob("*") if path.is_file()
    }
    for name in sorted(names):
        old, new = before / name, after / name
        if not (old.exists() and new.exists()):
            yield f"{name}: only {'before' if old.exists() else 'after'}"
        elif old.read_bytes() != new.read_bytes():
            yield f"{name}: differs at byte {_first_difference(old.read_bytes(), new.read_bytes())}"


def _first_difference(old: bytes, new: bytes) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(old), len(new)))


# ---- in a checkout of its own


def write_all(folder: Path) -> None:
    """Write what the checkout in the working folder makes of the samples."""
    sys.path.insert(0, str(Path.cwd()))
    for schema in SCHEMAS:
        _command(folder / f"{schema}.schema.json", "schema", schema)
    _command(folder / "kinds.json", "kinds", "--json")
    _command(folder / "cases.json", "test", str(SAMPLES), "--json")
    for mind in sorted(SAMPLES.glob("*.mind.json")):
        name = mind.name.removesuffix(".mind.json")
        _command(folder / f"{name}.check.txt", "check", str(mind), "--json")
        _command(None, "export", str(mind), "--out", str(folder / f"{name}.runtime.json"))
        bare = ("--strip-names", "--compact", "--keep-disabled")
        _command(None, "export", str(mind), "--out", str(folder / f"{name}-bare.runtime.json"), *bare)
        _write_saves(folder / f"{name}.runtime.json", folder / f"{name}.saves.json")
    for world in sorted(SAMPLES.glob("*.world.json")):
        name = world.name.removesuffix(".world.json")
        _write_runs(world, name, folder)
        _write_reasons(world, folder / f"{name}.reasons.txt")


def _write_runs(world: Path, name: str, folder: Path) -> None:
    minds = [agent.get("mind", "") for agent in json.loads(world.read_bytes())["agents"].values()]
    mind = str(world.with_name(next(filter(None, minds)).partition("#")[0]))
    for trace in (f"{name}.trace", f"{name}.trace.jsonl"):
        where = ("--world", str(world), "--ticks", str(TICKS), "--trace", str(folder / trace))
        _command(folder / f"{trace}.said.txt", "run", mind, *where)


def _command(out: Path | None, *words: str) -> None:
    """Run `mindloom WORDS` in this process, and write what it printed."""
    import contextlib
    import io

    from editor.command_line.main import main as command_line

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        command_line(words)
    if out is not None:
        where = str(out.parent)
        out.write_text(re.sub(r"\d+(\.\d+)? m?s\b", "TIME", said.getvalue().replace(where, "FOLDER")))


def _write_saves(export: Path, out: Path) -> None:
    """Run an export as a game does, without actions of its own, and write what its minds remember."""
    if not export.exists():
        return
    embedding = importlib.import_module("runtime.embedding")
    saves: list[Any] = []
    try:
        mind = embedding.Mind.load(export)
        minds = embedding.GameMinds(seed=7)
        for number in range(3):
            minds.add(f"agent {number}", mind)
        for _ in range(20):
            for _ in range(15):
                minds.tick()
            saves.append(minds.save())
    except Exception as error:  # what a game would see is compared too
        saves.append(f"{type(error).__name__}: {error}")
    out.write_text(json.dumps(saves, indent=1, sort_keys=True))


def _write_reasons(world: Path, out: Path) -> None:
    """Write the hash of the state after each step of a watched and an unwatched run, and why sentences."""
    lines = [f"hash {step}" for step in _hashes(world, is_watched=False)]
    lines += [f"hash watched {step}" for step in _hashes(world, is_watched=True)]
    session = _session(world)
    recorder = _defined("Recorder")(session)
    for _ in range(max(TICKS_OF_WHY) + 1):
        recorder.step()
    source = Random(world.name)
    for agent in sorted(session.brains)[:4]:
        ticks = _defined("LoggedTicks")(recorder.recording, session.at_start(), agent)
        for tick in TICKS_OF_WHY:
            asked = _defined("Inquiry")(ticks, tick, session.registry)
            rows = range(len(asked.program.rows))
            for row in sorted(source.sample(rows, min(60, len(rows)))):
                lines += [f"{agent} {tick} {row}: {reason.sentence}" for reason in asked.why(row)]
    out.write_text("\n".join(lines))


def _hashes(world: Path, *, is_watched: bool) -> Iterator[str]:
    session = _session(world)
    session.watch(session.brains if is_watched else ())
    for _ in range(200):
        session.step()
        yield session.state_hash()


def _session(world: Path) -> Any:
    document = _defined("load_world")(world)
    files = sorted({agent.mind.partition("#")[0] for agent in document.agents.values() if agent.mind})
    minds = {file: _defined("load_document")(SAMPLES / file) for file in files}
    registry, library = _defined("builtin_registry")(), _defined("builtin_library")()
    return _defined("Session").open(document, minds, registry, library)


def _defined(name: str) -> Any:
    """Return the class or function of a name, from whichever module of this checkout defines it."""
    pattern = re.compile(rf"^(?:class|def) {name}\b", re.MULTILINE)
    for floor in FLOORS:
        for path in sorted(Path(floor).rglob("*.py")):
            if pattern.search(path.read_text("utf-8")):
                module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
                return getattr(importlib.import_module(module), name)
    raise LookupError(f"No module defines {name}.")


if __name__ == "__main__":
    sys.exit(main())
