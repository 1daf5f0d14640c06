"""Say how each kind of row is written as Python source."""

from __future__ import annotations

from runtime.behavior_trees.action_leaf import ActionRow
from runtime.behavior_trees.branching import IfElseRow, SwitchRow, TryRecoverRow
from runtime.behavior_trees.leaves import BlockRow, ConditionRow, FixedRow, WaitRow
from runtime.behavior_trees.limiting_decorators import PassThroughRow, ProbabilityRow, RunLimitRow
from runtime.behavior_trees.parallel import ParallelRow
from runtime.behavior_trees.random_composites import RandomCompositeRow
from runtime.behavior_trees.repeat import LoopRow
from runtime.behavior_trees.result_decorators import ResultMapRow
from runtime.behavior_trees.sequence_and_selector import OrderedCompositeRow
from runtime.behavior_trees.subtree import CallRow
from runtime.behavior_trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.utility_selector import UtilitySelectorRow
from runtime.generated import branching_source, decorator_source, gathering_source, leaf_source
from runtime.generated.ordered_source import ORDERED_FORM
from runtime.generated.tree_source import Form

FORMS: dict[type[TreeRow], Form] = {
    ActionRow: leaf_source.ACTION_FORM,
    BlockRow: leaf_source.SET_FORM,
    CallRow: decorator_source.CALL_FORM,
    ConditionRow: leaf_source.CONDITION_FORM,
    CooldownRow: decorator_source.COOLDOWN_FORM,
    DelayRow: decorator_source.DELAY_FORM,
    FixedRow: leaf_source.FIXED_FORM,
    IfElseRow: branching_source.IF_FORM,
    LoopRow: decorator_source.LOOP_FORM,
    OrderedCompositeRow: ORDERED_FORM,
    ParallelRow: gathering_source.PARALLEL_FORM,
    PassThroughRow: decorator_source.PASS_FORM,
    ProbabilityRow: decorator_source.PROBABILITY_FORM,
    RandomCompositeRow: gathering_source.RANDOM_FORM,
    RateLimitRow: decorator_source.RATE_LIMIT_FORM,
    ResultMapRow: decorator_source.MAP_FORM,
    RunLimitRow: decorator_source.RUN_LIMIT_FORM,
    SwitchRow: branching_source.SWITCH_FORM,
    TimeoutRow: decorator_source.TIMEOUT_FORM,
    TryRecoverRow: branching_source.RECOVER_FORM,
    UtilitySelectorRow: branching_source.UTILITY_FORM,
    WaitRow: leaf_source.WAIT_FORM,
}
"""Kinds of rows that are written; a row of another kind is visited by the interpreter."""
