"""Step into a run at random: force nodes, enter states (rule 7.4)."""

from __future__ import annotations

import random

from runtime.minds.brain.from_outside import node_at
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.orders import FORCIBLE
from runtime.minds.program.rows import row_path
from runtime.session.session import Session


def intervene(session: Session, chance: random.Random, share: float = 0.15) -> None:
    """In some ticks force a node or enter a state of an agent."""
    if chance.random() > share or not session.brains:
        return
    agent = chance.choice(sorted(session.brains))
    brain = session.brains[agent]
    rows = brain.program.rows
    states = [row.path for row in rows if isinstance(row, StateRow) and not row.disabled]
    nodes = [path for row in rows if node_at(brain.program, path := row_path(row)) is row]
    if states and chance.random() < 0.5:
        session.enter_state(agent, chance.choice(states))
    elif nodes:
        session.force_result(agent, chance.choice(nodes), chance.choice(FORCIBLE))
