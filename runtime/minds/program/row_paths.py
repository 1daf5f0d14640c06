"""Name each row of a program by the path of ids that leads to it."""

from __future__ import annotations

from runtime.minds.program.rows import Row

ACTIVITY = "activity"
"""The kind of the row of a state's action, and the last part of its path."""


def row_path(row: Row) -> str:
    """Return the path of a row, which no other row of its program has.

    It is the ids of the calls that lead to it and its own, joined by `/`. The action of a state has
    `/activity` behind the path of the state; the row of a machine ends in `/`, that of a root machine is "".
    """
    return f"{row.path}/{ACTIVITY}" if row.kind == ACTIVITY else row.path
