"""Open the editor: `python -m editor [files] [--offscreen-show FOLDER]`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from editor.basics.terminal import CommandParser


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the editor with the given files, or play off-screen and leave pictures."""
    parser = CommandParser(prog="python -m editor", description="Open Mindloom.")
    parser.add_argument("files", nargs="*", type=Path, help="documents or worlds; none opens a sample")
    parser.add_argument(
        "--offscreen-show",
        metavar="FOLDER",
        type=Path,
        help="play ten seconds without a display and leave pictures and a trace in FOLDER",
    )
    chosen = parser.parse_args(arguments)
    if chosen.offscreen_show is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        from editor.window.offscreen_show import show_offscreen

        return show_offscreen(chosen.offscreen_show, chosen.files)
    # What is imported stays: looking through it for garbage is a tenth of the start. `run_editor` enables it.
    gc.disable()
    from editor.command_line.main import open_editor

    return open_editor(chosen.files, None)


if __name__ == "__main__":
    sys.exit(main())
