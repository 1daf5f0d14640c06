"""Run a module of JavaScript or TypeScript and gather the machines of XState that it makes.

This runs code of the module, in a process of its own: only for a user who asked for it.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from shutil import which

from editor.basics.resource_files import resource_path
from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source, limited

MODULE_ENDINGS = (".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".jsx")
SECONDS = 30
"""How long a module may run."""


def xstate_module(path: Path) -> Source:
    """Return the machines of a module as JSON that the format `xstate` reads.

    `node` is found on the path, `xstate` in the project of the module. Raises `FileProblem` where one of them
    is not there, the module fails before it makes a machine, or runs longer than `SECONDS`.
    """
    node = which("node")
    if node is None:
        raise FileProblem(path, "", "Node.js is not found.", "Install it, or import JSON of the machine.")
    script = resource_path("formats", "xstate_machines.mjs")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "machines.json"
        flag = "--experimental-import-meta-resolve"
        command = [node, flag, str(script), str(path.resolve()), str(target)]
        try:
            ended = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SECONDS,
                check=False,
                cwd=path.resolve().parent,
            )
        except subprocess.TimeoutExpired:
            said = f"The module ran longer than {SECONDS} s."
            raise FileProblem(path, "", said, "Import a module that only makes machines.") from None
        if not target.is_file():
            lines = ended.stderr.decode(errors="replace").strip().splitlines()
            said = f"The module made no machine: {lines[-1][:300] if lines else 'it said nothing'}"
            raise FileProblem(path, "", said, "Install what it imports, xstate 5 included, beside it.")
        return Source(path.name, limited(target.read_bytes(), path))
