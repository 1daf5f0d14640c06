"""Say how each kind of row is written as Python source."""

from __future__ import annotations

from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source import branching_source, decorator_source, gathering_source, leaf_source
from runtime.minds.source.ordered_source import ORDERED_FORM
from runtime.minds.source.tree_source import Form
from runtime.minds.trees.action_leaf import ActionRow
from runtime.minds.trees.branching import IfElseRow, SwitchRow, TryRecoverRow
from runtime.minds.trees.leaves import BlockRow, ConditionRow, FixedRow, WaitRow
from runtime.minds.trees.limiting_decorators import PassThroughRow, ProbabilityRow, RunLimitRow
from runtime.minds.trees.parallel import ParallelRow
from runtime.minds.trees.random_composites import RandomCompositeRow
from runtime.minds.trees.repeat import LoopRow
from runtime.minds.trees.result_decorators import ResultMapRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.subtree import CallRow
from runtime.minds.trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow
from runtime.minds.trees.utility_selector import UtilitySelectorRow

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
