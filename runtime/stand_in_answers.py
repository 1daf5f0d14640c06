"""Tell a stand-in that waits for the user how it ended (DESIGN section 4)."""

from __future__ import annotations

from runtime.behavior_trees.action_leaf import ActionRow
from runtime.brains.brain import Brain
from runtime.program.program import Program
from runtime.status import Status
from runtime.trace.trace_frame import RunError


def clicked_row(program: Program, node_path: str) -> ActionRow | None:
    """Return the row at `node_path` that waits for an answer, None where there is none."""
    for index in sorted(program.clicked_stand_ins):
        row = program.rows[index]
        if row.path == node_path and isinstance(row, ActionRow):
            return row
    return None


def answer_clicked(brain: Brain, node_path: str, result: Status) -> None:
    """Let the stand-in at `node_path` end with `result` in its next tick, if it runs."""
    row = clicked_row(brain.program, node_path)
    if row is not None and brain.bytes_[row.index] == Status.RUNNING:
        brain.state.write(row.fields["answer"], int(result))
        return
    said = f"Nothing runs at {node_path} that {result.name} could end; the answer is dropped."
    brain.outside_errors.append(RunError(-1 if row is None else row.index, said))
