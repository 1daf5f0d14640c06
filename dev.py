"""Set up a checkout of Mindloom and run it: ``python3 dev.py run``, ``python3 dev.py test``.

Works with the standard library alone on Linux, macOS and Windows. Every command first makes ``.venv``,
installs the locked packages and sees to what Qt needs from the system; a stamp in ``.venv`` makes the
second time quick. What it cannot do itself it names, with the exact command to do it.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "mindloom-setup.json"
OLDEST_PYTHON = (3, 11)
NEEDED_BYTES = 1_500_000_000

# The second one holds the first, so that either lets the editor run.
LOCKS = {"run": ROOT / "requirements.lock", "development": ROOT / "requirements-dev.lock"}

FONT_PACKAGE = "fonts-inter"  # legible at 11 px and a third narrower than what Qt falls back to
# Where Debian's rule (policy 8.1, see debian_package) does not give the name.
OTHER_DEBIAN_NAMES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
}

ASK_QT = """
from PySide6 import QtGui, QtOpenGLWidgets, QtSvg, QtTest, QtWidgets
application = QtWidgets.QApplication([])
print("font families:", len(QtGui.QFontDatabase.families()))
"""

LINTERS = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as run; run()"],
    "vulture": ["-m", "tools.unused_definitions"],
}


# What tests of executors and shared pages need: Debian packages, each with the names its program may have.
EXECUTOR_PROGRAMS = {
    "nodejs": ("node", "nodejs"),
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "mono-mcs": ("mcs",),
    "mono-runtime": ("mono",),
    "g++": ("g++",),
    "clang-format": ("clang-format",),
    "lua5.1": ("lua5.1",),
    "lua5.4": ("lua5.4",),
    "luajit": ("luajit",),
    "lua-socket": ("/usr/share/lua/5.4/socket.lua",),
    "godot3-server": ("godot3-server",),
}

# A file stays in one process: its tests may share what is dear to make. A process that dies ends the run,
# which names the test; with another one in its place the run may wait for ever.
TOGETHER = ["-n", "auto", "--dist", "loadfile", "--max-worker-restart", "0", "-p", "tests.dying_workers"]
LONGEST_FIRST = ["--no-loadscope-reorder", "-p", "tests.long_files_first"]


class CannotGoOnError(Exception):
    """Tell why set-up stopped and, in the message, the exact remedy."""


class QtAnswer(NamedTuple):
    """Keep what Qt said when asked to start: how many font families it has, or why it did not start."""

    fonts: int
    trouble: str


def say(line: str) -> None:
    """Print one short line about what is being done, at once even into a pipe."""
    print(line, flush=True)


def python_remedy(version: tuple[int, int], found: str | None) -> str:
    """Return what to do about a Python that is too old; ``found`` is a newer one on the search path."""
    remedy = f"Start it with that one: {found} dev.py" if found else "Install one: apt-get install python3.11"
    return f"Mindloom needs Python 3.11 or newer; this is {version[0]}.{version[1]}.\n{remedy}"


def newer_python() -> str | None:
    """Return the name of a Python on the search path that is new enough and starts, or None."""
    names = [f"python3.{minor}" for minor in (13, 12, 11)]
    return next((name for name in names if run_quietly([name, "-c", ""])[0] == 0), None)


def venv_python(venv: Path = VENV, windows: bool = os.name == "nt") -> Path:
    """Return the path of the interpreter inside the virtual environment ``venv``."""
    return venv / "Scripts" / "python.exe" if windows else venv / "bin" / "python"


def run_quietly(command: list[str], environment: dict[str, str] | None = None) -> tuple[int, str]:
    """Run ``command`` and return its exit code and everything it printed."""
    try:
        done = subprocess.run(
            command, env=environment, cwd=ROOT, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, check=False
        )
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def make_venv() -> None:
    """Make ``.venv`` unless it is there and whole; raises CannotGoOnError with the remedy."""
    if run_quietly([str(venv_python()), "-c", "import pip"])[0] == 0:
        return
    check_disk()
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        install_system_packages([package], "the Python module venv")
    say(f"Making {VENV.name} with Python {sys.version.split()[0]}.")
    # A new process, since this one may have been started before the module venv was installed.
    code, output = run_quietly([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if code != 0:
        raise CannotGoOnError(f"Could not make {VENV}:\n{last_lines(output)}")


def check_disk() -> None:
    """Raise CannotGoOnError unless the disk has room for the packages (about 1.5 GB)."""
    free = shutil.disk_usage(ROOT).free
    if free < NEEDED_BYTES:
        raise CannotGoOnError(
            f"The disk of {ROOT} has {free / 1e9:.1f} GB left; set-up needs {NEEDED_BYTES / 1e9:.1f} GB.\n"
            "Make room there, or move the checkout to another disk, and try again."
        )


def lock_hash(lock: Path, root: Path) -> str:
    """Return a hash that changes with the packages of ``lock`` and when the checkout is moved."""
    return hashlib.sha256(lock.read_bytes() + f"\n{root}".encode()).hexdigest()


def read_stamp(path: Path = STAMP) -> dict[str, str]:
    """Return what set-up noted in ``path`` when it last ended well; empty if unreadable."""
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        stamp = None
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(changes: dict[str, str], path: Path = STAMP) -> None:
    """Add ``changes`` to what set-up noted in ``path``."""
    path.write_text(json.dumps({**read_stamp(path), **changes}, indent=2, sort_keys=True) + "\n", "utf-8")


def install_locked(development: bool) -> None:
    """Install the locked packages into ``.venv`` unless the stamp says that they are there."""
    locks = {"development": LOCKS["development"]} if development else LOCKS
    if any(read_stamp().get(use) == lock_hash(lock, ROOT) for use, lock in locks.items()):
        return
    check_disk()
    use = "development" if development else "run"
    lock = LOCKS[use]
    count = sum("==" in line for line in lock.read_text(encoding="utf-8").splitlines())
    say(f"Installing the {count} packages of {lock.name} into {VENV.name}; this takes a minute or more.")
    pip(["install", "--requirement", str(lock)])
    if development:
        pip(["install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
    write_stamp({use: lock_hash(lock, ROOT)})


def pip(arguments: list[str]) -> None:
    """Run pip in ``.venv``; raises CannotGoOnError with the remedy if it fails."""
    command = [str(venv_python()), "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    code, output = run_quietly(command)
    if code != 0:
        raise CannotGoOnError(explain_pip(output))


def explain_pip(output: str) -> str:
    """Return what a failed run of pip means and what to do, from what it printed."""
    if "No space left on device" in output:
        return "The disk is full. Make room (about 1.5 GB) and try again."
    if re.search("connection broken|ConnectionError|NameResolution|timed out|unreachable|SSLError", output):
        return (
            "The package index cannot be reached. Check the network connection and try again;\n"
            "behind a proxy set HTTPS_PROXY, with an index of your own set PIP_INDEX_URL.\n"
            f"{last_lines(output, 1)}"
        )
    return f"pip could not install the packages:\n{last_lines(output)}"


def last_lines(output: str, count: int = 12) -> str:
    """Return the last ``count`` lines of ``output`` that are not empty."""
    return "\n".join([line for line in output.splitlines() if line.strip()][-count:])


def has_display(environment: dict[str, str], platform: str) -> bool:
    """Tell whether a window can be expected to open; only Linux may be without a display."""
    seen = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(seen) or not platform.startswith("linux")


def child_environment(environment: dict[str, str], display: bool) -> dict[str, str]:
    """Return the environment for Mindloom's own processes: off-screen without a display, text in UTF-8."""
    child = dict(environment)
    if not display:
        child["QT_QPA_PLATFORM"] = "offscreen"
    if child.get("LC_ALL", "") in ("C", "POSIX"):
        child["LC_ALL"] = "C.UTF-8"
    child["PYTHONUTF8"] = "1"
    return child


