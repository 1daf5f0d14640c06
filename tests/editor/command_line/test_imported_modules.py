"""What a command imports: only what it needs, counted in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from editor.documents.open.sample_files import samples_folder

_TELL = (
    "import json, sys\n"
    "from editor.command_line import main\n"
    "try:\n"
    "    main(json.loads(sys.argv[1]))\n"
    "except SystemExit:\n"
    "    pass\n"
    "print('\\n' + json.dumps(sorted(sys.modules)))\n"
)

SAMPLE = str(samples_folder() / "basic_guard.mind.json")
RUNS = ("numpy", "runtime.worlds", "runtime.session", "runtime.history", "runtime.export.load_program")


def _imported(*arguments: str) -> set[str]:
    """Return the modules that are loaded when a command has ended."""
    done = subprocess.run(
        [sys.executable, "-c", _TELL, json.dumps(arguments)], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.rstrip().rsplit("\n", 1)[-1]))


@pytest.mark.parametrize(
    ("arguments", "most", "absent"),
    [
        (["--help"], 130, ("PySide6", "pyqtgraph", "numpy", "pydantic", "runtime", "graphs.model")),
        (["--version"], 185, ("PySide6", "pyqtgraph", "numpy", "pydantic", "graphs.model")),
        (["check", "--help"], 130, ("PySide6", "pyqtgraph", "numpy", "pydantic", "runtime.minds")),
        (["check", SAMPLE], 580, ("PySide6", "pyqtgraph", "runtime.trials.cases.case_file", *RUNS)),
        (["check", SAMPLE.replace(".mind.", ".world.")], 625, ("PySide6", "pyqtgraph", "runtime.session")),
    ],
)
def test_a_command_imports_what_it_needs(arguments, most, absent):
    imported = _imported(*arguments)
    assert [each for each in absent if each in imported] == []
    assert len(imported) <= most
