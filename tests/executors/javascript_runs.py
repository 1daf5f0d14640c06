"""Run scripts in node that use the executor as a game does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.executors.executor_runs import EXECUTORS, run
from tests.other_programs import path_of

FOLDER = EXECUTORS / "javascript"


def run_node(arguments: Sequence[str], given: str = "") -> str:
    """Return what node prints; fail with what it complains of. Without node the test is skipped."""
    return run([path_of("nodejs"), *arguments], given)


def run_script(text: str, data: Any = None) -> Any:
    """Run a script that may use all the executor exports and `data`; return what it prints, as JSON."""
    address = (FOLDER / "mindloom.mjs").as_uri()
    head = (
        f'import * as mindloom from "{address}";\n'
        "const { Mind, Minds, MindError, steering, effect, describe } = mindloom;\n"
        f"const data = {json.dumps(data)};\n"
    )
    return json.loads(run_node(["--expose-gc", "--input-type=module", "--eval", head + text]))