def ask_qt(display: bool) -> QtAnswer:
    """Start Qt in a process of its own and return its answer."""
    environment = child_environment(dict(os.environ), display)
    code, output = run_quietly([str(venv_python()), "-c", ASK_QT], environment)
    fonts = re.search(r"^font families: (\d+)", output, re.MULTILINE)
    if fonts and code == 0:
        return QtAnswer(int(fonts[1]), "")
    return QtAnswer(0, last_lines(output, 6) or f"it ended with code {code}")


def missing_libraries(output: str) -> list[str]:
    """Return the sonames that ``ldd`` or a failed import named as missing, sorted."""
    by_ldd = re.findall(r"^\s*(\S+) => not found", output, re.MULTILINE)
    by_import = re.findall(r"(\S+\.so[.\d]*): cannot open shared object file", output)
    return sorted({*by_ldd, *by_import})


def ask_loader(display: bool) -> str:
    """Return what ``ldd`` says about the parts of Qt that Mindloom uses."""
    found = sorted(VENV.glob("lib/python*/site-packages/PySide6"))
    if not found or not shutil.which("ldd"):
        return ""
    plugins = ["offscreen", "xcb", "wayland*"] if display else ["offscreen"]
    patterns = [f"Qt{part}.abi3.so" for part in ("Gui", "OpenGLWidgets", "Svg", "Test", "Widgets")]
    patterns += [f"Qt/plugins/platforms/libq{plugin}.so" for plugin in plugins]
    files = [str(path) for pattern in patterns for path in found[0].glob(pattern)]
    return run_quietly(["ldd", *files])[1]


