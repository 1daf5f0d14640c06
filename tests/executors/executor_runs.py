"""Run cases in executors, built where their language has to be, and compare them with the engine."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tests.executors.engine_game import Json, first_difference, told_by_engine
from tests.other_programs import path_of

EXECUTORS = Path(__file__).resolve().parents[2] / "resources" / "executors"
LONGEST = 600  # seconds that a program may take, so that one that hangs ends the test


def run(command: Sequence[str], given: str = "") -> str:
    """Return what a program prints; fail with what it complains of."""
    done = subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", timeout=LONGEST, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {(done.stderr or done.stdout)[-2000:]}"
    return done.stdout


def built(sources: Sequence[Path], name: str, compiler: Callable[[Path], Sequence[str]]) -> Path:
    """Return a program made of sources by a compiler; it is kept beside temporary files until they change."""
    command = "\0".join([*map(str, compiler(Path(name))), *map(str, sources)])
    for folder in (*(source.parent for source in sources), EXECUTORS.parents[1]):
        command = command.replace(str(folder), "")  # wherever they are, they make the same program
    seen = hashlib.sha256(command.encode())
    for source in sources:
        for each in sorted(source.parent.glob("*")):
            seen.update(each.read_bytes() if each.is_file() else b"")
    place = Path(tempfile.gettempdir()) / f"mindloom-built-{seen.hexdigest()[:20]}"
    if not (place / name).exists():
        beside = Path(tempfile.mkdtemp(prefix="mindloom-build-"))
        run([*map(str, compiler(beside / name)), *map(str, sources)])
        try:
            beside.replace(place)  # so that it is there whole or not at all
        except OSError:  # another process was faster
            shutil.rmtree(beside)
    return place / name


def _python() -> list[str]:
    return [sys.executable, str(EXECUTORS / "python" / "conformance.py")]


def _javascript() -> list[str]:
    return [path_of("nodejs"), str(EXECUTORS / "javascript" / "conformance.mjs")]


def _csharp() -> list[str]:
    mono = path_of("mono-runtime")
    names = ("Mindloom.cs", "MindloomLink.cs", "LinkNotes.cs", "LinkSocket.cs", "Conformance.cs")
    sources = [EXECUTORS / "csharp" / name for name in names]
    compiler = path_of("mono-mcs")
    command = [compiler, "-langversion:7", "-optimize+", "-warn:4", "-warnaserror+"]
    return [mono, str(built(sources, "conformance.exe", lambda made: [*command, f"-out:{made}"]))]


def _lua(package: str) -> Callable[[], list[str]]:
    return lambda: [path_of(package), str(EXECUTORS / "lua" / "conformance.lua")]


def _cpp() -> list[str]:
    sources = [EXECUTORS / "cpp" / "conformance.cpp"]
    compiler = [path_of("g++"), "-std=c++17", "-O2"]
    return [str(built(sources, "conformance", lambda made: [*compiler, "-o", str(made)]))]


def _gdscript() -> list[str]:
    path_of("godot3-server")
    return [sys.executable, str(Path(__file__).with_name("gdscript_runs.py"))]


RUNNERS: dict[str, Callable[[], list[str]]] = {
    "python": _python,
    "javascript": _javascript,
    "csharp": _csharp,
    "lua5.1": _lua("lua5.1"),
    "lua5.4": _lua("lua5.4"),
    "luajit": _lua("luajit"),
    "cpp": _cpp,
    "gdscript": _gdscript,
}
"""The command that runs cases by the name of its executor; one that cannot be had skips the test."""


def can_run(executor: str) -> bool:
    """Tell whether an executor's language is here; where it is not, its own tests say so."""
    try:
        RUNNERS[executor]()
    except pytest.skip.Exception:
        return False
    return True


def told_by_executor(cases: Sequence[Json], executor: str) -> list[Any]:
    """Return what an executor tells of each tick of each case, or the words it refuses one with."""
    out = run(RUNNERS[executor](), "".join(f"{json.dumps(case)}\n" for case in cases))
    told = [json.loads(line) for line in out.splitlines()]
    assert [each["id"] for each in told] == [case["id"] for case in cases]
    return [each.get("ticks", each.get("refused")) for each in told]


@lru_cache(maxsize=1024)
def _engine_told(case: str) -> tuple[list[Json], str]:
    """Return what the engine tells of a case, and that as one text."""
    told = told_by_engine(json.loads(case))
    return told, _as_text(told)


_EMPTY: Json = {"asked": [], "effects": [], "sent": [], "shared": {}, "variables": {}}
"""What a tick may tell or leave out."""


def _as_text(told: Any) -> str:
    """Return a text that is the same only for what does not differ: a float may be written as an int."""
    text = json.dumps(told, allow_nan=False)
    return json.dumps(json.loads(text, parse_float=_plain_number, object_hook=_without_empty), sort_keys=True)


def _plain_number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1 << 53 else number


def _without_empty(told: Json) -> Json:
    for name in _EMPTY.keys() & told.keys():
        if type(told[name]) is type(_EMPTY[name]) and not told[name]:
            del told[name]
    return told


def differences(cases: Sequence[Json], executor: str) -> list[str]:
    """Return where executor and engine differ, case by case."""
    found = []
    for case, came in zip(cases, told_by_executor(cases, executor), strict=True):
        told, text = _engine_told(json.dumps(case))
        # Values are walked through only where the texts differ, which is many times as slow.
        if text != _as_text(came) and (difference := first_difference(told, came)):
            found.append(f"{case['id']} {difference}")
    return found
