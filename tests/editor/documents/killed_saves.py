"""Kill programs that save in a loop at random moments, and look at what they leave.

The file has to hold the old or the new content byte for byte, and the next start removes what was left.
`python -m tests.editor.documents.killed_saves` is the program whose forks are killed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from editor.basics.user_state import FILE_NAME, UserState
from graphs.files.document_file import document_to_bytes, save_document
from graphs.model import BehaviorTreeGraph, Document
from graphs.model.document import empty_document
from graphs.worlds.model.world_file import Waypoint, WorldDocument, empty_world, save_world, world_to_bytes

_GRAPH = "guard"
_DOCUMENT = empty_document().model_copy(update={"graphs": {_GRAPH: BehaviorTreeGraph(kind="behavior_tree")}})


class HalfSaved(AssertionError):
    """Say what a killed save has left."""


def content(kind: str, number: int) -> Document | WorldDocument:
    """Return the content of a save by its number, larger and smaller by turns."""
    if kind == "world":
        waypoints = {f"w{place}": Waypoint(at=(1, 1)) for place in range(number * 37 % 400)}
        return empty_world().model_copy(update={"title": str(number), "waypoints": waypoints})
    note = f"{number} " * (number * 7919 % 60_000)
    graph = _DOCUMENT.graphs[_GRAPH].model_copy(update={"note": note, "title": str(number)})
    return _DOCUMENT.model_copy(update={"graphs": {_GRAPH: graph}})


KINDS = {"document": "guard.mind.json", "world": "guard.world.json", "settings": FILE_NAME}


def save_number(kind: str, folder: Path, number: int) -> None:
    """Save once, as the product does."""
    if kind == "document":
        whole = content(kind, number)
        assert isinstance(whole, Document)
        save_document(folder / KINDS[kind], whole)
    elif kind == "world":
        whole = content(kind, number)
        assert isinstance(whole, WorldDocument)
        save_world(folder / KINDS[kind], whole)
    else:
        UserState(folder).set("note", f"{number} " * (number * 7919 % 60_000) or "none")


def held(kind: str, folder: Path, number: int) -> bool:
    """Tell whether the file holds the save of this number, byte for byte."""
    data = (folder / KINDS[kind]).read_bytes()
    if kind == "settings":
        return json.loads(data) == {"note": f"{number} " * (number * 7919 % 60_000) or "none"}
    whole = content(kind, number)
    return data == (document_to_bytes(whole) if isinstance(whole, Document) else world_to_bytes(whole))


def breed() -> None:
    """For each line `kind folder` start a process that saves on and on, and tell when it has been killed.

    The processes are forks of this one, so that they begin at once. Each prints the number of a save before
    it makes it.
    """
    for line in sys.stdin:
        kind, _, folder = line.rstrip("\n").partition(" ")
        child = os.fork()
        if child == 0:
            print(os.getpid(), flush=True)
            for number in range(1, sys.maxsize):
                print(number, flush=True)
                save_number(kind, Path(folder), number)
        os.waitpid(child, 0)
        print("gone", flush=True)


def kills(folder: Path, number: int, seed: int) -> Counter[str]:
    """Kill so many programs while they save; raise `HalfSaved` for half a file or what is left behind."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    command = [sys.executable, "-m", "tests.editor.documents.killed_saves"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as breeder:
        assert breeder.stdin is not None
        assert breeder.stdout is not None
        for place in range(number):
            kind = rng.choice(list(KINDS))
            own = folder / f"kill-{place}"
            own.mkdir()
            save_number(kind, own, 0)
            print(f"{kind} {own}", file=breeder.stdin, flush=True)
            process = int(breeder.stdout.readline())
            begun = [breeder.stdout.readline() for _ in range(rng.randrange(1, 12))]
            for _ in range(rng.randrange(100_000)):
                pass
            os.kill(process, signal.SIGKILL)
            begun += iter(breeder.stdout.readline, "gone\n")
            counts[f"kills: {kind}"] += 1
            _check_after_kill(kind, own, int(begun[-1]), counts)
        breeder.stdin.close()
    return counts


def _check_after_kill(kind: str, own: Path, begun: int, counts: Counter[str]) -> None:
    if not any(held(kind, own, number) for number in (begun, begun - 1)):
        raise HalfSaved(f"{own}: the file holds neither save {begun} nor the one before")
    parts = [path for path in own.iterdir() if path.suffix == ".part"]
    counts["kills in the middle of a save"] += bool(parts)
    for part in parts:
        os.utime(part, (time.time() - 120, time.time() - 120))
    start_again(kind, own)
    if left := [path.name for path in own.iterdir() if path.name != KINDS[kind]]:
        raise HalfSaved(f"{own}: the next start leaves {left}")


def start_again(kind: str, folder: Path) -> None:
    """Open what was saved, as the next start does."""
    from editor.documents.open.workspace import Workspace
    from editor.documents.open.world_shelf import WorldShelf
    from graphs.kinds.builtin_registry import builtin_registry

    if kind == "settings":
        UserState(folder)
    elif kind == "document":
        workspace = Workspace(builtin_registry(), UserState(folder.parent / "state"))
        workspace.close(workspace.open(folder / KINDS[kind]))
        workspace.deleteLater()
    else:
        shelf = WorldShelf(lambda *_arguments: ())
        shelf.close(shelf.open(folder / KINDS[kind]))
        shelf.deleteLater()


if __name__ == "__main__":
    breed()
