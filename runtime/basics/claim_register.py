"""Know which agents of one world or game hold a place of what (SEMANTICS 3.16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from runtime.minds.brain.brain import Brain


class Claimed(NamedTuple):
    """Name what is claimed: the places that a world variable counts, or an entity, which has one."""

    sort: Literal["places", "entity"]
    name: str


class ClaimRegister:
    """Hold what the brains remember of claims, by what is claimed.

    It is worked out when it is first asked and kept up after that; `forget` it when brains are given another
    memory.
    """

    def __init__(self, brains: Callable[[], Iterable[Brain]]) -> None:
        self._brains = brains
        self._known: dict[Claimed, set[str]] | None = None

    def holders(self, claimed: Claimed) -> tuple[str, ...]:
        """Return the agents that hold a place, in ascending id."""
        return tuple(sorted(self._holders().get(claimed, ())))

    def note(self, agent: str, claimed: Claimed, *, holds: bool) -> None:
        """Note that an agent took a place, or gave it back."""
        holders = self._holders().setdefault(claimed, set())
        if holds:
            holders.add(agent)
        else:
            holders.discard(agent)

    def forget(self) -> None:
        """Work it out again when it is next asked."""
        self._known = None

    def _holders(self) -> dict[Claimed, set[str]]:
        if self._known is None:
            self._known = {}
            for brain in self._brains():
                for claim in brain.program.claims:
                    held = claim.held_by(brain)
                    if held is not None:
                        self._known.setdefault(held, set()).add(brain.agent)
        return self._known
