"""Tell a stand-in that waits for the user how it ended."""

from __future__ import annotations

from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.program.program import Program
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import RunError


def clicked_row(program: Program, node_path: str) -> ActionRow | None:
    """Return the row at `node_path` that waits for an answer, None where there is none."""
    for index in sorted(program.clicked_stand_ins):
        row = program.rows[index]
        if row.path == node_path and isinstance(row, ActionRow):
            return row
    return None


def answer_clicked(brain: Brain, node_path: str, result: Status) -> None:
    """Let the stand-in at `node_path`, if it runs, end with `result` in its next tick; RUNNING: not yet."""
    row = clicked_row(brain.program, node_path)
    if row is not None and brain.bytes_[row.index] == Status.RUNNING:
        brain.state.write(row.fields["answer"], 0 if result is Status.RUNNING else int(result))
        return
    if result is Status.RUNNING:
        return
    said = f"Nothing runs at {node_path} that {result.name} could end; the answer is dropped."
    brain.outside_errors.append(RunError(-1 if row is None else row.index, said))


def answer_given(brain: Brain, row: int) -> Status | None:
    """Return the answer that a waiting stand-in will take in its next tick, RUNNING for none yet.

    None is for a row that is no stand-in of that sort, or does not run.
    """
    found = brain.program.rows[row]
    waits = row in brain.program.clicked_stand_ins and brain.bytes_[row] == Status.RUNNING
    if not waits or not isinstance(found, ActionRow):
        return None
    answer = brain.state.read(found.fields["answer"])
    assert isinstance(answer, int)
    return Status(answer) if answer else Status.RUNNING
