"""Hold one call of a batch, and make it of what was typed: what is played, how often, what differs."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol, get_args

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import name_remedy
from graphs.files.document_file import document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.model.world_file import MeasureEntry, MeasureKind, WorldDocument, world_to_bytes
from runtime.basics.program_version import program_version
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.variations import Variation, variation_of

FORM = "Write NAME=EXPRESSION, or NAME=KIND:OF, with @AGENT behind it for one agent."

_KINDS: tuple[MeasureKind, ...] = get_args(MeasureKind)
_NAME = re.compile(r"[\w.-]+\Z")
_AGENT = re.compile(r"(?P<rest>.*)@(?P<agent>[\w.-]+)\Z", re.DOTALL)
_KIND = re.compile(rf"({'|'.join(_KINDS)})\s*:(.*)\Z", re.DOTALL)


def named_measure(text: str, agents: Collection[str]) -> tuple[str, MeasureEntry]:
    """Return the name and the measure that `NAME=[KIND:]OF[@AGENT]` says; the kind is `end` if not given.

    `agents` are those of the world. Raises `BatchRefused` for a text that has another form.
    """
    name, sign, rest = text.partition("=")
    name = name.strip()
    if not sign or not _NAME.match(name) or not rest.strip():
        raise BatchRefused(f"measure {text!r}", "It has no name or nothing to measure.", FORM)
    return name, measure_of(rest, agents, "end", f"measure {name}")


def measure_of(text: str, agents: Collection[str], default: MeasureKind, where: str) -> MeasureEntry:
    """Return the measure that `[KIND:]OF[@AGENT]` says; raise `BatchRefused` for an unknown agent."""
    kind: MeasureKind = default
    matched = _KIND.match(text.strip())
    if matched:
        kind, text = next(each for each in _KINDS if each == matched[1]), matched[2]
    agent: str | None = None
    behind = _AGENT.match(text.strip())
    if behind:
        agent, text = behind["agent"], behind["rest"]
        if agent not in agents:
            known = name_remedy(agent, agents, "Name an agent of the world.")
            raise BatchRefused(where, f"There is no agent {agent!r} in the world.", known)
    if not text.strip():
        raise BatchRefused(where, "There is nothing to measure.", FORM)
    return MeasureEntry(kind=kind, of=text.strip(), agent=agent)


def measure_text(measure: MeasureEntry) -> str:
    """Return a measure as it is written behind the `=`."""
    kind = "" if measure.kind == "end" else f"{measure.kind}:"
    return f"{kind}{measure.of}{'@' + measure.agent if measure.agent else ''}"


class GameSource(Protocol):
    """Open what a game declares, in whatever process the runs are played.

    It travels to worker processes, so it must be picklable: paths and names, no functions.
    """

    def open(self) -> GameBehaviors:
        """Return all declarations and behaviors; raise `BatchRefused` where they cannot be had."""

    def fingerprint(self) -> str:
        """Return a text that is another one when what the game declares has changed."""


@dataclass(frozen=True)
class BuiltinGame:
    """Open what is built in, for minds that use no project."""

    def open(self) -> GameBehaviors:
        """Return the built-in declarations and behaviors."""
        return GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())

    def fingerprint(self) -> str:
        """Return a fixed word: nothing of it can change."""
        return "built in"


@dataclass(frozen=True)
class BatchCall:
    """Hold everything that decides what the runs of a batch give.

    `minds` are documents by the file name the world gives them. `ticks` is the length of a run, `until` ends
    it earlier. `measures` are by name. `version` is that of the program.
    """

    world: WorldDocument
    minds: Mapping[str, Document]
    runs: int
    seed: int
    ticks: int
    variations: tuple[Variation, ...] = ()
    measures: Mapping[str, MeasureEntry] = field(default_factory=dict)
    until: MeasureEntry | None = None
    game: GameSource = BuiltinGame()
    version: str = field(default_factory=program_version)

    @property
    def key(self) -> str:
        """Return a short text that two calls share exactly when they give the same runs."""
        return _hash(json.dumps(self.described(), sort_keys=True).encode())

    def described(self) -> dict[str, JsonValue]:
        """Return the call as plain values, by which a later call is told to be the same one."""
        minds: dict[str, JsonValue] = {
            name: _hash(document_to_bytes(document)) for name, document in sorted(self.minds.items())
        }
        return {
            "game": _hash(self.game.fingerprint().encode()),
            "measures": [f"{name}={measure_text(measure)}" for name, measure in self.measures.items()],
            "minds": minds,
            "program": self.version,
            "runs": self.runs,
            "seed": self.seed,
            "ticks": self.ticks,
            "until": measure_text(self.until) if self.until is not None else "",
            "vary": [variation.text for variation in self.variations],
            "world": _hash(world_to_bytes(self.world)),
        }


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


@dataclass(frozen=True)
class BatchTexts:
    """Hold what varies and is measured, a text each, and what ends a run, "" for nothing but its length."""

    vary: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    until: str = ""


def call_from_texts(
    texts: BatchTexts,
    world: WorldDocument,
    minds: Mapping[str, Document],
    game: GameSource,
    *,
    runs: int,
    ticks: int,
    seed: int | None = None,
) -> BatchCall:
    """Return the call of a world with its own measures and those typed; a seed of None is the world's.

    Raises `BatchRefused` for texts that do not fit the world.
    """
    variations = tuple(variation_of(text, world, minds) for text in texts.vary)
    keys = [variation.key for variation in variations]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise BatchRefused(f"vary {twice}", "It is varied twice.", "Say once what it may be.")
    typed = dict(named_measure(text, world.agents) for text in texts.measures)
    until = texts.until.strip()
    return BatchCall(
        world=world,
        minds=minds,
        runs=runs,
        seed=world.seed if seed is None else seed,
        ticks=ticks,
        variations=variations,
        measures={**dict(sorted(world.measures.items())), **typed},
        until=measure_of(until, world.agents, "first", "until") if until else None,
        game=game,
    )
