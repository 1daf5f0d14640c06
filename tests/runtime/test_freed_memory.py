"""What large arrays free is kept where the C library can be told so, and elsewhere nothing happens."""

from __future__ import annotations

import ctypes
import sys
from types import SimpleNamespace

import pytest

from runtime.basics.freed_memory import LARGE_ARRAY, MOST_KEPT, keep_freed_memory


def test_the_library_is_told_what_to_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    library = SimpleNamespace(mallopt=lambda what, size: told.append((what, size)))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: library)
    keep_freed_memory()
    assert told == [(-3, LARGE_ARRAY), (-1, MOST_KEPT)]


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_other_libraries_are_left_alone(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace())
    keep_freed_memory()
