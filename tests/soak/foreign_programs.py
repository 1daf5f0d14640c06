"""Look at real programs: `python3 dev.py soak foreign_programs --groot PATH --xstate FOLDER`.

`--groot` is the program made of `foreign_trees.cpp` with BehaviorTree.CPP and its Groot2Publisher;
`--xstate` a folder with the packages xstate 5, @statelyai/inspect and ws, for `foreign_machines.mjs`. What
was seen goes to `tests/soak/results/foreign_programs.md`; with `--keep VERSIONS` the messages become the
transcripts of `tests/foreign/transcripts`, and the versions of the libraries are written there.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results" / "foreign_programs.md"
TRANSCRIPTS = Path(__file__).resolve().parents[1] / "foreign" / "transcripts"
TREES = {"door": 12, "patrol": 22, "large": 200}
PORT = 17_667
MACHINES = Path(__file__).with_name("foreign_machines.mjs")
_HEAD = """# Programs that are not Mindloom's

`python3 dev.py soak foreign_programs`: what the client of Groot2's protocol and the listener for XState saw.

| program | seen | held at its breakpoint | transitions noted |
|---|---|---|---|
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Look at the programs asked for; return 1 if one is not seen as it is, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak foreign_programs", description=__doc__)
    parser.add_argument("--groot", type=Path, help="the program made of foreign_trees.cpp")
    parser.add_argument("--xstate", type=Path, help="a folder with node_modules")
    parser.add_argument("--keep", metavar="VERSIONS", default="", help="write transcripts, made with these")
    asked = parser.parse_args(arguments)
    rows = [look_at_tree(asked.groot, name, asked.keep) for name in TREES] if asked.groot else []
    if asked.xstate:
        rows.append(look_at_machines(asked.xstate, asked.keep))
    RESULTS.write_text(_HEAD + "".join(f"| {' | '.join(row[:4])} |\n" for row in rows), encoding="utf-8")
    for row in rows:
        print(*row, sep="  ")
    return int(any(row[4] for row in rows))


@contextmanager
def running(command: Sequence[str], folder: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run a program within the block."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def wait_for(poll: Callable[[], None], is_so: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Poll until something is so; tell whether it came to be."""
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        poll()
        time.sleep(0.01)
    return is_so()


def look_at_tree(program: Path, name: str, keep: str) -> tuple[str, str, str, str, str]:
    """Connect to a tree, stop it at its first task, let it go on; return what was seen, and what is wrong."""
    from runtime.foreign.groot_client import GrootClient

    exchanges: list[dict[str, Any]] = []

    class NotingClient(GrootClient):
        def _take(self, parts: list[bytes], number: int, request: Any, now: float) -> None:
            exchanges.append(
                {"kind": request[0].decode(), "body": request[1].decode(), "reply": coded(parts)}
            )
            super()._take(parts, number, request, now)

        def _hear(self, parts: list[bytes]) -> None:
            exchanges.append({"kind": "N", "body": "", "reply": coded(parts)})
            super()._hear(parts)

    with running([str(program), name, str(PORT), "60"]):
        client = NotingClient("127.0.0.1", PORT)
        run, wrong = client.run, ""
        wait_for(client.poll, lambda: run.is_live and bool(run.values))
        nodes = run.graphs["tree"].nodes if run.graphs else {}
        wrong += f"{len(nodes)} nodes; " if len(nodes) != TREES[name] else ""
        task = [key for key, node in nodes.items() if node.kind == "Task"][-1]
        client.record(True)
        client.toggle_breakpoint(task)
        held = wait_for(client.poll, lambda: run.held == task, 60.0)
        client.go_on()
        again = wait_for(client.poll, lambda: run.held == task, 60.0)
        client.toggle_breakpoint(task)
        wait_for(client.poll, lambda: not run.breakpoints)
        wrong += "" if held and again else "it did not wait; "
        before = len(run.entries)
        wrong += (
            "" if wait_for(client.poll, lambda: len(run.entries) > before + 20) else "it does not go on; "
        )
        wrong += run.trouble
        client.close()
    if keep:
        kept: dict[str, dict[str, Any]] = {}
        for exchange in exchanges:
            kept[f"{exchange['kind']} {exchange['body'][:5]} {len(exchange['reply'][-1]) > 40}"] = exchange
        write_transcript(f"{name}.json", {"made_with": keep, "exchanges": list(kept.values())})
    seen = f"{len(nodes)} nodes, {sum(map(len, run.values.values()))} values"
    return f"BehaviorTree.CPP: {name}", seen, "yes" if held and again else "no", str(len(run.entries)), wrong


def look_at_machines(folder: Path, keep: str) -> tuple[str, str, str, str, str]:
    """Watch the three machines; compare the last states that their program says with those seen."""
    from runtime.foreign.xstate_listener import XStateListener

    listener = XStateListener(0)
    texts: list[str] = []
    take = listener._reader.take

    def noting(program: int, text: str, time: float) -> None:
        texts.append(text)
        take(program, text, time)

    listener._reader.take = noting  # type: ignore[method-assign]
    port = listener._address.rpartition(":")[2]
    shutil.copy(MACHINES, folder)
    with running(["node", MACHINES.name, port, "5"], folder) as program:
        wait_for(listener.poll, lambda: listener.run.is_live)
        wait_for(listener.poll, lambda: not listener.run.is_live, 15.0)
        assert program.stdout is not None
        said = json.loads(program.stdout.read().splitlines()[-1])
    run = listener.run
    told = {title: values["(value)"] for title, values in run.values.items()}
    values = {title: json.loads(text) if text.startswith("{") else text for title, text in told.items()}
    wrong = "" if values == said else f"{values} instead of {said}"
    listener.close()
    if keep:
        write_transcript("machines.json", {"made_with": keep, "messages": texts, "said": said})
    entries = sum(entry.status is not None for entry in run.entries)
    return "XState: three machines", f"{len(run.graphs)} machines", "—", str(entries), wrong + run.trouble


def coded(parts: list[bytes]) -> list[str]:
    """Return the parts of a message as text."""
    return [base64.b64encode(part).decode() for part in parts]


def write_transcript(name: str, content: object) -> None:
    """Keep a transcript for tests."""
    TRANSCRIPTS.mkdir(parents=True, exist_ok=True)
    (TRANSCRIPTS / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
