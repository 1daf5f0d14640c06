"""Gather the built-in kinds and actions into one registry."""

from __future__ import annotations

from functools import cache

from graphs.kinds.actions.combat import COMBAT_ACTIONS, COMBAT_CONDITIONS
from graphs.kinds.actions.sensing import SENSING_ACTIONS, SENSING_CONDITIONS
from graphs.kinds.actions.steering_actions import STEERING_ACTIONS
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.nodes import (
    acting_leaves,
    asking_leaves,
    branching_composites,
    calling_leaves,
    claiming_leaves,
    debugging_decorators,
    limiting_decorators,
    looping_decorators,
    parallel_composite,
    plain_leaves,
    pseudo_states,
    random_composites,
    result_decorators,
    sequence_and_selector,
    states,
    timing_decorators,
    utility_selector,
)
from graphs.kinds.nodes import decision_leaves as answers
from graphs.kinds.nodes import decision_questions as questions

BUILTIN_KINDS: tuple[NodeKind, ...] = (
    *sequence_and_selector.KINDS,
    *parallel_composite.KINDS,
    *random_composites.KINDS,
    *utility_selector.KINDS,
    *branching_composites.KINDS,
    *result_decorators.KINDS,
    *looping_decorators.KINDS,
    *timing_decorators.KINDS,
    *limiting_decorators.KINDS,
    *debugging_decorators.KINDS,
    *asking_leaves.KINDS,
    *acting_leaves.KINDS,
    *claiming_leaves.KINDS,
    *plain_leaves.KINDS,
    *calling_leaves.KINDS,
    *states.KINDS,
    *pseudo_states.KINDS,
    *questions.KINDS,
    *answers.KINDS,
)
"""Every kind of rules 3 to 5, in palette order."""


@cache
def builtin_registry() -> Registry:
    """Return the registry of all built-in kinds and actions.

    It is a value: `extended` makes a larger one and leaves this as it is.
    """
    actions = (*STEERING_ACTIONS, *COMBAT_ACTIONS, *SENSING_ACTIONS)
    conditions = (*COMBAT_CONDITIONS, *SENSING_CONDITIONS)
    return Registry().extended(kinds=BUILTIN_KINDS, actions=actions, conditions=conditions)
