"""Starting where no window can be opened ends with a message, not with Qt's abort."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from editor.basics.missing_libraries import libraries_in, missing_libraries, packages_words
from editor.window.missing_display import NO_DISPLAY, lines, reason

LINKS = """\
\tlinux-vdso.so.1 (0x00007ffc1)
\tlibxcb-cursor.so.0 => not found
\tlibxcb-icccm.so.4 => not found
\tlibxkbcommon-x11.so.0 => not found
\tlibxcb-cursor.so.0 => not found
\tlibX11.so.6 => /lib/x86_64-linux-gnu/libX11.so.6 (0x00007f1)
"""


@pytest.mark.parametrize("module", ["editor", "editor.command_line"])
def test_a_platform_that_qt_lacks_ends_with_a_message_and_exit_code_2(module: str) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "nonsense"}
    done = subprocess.run(
        [sys.executable, "-m", module], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == NO_DISPLAY
    assert "'nonsense'" in done.stderr
    assert "--offscreen-show" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({}, "there is no display"),
        ({"DISPLAY": ":77"}, "':77'"),
        ({"WAYLAND_DISPLAY": "wayland-9"}, "'wayland-9'"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "eglfs"}, "'eglfs'"),
    ],
)
def test_the_reason_names_what_was_asked_for(environment: dict[str, str], says: str) -> None:
    assert says in reason(environment)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has these libraries")
def test_missing_libraries_are_named_with_the_packages_of_three_systems() -> None:
    said, packages = lines({"DISPLAY": ":0"}, lambda _file: LINKS)
    assert "':0'" in said
    assert packages == (
        "Missing on this system: libxcb-cursor.so.0, libxcb-icccm.so.4, libxkbcommon-x11.so.0. Install them. "
        "Debian: apt install libxcb-cursor0 libxcb-icccm4 libxkbcommon-x11-0; "
        "Fedora: dnf install xcb-util-cursor xcb-util-wm libxkbcommon-x11; "
        "Arch: pacman -S xcb-util-cursor xcb-util-wm libxkbcommon-x11."
    )


def test_with_all_libraries_there_or_for_another_platform_none_is_named() -> None:
    assert len(lines({}, lambda _file: "\tlibX11.so.6 => /lib/libX11.so.6 (0x1)\n")) == 1
    assert len(lines({"QT_QPA_PLATFORM": "eglfs"}, lambda _file: LINKS)) == 1


def test_a_file_that_nothing_can_be_said_of_misses_nothing(tmp_path) -> None:
    assert missing_libraries(tmp_path / "no_such.so") == ()


def test_a_library_that_the_loader_names_is_told_with_its_package() -> None:
    message = "libEGL.so.1: cannot open shared object file: No such file or directory"
    assert libraries_in(message) == ("libEGL.so.1",)
    assert "libegl1" in packages_words(libraries_in(message))
    assert packages_words(("libodd.so.3",)) == "Missing on this system: libodd.so.3."
    assert packages_words(libraries_in("No module named 'PySide6'")) == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a script stands for ldd")
def test_a_start_without_the_libraries_ends_with_exit_code_2_and_their_packages(tmp_path) -> None:
    ldd = tmp_path / "ldd"
    ldd.write_text("#!/bin/sh\necho '\tlibxcb-cursor.so.0 => not found'\n")
    ldd.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": ":77", "PATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "editor"], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == NO_DISPLAY
    assert "Traceback" not in done.stderr
    assert "apt install libxcb-cursor0" in done.stderr
