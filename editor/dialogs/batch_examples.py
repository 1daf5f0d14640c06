"""Propose what may vary and be measured in a world, for fields that are still empty; without Qt."""

from __future__ import annotations

from editor.documents.open.world_choice import WorldChoice
from editor.documents.open.world_minds import mind_file
from graphs.model import StateMachineGraph
from runtime.trials.batches.batch_call import BatchTexts


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a field that say something."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def example_texts(choice: WorldChoice) -> BatchTexts:
    """Return texts that fit the world: the player anywhere, the time in a state of the first mind."""
    world, vary, measures = choice.world, [], []
    if world.player is not None:
        width, height = world.size
        vary = [f"{world.player}.x=1..{width - 1:g}", f"{world.player}.y=1..{height - 1:g}"]
    for agent, entry in sorted(world.agents.items()):
        document = choice.minds.get(mind_file(entry.mind or ""))
        machine = document.graphs.get(document.root or "") if document is not None else None
        if isinstance(machine, StateMachineGraph):
            states = [machine.nodes[one].name for one in machine.children if one in machine.nodes]
            state = next((name for name in states[1:] if name), "")
            if state:
                name = "_".join(state.lower().split())
                measures = [f"{name}=time_in:{state}@{agent}", f"first_{name}=first_in:{state}@{agent}"]
                break
    return BatchTexts(tuple(vary), tuple(measures))
