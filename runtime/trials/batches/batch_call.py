"""Hold one call of a batch: what is played, how often, and what differs from run to run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.model.world_file import MeasureEntry, WorldDocument, world_to_bytes
from runtime.basics.program_version import program_version
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.trials.batches.measure_text import measure_text
from runtime.trials.batches.variations import Variation


class GameSource(Protocol):
    """Open what a game declares, in whatever process the runs are played.

    It travels to worker processes, so it must be picklable: paths and names, no functions.
    """

    def open(self) -> GameBehaviors:
        """Return all declarations and behaviors; raise `BatchRefused` where they cannot be had."""
        ...

    def fingerprint(self) -> str:
        """Return a text that is another one when what the game declares has changed."""
        ...


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
            "measures": [f"{name}={measure_text(one)}" for name, one in self.measures.items()],
            "minds": minds,
            "program": self.version,
            "runs": self.runs,
            "seed": self.seed,
            "ticks": self.ticks,
            "until": measure_text(self.until) if self.until is not None else "",
            "vary": [one.text for one in self.variations],
            "world": _hash(world_to_bytes(self.world)),
        }


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()
