"""The command `mindloom`: open the editor, check, run and format files. Only the editor needs Qt."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code after Ctrl+C."""

COLLECT_AFTER = 50_000
"""Objects made between two runs of the collector over the youngest of them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `mindloom` and return the exit code; Ctrl+C ends it in quiet, also while it is being loaded."""
    # Nearly all that is made while loading stays: the collector would go through it again and again.
    gc.set_threshold(COLLECT_AFTER)
    # Building the first model would read what each installed package says of itself.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")
    try:
        from editor.command_line.main import main as run

        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
