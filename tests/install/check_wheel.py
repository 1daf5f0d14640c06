"""Build the wheel and the source archive of the last commit, install them elsewhere, and use them there.

Run by `python3 dev.py wheel`, with `--uncommitted` for the files as they are now. Everything happens in a
folder outside the checkout: a clean copy is built, an empty environment gets the wheel, and from there the
editor opens and plays every sample off-screen and the commands run. Then the same wheel is installed with
pipx and with uv. It ends with 0 when all of that worked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

BUILD = "from setuptools import build_meta as b; b.build_wheel({out!r}); b.build_sdist({out!r})"


_INDEXES = {"--default-index": "index-url", "--index": "extra-index-url", "--find-links": "find-links"}
"""What uv and pip call the places that packages come from."""


UNCOMMITTED = "--uncommitted"


class StepFailed(Exception):
    """Hold what a step printed."""


def main() -> int:
    """Do all steps and return the exit code; what fails is printed with its output."""
    with tempfile.TemporaryDirectory(prefix="mindloom-wheel-") as folder:
        place = Path(folder)
        try:
            wheel, archive = build(place)
            compare(wheel, archive, place)
            python = installed(wheel, place)
            use(python, place)
            for tool in ("pipx", "uv"):
                install_with(tool, wheel, place)
        except StepFailed as failed:
            print(failed)
            return 1
        kept = ROOT / "dist"
        kept.mkdir(exist_ok=True)
        for made in (wheel, archive):
            shutil.copy2(made, kept / made.name)
            print(f"kept {kept / made.name}, {made.stat().st_size / 1e6:.1f} MB")
    return 0


def build(place: Path) -> tuple[Path, Path]:
    """Build the wheel and the archive in a clean clone and return their paths."""
    clone, out = place / "clone", place / "built"
    if UNCOMMITTED in sys.argv[1:]:
        copy_files(clone)
    else:
        run("clone the last commit", ["git", "clone", "--quiet", str(ROOT), str(clone)], place)
    run("build wheel and archive", [sys.executable, "-c", BUILD.format(out=str(out))], clone)
    return next(out.glob("*.whl")), next(out.glob("*.tar.gz"))


def compare(wheel: Path, archive: Path, place: Path) -> None:
    """See that every resource of the clone is in the wheel, and that the archive builds the same wheel."""
    inside = names_in(wheel)
    clone = place / "clone"
    files = [path.relative_to(clone) for path in clone.rglob("*") if path.is_file()]
    shipped = [path.as_posix() for path in files if is_shipped(path)]
    missing = [name for name in shipped if name not in inside]
    if missing:
        raise StepFailed(f"Missing in the wheel: {', '.join(missing)}")
    unpacked = place / "archive"
    with tarfile.open(archive) as stream:
        stream.extractall(unpacked, filter="data")
    out = place / "rebuilt"
    command = [sys.executable, "-c", f"from setuptools import build_meta as b; b.build_wheel({str(out)!r})"]
    run("build the archive", command, next(unpacked.iterdir()))
    differing = inside ^ names_in(next(out.glob("*.whl")))
    if differing:
        raise StepFailed(f"The wheel of the archive differs in: {', '.join(sorted(differing))}")
    print(f"{len(inside)} files in the wheel, {len(shipped)} of them from the checkout")


def copy_files(target: Path) -> None:
    """Copy the files of the checkout as they are now, those that git ignores left out."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def is_shipped(path: Path) -> bool:
    """Tell whether a file of the checkout belongs into the wheel."""
    return (
        path.parts[0] in ("graphs", "runtime", "mindloom", "editor", "resources")
        and "__pycache__" not in path.parts
    )


def names_in(wheel: Path) -> set[str]:
    """Return the names of all files in a wheel."""
    with zipfile.ZipFile(wheel) as stream:
        return set(stream.namelist())


def installed(wheel: Path, place: Path) -> Path:
    """Install the wheel into an empty environment and return its Python."""
    folder = place / "environment"
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    locked = str(ROOT / "requirements.lock")
    command = [str(python), "-m", "pip", "install", "--quiet", "--constraint", locked, str(wheel)]
    run("install the wheel", command, place)
    return python