def debian_package(soname: str) -> str:
    """Return the Debian package of a library: ``libxcb-xkb.so.1`` is in ``libxcb-xkb1``."""
    if soname in OTHER_DEBIAN_NAMES:
        return OTHER_DEBIAN_NAMES[soname]
    name, _, version = soname.lower().partition(".so.")
    return f"{name}-{version}" if name[-1:].isdigit() else f"{name}{version}"


def needed_packages(answer: QtAnswer, loader: str) -> list[str]:
    """Return the Debian packages for what Qt misses, from its ``answer`` and what ``ldd`` printed."""
    if answer.trouble:
        missing = missing_libraries(f"{loader}\n{answer.trouble}")
        return sorted({FONT_PACKAGE, *map(debian_package, missing)}) if missing else []
    return [] if answer.fonts else [FONT_PACKAGE]


def see_to_qt(display: bool, again: bool = False) -> bool:
    """Make sure that Qt starts and has a font, and return whether it can open a window.

    A stamp spares the question off-screen unless ``again``. Raises CannotGoOnError with the remedy.
    """
    if not display and not again and read_stamp().get("qt") == "starts off-screen":
        return False
    answer = ask_qt(display)
    installed: list[str] = []
    while sys.platform.startswith("linux"):
        packages = needed_packages(answer, ask_loader(display) if answer.trouble else "")
        if set(packages) <= set(installed):
            break
        install_system_packages(packages, "what Qt needs from the system")
        installed += packages
        answer = ask_qt(display)
    if answer.trouble and display:
        say(f"Qt cannot open a window here and goes on off-screen. It said:\n{answer.trouble}")
        return see_to_qt(display=False)
    if answer.trouble:
        raise CannotGoOnError(f"Qt does not start:\n{answer.trouble}")
    if answer.fonts == 0:
        raise CannotGoOnError(f"Qt finds no font. Install one; on Debian the package {FONT_PACKAGE}.")
    write_stamp({"qt": "starts off-screen"})
    return display


def is_root() -> bool:
    """Tell whether this process may install system packages itself."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def apt_prefix() -> list[str] | None:
    """Return how to call apt-get without being asked for a password, or None if that is not possible."""
    if not shutil.which("apt-get"):
        return None
    if is_root():
        return []
    return ["sudo", "-n"] if run_quietly(["sudo", "-n", "true"])[0] == 0 else None


def apt_command(packages: list[str], root: bool) -> str:
    """Return the command that a person types to install ``packages`` on Debian or Ubuntu."""
    apt = "apt-get" if root else "sudo apt-get"
    return f"{apt} update && {apt} install -y --no-install-recommends {shlex.join(packages)}"


def install_system_packages(packages: list[str], purpose: str) -> None:
    """Install ``packages`` with apt where allowed; else raise CannotGoOnError with the command."""
    prefix = apt_prefix()
    by_hand = apt_command(packages, is_root())
    if prefix is None:
        raise CannotGoOnError(f"Missing is {purpose}. Install it, on Debian or Ubuntu with:\n  {by_hand}")
    say(f"Installing {purpose} with apt-get: {', '.join(packages)}.")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_quietly([*prefix, "apt-get", "update", "-q"], environment)
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    code, output = run_quietly([*prefix, *install], environment)
    if code != 0:
        raise CannotGoOnError(f"apt-get failed:\n{last_lines(output, 6)}\nTry it by hand:\n  {by_hand}")


def set_up(development: bool, display: bool = False, again: bool = False) -> bool:
    """Make the environment ready and return whether a window can be opened."""
    make_venv()
    install_locked(development)
    return see_to_qt(display, again)


def in_venv(arguments: list[str], display: bool = False) -> int:
    """Run the environment's Python with ``arguments`` in the checkout and return its exit code."""
    environment = child_environment(dict(os.environ), display)
    return subprocess.call([str(venv_python()), *arguments], cwd=ROOT, env=environment)


def run(arguments: list[str]) -> int:
    """Open the editor on the given files or the playing sample; without a display leave pictures of it."""
    files = [str(Path(name).resolve()) if Path(name).exists() else name for name in arguments]
    if set_up(development=False, display=has_display(dict(os.environ), sys.platform)):
        say("Opening Mindloom.")
        return in_venv(["-m", "editor", *files], display=True)
    say("No display here: playing off-screen and leaving pictures.")
    return in_venv(["-m", "editor", "--offscreen-show", str(ROOT / "build" / "run"), *files])


def run_linters() -> dict[str, str]:
    """Run every linter and return the names of those that found something, with what they say."""
    found = {}
    for name, arguments in LINTERS.items():
        code, output = run_quietly([str(venv_python()), *arguments])
        if code != 0:
            found[name] = output.rstrip()
    return found


