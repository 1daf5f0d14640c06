"""Compare imported machines with XState itself: `python3 dev.py soak xstate_values --machines F --library X`.

F is a folder of JSON as `resources/formats/xstate_machines.mjs` writes it of modules, X the entry of an
installed xstate 5. Each machine is followed by both through random events and times; after each step the
active states have to be the same. Guards that are code or names are false in both, actions do nothing, actors
never end.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.xstate.xstate_format import read_xstate, write_xstate
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.state_machine import StateMachineGraph
from runtime.basics.host import RaisedEvent
from tests.formats.scxml.chart_run import ChartRun
from tests.other_programs import path_of

DRIVER = Path(__file__).with_name("xstate_values.mjs")
RATE = 50


def differs(imported: Imported, key: str, steps: list[dict[str, object]]) -> str:
    """Return "" where a machine is in the same states after each step, else the first step that differs."""
    graph = imported.document.graphs[key]
    assert isinstance(graph, StateMachineGraph)
    whole = {name for name, each in graph.nodes.items() if each.origin.get("xstate") == {"whole": True}}
    run = ChartRun(replace(imported, document=imported.document.model_copy(update={"root": key})), RATE)
    for place, step in enumerate(steps):
        event, ticks = str(step.get("event", "")), step.get("ticks", 0)
        assert isinstance(ticks, int)
        for _ in range(ticks):
            run.tick(*([RaisedEvent(run.legal.get(event, event))] if event else []))
        if step.get("done") and run.brain.ended:
            return ""
        active = [each for each in run.active() if each not in whole]
        if active != step["active"]:
            return f"step {place}, {event or 'time'}: {active} and not {step['active']}"
    return ""


def without_code(path: Path) -> Source:
    """Return a file in which no function says what it does, so that all guards that are code are false."""
    text = re.sub(r'(?<="\$function":)\s*"(?:[^"\\]|\\.)*"', ' "code"', path.read_text(encoding="utf-8"))
    return Source(path.name, text.encode())


def comes_back(path: Path) -> bool:
    """Tell whether all configurations of a file are written as they were read."""
    for each in json.loads(path.read_text(encoding="utf-8"))["machines"]:
        source = Source("m.json", json.dumps(each["config"]).encode())
        document = read_xstate([source], builtin_registry()).document
        if json.loads(write_xstate(document, builtin_registry(), "m").files[0].text) != each["config"]:
            return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow all machines; return 1 if one differs, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak xstate_values", description=__doc__)
    parser.add_argument("--machines", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    counted: Counter[str] = Counter()
    for path in sorted(asked.machines.glob("*.json")):
        command = [path_of("nodejs"), DRIVER, path, str(asked.steps), str(asked.seed), asked.library]
        try:
            imported = read_xstate([without_code(path)], builtin_registry())
        except FileProblem as problem:
            print(f"{path.name}: not read: {problem.message}")
            counted["not read"] += 1
            continue
        counted["not written as they were"] += not comes_back(path)
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for key, line in zip(imported.document.graphs, said.splitlines(), strict=True):
            steps = json.loads(line)
            wrong = differs(imported, key, steps)
            counted["differ" if wrong else "same"] += 1
            counted["steps"] += len(steps)
            if wrong:
                print(f"{path.name}: {key}: {wrong}")
    for name in sorted(counted):
        print(f"{name}: {counted[name]}")
    return 1 if counted["differ"] or counted["not written as they were"] else 0


if __name__ == "__main__":
    sys.exit(main())
