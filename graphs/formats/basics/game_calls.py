"""What a document asks of the game for what it cannot say itself: actions and conditions with stand-ins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphs.formats.basics.legal_names import LegalNames
from graphs.kinds.declarations.registry import Registry
from graphs.projects.manifest_file import (
    Manifest,
    ManifestAction,
    ManifestCondition,
    ManifestParameter,
    ManifestStandIn,
)

MOST_HELP = 2_000
"""How much of a source text is repeated as the help of an action."""


@dataclass
class GameCalls:
    """Gather actions and conditions of the game, each under a legal name of its own."""

    names: LegalNames
    actions: dict[str, ManifestAction] = field(default_factory=dict)
    conditions: dict[str, ManifestCondition] = field(default_factory=dict)

    @classmethod
    def beside(cls, registry: Registry, taken: Iterable[str] = ()) -> GameCalls:
        """Return a gathering whose names are none of a registry's."""
        built_in = {name for name, each in registry.actions.items() if each.stand_in is None}
        return cls(LegalNames({*built_in, *taken}))

    def instant(
        self, wanted: str, source: str = "", parameters: tuple[ManifestParameter, ...] = (), title: str = ""
    ) -> str:
        """Return the name of a new instant action that succeeds where the game is not there."""
        name = self.names.free(wanted, "action")
        said = ManifestAction(title=title, help=source[:MOST_HELP], instant=True, parameters=parameters)
        self.actions[name] = said.model_copy(update={"stand_in": ManifestStandIn(result="success")})
        return name

    def running(self, wanted: str, source: str = "", title: str = "") -> str:
        """Return the name of a new action that runs until a result is clicked where the game is not there."""
        name = self.names.free(wanted, "action")
        self.actions[name] = ManifestAction(title=title, help=source[:MOST_HELP])
        return name

    def condition(
        self, wanted: str, source: str = "", parameters: tuple[ManifestParameter, ...] = (), title: str = ""
    ) -> str:
        """Return the name of a new condition that is false where the game is not there."""
        name = self.names.free(wanted, "condition")
        self.conditions[name] = ManifestCondition(title=title, help=source[:MOST_HELP], parameters=parameters)
        return name

    def manifest(self, title: str) -> Manifest | None:
        """Return the manifest, None where nothing is asked of the game."""
        if not self.actions and not self.conditions:
            return None
        return Manifest(
            format="mindloom-kinds", version=1, title=title, actions=self.actions, conditions=self.conditions
        )
