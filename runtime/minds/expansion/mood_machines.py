"""Write a machine of moods as a parallel state: a clock that mixes the shares, and the moods (rule 10.8).

| part | what it is |
|---|---|
| `~quiet`, in the region `~clock` | has the machine's transitions, each to itself; their lines mix |
| `~decay` | the same after the quiet time, with the default matrix |
| `~pick`, in the region `~mind` | a choice that leads to the mood picked |
| `~change` | leads to it whenever another mood is picked |

The mood picked is the number `__mood`, worked out with the shares; the one that is active is `__shown`. Both
are floats, writes of which are not traced.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.model import Edge, StateMachineGraph, StateNode, Variable
from graphs.model.curves import LARGEST
from graphs.model.state_machine import Matrix, Moods

CLOCK, QUIET, MIND, PICK, MOODS = "~clock", "~quiet", "~mind", "~pick", "~moods"
DECAY, CHANGE, TO = "~decay", "~change", "~to "


def expanded_machine(graph: StateMachineGraph, moods: Moods) -> StateMachineGraph:
    """Return the machine that a machine of moods stands for."""
    states = [state for state in graph.children if state in moods.shares and state in graph.nodes]
    names = [moods.shares[state] for state in states]
    picking = _picking(names, moods)
    edges: dict[str, Edge] = dict(graph.edges)
    for edge_id in graph.transitions:
        edge = graph.edges.get(edge_id)
        if edge is None:
            continue
        lines = (*_mixing(states, names, edge.matrix, picking), *edge.actions)
        edges[edge_id] = edge.model_copy(update={"targets": (QUIET,), "actions": lines})
    decay = (*_mixing(states, names, moods.matrix, picking),)
    edges[DECAY] = Edge(after=moods.every, targets=(QUIET,), actions=decay)
    edges[CHANGE] = Edge(event="always", guard="__mood != __shown", targets=(PICK,), internal=True)
    picks = [f"{TO}{state}" for state in states]
    for number, (edge_id, state) in enumerate(zip(picks, states, strict=True)):
        shown = (f"__shown = {number}",)
        edges[edge_id] = Edge(
            guard=None if state == states[-1] else f"__mood == {number}",
            else_=state == states[-1],
            targets=(state,),
            actions=shown,
        )
    nodes = {
        **graph.nodes,
        MOODS: StateNode(kind="parallel", name=MOODS, children=(CLOCK, MIND), entry=picking),
        CLOCK: StateNode(kind="state", name=CLOCK, children=(QUIET,), initial=QUIET),
        QUIET: StateNode(kind="state", name=QUIET, transitions=(*graph.transitions, DECAY)),
        MIND: StateNode(
            kind="state", name=MIND, children=(PICK, *states), initial=PICK, transitions=(CHANGE,)
        ),
        PICK: StateNode(kind="choice", name=PICK, transitions=tuple(picks)),
    }
    own = {f"__next_{number}": Variable(type="float") for number in range(len(names))}
    own |= {"__mood": Variable(type="float"), "__shown": Variable(type="float", default=-1)}
    own["__draw"] = Variable(type="float")
    update = {
        "children": (MOODS,),
        "initial": MOODS,
        "transitions": (),
        "nodes": nodes,
        "edges": edges,
        "variables": {**graph.variables, **own},
        "moods": None,
    }
    return graph.model_copy(update=update)


def mixed(vector: Mapping[str, float], matrix: Matrix, states: tuple[str, ...]) -> dict[str, float]:
    """Return the shares after one matrix, by state, summed in the order of the states (DEC-29)."""
    found = {}
    for to in states:
        parts = [matrix.get(state, {}).get(to, 0) * vector[state] for state in states]
        total = float(parts[0])
        for part in parts[1:]:
            total += part
        found[to] = total
    return found


def _mixing(states: list[str], names: list[str], matrix: Matrix, picking: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines that mix the shares and pick a mood."""
    if not matrix:
        return ()
    mixing = []
    for number, to in enumerate(states):
        parts = [
            f"{float(min(max(matrix.get(state, {}).get(to, 0), -LARGEST), LARGEST))!r} * {name}"
            for state, name in zip(states, names, strict=True)
        ]
        mixing.append(f"__next_{number} = {' + '.join(parts)}")
    writing = [f"{name} = __next_{number}" for number, name in enumerate(names)]
    return (*mixing, *writing, *picking)


def _picking(names: list[str], moods: Moods) -> tuple[str, ...]:
    """Return the lines that work out the mood: the largest share, of equals the first, or a draw."""
    if not names:
        return ()
    last = len(names) - 1
    if moods.pick == "draw":
        text = str(last)
        for number in range(last - 1, -1, -1):
            text = f"{number} if __draw < {' + '.join(names[: number + 1])} else {text}"
        return ("__draw = random(0.0, 1.0)", f"__draw = __draw * ({' + '.join(names)})", f"__mood = {text}")
    text = str(last)
    for number in range(last - 1, -1, -1):
        test = " and ".join(f"{names[number]} >= {other}" for other in names[number + 1 :])
        text = f"{number} if {test} else {text}"
    return (f"__mood = {text}",)
