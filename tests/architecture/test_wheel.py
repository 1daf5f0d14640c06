"""The wheel holds all code and every resource, and no tools; `python3 dev.py wheel` installs and uses it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("graphs", "runtime", "mindloom", "editor", "resources")

BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def test_the_wheel_holds_all_code_and_every_resource_and_no_tools(tmp_path: Path) -> None:
    source, built = tmp_path / "source", tmp_path / "built"
    for package in (*PACKAGES, "tools"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, source / name)
    wanted = {
        path.relative_to(source).as_posix()
        for package in PACKAGES
        for path in (source / package).rglob("*")
        if path.is_file()
    }
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(built)], cwd=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as stream:
        inside = set(stream.namelist())
        entry_points = next(name for name in inside if name.endswith("entry_points.txt"))
        points = stream.read(entry_points).decode()
    assert wanted - inside == set()
    assert {name.partition("/")[0] for name in inside} == {*PACKAGES, entry_points.partition("/")[0]}
    assert "mindloom = editor.command_line:main" in points
    assert any(name.endswith("licenses/LICENSE") for name in inside)
