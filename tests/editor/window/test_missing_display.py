"""Starting where no window can be opened ends with a message, not with Qt's abort."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from editor.window.missing_display import NO_DISPLAY, reason


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
