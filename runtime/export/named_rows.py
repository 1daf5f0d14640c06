"""Name the rows of a program that came without names, so that it can be drawn and what it does shown.

Rows have their numbers, as messages of executors do; graphs follow from the calls, kinds of nodes from what
rows do: the likeliest where several become the same.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.export.told_nodes import calls_graph
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.leaves import ActionRow


def with_named_rows(program: Program) -> Program:
    """Return the program with graphs for its rows, which are named in place; paths stay as they are."""
    uses: dict[str, dict[str, int]] = {}
    around: list[Row] = []
    for row in program.rows:
        while around and around[-1].end <= row.index:
            around.pop()
        above = around[-1] if around else None
        is_activity = isinstance(above, StateRow) and isinstance(row, ActionRow)
        row.kind = "activity" if is_activity else row.likely_kind() if isinstance(row, TreeRow) else row.kind
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
    return calls_graph(above)
