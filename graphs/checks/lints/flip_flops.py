"""Report pairs of states that change places with every tremor of a value (W214, W219)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.guard_grid import Domains, lay_grid
from graphs.checks.lints.guard_truth import TIME_KEYS
from graphs.checks.lints.intervals import Number
from graphs.checks.lints.overlaps import both_true
from graphs.checks.lints.range_words import number_text, values_text
from graphs.checks.lints.transitions_of_states import POLLED, Exit, exits_of
from graphs.checks.lints.uses import edge_uses, node_uses
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Value
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import descendants


@dataclass(frozen=True, slots=True)
class Threshold:
    """Hold the number at which two guards meet: one is true below it, the other above."""

    variable: str
    value: Number


def shared_threshold(one: TypedExpression, other: TypedExpression, domains: Domains) -> Threshold | None:
    """Return the first number of a float variable with one guard true just below and the other just above."""
    grid = lay_grid((one, other), domains)
    if grid is None:
        return None
    only_one = grid.surely(one) & ~grid.perhaps(other)
    only_other = grid.surely(other) & ~grid.perhaps(one)
    for place, axis in enumerate(grid.axes):
        if not axis.is_float or axis.key in TIME_KEYS:
            continue
        stride, layers = grid.strides[place], grid.layers[place]
        for point in range(1, len(axis.cells) - 1):
            interval = axis.cells[point].interval
            if interval is None or not interval.is_point:
                continue
            below, above = layers[point - 1], layers[point + 1]
            for lower, upper in ((only_one, only_other), (only_other, only_one)):
                if (lower & below) << 2 * stride & upper & above:
                    return Threshold(axis.name, interval.low)
    return None


def lint_flip_flops(lint: GraphLint, graph: StateMachineGraph, source: str) -> None:
    """Report the states that change places with this one, since polled transitions leave no room between.

    Each pair is reported once, at the transition of the state whose id comes first: so that the report, and
    what suppresses it, stays where it is when states change their order.
    """
    reported: set[str] = set()
    for exit_ in exits_of(lint, source):
        target = exit_.edge.targets[0] if len(exit_.edge.targets) == 1 else ""
        if not _is_plain(exit_) or target <= source or target in reported:
            continue
        for back in exits_of(lint, target):
            if _is_plain(back) and back.edge.targets == (source,) and _report(lint, graph, exit_, back):
                reported.add(target)
                break


def _report(lint: GraphLint, graph: StateMachineGraph, exit_: Exit, back: Exit) -> bool:
    one, other = exit_.guard, back.guard
    if one is None or other is None:
        return False
    first, second = lint.title(exit_.source), lint.title(back.source)
    threshold = lint.texts.recall(
        "threshold", (one, other), lambda: shared_threshold(one, other, lint.domain)
    )
    if threshold is not None:
        name, value = threshold.variable, number_text(threshold.value)
        said = f"{first} and {second} flip to and fro where {name} crosses {value}."
        remedy = "Leave room between the two thresholds, or wait with after or cooldown."
        lint.report("W214", exit_.edge_id, "guard", said, remedy)
        return True
    witness = _both_for_long(lint, graph, exit_, back)
    if witness is None:
        return False
    said = f"{first} and {second} change places every tick while {values_text(witness)}."
    remedy = "Make the two guards exclude each other, or wait with after or cooldown."
    lint.report("W219", exit_.edge_id, "guard", said, remedy)
    return True


def _both_for_long(
    lint: GraphLint, graph: StateMachineGraph, exit_: Exit, back: Exit
) -> Mapping[str, Value] | None:
    """Return values for which both guards are true, if nothing on the way changes what they read.

    An armed trigger is gone once a transition was taken for it (rule 2.3).
    """
    guards = (exit_.guard, back.guard)
    if any(guard is not None and lint.always(guard) for guard in guards):
        return None
    read = edge_uses(exit_.edge).reads | edge_uses(back.edge).reads
    written: set[str] = set()
    for part in (edge_uses(exit_.edge), edge_uses(back.edge)):
        written |= part.writes
    for state in (exit_.source, back.source):
        for inner in (state, *descendants(graph, state)):
            if inner in graph.nodes:
                written |= node_uses(graph.nodes[inner]).writes
    if read & written:
        return None
    witness = both_true(exit_.guard, back.guard, lint.domain)
    return None if witness is None or _uses_up(lint, witness) else witness


def _uses_up(lint: GraphLint, witness: Mapping[str, Value]) -> bool:
    """Tell whether a trigger has to be armed for these values."""
    graph, document = lint.graph, lint.document
    for name in (name for name, value in witness.items() if value is True):
        declared = graph.variables.get(name) or graph.parameters.get(name) or document.variables.get(name)
        if declared is not None and declared.type == "trigger":
            return True
    return False


def _is_plain(exit_: Exit) -> bool:
    return exit_.is_polled and not exit_.is_timed and exit_.edge.events == (POLLED,)
