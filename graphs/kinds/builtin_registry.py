"""Gather the built-in kinds and actions into one registry."""

from __future__ import annotations

from functools import cache

from graphs.kinds.actions.ambushing import AMBUSH_ACTIONS
from graphs.kinds.actions.combat import COMBAT_ACTIONS, COMBAT_CONDITIONS
from graphs.kinds.actions.finding import FINDING_ACTIONS
from graphs.kinds.actions.sensing import SENSING_ACTIONS, SENSING_CONDITIONS
from graphs.kinds.actions.squads import SQUAD_ACTIONS, SQUAD_CONDITIONS
from graphs.kinds.actions.steering_actions import STEERING_ACTIONS
from graphs.kinds.actions.ways import WAY_ACTIONS, WAY_CONDITIONS
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.nodes import (
    acting_leaves,
    best_place,
    branching_composites,
    calling_leaves,
    claiming_leaves,
    decision_nodes,
    foreign_nodes,
    goal_composites,
    limiting_decorators,
    looping_decorators,
    parallel_composite,
    result_decorators,
    sequences_and_selectors,
    states,
)

BUILTIN_KINDS: tuple[NodeKind, ...] = (
    *sequences_and_selectors.KINDS,
    *parallel_composite.KINDS,
    *sequences_and_selectors.RANDOM_KINDS,
    *sequences_and_selectors.UTILITY_KINDS,
    *goal_composites.KINDS,
    *branching_composites.KINDS,
    *result_decorators.KINDS,
    *looping_decorators.KINDS,
    *limiting_decorators.TIMING_KINDS,
    *limiting_decorators.KINDS,
    *result_decorators.DEBUGGING_KINDS,
    *acting_leaves.ASKING_KINDS,
    *acting_leaves.KINDS,
    *claiming_leaves.KINDS,
    *acting_leaves.PLAIN_KINDS,
    *best_place.KINDS,
    *calling_leaves.KINDS,
    *foreign_nodes.KINDS,
    *states.KINDS,
    *states.PSEUDO_KINDS,
    *decision_nodes.QUESTION_KINDS,
    *decision_nodes.ANSWER_KINDS,
)
"""Every kind of rules 3 to 5, in palette order."""


@cache
def builtin_registry() -> Registry:
    """Return the registry of all built-in kinds and actions.

    It is a value: `extended` makes a larger one and leaves this as it is.
    """
    actions = (
        *STEERING_ACTIONS,
        *COMBAT_ACTIONS,
        *SENSING_ACTIONS,
        *FINDING_ACTIONS,
        *WAY_ACTIONS,
        *AMBUSH_ACTIONS,
        *SQUAD_ACTIONS,
    )
    conditions = (*COMBAT_CONDITIONS, *SENSING_CONDITIONS, *WAY_CONDITIONS, *SQUAD_CONDITIONS)
    return Registry().extended(kinds=BUILTIN_KINDS, actions=actions, conditions=conditions)
