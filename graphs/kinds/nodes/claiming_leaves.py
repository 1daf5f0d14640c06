"""Declare `claim` and `release` (rule 3.16): ask for one of few places, and give it back."""

from __future__ import annotations

from graphs.kinds.declarations.flow import ENDED, Flow, S, gives
from graphs.kinds.declarations.node_kind import leaf
from graphs.kinds.declarations.parameter import Parameter, choice

_VARIABLE = "A world variable of type int, the number of free places, or a variable that holds an entity."

CLAIM = leaf(
    id="claim",
    version=2,
    title="Claim",
    summary="Take one of few places, if one is free.",
    line_template="{variable}",
    parameters=(
        Parameter("variable", "variable", None, _VARIABLE, evaluated="never"),
        choice(
            "until",
            ("parent", "released"),
            "When the place goes back by itself: with the parent, or only when it is released.",
            evaluated="never",
        ),
    ),
    flow=Flow(gives(ENDED)),
    takes_places=True,
    example={"params": {"variable": "attack_tokens"}},
    contract="""\
Takes a place for the agent: one of those that a world variable of type int counts, or the one place of an
entity. It is granted at once, in the order in which the agents tick, so of 4 that ask for 2 places 2 get one.

| the agent | the node |
|---|---|
| holds a place of it already | gives SUCCESS and takes no second one |
| holds none, and one is free now | takes it, the variable is 1 less at once; SUCCESS |
| holds none, and none is free | gives FAILURE |
| names no entity | gives FAILURE |

| `until` | the place goes back, and the variable is 1 more, at once |
|---|---|
| `parent` | when the parent ends or is halted, or on a release |
| `released` | on a release only |

It always goes back when the agent is removed or its mind has ended, and before the node claims another
entity. The parent is the nearest node above that can go on after the claim: a sequence, a random sequence, a
parallel, or an if-else that asks it. Decorators, subtrees and other composites in between are passed.
""",
    common_mistakes=(
        "Leaving it without a node that goes on after it: its place goes back in the same tick.",
        "Counting by hand with `tokens = tokens - 1`: all agents of a tick read the same number, so 4 of 4 "
        "take one of 2 places.",
        "Writing the variable by a line while places are held: that says how many are free, whoever holds "
        "one.",
        "Expecting it to wait; put Retry above it, or something else to do beside it under a Selector.",
    ),
    see_also=("release", "sequence", "retry"),
    rules=("3.16", "9.3"),
)

RELEASE = leaf(
    id="release",
    version=2,
    title="Release",
    summary="Give a claimed place back.",
    line_template="{variable}",
    parameters=(Parameter("variable", "variable", None, _VARIABLE, evaluated="never"),),
    flow=Flow(gives(S)),
    takes_places=True,
    example={"params": {"variable": "attack_tokens"}},
    contract="""\
Gives back what the agent has claimed, whichever of its nodes did. An agent that ticks later in the same step
can claim the place already.

| the agent | the node |
|---|---|
| holds a place of it | gives it back, the variable is 1 more at once; SUCCESS |
| holds none | gives SUCCESS |
""",
    common_mistakes=(
        "Releasing an entity after the variable was written: what it names now is released.",
        "Releasing at the end of the sequence that claims: the place goes back with the sequence anyway.",
    ),
    see_also=("claim",),
    rules=("3.16", "9.3"),
)

KINDS = (CLAIM, RELEASE)
