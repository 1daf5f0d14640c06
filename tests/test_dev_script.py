"""The parts of dev.py that decide: what is missing, what to install, what to tell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from xdist.workermanage import WorkerController

import dev
from tests import dying_workers, long_files_first

ROOT = Path(dev.__file__).resolve().parent


def test_old_python_is_told_what_to_start_instead() -> None:
    text = dev.python_remedy((3, 9), "python3.12")
    assert "needs Python 3.11 or newer; this is 3.9" in text
    assert "python3.12 dev.py" in text
    assert "apt-get install" in dev.python_remedy((3, 9), None)


def test_interpreter_of_the_environment_lies_where_the_system_puts_it() -> None:
    assert dev.venv_python(Path("v"), windows=False) == Path("v/bin/python")
    assert dev.venv_python(Path("v"), windows=True) == Path("v/Scripts/python.exe")


def test_lock_hash_changes_with_content_and_place_only(tmp_path: Path) -> None:
    lock = tmp_path / "some.lock"
    lock.write_text("a==1\n", encoding="utf-8")
    first = dev.lock_hash(lock, tmp_path)
    assert dev.lock_hash(lock, tmp_path) == first
    assert dev.lock_hash(lock, tmp_path / "moved") != first
    lock.write_text("a==2\n", encoding="utf-8")
    assert dev.lock_hash(lock, tmp_path) != first


@pytest.mark.parametrize("content", ["", "{", "[1]", "3", "\0"])
def test_broken_stamp_counts_as_none_and_is_written_anew(tmp_path: Path, content: str) -> None:
    stamp = tmp_path / "stamp.json"
    assert dev.read_stamp(stamp) == {}
    stamp.write_text(content, encoding="utf-8")
    assert dev.read_stamp(stamp) == {}
    dev.write_stamp({"run": "1"}, stamp)
    dev.write_stamp({"qt": "2"}, stamp)
    assert dev.read_stamp(stamp) == {"run": "1", "qt": "2"}


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError'", "index cannot be reached"),
        ("urllib3: Temporary failure: NameResolutionError", "index cannot be reached"),
        ("ERROR: Could not build wheels for x", "Could not build wheels for x"),
    ],
)
def test_failure_of_pip_is_explained(output: str, told: str) -> None:
    assert told in dev.explain_pip(output)


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_only_linux_may_be_without_a_display(
    environment: dict[str, str], platform: str, expected: bool
) -> None:
    assert dev.has_display(environment, platform) is expected


def test_children_run_offscreen_without_a_display_and_in_utf_8() -> None:
    child = dev.child_environment({"LC_ALL": "C", "HOME": "h"}, display=False)
    assert child == {"LC_ALL": "C.UTF-8", "HOME": "h", "QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    assert "QT_QPA_PLATFORM" not in dev.child_environment({}, display=True)


def test_missing_libraries_are_read_from_the_loader_and_from_a_failed_import() -> None:
    text = (
        "\tlibEGL.so.1 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibEGL.so.1 => not found\n"
        "ImportError: libxkbcommon.so.0: cannot open shared object file: No such file or directory\n"
    )
    assert dev.missing_libraries(text) == ["libEGL.so.1", "libxkbcommon.so.0"]


@pytest.mark.parametrize(
    ("soname", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libwayland-cursor.so.0", "libwayland-cursor0"),
        ("libgthread-2.0.so.0", "libglib2.0-0"),
    ],
)
def test_debian_package_of_a_library(soname: str, package: str) -> None:
    assert dev.debian_package(soname) == package


def test_font_comes_with_missing_libraries_or_alone() -> None:
    broken = dev.QtAnswer(0, "ImportError: libGL.so.1: cannot open shared object file")
    assert dev.needed_packages(broken, "\tlibEGL.so.1 => not found\n") == ["fonts-inter", "libegl1", "libgl1"]
    assert dev.needed_packages(dev.QtAnswer(0, ""), "") == ["fonts-inter"]
    assert dev.needed_packages(dev.QtAnswer(3, ""), "") == []


def test_without_the_right_to_install_the_exact_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "apt_prefix", lambda: None)
    monkeypatch.setattr(dev, "is_root", lambda: False)
    with pytest.raises(dev.CannotGoOnError) as stop:
        dev.install_system_packages(["libegl1", "libgl1"], "what Qt needs")
    command = "sudo apt-get update && sudo apt-get install -y --no-install-recommends libegl1 libgl1"
    assert command in str(stop.value)


def test_missing_venv_module_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dev, "VENV", tmp_path / "venv")
    monkeypatch.setattr(dev, "venv_python", lambda: tmp_path / "venv" / "bin" / "python")
    monkeypatch.setattr(dev, "apt_prefix", lambda: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(dev.CannotGoOnError, match=rf"python3\.{sys.version_info.minor}-venv"):
        dev.make_venv()


def test_full_disk_stops_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "NEEDED_BYTES", 10**18)
    with pytest.raises(dev.CannotGoOnError, match="Make room there"):
        dev.check_disk()


def test_display_that_cannot_be_opened_falls_back_to_offscreen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {True: dev.QtAnswer(0, "could not connect to display :9"), False: dev.QtAnswer(4, "")}
    monkeypatch.setattr(dev, "ask_qt", lambda display: answers[display])
    monkeypatch.setattr(dev, "ask_loader", lambda display: "")
    monkeypatch.setattr(dev, "write_stamp", lambda changes: None)
    monkeypatch.setattr(dev, "read_stamp", dict)
    assert dev.see_to_qt(display=True) is False
    assert "could not connect to display :9" in capsys.readouterr().out


def test_help_names_every_command() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "dev.py"), "--help"], capture_output=True, text=True, check=True
    )
    assert all(re.search(rf"^  {name} ", done.stdout, re.MULTILINE) for name in dev.COMMANDS)


def test_unknown_command_is_refused() -> None:
    with pytest.raises(SystemExit) as stop:
        dev.main(["dance"])
    assert stop.value.code == 2


def test_failed_linter_fails_the_run_although_the_tests_pass(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "set_up", lambda development: False)
    monkeypatch.setattr(dev, "run_linters", lambda: {"mypy": "a.py:1: error: wrong"})
    monkeypatch.setattr(dev, "in_venv", lambda arguments: 0)
    assert dev.main(["test", "-k", "foo"]) == 1
    told = capsys.readouterr().out.rstrip()
    assert told.endswith("mypy.")
    assert "a.py:1: error: wrong" in told


def test_arguments_of_test_reach_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        seen.append(arguments)
        return 0

    monkeypatch.setattr(dev, "set_up", lambda development: False)
    monkeypatch.setattr(dev, "run_linters", dict)
    monkeypatch.setattr(dev, "in_venv", run)
    assert dev.main(["test", "-k", "foo", "--lf"]) == 0
    assert seen == [["-m", "pytest", "-k", "foo", "--lf"]]


def test_all_tests_run_on_all_cores_and_chosen_ones_as_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[list[str]] = []

    def start(arguments: list[str]) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(dev, "set_up", lambda **_: None)
    monkeypatch.setattr(dev, "run_linters", dict)
    monkeypatch.setattr(dev, "in_venv", start)
    assert dev.main(["test"]) == 0
    assert dev.main(["test", "tests/graphs"]) == 0
    assert started == [
        ["-m", "pytest", *dev.TOGETHER, *dev.LONGEST_FIRST],
        ["-m", "pytest", "tests/graphs"],
    ]


def test_a_process_that_dies_ends_the_run_and_is_named(tmp_path):
    """Several files wait behind the one whose process dies, so that the run has something to wait for."""
    for number in range(6):
        dies = "    os.kill(os.getpid(), signal.SIGKILL)\n" if number == 1 else "    pass\n"
        text = f"import os, signal\ndef test_a():\n    pass\ndef test_b():\n{dies}def test_c():\n    pass\n"
        (tmp_path / f"test_file_{number}.py").write_text(text, encoding="utf-8")
    pytest_here = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:pytest-qt"]
    command = [*pytest_here, *dev.TOGETHER, str(tmp_path)]
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
    assert done.returncode not in (0, 5), done.stdout
    assert "crashed while running 'test_file_1.py::test_b'" in done.stdout


def test_the_longest_files_begin_first_and_their_tests_keep_their_order(monkeypatch):
    class Item(NamedTuple):
        path: Path
        name: str

    monkeypatch.setattr(long_files_first, "known_seconds", lambda: {"tests/b.py": 2.0, "tests/c.py": 9.5})
    items = [Item(ROOT / "tests" / f"{file}.py", name) for file in "abc" for name in "21"]
    long_files_first.pytest_collection_modifyitems(items)  # type: ignore[arg-type]
    assert [f"{item.path.stem}{item.name}" for item in items] == ["c2", "c1", "b2", "b1", "a2", "a1"]


def test_work_for_a_process_that_has_just_died_is_dropped():
    """The news of its death comes next and names the test; an error here would end the run without."""

    class ClosedChannel:
        def send(self, item: object) -> None:
            raise OSError("cannot send (already closed?)")

    worker = WorkerController.__new__(WorkerController)
    worker.log = lambda *_: None
    worker.channel = ClosedChannel()
    dying_workers.pytest_configure()
    worker.send_runtest_some([1, 2])


def test_what_executors_need_is_installed_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(dev, "set_up", lambda **_: False)
    monkeypatch.setattr(dev, "install_system_packages", lambda packages, purpose: asked.append(packages))
    monkeypatch.setattr("shutil.which", lambda name, mode: "/usr/bin/node" if name == "node" else None)
    assert dev.main(["setup", "--executors"]) == 0
    assert dev.main(["setup"]) == 0
    assert asked == [[name for name in dev.EXECUTOR_PROGRAMS if name != "nodejs"]]
    assert dev.main(["setup", "--dance"]) == 2


def test_a_report_of_the_benchmarks_is_made_without_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(dev, "set_up", lambda **_asked: True)
    monkeypatch.setattr(dev, "pip", lambda _arguments: None)
    monkeypatch.setattr(dev, "in_venv", called.append)
    dev.bench(["--report", "--quick"])
    dev.bench(["-k", "trees"])
    assert called == [["-m", "tests.bench.report", "--quick"], ["-m", "pytest", "tests/bench", "-k", "trees"]]
