"""The command `mindloom`: open the editor, check, run and format files. Only the editor needs Qt."""

from __future__ import annotations

from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code after Ctrl+C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `mindloom` and return the exit code; Ctrl+C ends it in quiet, also while it is being loaded."""
    try:
        from editor.command_line.main import main as run

        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
