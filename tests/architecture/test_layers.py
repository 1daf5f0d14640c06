"""The arrows between the packages, seen by really importing them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

IMPORT_ALL = """
import importlib, json, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked:
            raise ImportError(f"{name} is blocked here")

package, blocked = json.loads(sys.argv[1])
sys.path.insert(0, sys.argv[2])
sys.meta_path.insert(0, Blocked())
parts = pkgutil.walk_packages(importlib.import_module(package).__path__, package + ".")
names = [part.name for part in parts if not part.name.endswith("__main__")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def import_all(package: str, blocked: list[str]) -> subprocess.CompletedProcess[str]:
    """Import every module of ``package`` in a new process that cannot import ``blocked``."""
    command = [sys.executable, "-c", IMPORT_ALL, json.dumps([package, blocked]), str(ROOT)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("package", "blocked"),
    [
        ("graphs", ["PySide6", "shiboken6", "pyqtgraph", "numpy", "runtime", "mindloom", "editor", "tools"]),
        ("runtime", ["PySide6", "shiboken6", "pyqtgraph", "mindloom", "editor", "tools"]),
        ("mindloom", ["PySide6", "shiboken6", "pyqtgraph", "editor", "tools"]),
        ("editor", ["mindloom", "tools"]),
    ],
)
def test_package_imports_whole_without_what_lies_above_it(package: str, blocked: list[str]) -> None:
    done = import_all(package, blocked)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_blocking_an_import_really_blocks_it() -> None:
    done = import_all("runtime", ["graphs"])
    assert done.returncode != 0
    assert "graphs is blocked here" in done.stderr
