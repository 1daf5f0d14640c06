"""Run node: the executor's runner of cases, and scripts that use the executor as a game does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.executors.engine_game import Json, first_difference, told_by_engine
from tests.other_programs import path_of

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "executors" / "javascript"


def run_node(arguments: Sequence[str], given: str = "") -> str:
    """Return what node prints; fail with what it complains of. Without node the test is skipped."""
    command = [path_of("nodejs"), *arguments]
    done = subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def run_script(text: str, data: Any = None) -> Any:
    """Run a script that may use all the executor exports and `data`; return what it prints, as JSON."""
    address = (FOLDER / "mindloom.mjs").as_uri()
    head = (
        f'import * as mindloom from "{address}";\n'
        "const { Mind, Minds, MindError, steering, effect } = mindloom;\n"
        f"const data = {json.dumps(data)};\n"
    )
    return json.loads(run_node(["--expose-gc", "--input-type=module", "--eval", head + text]))


def told_by_executor(cases: Sequence[Json], executor: str = "javascript") -> list[Any]:
    """Return what an executor tells of each tick of each case, or the words it refuses one with."""
    lines = "".join(f"{json.dumps(case)}\n" for case in cases)
    if executor == "python":
        runner = [sys.executable, str(FOLDER.with_name("python") / "conformance.py")]
        out = subprocess.run(runner, input=lines, capture_output=True, encoding="utf-8", check=True).stdout
    else:
        out = run_node([str(FOLDER / "conformance.mjs")], lines)
    told = [json.loads(line) for line in out.splitlines()]
    assert [each["id"] for each in told] == [case["id"] for case in cases]
    return [each.get("ticks", each.get("refused")) for each in told]


def differences(cases: Sequence[Json], executor: str = "javascript") -> list[str]:
    """Return where executor and engine differ, case by case."""
    pairs = zip(cases, told_by_executor(cases, executor), strict=True)
    found = [(case["id"], first_difference(told_by_engine(case), came)) for case, came in pairs]
    return [f"{name} {difference}" for name, difference in found if difference]
