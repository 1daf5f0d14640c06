"""Describe, load and save world files (`*.world.json`).

A world is a rectangle with its lower left corner at (0, 0) and y up, in world units. It holds walls and
obstacles, places that minds can name (waypoints, paths, zones, sources) and agents. The rules of format are
those of documents: canonical bytes, unknown fields kept, fields equal to their default not written.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ValidationError

from graphs.basics.frozen import Frozen, JsonValue, Number, Point
from graphs.basics.json_text import is_strict, to_canonical_json
from graphs.basics.since import FIRST_VERSION, Since, needed_version
from graphs.files.document_file import BYTE_ORDER_MARK, FileProblem, parsed, read_file, write_whole
from graphs.model.curves import Curve
from graphs.worlds.model.ground_and_squads import FightingCircle, Layer, Squad, Ways

FORMAT = "mindloom-world"
VERSION = FIRST_VERSION
"""The version of a world that uses nothing newer."""

NEWEST_VERSION = 4
"""The newest version this program reads and writes: fields that came with it say so."""


class Wall(Frozen):
    """Describe a solid polygon: no agent walks through it.

    Sight ends at it unless it is `see_through`, such as a pane or a low fence. A sound that goes through it
    loses `muffling` of its loudness. What is thrown higher than its `height`, in units, flies over it.
    """

    polygon: tuple[Point, ...]
    name: str = ""
    height: Number = 2.5
    muffling: Number = 3
    see_through: bool = False


class Obstacle(Frozen):
    """Describe a solid circle: `center` and `radius` in world units; the rest as of a wall."""

    center: Point
    radius: Number
    name: str = ""
    height: Number = 2.5
    muffling: Number = 3
    see_through: bool = False


class Waypoint(Frozen):
    """Describe a named place. `fields` are further fields that expressions can read.

    `links` are waypoints to which a way leads from here, and back, in the graph of waypoints (NAV-06).
    `condition` is an expression of what an agent that asks must be like for the place to count (TAC-07).
    """

    at: Point
    name: str = ""
    links: Annotated[tuple[str, ...], Since(4)] = ()
    condition: Annotated[str, Since(4)] = ""
    fields: dict[str, JsonValue] = {}


class WorldPath(Frozen):
    """Describe a way along waypoints.

    An `open` path ends at its last waypoint, a `loop` goes on to its first, a `ping_pong` path turns round
    at both ends.
    """

    waypoints: tuple[str, ...]
    mode: Literal["open", "loop", "ping_pong"] = "loop"
    name: str = ""


class Zone(Frozen):
    """Describe a named area, as a polygon. `fields` are further fields that expressions can read.

    Nothing leaves a scent in an area that `clears_scent`, such as water. A way through it has `cost` times
    its length, and none leads through one of cost `never`.
    """

    polygon: tuple[Point, ...]
    name: str = ""
    clears_scent: bool = False
    cost: Annotated[Number | Literal["never"], Since(4)] = 1
    fields: dict[str, JsonValue] = {}


class Door(Frozen):
    """Describe a wall that opens and closes; the fields of a wall mean what they do there.

    While it is `open` nothing stands in the way, or, with `slide`, it stands so much further, in units. It
    takes `seconds`. Events of these names, sent to all, open or close it.
    """

    polygon: tuple[Point, ...]
    name: str = ""
    height: Number = 2.5
    muffling: Number = 3
    see_through: bool = False
    open: bool = False
    slide: Point | None = None
    seconds: Number = 0.5
    opens_on: str = ""
    closes_on: str = ""


class Link(Frozen):
    """Describe a way from `start` to `end` where none could be walked, or a shorter one (NAV-09).

    It costs `cost` times its length. One that is not `active` counts as if it were not there.
    """

    start: Point
    end: Point
    kind: Literal["walk", "jump", "ladder"] = "jump"
    name: str = ""
    both_ways: bool = True
    cost: Number = 1
    active: bool = True


class EmitterEntry(Frozen):
    """Describe something an agent gives off by itself: a kind of `EMITTER_KINDS` with its parameters.

    One that is not `active` waits until an action switches it on.
    """

    kind: str
    params: dict[str, JsonValue] = {}
    active: bool = True


class Source(Frozen):
    """Describe a place that can be heard, seen, smelled or noticed: an emitter with a place and a name.

    `tags` say what it is, for the filters of sensors (SENSE-07). `fields` are further fields that expressions
    can read.
    """

    at: Point
    kind: str = "noise"
    name: str = ""
    tags: tuple[str, ...] = ()
    params: dict[str, JsonValue] = {}
    active: bool = True
    fields: dict[str, JsonValue] = {}


class ProjectileEntry(Frozen):
    """Describe something that lies or flies from the start and never ends, such as a ball.

    `velocity` in units/s, `height` above the ground in units, `gravity` in units/s² (0: it glides along, as a
    puck does). `bounce` is the share of its speed that is left after a bounce off something solid or an
    agent, 0 to 1, and `damage` what it takes from the agents it hits.
    """

    at: Point
    velocity: Point = (0, 0)
    height: Number = 0
    gravity: Number = 9.8
    radius: Number = 0.2
    bounce: Number = 0.6
    damage: Number = 0
    name: str = ""
    team: str = ""


class Limits(Frozen):
    """Bound what a body can do.

    `max_speed` in units/s, `max_acceleration` in units/s², `max_rotation` in degrees/s,
    `max_angular_acceleration` in degrees/s². None is negative.
    """

    max_speed: Number = 3
    max_acceleration: Number = 12
    max_rotation: Number = 270
    max_angular_acceleration: Number = 1440


class SensorEntry(Frozen):
    """Describe one sensor of an agent.

    `every` is the interval in seconds (0: every step); `phase` the step of it on which the sensor senses,
    None takes the hash of the agent's id, so that a crowd does not sense all at once (SENSE-08). `writes`
    maps variables of the agent's mind to outputs of the sensor, `raises` events to outputs that are events.
    """

    kind: str
    params: dict[str, JsonValue] = {}
    every: Number = 0
    phase: int | None = None
    writes: dict[str, str] = {}
    raises: dict[str, str] = {}


class ModifierEntry(Frozen):
    """Describe an always-on steering behavior of an agent, such as `avoid_walls` (rule 9.2).

    `priority` counts where the agent combines by priority or as a running sum: smaller comes earlier, and
    what the mind asks for has 1 unless it says otherwise.
    """

    behavior: str
    arguments: dict[str, JsonValue] = {}
    weight: Number = 1
    priority: int = 0


StopRule = Literal["hard_stop", "brake", "coast"]
"""What an agent does that is not steered: stand at once, slow down, or go on."""

Combiner = Literal["weight", "priority", "running_sum"]
"""How what several behaviors ask of one agent becomes one (STEER-14, STEER-15)."""

Facing = Literal["travel", "free"]
"""Where an agent looks while nothing turns it: the way it travels, or wherever it looks already."""


WhenDead = Literal["stay", "remove"]
"""What becomes of an agent whose health is gone: it stays as it is, or is taken out of the world."""


class AgentEntry(Frozen):
    """Describe one agent.

    `mind` is a document ("tank.mind.json") or one graph of it ("gym.mind.json#g2"), relative to the world
    file; None makes an agent without a brain, such as the player. `heading` is in degrees, 0 along +x and
    counterclockwise. `tags` say what it is, for the filters of sensors (SENSE-07), `emits` what it gives off.
    `tick_every`, `phase` and `tick_on` say when the brain ticks (rule 1.3; phase None takes the hash of
    the id). `variables` replaces defaults of the mind's variables, an entity by its id, a vector as [x, y],
    `curves` curves of the mind, and sets of fuzzy inputs as "input.set" (rule 10.2).
    `area_costs` are what zones cost it, by zone, in place of their own: a number, `never`, or an expression
    of its mind (NAV-20).
    `fields` are further fields that expressions can read, such as `health`; `when_dead` says what becomes of
    an agent without any. An `immovable` agent is not shoved by others (rule 9.4).
    """

    at: Point
    heading: Number = 0
    mind: str | None = None
    name: str = ""
    team: str = ""
    tags: tuple[str, ...] = ()
    radius: Number = 0.5
    limits: Limits = Limits()
    combiner: Combiner = "weight"
    stop: StopRule = "hard_stop"
    facing: Facing = "travel"
    immovable: Annotated[bool, Since(2)] = False
    when_dead: WhenDead = "stay"
    tick_every: int = 1
    phase: int | None = None
    tick_on: tuple[str, ...] = ()
    variables: dict[str, JsonValue] = {}
    curves: Annotated[dict[str, Curve], Since(3)] = {}
    area_costs: Annotated[dict[str, Number | str], Since(4)] = {}
    fields: dict[str, JsonValue] = {}
    sensors: tuple[SensorEntry, ...] = ()
    emits: tuple[EmitterEntry, ...] = ()
    modifiers: tuple[ModifierEntry, ...] = ()


MeasureKind = Literal[
    "end", "mean", "min", "max", "share", "first", "time_in", "first_in", "entries", "events", "first_event"
]
"""What batch runs make of an expression, of a node or of an event (`MeasureEntry`)."""


class MeasureEntry(Frozen):
    """Describe what is measured in every run of a batch (`mindloom simulate`).

    `end` is the value of an expression when the run ends; `mean`, `min` and `max` of a number over the run;
    `share` the part of the time in which a condition holds, `first` when it first holds, in seconds.
    `time_in` is for how many seconds a state was active or a tree node visited, `first_in` when it first was,
    `entries` how often it was entered. `events` counts an event that reached the agent or was raised in it,
    `first_event` says when the first one did. `of` is that expression, node (id, name or title) or event.
    Without an `agent`, every agent is measured whose mind can answer.
    """

    kind: MeasureKind = "end"
    of: str
    agent: str | None = None


class WorldDocument(Frozen):
    """Hold everything a `*.world.json` file says. `player` is the agent the user steers.

    `tokens` are budgets that agents ask for, such as `{"grenades": 2}`: what all who hold one weigh together
    is at most so much.
    """

    format: Literal["mindloom-world"]
    version: int
    size: Point
    seed: int = 0
    rate: int = 60
    title: str = ""
    note: str = ""
    walls: dict[str, Wall] = {}
    obstacles: dict[str, Obstacle] = {}
    doors: Annotated[dict[str, Door], Since(4)] = {}
    links: Annotated[dict[str, Link], Since(4)] = {}
    waypoints: dict[str, Waypoint] = {}
    paths: dict[str, WorldPath] = {}
    zones: dict[str, Zone] = {}
    sources: dict[str, Source] = {}
    projectiles: dict[str, ProjectileEntry] = {}
    agents: dict[str, AgentEntry] = {}
    layers: Annotated[dict[str, Layer], Since(4)] = {}
    squads: Annotated[dict[str, Squad], Since(4)] = {}
    circles: Annotated[dict[str, FightingCircle], Since(4)] = {}
    tokens: Annotated[dict[str, Number], Since(4)] = {}
    ways: Annotated[Ways, Since(4)] = Ways()
    player: str | None = None
    measures: dict[str, MeasureEntry] = {}


def empty_world(width: float = 20, height: float = 14) -> WorldDocument:
    """Return a world without anything in it, of the version this program writes."""
    return WorldDocument(format="mindloom-world", version=VERSION, size=(width, height))


def world_from_bytes(data: bytes, path: Path | None = None) -> WorldDocument:
    """Read a world from the bytes of a file.

    Raises
    ------
    FileProblem
        For bytes that are not a world of a version this program knows. What the world *means* is checked
        apart, by `check_world`.
    """
    world = _read_at_once(data)
    if world is not None:
        return world
    value = parsed(data, path)
    _check_header(value, path)
    try:
        return WorldDocument.model_validate_json(data.removeprefix(BYTE_ORDER_MARK))
    except ValidationError as error:
        raise _first_problem(error, path) from None


@lru_cache(maxsize=32)
def _read_at_once(data: bytes) -> WorldDocument | None:
    """Return the world of a file that is in order, None for any other.

    The worlds of a folder are read again whenever one is looked for that names a document.
    """
    try:
        world = WorldDocument.model_validate_json(data.removeprefix(BYTE_ORDER_MARK))
    except ValidationError:
        return None
    return world if 1 <= world.version <= NEWEST_VERSION and is_strict(data) else None


def as_saved(world: WorldDocument) -> WorldDocument:
    """Return a world with the version its file gets: at least that of the newest thing it uses."""
    needed = needed_version(world)
    return world if world.version >= needed else world.model_copy(update={"version": needed})


def world_to_bytes(world: WorldDocument) -> bytes:
    """Write a world in its canonical form."""
    return to_canonical_json(as_saved(world).model_dump(mode="json", exclude_defaults=True)).encode("utf-8")


def load_world(path: Path) -> WorldDocument:
    """Load the world at `path`; raise `FileProblem` when it cannot be read or is no world."""
    return world_from_bytes(read_file(path), path)


def save_world(path: Path, world: WorldDocument) -> None:
    """Save `world` at `path`, whole or not at all; raise OSError when the disk refuses."""
    write_whole(path, world_to_bytes(world))


def _check_header(value: JsonValue, path: Path | None) -> None:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise FileProblem(
            path,
            "format",
            f'This is not a Mindloom world: expected an object with "format": "{FORMAT}".',
            "Open a *.world.json file.",
        )
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise FileProblem(
            path,
            "version",
            f"Expected a version number from 1 to {NEWEST_VERSION}.",
            f'Write "version": {VERSION}.',
        )
    if version > NEWEST_VERSION:
        raise FileProblem(
            path,
            "version",
            f"The world is of version {version}, this program knows up to {NEWEST_VERSION}.",
            "Update Mindloom to open it.",
        )


def _first_problem(error: ValidationError, path: Path | None) -> FileProblem:
    first = error.errors(include_url=False)[0]
    location = [str(part) for part in first["loc"]]
    where = ".".join(part for part in location if part not in ("int", "float"))
    if location[-1] in ("int", "float"):
        found = json.dumps(first.get("input"), ensure_ascii=False, default=str)
        message = f"Expected a finite number; found {found[:60]}."
    elif first["type"] == "missing":
        message = f"The field {location[-1]!r} is missing."
    else:
        found = json.dumps(first.get("input"), ensure_ascii=False, default=str)
        message = f"{first['msg']}; found {found if len(found) <= 60 else found[:57] + '…'}."
    return FileProblem(path, where, message, "Correct the value, or restore the file from version control.")
