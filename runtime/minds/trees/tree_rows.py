"""List the pages of all kinds of nodes that behavior trees have."""

from __future__ import annotations

from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.branching import IfElseRow, SwitchRow, TryRecoverRow
from runtime.minds.trees.claiming import ClaimRow, ReleaseRow
from runtime.minds.trees.for_each import ForEachRow
from runtime.minds.trees.leaves import ActionRow, BlockRow, ConditionRow, FixedRow, LogRow, WaitRow
from runtime.minds.trees.parallel import ParallelRow, SimpleParallelRow
from runtime.minds.trees.pipeline_sequence import PipelineSequenceRow
from runtime.minds.trees.random_composites import RandomChildRow, RandomCompositeRow
from runtime.minds.trees.repeat import LoopRow
from runtime.minds.trees.result_decorators import PassThroughRow, ProbabilityRow, ResultMapRow, RunLimitRow
from runtime.minds.trees.round_robin import RoundRobinRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.subtree import CallRow
from runtime.minds.trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow
from runtime.minds.trees.utility_selector import UtilitySelectorRow

COMPOSITES_AND_LEAVES: tuple[type[TreeRow], ...] = (
    OrderedCompositeRow,
    RoundRobinRow,
    PipelineSequenceRow,
    RandomCompositeRow,
    RandomChildRow,
    ParallelRow,
    SimpleParallelRow,
    UtilitySelectorRow,
    IfElseRow,
    SwitchRow,
    TryRecoverRow,
    FixedRow,
    ConditionRow,
    BlockRow,
    ClaimRow,
    ReleaseRow,
    LogRow,
    WaitRow,
    ActionRow,
    CallRow,
)

DECORATORS: tuple[type[TreeRow], ...] = (
    ResultMapRow,
    LoopRow,
    ForEachRow,
    TimeoutRow,
    DelayRow,
    CooldownRow,
    RateLimitRow,
    RunLimitRow,
    ProbabilityRow,
    PassThroughRow,
)

ROW_OF_KIND: dict[str, type[TreeRow]] = {
    kind: row
    for row in (*COMPOSITES_AND_LEAVES, *DECORATORS)
    for kind in (*row.about.kinds, *row.about.built)
}
"""The class of the rows that each kind of node becomes."""

DrawsOrder = RandomCompositeRow
DrawsChance = ProbabilityRow
"""Rows that draw which child is next, and whether their child runs: their draws are counted."""
