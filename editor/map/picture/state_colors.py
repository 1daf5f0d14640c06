"""Color agents by what they are in: read the tint of each one's state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

import numpy as np

from editor.map.picture.audience import Whom
from editor.map.picture.world_picture import AgentsPicture, StateColor


class TintedState(Protocol):
    """What an agent is in, in words, and the tint of that."""

    @property
    def words(self) -> str:
        """Return its title."""

    @property
    def tint(self) -> int:
        """Return the number of its tint, from 0 up."""


StateOf: TypeAlias = Callable[[str], TintedState | None]
"""Answers what an agent is in, by its id; None where that cannot be told."""


def with_states(agents: AgentsPicture, state_of: StateOf | None, whom: Whom, picked: int) -> AgentsPicture:
    """Return agents with the tints of their states: of all, of the picked row or of none."""
    rows = range(len(agents.ids)) if whom is Whom.ALL else (picked,) if picked >= 0 else ()
    if state_of is None or whom is Whom.NONE or not rows:
        return agents
    tints = np.full(len(agents.ids), -1, dtype=np.int64)
    states: dict[tuple[int, str], None] = {}
    for row in rows:
        state = state_of(agents.ids[row])
        if state is not None:
            tints[row] = state.tint
            states[state.tint, state.words] = None
    return replace(agents, tints=tints, states=tuple(StateColor(*state) for state in sorted(states)))