def lint(_arguments: list[str]) -> int:
    """Run ruff, mypy, import-linter and the search for what nothing uses."""
    set_up(development=True)
    say(f"Checking with {', '.join(LINTERS)}.")
    found = run_linters()
    for output in found.values():
        say(output)
    say(f"Found by {', '.join(found)}; see above." if found else "Nothing found.")
    return 1 if found else 0


def test(arguments: list[str]) -> int:
    """Run pytest with ``arguments`` and the linters beside it; without any, all tests on all cores.

    With ``--quick``, only the tests nearest to what was changed and some of the rest, without the linters.
    """
    set_up(development=True)
    if arguments == ["--quick"]:
        return in_venv(["-m", "tools.quick_tests"])
    say(f"Testing, and checking with {', '.join(LINTERS)}.")
    with ThreadPoolExecutor(1) as beside:
        linters = beside.submit(run_linters)
        code = in_venv(["-m", "pytest", *([] if arguments else [*TOGETHER, *LONGEST_FIRST]), *arguments])
        found = linters.result()
    for output in found.values():
        say(output)
    if found:
        say(f"Besides the tests, these found something (see above): {', '.join(found)}.")
    return code or (1 if found else 0)


def bench(arguments: list[str]) -> int:
    """Run the benchmarks with pytest and ``arguments``; with --report write a page of growth curves."""
    set_up(development=True)
    try:
        pip(["install", "--no-build-isolation", "--editable", f"{ROOT}[bench]"])
    except CannotGoOnError as error:
        say(f"What is measured beside other libraries is skipped, as they cannot be installed:\n{error}")
    if "--report" in arguments:
        rest = [each for each in arguments if each != "--report"]
        return in_venv(["-m", "tests.bench.report", *rest])
    return in_venv(["-m", "pytest", "tests/bench", *arguments])


def soak(arguments: list[str]) -> int:
    """Look for rare faults for as long as wanted: ``soak world --minutes 30``."""
    set_up(development=True)
    names = sorted(path.stem for path in (ROOT / "tests" / "soak").glob("*.py"))
    if not arguments or arguments[0] not in names:
        say(f"Say what to soak, one of: {', '.join(names)}.")
        return 2
    return in_venv(["-m", f"tests.soak.{arguments[0]}", *arguments[1:]])


def shots(arguments: list[str]) -> int:
    """Write pictures of the window into a folder, or build/shots and with them those of the help."""
    set_up(development=False)
    taken = in_venv(["-m", "tools.gallery", *(arguments or [str(ROOT / "build" / "shots")])])
    if not arguments and not taken:
        taken = in_venv(["-m", "tools.help_pages.help_shots"]) or house([])
    return taken


def house(_arguments: list[str]) -> int:
    """Draw the rooms and their imports for the help page architecture."""
    set_up(development=False)
    return in_venv(["-m", "tools.help_pages.house_picture"])


def wheel(arguments: list[str]) -> int:
    """Build wheel and source archive into dist, and use them in empty environments."""
    set_up(development=True)
    return in_venv(["-m", "tests.install.check_wheel", *arguments])


def found_program(name: str) -> str | None:
    """Return the path of a program, or of a file of a library by its path; None for one that is not there."""
    return shutil.which(name, os.F_OK if name.startswith("/") else os.F_OK | os.X_OK)


def install_executors() -> None:
    """Install what runs programs in other languages than Python; raises CannotGoOnError with the command."""
    packages = [name for name, places in EXECUTOR_PROGRAMS.items() if not any(map(found_program, places))]
    if packages:
        install_system_packages(packages, "what the tests of executors need")


def setup(arguments: list[str]) -> int:
    """Make the environment ready, asking Qt again; with --executors node and a browser for tests too."""
    if arguments not in ([], ["--executors"]):
        raise CannotGoOnError(f"setup knows --executors alone, not {shlex.join(arguments)}.")
    set_up(development=True, display=has_display(dict(os.environ), sys.platform), again=True)
    if arguments:
        install_executors()
    say(f"Ready: {venv_python()}")
    return 0


COMMANDS = {each.__name__: each for each in (run, test, shots, house, lint, bench, soak, wheel, setup)}


def main(arguments: list[str]) -> int:
    """Run the command that ``arguments`` name and return the exit code: 2 if set-up cannot go on."""
    described = [
        f"  {name:6} {(command.__doc__ or '').splitlines()[0]}" for name, command in COMMANDS.items()
    ]
    parser = argparse.ArgumentParser("dev.py", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.epilog = "\n".join(described)
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="files for run, pytest's arguments for test")
    chosen = parser.parse_args(arguments)
    try:
        if sys.version_info < OLDEST_PYTHON:
            raise CannotGoOnError(python_remedy(sys.version_info[:2], newer_python()))
        return COMMANDS[chosen.command](chosen.rest)
    except CannotGoOnError as stop:
        print(stop, file=sys.stderr, flush=True)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
