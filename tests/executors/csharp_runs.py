"""Build programs in C# that use the executor as a game does, and run them in mono."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.executors.executor_runs import EXECUTORS, run
from tests.other_programs import path_of

FOLDER = EXECUTORS / "csharp"
MINDLOOM = FOLDER / "Mindloom.cs"


def run_csharp(sources: Sequence[Path], arguments: Sequence[str] = (), given: str = "") -> str:
    """Return what a program made of C# sources prints; a warning of the compiler fails."""
    compiler, mono = path_of("mono-mcs"), path_of("mono-runtime")
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, "program.exe"))
        run([compiler, *CHECKS, f"-out:{program}", *map(str, sources)])
        return run([mono, program, *arguments], given)


CHECKS = ("-langversion:7", "-optimize+", "-warn:4", "-warnaserror+")
"""How sources are compiled: as old compilers take them, without a warning."""


def run_script(text: str, data: Any = None) -> Any:
    """Run the body of a method that may use the executor and the text `data`; return the JSON it prints."""
    head = (
        "using System; using System.Collections.Generic; using Mindloom; using Mindloom.Internals;\n"
        "static class Script {\n"
        "static string Quoted(string text) { return JsonText.Of(Json.Of(text)); }\n"
        "static void Main() { string data = Console.In.ReadToEnd();\n"
    )
    return json.loads(run_program(f"{head}{text}\n}}\n}}\n", json.dumps(data)))


def run_program(text: str, given: str = "") -> str:
    """Return what a program with the executor beside it prints."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "Game.cs")
        program.write_text(text, "utf-8")
        return run_csharp([MINDLOOM, program], given=given)