def use(python: Path, place: Path) -> None:
    """Play the samples in the editor and run every command, from the installed files alone."""
    script = place / "play_samples.py"
    shutil.copy2(ROOT / "tests" / "install" / "play_samples.py", script)
    run("open and play every sample", [str(python), str(script), str(ROOT)], place)
    found = [
        str(python),
        "-c",
        "from editor.documents.open.sample_files import samples_folder as f; print(f())",
    ]
    samples = Path(run("find the samples", found, place).strip())
    command = str(python.with_name("mindloom"))
    tank, world = str(samples / "tank.mind.json"), str(samples / "tank.world.json")
    script = place / "tank.edits.json"
    script.write_text('{"format": "mindloom-edits", "version": 1, "edits": []}', encoding="utf-8")
    door = "import mindloom as m; print(m.run(m.mind(m.tree('T').wait(1)), ticks=2).active())"
    run("run a mind from Python", [str(python), "-c", door], place)
    cases = place / "cases.jsonl"
    cases.write_text('{"id": "x", "program": {}, "ticks": [], "expect": []}\n', encoding="utf-8")
    uses: dict[str, list[str]] = {
        "check": [tank, world],
        "run": [tank, "--ticks", "60"],
        "test": [str(samples), "-k", "tank"],
        "fmt": ["--check", tank],
        "render": [tank, "--out", str(place / "tank.svg")],
        "edit": [tank, "--script", str(script), "--dry-run"],
        "schema": ["world"],
        "kinds": [],
        "simulate": [world, "--runs", "4", "--ticks", "60", "--jobs", "2", "--out", str(place / "runs.csv")],
        "export": [tank, "--out", str(place / "tank.runtime.json")],
        "conformance": ["--suite", str(cases), "--list"],
        "install-desktop": [],
    }
    for name, arguments in uses.items():
        run(f"mindloom {name}", [command, name, *arguments], place)
    if sys.platform.startswith("linux"):
        run("python -m editor, off-screen", [str(python), "-m", "editor", "--offscreen-show", "shown"], place)


def install_with(tool: str, wheel: Path, place: Path) -> None:
    """Install the wheel with pipx or uv, which come from the package index, and run the command."""
    tools = place / f"{tool}-environment"
    venv.create(tools, with_pip=True)
    scripts = tools / ("Scripts" if os.name == "nt" else "bin")
    python = str(scripts / Path(sys.executable).name) if os.name == "nt" else str(scripts / "python")
    run(f"install {tool}", [python, "-m", "pip", "install", "--quiet", tool], place)
    homes = {"PIPX_HOME": "home", "PIPX_BIN_DIR": "bin", "UV_TOOL_DIR": "home", "UV_TOOL_BIN_DIR": "bin"}
    own = {name: str(place / tool / folder) for name, folder in homes.items()}
    own |= {"UV_PYTHON": sys.executable, "UV_NO_PROGRESS": "1", "UV_CACHE_DIR": str(place / tool / "cache")}
    own |= {"PIPX_DEFAULT_PYTHON": sys.executable}
    install = ["install", str(wheel)] if tool == "pipx" else ["tool", "install", *_uv_index(), str(wheel)]
    run(f"{tool} {' '.join(install[:-1])} the wheel", [str(scripts / tool), *install], place, own)
    command = str(place / tool / "bin" / "mindloom")
    run(f"mindloom --version, by {tool}", [command, "--version"], place)
    run(f"mindloom kinds, by {tool}", [command, "kinds"], place)


def _uv_index() -> list[str]:
    """Return what tells uv the package indexes that pip uses here."""
    arguments = []
    for option, name in _INDEXES.items():
        asked = [sys.executable, "-m", "pip", "config", "get", f"global.{name}"]
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
        for value in found.split():
            arguments += [option, value]
    return arguments


def run(what: str, command: list[str], folder: Path, more: dict[str, str] | None = None) -> str:
    """Run a command outside the checkout and return what it printed; raise StepFailed where it fails."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    home = folder / "home"
    environment |= {"QT_QPA_PLATFORM": "offscreen", "XDG_DATA_HOME": str(home), "XDG_STATE_HOME": str(home)}
    done = subprocess.run(
        command, cwd=folder, env=environment | (more or {}), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise StepFailed(f"FAILED ({done.returncode}): {what}\n{done.stdout}{done.stderr}")
    print(f"done: {what}", flush=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
