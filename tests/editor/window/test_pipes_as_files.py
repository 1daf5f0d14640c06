"""The window refuses a pipe in place of a file, and does not wait for it."""

from __future__ import annotations

import os

import pytest

from editor.window.parts.drops import WindowDrops


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of POSIX")
@pytest.mark.parametrize("suffix", [".mind.json", ".world.json", ".case.json", ".trace", ".json"])
def test_a_pipe_is_not_opened(window, tmp_path, suffix):
    pipe = tmp_path / f"pipe{suffix}"
    os.mkfifo(pipe)
    tabs = len(window.area.tabs)
    window.part(WindowDrops).open([pipe])
    assert len(window.area.tabs) == tabs
