"""Cases, worlds, projects, manifests and recovery files to be damaged, and who reads them."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from random import Random

from editor.documents.open.sample_files import samples_folder
from editor.documents.unsaved.recovery_folder import FOLDER_NAME, SIDE_SUFFIX, SideHeader, side_bytes
from editor.window.parts.drops import WindowDrops
from editor.window.parts.recovery import WindowRecovery
from graphs.files.whole_file import content_hash
from graphs.projects.project_file import PROJECT_FILE_NAME
from runtime.trials.cases.case_runner import MOST_TICKS
from tests.mutations.desk import Desk
from tests.mutations.json_texts import mutated_bytes, mutated_json

CASES = Path(__file__).parents[1] / "runtime" / "cases"

WORLDS = ("tank", "soldier", "alarm_guard", "grenade_drill", "pong", "crowd", "race", "light_bulb")

MANIFEST = "game.kinds.json"


def mutated_text(data: bytes, rng: Random) -> bytes:
    """Return a JSON file with other values, or with other bytes."""
    return mutated_bytes(data, rng) if rng.random() < 0.15 else mutated_json(data, rng)


def mutated_side(data: bytes, rng: Random) -> bytes:
    """Return a side file whose first line, or whose document, is another."""
    line, _, content = data.partition(b"\n")
    if rng.random() < 0.4:
        return mutated_json(line, rng) + b"\n" + content
    if rng.random() < 0.1:
        return mutated_bytes(data, rng)
    return line + b"\n" + mutated_text(content, rng)


def with_samples(folder: Path) -> None:
    """Put the minds of the samples into a folder."""
    for path in samples_folder().glob("*.mind.json"):
        shutil.copy(path, folder / path.name)


# ---- cases


@cache
def case_seeds() -> tuple[bytes, ...]:
    """Return cases with minds of their own and of the samples."""
    own = sorted(CASES.glob("*.case.json"))[::6]
    return tuple(path.read_bytes() for path in (*own, *sorted(samples_folder().glob("*.case.json"))[::4]))


def mutated_case(data: bytes, rng: Random) -> bytes:
    """Return a damaged case; one that asks for a long run, which takes its time, keeps its first ticks."""
    changed = mutated_text(data, rng)
    try:
        value = json.loads(changed)
        count = sum(tick.get("repeat", 1) for tick in value["ticks"])
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return changed
    if MOST_TICKS >= count > 5_000:
        value["ticks"] = value["ticks"][:50]
        changed = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return changed


def feed_case(desk: Desk, path: Path) -> None:
    """Check and run a case, and drop it into the window."""
    desk.command("check", str(path))
    desk.command("test", str(path))
    with desk.window() as window:
        window.part(WindowDrops).open([path])


# ---- worlds


@cache
def world_seeds() -> tuple[bytes, ...]:
    """Return worlds of the samples."""
    return tuple((samples_folder() / f"{name}.world.json").read_bytes() for name in WORLDS)


def feed_world(desk: Desk, path: Path) -> None:
    """Check a world, play in it, and open it in the window to play and to edit it."""
    desk.command("check", str(path))
    for old in path.parent.glob("out.csv*"):
        old.unlink()
    table = ("--out", str(path.with_name("out.csv")))
    desk.command("simulate", str(path), *table, "--runs", "1", "--ticks", "3", "--jobs", "1")
    with desk.window() as window:
        if window.open_file(path):
            for _ in range(2):
                window.run.step_tick()
            session = window.follower.world_session()
            if session is not None:
                window.shelf.close(session)


# ---- projects and manifests


def game(folder: Path) -> None:
    """Put a game into a folder: its project, a manifest, a mind and a world."""
    with_samples(folder)
    (folder / "game.world.json").write_bytes(world_seeds()[0])
    (folder / MANIFEST).write_bytes(manifest_seeds()[0])
    (folder / PROJECT_FILE_NAME).write_bytes(project_seeds()[0])


@cache
def project_seeds() -> tuple[bytes, ...]:
    """Return a project file that says all that one can say."""
    return (
        json.dumps(
            {
                "$schema": "project.schema.json",
                "format": "mindloom-project",
                "manifests": [MANIFEST],
                "preview_worlds": {"tank.mind.json": "game.world.json"},
                "python_modules": ["doors.py"],
                "severities": {"W207": "error", "W301": "off"},
                "title": "Game",
                "version": 1,
            }
        ).encode(),
    )


@cache
def manifest_seeds() -> tuple[bytes, ...]:
    """Return a manifest that declares everything there is."""
    number = {
        "name": "speed",
        "type": "float",
        "default": 1,
        "min": 0,
        "max": 9,
        "unit": "units/s",
        "help": "x",
    }
    target = {"name": "target", "type": "point", "optional": True}
    mood = {"name": "how", "type": "mood", "evaluated": "enter"}
    flee = {"action": "flee", "params": {"threat": {"parameter": "target"}}}
    return (
        json.dumps(
            {
                "format": "mindloom-kinds",
                "version": 1,
                "actions": {
                    "knock": {"parameters": [number, mood], "stand_in": {"result": "success", "after": 0.5},
                              "family": "act", "icon": "action", "title_template": "Knock at {speed}"},
                    "run_off": {"parameters": [target], "stand_in": flee, "summary": "Runs off."},
                    "shout": {"instant": True, "parameters": []},
                },
                "conditions": {"is_open": {"parameters": [target], "stand_in": True}},
                "entity_fields": {"armor": {"type": "float"}, "mood": {"type": "mood"}},
                "events": {"bell": {"payload": {"loud": "float"}}},
                "types": {"mood": {"values": ["calm", "wild"]}},
                "variables": {"alarm": {"type": "bool", "default": False, "scope": "world"},
                              "heat": {"type": "float", "min": 0, "max": 5, "default": 2}},
            }
        ).encode(),
    )  # fmt: skip


def feed_project(desk: Desk, path: Path) -> None:
    """Check a project and a mind of it, list its kinds, and open that mind in the window."""
    mind = path.with_name("tank.mind.json")
    desk.command("check", str(path))
    desk.command("check", str(mind))
    desk.command("kinds", "--project", str(path.with_name(PROJECT_FILE_NAME)))
    with desk.window() as window:
        window.open_file(mind)


# ---- recovery files


@cache
def side_seeds() -> tuple[bytes, ...]:
    """Return side files of a document, a world, and of both without a file."""
    tank, world = (samples_folder() / f"tank.{what}.json" for what in ("mind", "world"))
    time = "2026-11-03T14:02:00+01:00"
    found = []
    for kind, path in (("document", tank), ("world", world)):
        data = path.read_bytes()
        of_file = f"mutated-{path.name}", time, content_hash(data), ".", "tank.mind.json"
        here = SideHeader(kind, path.name, *of_file)  # type: ignore[arg-type]
        found += [side_bytes(here, data), side_bytes(SideHeader(kind, "untitled", time=time), data)]  # type: ignore[arg-type]
    return tuple(found)


def feed_side(desk: Desk, path: Path) -> None:
    """Leave a side file behind, and recover in the window what it holds."""
    left = desk.folder / "state" / FOLDER_NAME / "1-killed"
    left.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, left / f"0001-mutated{SIDE_SUFFIX}")
    with desk.window() as window:
        recovery = window.part(WindowRecovery)
        recovery.offer()
        recovery.recover_all()
        for piece in tuple(recovery.pieces):
            recovery.discard(piece)
            recovery.folder.discard(piece.leftover)
        for session in tuple(window.shelf.sessions):
            window.shelf.close(session)
