"""Know which agents of one world or game hold a place of what (rule 3.16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple


class Claimed(NamedTuple):
    """Name what is claimed: the places that a world variable counts, or an entity, which has one."""

    sort: Literal["places", "entity"]
    name: str


class ClaimRegister:
    """Hold which agents claim what; `held` yields each agent with what it remembers to hold.

    It is worked out when it is first asked and kept up after that; `forget` it when brains are given another
    memory.
    """

    def __init__(self, held: Callable[[], Iterable[tuple[str, Claimed]]]) -> None:
        self._held = held
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
            for agent, claimed in self._held():
                self._known.setdefault(claimed, set()).add(agent)
        return self._known
