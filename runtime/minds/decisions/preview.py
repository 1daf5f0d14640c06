"""Ask what a decision tree would answer now, on a copy: nothing of the run changes (rule 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from runtime.basics.status import Status
from runtime.minds.decisions.decide import Decision, begin_run, decide

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
    from runtime.minds.program.ticking_brain import TickingBrain


def preview_decision(
    tree: DecisionTreeRow, brain: TickingBrain, values: Mapping[str, Value] | None = None
) -> Decision:
    """Return what the next evaluation would answer, with its path.

    Of a tree that runs it is the next one of its run, else the first of a new one. `values` take the place
    of agent variables, by name; each must fit its variable.
    """
    trial = brain.copy_for_trial()
    for name, value in (values or {}).items():
        trial.put(brain.program.variables[name], value)
    if brain.bytes_[tree.index] != Status.RUNNING:
        begin_run(tree, trial)
    return decide(tree, trial)
