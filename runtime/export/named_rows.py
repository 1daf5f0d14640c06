"""Name the rows of a program that came without names, so that it can be drawn and what it does shown.

Rows have their numbers, as messages of executors do; graphs follow from the calls, kinds of nodes from what
rows do: the likeliest where several become the same.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.basics.status import Status
from runtime.minds.actions.action_lines import RaiseLine, SendLine
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.questions import TreeQuestion
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow, BlockRow, ConditionRow, FixedRow
from runtime.minds.trees.random_composites import RandomCompositeRow
from runtime.minds.trees.repeat import LoopRow
from runtime.minds.trees.result_decorators import ResultMapRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.subtree import CallRow


def with_named_rows(program: Program) -> Program:
    """Return the program with graphs for its rows, which are named in place; paths stay as they are."""
    uses: dict[str, dict[str, int]] = {}
    around: list[Row] = []
    for row in program.rows:
        while around and around[-1].end <= row.index:
            around.pop()
        above = around[-1] if around else None
        is_activity = isinstance(above, StateRow) and isinstance(row, ActionRow)
        row.kind = "activity" if is_activity else _kind(row)
        own = "" if isinstance(row, (MachineRow, DecisionTreeRow)) else f"row {row.index}"
        row.node = above.node if above is not None and is_activity else own
        row.graph = (
            "root" if above is None else f"graph of {above.node}" if _calls(above, row) else above.graph
        )
        if not is_activity:
            uses.setdefault(row.graph, {})[row.node] = row.index
        around.append(row)
    found = (Instance(graph, graph if place else "", own) for place, (graph, own) in enumerate(uses.items()))
    return replace(program, instances=(*found, *program.instances))


def _calls(above: Row, row: Row) -> bool:
    """Tell whether a graph begins at a row inside another one."""
    if isinstance(above, StateRow):
        return not isinstance(row, (StateRow, TransitionRow, ActionRow))
    return isinstance(above, (CallRow, TreeQuestion))


def _kind(row: Row) -> str:
    match row:
        case OrderedCompositeRow() | RandomCompositeRow():
            kind = "selector" if row.ending == Status.SUCCESS else "sequence"
            return kind if isinstance(row, OrderedCompositeRow) else f"random_{kind}"
        case ResultMapRow():
            return f"force_{row.on_success.name.lower()}" if row.same_always else "inverter"
        case LoopRow(again_on=Status.FAILURE):
            return "until_success" if row.count is None else "retry"
        case LoopRow(ends_with=Status.SUCCESS):
            return "until_failure"
        case FixedRow():
            return {Status.SUCCESS: "succeed", Status.FAILURE: "fail"}.get(row.result, "fixed_status")
        case ConditionRow(otherwise=Status.RUNNING):
            return "wait_until"
        case BlockRow() if row.block.lines and isinstance(row.block.lines[0], (RaiseLine, SendLine)):
            return "raise"
        case CallRow(kind="subtree", child_rows=(MachineRow(),)):
            return "run_machine"
        case CallRow(kind="subtree", child_rows=(DecisionTreeRow(),)):
            return "decide"
        case _:
            return row.kind
