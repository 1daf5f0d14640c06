"""Name the commands of `mindloom`."""

from __future__ import annotations

COMMANDS = (
    *("check", "run", "test", "fmt", "diff", "merge", "edit", "render", "schema", "kinds"),
    *(
        "export",
        "import",
        "convert",
        "trace",
        "share",
        "record",
        "simulate",
        "conformance",
        "install-desktop",
    ),
)
"""First words that are commands; everything else is files for the editor."""
